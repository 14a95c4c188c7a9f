// What is doubted about the content of a QR code, and when it is secret.
import { describe, expect, test } from "vitest";
import { secretsOf } from "../../../src/kind/annotations";
import { QrCode } from "../../../src/resources/qr-code";

const { definition } = QrCode;
const doubts = (args: object) =>
  definition.lint!({ ...args }).map(({ field, message }) => `${field}: ${message}`);
const secrets = (args: object) => [...secretsOf(definition, { ...args })];

describe("doubts", () => {
  test.each(["https://example.com/menu", "https://example.com\n", "mailto:a@example.com", "myapp://open/7"])(
    "%j is an address",
    (data) => expect(doubts({ type: "link", data })).toEqual([]),
  );

  test.each(["example.com/menu", "menu", "https://example.com/a b", "https://", "/menu"])(
    "%j is none, and a code of type link is doubted",
    (data) =>
      expect(doubts({ type: "link", data })).toEqual([
        "data: data of a code of type link is no address: write it with its scheme, such as https://",
      ]),
  );

  test("other types may hold any text, and a list has a form of its own", () => {
    expect(doubts({ type: "text", data: "menu" })).toEqual([]);
    expect(doubts({ type: "link", data: ["menu"] })).toEqual([]);
  });

  test("content belongs to the type of its own name, or to type text", () => {
    const content = { sms: { number: "112" } };
    expect(doubts({ type: "sms", content })).toEqual([]);
    expect(doubts({ type: "text", content })).toEqual([]);
    expect(doubts({ type: "phone", content })).toEqual([
      "content: content of a code of type phone is for sms: it belongs to type sms, or to type text",
    ]);
  });
});

describe("the content is secret", () => {
  test.each([
    ["of type wifi", { type: "wifi", data: "x" }],
    ["of a type that is known only later", { data: "x" }],
    ["of a mistyped type", { type: "wfi", data: "x" }],
    ["a wifi's text in another type", { type: "text", data: " wifi:S:a;P:b;;" }],
    ["a wifi's fields in another type", { type: "text", content: { wifi: { ssid: "a", password: "b" } } }],
    ["a wifi's fields beside others", { type: "text", content: { text: "a", wifi: { ssid: "a" } } }],
    ["a wifi's text in the text of another", { type: "text", content: { text: "WIFI:S:a;P:b;;" } }],
    ["a wifi's text in a list", { type: "text", data: [{ value: "WIFI:S:a;P:b;;" }] }],
    ["mistyped fields", { type: "text", content: { wfi: { ssid: "a", password: "b" } } }],
    ["text in place of fields", { type: "text", content: "WIFI:S:a;P:b;;" }],
    ["fields that are known only later", { type: "text", content: Promise.resolve({}) }],
  ])("%s", (_what, args) => expect(secrets(args)).toEqual(["data", "content"]));

  test.each([
    ["a plain text", { type: "text", data: "menu" }],
    ["fields of a contact", { type: "text", content: { vcard: { name: "Jane" } } }],
    [
      "a text message of which the text is known only later",
      { type: "sms", content: { sms: { number: "112", message: Promise.resolve("") } } },
    ],
    ["an address that is known only later", { type: "link", data: Promise.resolve("") }],
  ])("and %s is not", (_what, args) => expect(secrets(args)).toEqual([]));
});
