// Random config files with a secret in a random position and spelling, and with random damage around it.
import fc from "fast-check";
import { toAnnotations, toJson } from "../../../src/commands/report-formats";
import { render } from "../../../src/config/report/render";
import { Source } from "../../../src/config/source/source";
import { readConfig } from "../../../src/config/validate/read-config";
import { registry } from "../../../src/resources";

/** Part of every planted secret, and of nothing else. */
export const SECRET = "hunter2";

/** A password may start and end with any character. */
const start = fc.constantFrom(
  ..."!*&#@%|>?-`$~=+.^(",
  "",
  "",
  "",
  "!!",
  "&a",
  "pass word ",
  "${env:A}",
  "a,b",
);
const end = fc.constantFrom("", "", "", "!", "#1", "*", "&", "}", ";;", " x", "\\n", "%41", ",b");
const secrets = fc.tuple(start, end).map(([before, after]) => `${before}${SECRET}${after}`);

const wifi = (secret: string) => `WIFI:T:WPA;S:cafe;P:${secret};;`;

/** Names of a password. Most are no fields, so their values are not known to be harmless. */
const names = fc.oneof(
  fc.constantFrom(
    "password",
    "pasword",
    "Password",
    "pass",
    "pwd",
    "pw",
    "passphrase",
    "secret",
    "psk",
    "key",
  ),
  fc.stringMatching(/^[a-z]{3,8}$/).map((name) => `x-${name}`),
);

/** How a value is written in a file, after its key. */
const spellings: readonly ((secret: string, indent: string) => string)[] = [
  (secret) => ` ${secret}`,
  (secret) => ` ${JSON.stringify(secret)}`,
  (secret) => ` '${secret.replaceAll("'", "''")}'`,
  (secret) => ` &anchor ${JSON.stringify(secret)}`,
  (secret) => ` !tag ${JSON.stringify(secret)}`,
  (secret) => ` [${JSON.stringify(secret)}]`,
  (secret) => ` { value: ${JSON.stringify(secret)} }`,
  (secret) => ` "first line\\\n${secret.replaceAll('"', "")}"`,
  (secret) => `\t${secret}`,
  (secret) => secret,
  (secret) => ` {{ ${secret} }}`,
  (secret) => ` "${secret}`,
  (secret) => ` '${secret}`,
  (secret, indent) => ` |\n${indent}    ${secret}`,
  (secret, indent) => ` >-\n${indent}    first\n${indent}    ${secret}`,
  (secret, indent) => `\n${indent}    ${secret}`,
  (secret, indent) => `\n${indent}    - ${JSON.stringify(secret)}`,
];

type Position = (name: string, value: (indent: string) => string) => string;

const inBlocks: readonly Position[] = [
  (name, value) => `account:\n  email: someone@example.com\n  ${name}:${value("  ")}\n  typo: 1\n`,
  (_, value) => `account:\n  password:${value("  ")}\n  emial: someone@example.com\n`,
  (name, value) => `account:\n  expect:\n    usrname: acme\n    ${name}:${value("    ")}\n`,
  (name, value) => `acount:\n  deep:\n    ${name}:${value("    ")}\n`,
  (name, value) => `${name}:${value("")}\n`,
  (name, value) => `pixels:\n  ads:\n    type: fbpixl\n    name: Ads\n    ${name}:${value("    ")}\n`,
  (name, value) => `qrCodes:\n  guests:\n    type: wifi\n    ${name}:${value("    ")}\n    colour: red\n`,
  (name, value) =>
    `qrCodes:\n  guests:\n    type: text\n    data: x\n    options:\n      ${name}:${value("      ")}\n`,
  (_, value) => `qrCodes:\n  guests:\n    type: wifi\n    data:${value("    ")}\n    colour: red\n`,
  (_, value) => `qrCodes:\n  guests:\n    type: wfi\n    content:${value("    ")}\n    colour: red\n`,
  (_, value) =>
    `qrCodes:\n  guests:\n    type: wifi\n    content:\n      wifi:\n        ssid: cafe\n        password:${value("        ")}\n        hiden: true\n`,
  (_, value) => `qrCodes:\n  guests:${value("  ")}\n`,
  (_, value) => `account:${value("")}\n`,
  (name, value) => `x-base:\n  ${name}:${value("  ")}\n`,
  (name, value) =>
    `x-base: &base\n  name: Ads\n  ${name}:${value("  ")}\npixels: { ads: { <<: *base, typo: 1 } }\n`,
  (_, value) =>
    `account: &base\n  password:${value("  ")}\nchannels: { spring: { <<: *base, name: Spring } }\n`,
  (_, value) =>
    `x-base: &base\n  data:${value("  ")}\nqrCodes: { guests: { <<: *base, type: wifi, colour: red } }\n`,
  (name, value) => `defaults:\n  qrCodes:\n    data: x\n    ${name}:${value("    ")}\n`,
  (_, value) => `defaults:\n  qrCodes:\n    content:${value("    ")}\n`,
  (_, value) => `defaults:\n  account:\n    password:${value("    ")}\n`,
];

