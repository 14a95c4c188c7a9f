// Messages about errors in and around secrets name the error and its location, but not the secret.
import { expect, test } from "vitest";
import { NEW_PASSWORD, NEW_WIFI, PASSWORD, WIFI, wifiText } from "../../support/secrets";
import { ScannedProject } from "./scanned-project";

const inYaml = JSON.stringify;

/** A list in a list, and so on: too many levels for `data`. */
const DEEP = `${"[".repeat(30)}${inYaml(WIFI)}${"]".repeat(30)}`;

test("an error in a program's secret argument names the argument but not its value", async () => {
  const program = (line: string) =>
    `const { Account, Pixel, QrCode } = require("pulumi-link-management");\n${line}\n`;
  const app = await ScannedProject.create({ "index.js": "" }, "environment");
  const errors: [string, RegExp][] = [
    [
      `new Account("account", { password: [${inYaml(PASSWORD)}] });`,
      /Account account: password: .*text, not a list/,
    ],
    [
      `new Account("account", { pasword: ${inYaml(PASSWORD)} });`,
      /Account account: has the unknown field pasword/,
    ],
    [`new QrCode("a", { type: "wifi", data: ${DEEP} });`, /QrCode \w+: data: must have at most \d+ levels/],
    [
      `new Pixel("a", { type: "forum", name: "A", tag: require("@pulumi/pulumi").secret([${inYaml(WIFI)}]) });`,
      /Pixel \w+: tag: must be text, not a list/,
    ],
    [
      `new QrCode("a", { type: "wfi", data: ${inYaml(wifiText(WIFI))} });`,
      /QrCode \w+: type: must be .*wifi/,
    ],
  ];
  for (const [line, message] of errors) {
    await app.project.write({ "index.js": program(line) });
    expect(await app.fails("preview", "--diff")).toMatch(message);
  }
  await app.expectNoLeaks();
});

const INVALID = `account:
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
  e: { type: wifi, data: ${DEEP} }
`;

const SYNTAX_ERRORS: [string, string, string][] = [
  ["an unclosed quote", `account:\n  password: "${NEW_PASSWORD}\n`, "link-management.yaml:"],
  ["a quote that closes too early", `account:\n  password: 'it's ${NEW_PASSWORD}'\n`, "yaml:2:"],
  ["a tab before a secret", `account:\n\tpassword: ${NEW_PASSWORD}\n`, "yaml:2:1"],
  [
    "a duplicate password",
    `account:\n  password: ${inYaml(PASSWORD)}\n  password: ${NEW_PASSWORD}\n`,
    "yaml:3:3",
  ],
];

test("errors in a config file are shown without its secrets", async () => {
  const app = await ScannedProject.create({ "link-management.yaml": INVALID }, "environment");
  const output = await app.fails("preview");
  for (const position of ["2:13", "3:3", "5:14", "6:20", "13:5", "14:26"]) {
    expect(output).toContain(`link-management.yaml:${position} error`);
  }
  expect(output).toMatch(/yaml:7:\d+ error .*rgb\(r,g,b\)/);
  for (const [name, file, position] of SYNTAX_ERRORS) {
    await app.project.config(file);
    expect(await app.fails("preview"), name).toContain(position);
  }
  await app.expectNoLeaks();
});
