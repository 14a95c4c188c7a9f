// Lint warnings about the content of a QR code, and when the content is secret.
import * as pulumi from "@pulumi/pulumi";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { secretsOf } from "../../../src/kind/annotations";
import { QrCode } from "../../../src/resources/classes/qr-code";

const { definition } = QrCode;
const warnings = (args: object) =>
  definition.lint!({ ...args }).map(({ field, message }) => `${field}: ${message}`);
const secrets = (args: object) => [...secretsOf(definition, { ...args })];

describe("lint", () => {
  test.each(["https://example.com/menu", "https://example.com\n", "mailto:a@example.com", "myapp://open/7"])(
    "accepts the address %j",
    (data) => expect(warnings({ type: "link", data })).toEqual([]),
  );

  test.each(["example.com/menu", "menu", "https://example.com/a b", "https://", "/menu"])(
    "warns about the link %j, which is not an address",
    (data) =>
      expect(warnings({ type: "link", data })).toEqual([
        "data: the data of a code of type link is not an address: write it with its scheme, such as https://",
      ]),
  );

  test("accepts any text in other types, and any list", () => {
    expect(warnings({ type: "text", data: "menu" })).toEqual([]);
    expect(warnings({ type: "link", data: ["menu"] })).toEqual([]);
  });

  test("never warns about outputs of other resources, whose values are not known yet", () => {
    vi.stubEnv("PULUMI_ERROR_OUTPUT_STRING", "true");
    onTestFinished(() => void vi.unstubAllEnvs());
    const color = pulumi.output("rgb(0,0,0)");
    for (const content of [{ link: "https://example.com" }, { sms: { number: "112" } }, {}]) {
      for (const given of [pulumi.output(content), Promise.resolve(content)]) {
        expect(warnings({ type: "link", content: given, foreground: color, background: color })).toEqual([]);
      }
    }
    expect(warnings({ type: pulumi.output("link"), content: { sms: { number: "112" } } })).toEqual([]);
    expect(warnings({ type: "link", data: pulumi.output("menu") })).toEqual([]);
  });

  test("warns about content for another type, except in a code of type text", () => {
    const content = { sms: { number: "112" } };
    expect(warnings({ type: "sms", content })).toEqual([]);
    expect(warnings({ type: "text", content })).toEqual([]);
    expect(warnings({ type: "phone", content })).toEqual([
      "content: content for sms in a code of type phone: set type to sms or text",
    ]);
  });
});

describe("a type that api.md does not have", () => {
  test.each(["whatsapp", "smsonly", "application", "crypto", "staticvcard"])("%s is a warning", (type) => {
    expect(warnings({ type, data: { a: "b" } })).toEqual([
      `type: the API document does not have the type ${type}, and only some installations accept it. If yours rejects ` +
        "it, set type: text, with the text to show as data",
    ]);
  });

  test("may hold the content that it is made for", () => {
    const fields = (args: object) => definition.lint!({ ...args }).map(({ field }) => field);
    expect(fields({ type: "staticvcard", content: { vcard: { name: "Jane" } } })).toEqual(["type"]);
    expect(fields({ type: "smsonly", content: { sms: { number: "112" } } })).toEqual(["type"]);
    expect(fields({ type: "crypto", content: { sms: { number: "112" } } })).toEqual(["type", "content"]);
  });
});

describe("data of many levels", () => {
  const nested = (levels: number): unknown => (levels === 0 ? "x" : { a: nested(levels - 1) });
  test.each([
    [16, true],
    [17, false],
    [400, false],
  ])("%i: %s", (levels, isValid) => {
    expect(definition.args().safeParse({ type: "email", data: nested(levels) }).success).toBe(isValid);
  });
});

test("each password of a wifi is secret alone, in every form", () => {
  for (const data of [
    "WIFI:T:WPA;S:a;P:hunter22;;",
    { ssid: "a", pass: "hunter22" },
    { SSID: "a", Password: "hunter22" },
    [{ network: { psk: "hunter22" } }],
    { pass: { inner: "WIFI:P:hunter22;;" } },
  ]) {
    expect(definition.secretParts!(data)).toEqual(["hunter22"]);
  }
  expect(definition.secretParts!({ pass: 12345678 })).toEqual(["12345678"]);
});

describe("secrets", () => {
  test.each([
    ["the content of type wifi", { type: "wifi", data: "x" }],
    ["content whose type is not known yet", { data: "x" }],
    ["the content of a misspelled type", { type: "wfi", data: "x" }],
    ["the text of a wifi in another type", { type: "text", data: " wifi:S:a;P:b;;" }],
    [
      "the fields of a wifi in another type",
      { type: "text", content: { wifi: { ssid: "a", password: "b" } } },
    ],
    ["the fields of a wifi next to others", { type: "text", content: { text: "a", wifi: { ssid: "a" } } }],
    ["the text of a wifi inside other fields", { type: "text", content: { text: "WIFI:S:a;P:b;;" } }],
    ["the text of a wifi in a list", { type: "text", data: [{ value: "WIFI:S:a;P:b;;" }] }],
    ["the fields of a wifi as an object in another type", { type: "text", data: { ssid: "a" } }],
    ["a password in an object", { type: "email", data: [{ deep: { Pass: "b" } }] }],
    ["an object that is not known yet", { type: "email", data: { email: pulumi.output("a@b.c") } }],
    ["misspelled fields", { type: "text", content: { wfi: { ssid: "a", password: "b" } } }],
    ["text instead of fields", { type: "text", content: "WIFI:S:a;P:b;;" }],
    ["the text of a wifi in an address", { type: "link", data: "https://example.com/?to=wifi%3aS%3Aa" }],
    ["fields that are not known yet", { type: "text", content: Promise.resolve({}) }],
    ["a text that is not known yet", { type: "text", data: Promise.resolve("") }],
    ["a text that is an output", { type: "text", data: pulumi.output("") }],
    ["a list that is not known yet", { type: "text", data: Promise.resolve([]) }],
    ["a part of a list that is not known yet", { type: "text", data: ["a", pulumi.output("")] }],
    ["a deep part of a list that is not known yet", { type: "text", data: [{ a: [Promise.resolve("")] }] }],
    ["a field that is not known yet", { type: "text", content: { text: Promise.resolve("") } }],
    ["a field that is an output", { type: "text", content: { text: pulumi.output("") } }],
    ["an address that is not known yet", { type: "link", data: Promise.resolve("") }],
    [
      "a text message that is not known yet",
      { type: "sms", content: { sms: { number: "112", message: Promise.resolve("") } } },
    ],
  ])("include %s", (_what, args) => expect(secrets(args)).toEqual(["data", "content"]));

  test.each([
    ["a plain text", { type: "text", data: "menu" }],
    ["fields of a contact", { type: "text", content: { vcard: { name: "Jane" } } }],
    ["an object", { type: "whatsapp", data: { phone: "112", body: "Hi" } }],
    ["a wallet", { type: "crypto", data: { currency: "btc", wallet: "1Boat" } }],
    ["a list", { type: "text", data: ["menu", 7, null, true, { a: ["b"] }] }],
  ])("do not include %s", (_what, args) => expect(secrets(args)).toEqual([]));
});