const inFlow: readonly Position[] = [
  (name, value) => `account: { email: someone@example.com, ${name}:${value("")}, typo: 1 }\n`,
  (_, value) => `account: { typo: 1, password:${value("")} }\n`,
  (name, value) => `pixels: { ads: { type: fbpixl, ${name}:${value("")}, name: Ads } }\n`,
  (_, value) => `qrCodes: { guests: { type: wifi, data:${value("")}, colour: red } }\n`,
  (name, value) => `qrCodes: { guests: { ${name}:${value("")}, colour: red } }\n`,
  (_, value) =>
    `qrCodes: { guests: { type: wifi, content: { wifi: { ssid: 1, password:${value("")} } } } }\n`,
  (name, value) => `{"account":{"emial":"x","${name}":${value("")}},"teams":1}\n`,
];

const around = fc.constantFrom(
  "",
  "",
  "pixels:\n  ads: { type: fbpixl, name: Ads, tag: '1' }\n",
  "channels:\n  spring:\n    name: Spring\n    items: [{ qr: none }]\n",
  "channels:\n  spring:\n    name: Spring\n    color: #22AA66\n",
  "channels:\n  spring: { name: “Spring”, color: red }\n",
  "domains:\n  go: { domain: https://go.example.com, redirectRoot: x }\n",
  "defaults: { onExisting: adpt }\n",
);

/** Inserted at random places. None of them is a field. */
const damage = fc.constantFrom(
  ...[
    '"',
    "'",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    ": ",
    "\n",
    "\n  ",
    "\n    ",
    "\t",
    "#",
    " # ",
    "|",
    ">",
    "- ",
    "? ",
  ],
  ...[
    "&a ",
    "*a ",
    "!t ",
    "!!str ",
    "<<: *b\n",
    "<<: *base, ",
    "<<<<<<< ",
    "\n=======\n",
    "\npixels\n",
    "“",
    "\u00a0",
    "${env:",
    "---\n",
    "...\n",
    "%YAML 1.1\n",
    "@",
    "`",
    "~",
    "${",
    "}}",
    "\\",
  ],
);

const planted = fc
  .tuple(fc.boolean(), names, secrets, fc.nat(), fc.nat(), fc.boolean())
  .map(([isFlow, name, secret, position, spelling, isWifi]) => {
    const positions = isFlow ? inFlow : inBlocks;
    // Spellings over several lines are last, and make no sense in { }.
    const usable = isFlow ? spellings.slice(0, 13) : spellings;
    const spell = usable[spelling % usable.length]!;
    return positions[position % positions.length]!(name, (indent) =>
      spell(isWifi ? wifi(secret) : secret, indent),
    );
  });

export const configsWithSecrets: fc.Arbitrary<string> = fc
  .tuple(around, planted, around, fc.array(fc.tuple(fc.nat(), damage), { maxLength: 3 }))
  .map(([before, secret, after, insertions]) =>
    insertions.reduce(
      (text, [at, inserted]) => {
        const place = at % (text.length + 1);
        const secretAt = text.indexOf(SECRET);
        const isInside = place > secretAt && place < secretAt + SECRET.length;
        return isInside ? text : text.slice(0, place) + inserted + text.slice(place);
      },
      before + secret + after,
    ),
  );

/** The report about a file in all formats. */
export function allFormats(text: string): string {
  const report = readConfig(new Source("file.yaml", text), registry);
  return [render(report), toJson(report), toAnnotations(report, (file) => file)].join("\n");
}
