// When the data of a QR code is secret, and what is most likely not meant.
import * as pulumi from "@pulumi/pulumi";
import { describe, expect, test } from "vitest";
import { secretsOf } from "../../../src/kind/definition";
import { qrCode } from "../../../src/resources/kinds";
import { check } from "../../config/support/config";

const WIFI = "WIFI:S:a;P:b;;";
const isSecret = (args: object) => secretsOf(qrCode, { ...args }).size > 0;

describe("the data is secret:", () => {
  test.each([
    ["type wifi", { type: "wifi", data: "x" }],
    ["a type that is not known yet", { data: "x" }],
    ["a misspelled type", { type: "wfi", data: "x" }],
    ["the text of a wifi in another type", { type: "text", data: ` ${WIFI.toLowerCase()}` }],
    ["the text of a wifi in a list", { type: "text", data: [{ value: WIFI }] }],
    ["the text of a wifi in an address", { type: "link", data: "https://example.com/?to=wifi%3aS%3Aa" }],
    ["a wifi in another type", { type: "text", content: { wifi: { ssid: "a", password: "b" } } }],
    ["a network as an object", { type: "text", data: { ssid: "a" } }],
    ["a password in an object", { type: "email", data: [{ deep: { Pass: "b" } }] }],
    ["a misspelled content", { type: "text", content: { wfi: { ssid: "a", password: "b" } } }],
    ["content of a removed type", { type: "text", content: { text: "a" } }],
    ["data that is an output", { type: "text", data: pulumi.output("") }],
    ["an output in data", { type: "email", data: { email: [pulumi.output("a@b.c")] } }],
  ])("%s", (_, args) => expect(isSecret(args)).toBe(true));

  test.each([
    ["a text", { type: "text", data: "menu" }],
    ["a contact", { type: "text", content: { vcard: { name: "Jane" } } }],
    ["an object", { type: "whatsapp", data: { phone: "112", body: ["Hi", 7, null] } }],
  ])("not %s", (_, args) => expect(isSecret(args)).toBe(false));
});

test.each([
  ["{ type: link, data: https://example.com/menu }", 0],
  ["{ type: link, data: myapp://open/7 }", 0],
  ["{ type: link, data: example.com/menu }", 1],
  ["{ type: link, data: 'https://example.com/a b' }", 1],
  ["{ type: text, content: { vcard: { name: Jane } } }", 0],
  ["{ type: link, content: { vcard: { name: Jane } } }", 1],
  ["{ type: whatsapp, data: { phone: '112' } }", 1],
  ['{ type: text, data: x, foreground: "rgb(250,250,250)" }', 1],
])("%s raises %i warnings", (entry, count) => {
  const { problems, errorCount } = check(`qrCodes: { a: ${entry} }`);
  expect(errorCount).toBe(0);
  expect(problems.filter((problem) => problem.endsWith("warning suspicious"))).toHaveLength(count);
});
