// What a code carries, and where a link leads, is checked before it is printed, wherever it stands: each mistake is one error or
// warning at its value, which says what to write and quotes no secret. The table of text checks has a test of its own.
import { describe, expect, test } from "vitest";
import { check } from "./support/config";

const MAX = 2953;
const long = "x".repeat(MAX);
const code = (fields: string) => `qrCodes:\n  a:\n${fields.replace(/^/gm, "    ")}\n`;
const data = (type: string, value: string) => code(`type: ${type}\ndata: ${JSON.stringify(value)}`);
const vcard = (fields: string) => code(`type: vcard\ncontent:\n  vcard: { ${fields}, name: Jane }`);
/** With a password from outside: one in the file is another warning. */
const wifi = (fields: string) => code(`type: wifi\ncontent:\n  wifi: { password: "\${env:P}", ${fields} }`);
const domain = (fields: string) => `domains:\n  go: { ${fields}, domain: https://go.example.com }\n`;
const colors = (ink: number, paper: number) =>
  code(
    `type: text\ndata: x\nforeground: "rgb(${ink},${ink},${ink})"\nbackground: "rgb(${paper},${paper},${paper})"`,
  );
const named = (name: string) => `channels:\n  a: { name: ${JSON.stringify(name)} }\n`;

/** @param P of a wifi, or other content that is secret */
type Row = [what: string, text: string, place: string, word: string, P?: string];

describe("is one finding:", () => {
  test.each<Row>([
    ["a text that is too long", data("text", `${long}x`), "4:11", "2,953 bytes"],
    ["a long wifi", wifi(`ssid: ${long}`), "4:5", "2,953 bytes"],
    ["white on black", colors(255, 0), "5:17 warning", "scanners"],
    ["a text that a comment cuts off", code("type: link\ndata: a://b #tisch-1"), "4:17 warning", "quotes"],
    [
      "a website in an object",
      code('type: vcard\ndata: { site: "www.example.com" }'),
      "4:19 warning",
      "https://",
    ],
    ["doubly encoded text in a contact", vcard("title: CafÃ©"), "5:23 warning", "encoding"],
    ["a short password", wifi("ssid: A"), "5:25 warning", "8 to 63", "hunter2"],
    [
      "a wifi text",
      code('type: text\ndata: "${env:P}"'),
      "4:11 warning",
      "8 to 63",
      "WIFI:T:WPA2;S:A;P:hunter\\;;;",
    ],
    [
      "a wifi object",
      code('type: wifi\ndata: { encryption: "${env:E:-wpa}", pass: "${env:P}" }'),
      "4:48 warning",
      "8 to 63",
      "hunter2",
    ],
    ["a name of blanks", named("  "), "2:14", "blank"],
    ["code in a redirect", domain("redirectRoot: javascript:alert(1)"), "2:23", "https://"],
    ["a domain to itself", domain("redirectRoot: https://go.example.com/"), "2:23 warning", "itself"],
    [
      "a link to itself",
      `links: { a: { url: http://GO.example.com/abc/, domain: go, alias: abc } }
domains: { go: { domain: https://go.example.com } }`,
      "1:20 warning",
      "itself",
    ],
    ["a port of a domain", "domains: { a: { domain: https://a.example:8443 } }", "1:25 warning", "port"],
  ])("%s", (_, text, place, word, P = "hunter2-hunter2") => {
    const { problems, shown } = check(text, { env: { P } });
    expect(problems).toEqual([place]);
    expect(shown).toContain(word);
    expect(shown).not.toContain(P);
  });
});

describe("is quiet:", () => {
  test.each<[string, string, string?]>([
    ["a text that just fits", data("text", long)],
    ["a raw key", wifi(`ssid: ${"x".repeat(32)}`), "0aF9".repeat(16)],
    ["13 characters of WEP", wifi("ssid: A, encryption: WEP"), "x".repeat(13)],
    ["an empty redirect", domain('redirectRoot: ""')],
  ])("%s", (_, text, P = "hunter2-hunter2") => {
    expect(check(text, { env: { P } }).problems).toEqual([]);
  });
});

test("a content is not checked while it is unknown, and checked if it comes from secret config", () => {
  const text = code('type: wifi\ncontent: { wifi: { ssid: A, password: "${config:p}" } }');
  expect(check(text).problems).toEqual([]);
  const { problems, shown } = check(text, { config: { p: { secret: "hunter2" } } });
  expect(problems).toEqual(["4:43 warning"]);
  expect(shown).not.toContain("hunter2");
});
