// Errors in and around secrets: the message says what is wrong and where, and does not show the secret.
import { expect, test } from "vitest";
import { NEW_PASSWORD, NEW_WIFI, PASSWORD, WIFI, wifiText } from "../../support/secrets";
import { Watched } from "./watched";

const inYaml = JSON.stringify;

test("names a wrong secret argument of a program without its value", async () => {
  const program = (line: string) =>
    `const { Account, QrCode } = require("pulumi-link-management");\n${line}\n`;
  const at = await Watched.create({ "index.js": "" }, "environment");
  const errors: [string, RegExp][] = [
    [`new Account("account", { password: [${inYaml(PASSWORD)}] });`, /Account: password: .*expected string/],
    [`new Account("account", { pasword: ${inYaml(PASSWORD)} });`, /Account: .*"pasword"/],
    [
      `new QrCode("a", { type: "wifi", data: { psk: ${inYaml(WIFI)} } });`,
      /QrCode: data: must be text or a list/,
    ],
    [`new QrCode("a", { type: "wfi", data: ${inYaml(wifiText(WIFI))} });`, /QrCode: type: .*"wifi"/],
  ];
  for (const [line, message] of errors) {
    await at.project.write({ "index.js": program(line) });
    expect(await at.fails("preview", "--diff")).toMatch(message);
  }
  await at.expectNoLeaks();
});

const SEMANTIC = `account:
  password: [${inYaml(PASSWORD)}]
  pasword: ${inYaml(PASSWORD)}
qrCodes:
  a: { type: wfi, data: ${inYaml(wifiText(WIFI))} }
  b: { type: wifi, dta: ${inYaml(wifiText(WIFI))} }
  c: { type: wifi, data: ${inYaml(wifiText(WIFI))}, foreground: green }
  d:
    type: wifi
    data: |
      WIFI:T:WPA;S:Acme;
      P:${NEW_WIFI};;
    foregrund: rgb(1,2,3)
  e: { type: wifi, data: { psk: ${inYaml(WIFI)} } }
`;

const SYNTACTIC: [string, string, string][] = [
  ["an unclosed quote", `account:\n  password: "${NEW_PASSWORD}\n`, "link-management.yaml:"],
  ["a quote that is closed too early", `account:\n  password: 'it's ${NEW_PASSWORD}'\n`, "yaml:2:"],
  ["a tab before a secret", `account:\n\tpassword: ${NEW_PASSWORD}\n`, "yaml:2:1"],
  [
    "a duplicate password",
    `account:\n  password: ${inYaml(PASSWORD)}\n  password: ${NEW_PASSWORD}\n`,
    "yaml:3:3",
  ],
];

test("shows the errors of a config file without its secrets", async () => {
  const at = await Watched.create({ "link-management.yaml": SEMANTIC }, "environment");
  const output = await at.fails("preview");
  for (const location of ["2:13", "3:3", "5:14", "6:20", "13:5", "14:26"]) {
    expect(output).toContain(`link-management.yaml:${location} error`);
  }
  expect(output).toMatch(/yaml:7:\d+ error .*rgb\(r,g,b\)/);
  for (const [what, file, location] of SYNTACTIC) {
    await at.project.config(file);
    expect(await at.fails("preview"), what).toContain(location);
  }
  await at.expectNoLeaks();
});
