// Any file is reported or accepted, and no format of a report prints a password, also in the wrong place, under the wrong
// name, without quotes or in a broken file.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { caseCount } from "../support/case-count";
import { CONFIG_FILE, check } from "./support/config";

/** Part of every planted secret, and of nothing else. */
const SECRET = "hunter2";

describe("does not print the password of", () => {
  test.each([
    "account:\n  password: &hunter2 x\n  typo: 1\n",
    "account:\n  password: x #hunter2\n  password: y\n",
    "account:\n  password: { hunter2: 1, hunter2: 2 }\n",
    "account: { pwd=hunter2: 1 }",
    "account: { ? [password, hunter2] : x }",
    'account: { email: "a@example.com, password: hunter2", typo: 1 }',
    'qrCodes: { "WIFI:S:cafe;P:hunter2;;": { type: wifi } }',
    "qrCodes: { b: { type: text, data: &x hunter2, typo: 1 }, a: { type: wifi, data: [*x] } }",
    "x-b: { pasword: &b hunter2 }\nchannels: { a: { name: A, pasword: *b } }",
    // A stray "?" makes a key of a value.
    "account:\n  password: |\n?   hunter2\n",
    "pixels:\n  ads: { type: fbpixel }\n? hunter2\n",
    'channels: { a: { name: A, items: [{ qr: "pass hunter2" }] } }',
  ])("%j", (text) => {
    const { problems, shown } = check(text);
    expect(problems).not.toEqual([]);
    expect(shown).not.toContain(SECRET);
  });
});

test("the fields next to a value from secret config are no secrets", () => {
  const outside = { config: { p: { secret: `${SECRET}${SECRET}` } } };
  const code = (data: string) => `qrCodes: { a: { type: wifi, data: ${data} } }`;
  const known = code('{ ssid: Acme, encryption: wpa, pass: "${config:p}" }');
  expect(check(known, outside).problems).toEqual([]);
  expect(check(code("{ ssid: Acme, pass: x }"), outside).problems).toEqual([
    expect.stringContaining("warning"),
  ]);
});

const name = fc.oneof(
  fc.constantFrom("password", "pasword", "Password", "pwd", "secret", "psk"),
  fc.stringMatching(/^[a-z]{3,8}$/).map((word) => `x-${word}`),
);
/** A password may start and end with any character. */
const secret = fc
  .tuple(
    fc.constantFrom(..."!*&#@%|>?-`$~=+.^(", "", "", "!!", "&a", "pass word ", "${env:A}", "a,b"),
    fc.constantFrom("", "", "!", "#1", "*", "&", "}", ";;", " x", "\\n", "%41", ",b"),
    fc.boolean(),
  )
  .map(([start, end, isWifi]) =>
    isWifi ? `WIFI:T:WPA;S:cafe;P:${start}${SECRET}${end};;` : `${start}${SECRET}${end}`,
  );
/** How a value is written after its key. Those over several lines come last. */
const spelling = fc.constantFrom<(secret: string) => string>(
  (text) => ` ${text}`,
  (text) => ` ${JSON.stringify(text)}`,
  (text) => ` &anchor ${JSON.stringify(text)}`,
  (text) => ` !tag ${JSON.stringify(text)}`,
  (text) => ` [${JSON.stringify(text)}]`,
  (text) => ` { value: ${JSON.stringify(text)} }`,
  (text) => text,
  (text) => ` "${text}`,
  (text) => ` "first line\\\n${text.replaceAll('"', "")}"`,
  (text) => ` |\n          ${text}`,
  (text) => `\n          - ${JSON.stringify(text)}`,
);
/** `N` is the name, and `V` the value with its space. */
const place = fc.constantFrom(
  "account:\n  email: someone@example.com\n  N:V\n  typo: 1\n",
  "account:\n  password:V\n  emial: someone@example.com\n",
  "account:\n  expect:\n    usrname: acme\n    N:V\n",
  "qrCodes:\n  guests:\n    type: wifi\n    data:V\n    colour: red\n",
  "qrCodes:\n  guests:\n    type: wifi\n    N:V\n    options:\n      N:V\n",
  "qrCodes:\n  guests:\n    type: wfi\n    content:\n      wifi:\n        ssid: cafe\n        password:V\n        hiden: true\n",
  "x-base: &base\n  name: Ads\n  N:V\npixels: { ads: { <<: *base, typo: 1 } }\n",
  "account: &base\n  password:V\nchannels: { spring: { <<: *base, name: Spring } }\n",
  "qrCodes: { guests: { type: wifi, data:V, colour: red } }\n",
  "qrCodes: { guests: { type: wifi, content: { wifi: { ssid: 1, password:V } } } }\n",
  '{"account":{"emial":"x","N":V},"teams":1}\n',
);
const around = fc.constantFrom(
  "",
  "pixels:\n  ads: { type: fbpixl, name: Ads, tag: '1' }\n",
  "channels:\n  spring: { name: “Spring”, color: #22AA66 }\n",
  "defaults: { onExisting: adpt }\n",
);
/** Inserted at random places. None of them is a field. */
const damage = fc.constantFrom(
  ..."\0\u0007\u001b\u0085\u009b\ufeff\ufffe",
  ..."\"~'~{~}~[~]~,~:~: ~\n~\n  ~\n    ~\t~#~ # ~- ~? ~&a ~*a ~!t ~!!str ~<<: *b\n~<<<<<<< ~\n=======\n~\npixels\n".split(
    "~",
  ),
  ..."“ \u00a0 ${env: ---\n %YAML\n @ ` ~ ${ }} \\ | >".split(" "),
);

const planted = fc
  .tuple(
    around,
    place,
    name,
    secret,
    spelling,
    around,
    fc.array(fc.tuple(fc.nat(), damage), { maxLength: 3 }),
  )
  .map(([before, place, name, secret, spell, after, insertions]) => {
    const entry = place.replaceAll("N:", `${name}:`).replaceAll('"N"', `"${name}"`);
    const whole = before + entry.replaceAll(/(?<=:)V/g, () => spell(secret)) + after;
    return insertions.reduce((text, [at, inserted]) => {
      const index = at % (text.length + 1);
      const isInside = text.slice(index - SECRET.length + 1, index + SECRET.length - 1).includes(SECRET);
      return isInside ? text : text.slice(0, index) + inserted + text.slice(index);
    }, whole);
  });

const sheet =
  "qrCodes,type,content.wifi.ssid,content.wifi.password,data,options.protect\n" +
  'guests,wifi,Acme,hunter2,,TRUE\nmenu,link,,,"https://example.com/""menu""",\n';
const damagedSheet = fc
  .array(fc.tuple(fc.nat(sheet.length), fc.nat(12), damage), { minLength: 1, maxLength: 4 })
  .map((cuts) =>
    cuts.reduce((text, [at, gone, put]) => text.slice(0, at) + put + text.slice(at + gone), sheet),
  )
  // In the column of keys, it is the name of the entry.
  .filter((text) => !/^[^,\n]*hunter2/m.test(text));

test.each<[string, fc.Arbitrary<string>, string]>([
  ["file with a secret", planted, CONFIG_FILE],
  ["spreadsheet", damagedSheet, "codes.csv"],
])("a random %s", { timeout: 1_800_000 }, (_, texts, file) => {
  fc.assert(
    fc.property(texts, (text) => {
      const { errorCount, resources, shown } = check(text, undefined, file);
      expect(resources === undefined).toBe(errorCount > 0);
      expect(shown).not.toContain(SECRET);
      expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|\[object/);
    }),
    { numRuns: caseCount(20_000, 100) },
  );
});
