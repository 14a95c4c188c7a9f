// What is sent for a content if the setting qrContent is "fields".
import { describe, expect, test } from "vitest";
import { ShorthandError } from "../../../src/kind/annotations";
import type { QrCodeContentArgs } from "../../../src/resources/classes/qr-code";
import { content, contentData } from "../../../src/resources/qr-content";

const fieldsOf = (type: string, given: QrCodeContentArgs) => {
  expect(content().safeParse(given)).toMatchObject({ success: true });
  return contentData({ type, content: given }, { qrContent: "fields" });
};

const CARD = { name: "Jane Doe" };

test.each<[string, string, QrCodeContentArgs, unknown]>([
  [
    "a wifi",
    "wifi",
    { wifi: { ssid: "Cafe", password: 'a;"b' } },
    { ssid: "Cafe", encryption: "WPA", pass: 'a;"b' },
  ],
  [
    "an open wifi",
    "wifi",
    { wifi: { ssid: "Acme", encryption: "nopass", hidden: false } },
    { ssid: "Acme", encryption: "nopass" },
  ],
  ["a contact with a name only", "vcard", { vcard: CARD }, { fname: "", lname: "Jane Doe" }],
  [
    "a contact",
    "vcard",
    {
      vcard: {
        ...CARD,
        givenName: "Jane",
        familyName: "Doe",
        phone: "+43 (1) 234-567",
        email: "jane@example.com",
        website: "https://example.com",
      },
    },
    {
      fname: "Jane",
      lname: "Doe",
      phone: "+431234567",
      email: "jane@example.com",
      site: "https://example.com",
    },
  ],
  [
    "a contact of another type for contacts",
    "staticvcard",
    { vcard: { ...CARD, givenName: "Jane" } },
    { fname: "Jane", lname: "" },
  ],
  [
    "an e-mail",
    "email",
    { email: { to: "a+b@example.com", subject: "50%", body: "a\nb" } },
    { email: "a+b@example.com", subject: "50%", body: "a\nb" },
  ],
  ["an e-mail without text", "email", { email: { to: "a@example.com" } }, { email: "a@example.com" }],
  [
    "a text message",
    "sms",
    { sms: { number: "+43 660 1", message: "a: b" } },
    { phone: "+436601", message: "a: b" },
  ],
  ["a text message without text", "smsonly", { sms: { number: "0660 1" } }, { phone: "06601" }],
  ["a phone number", "phone", { phone: "+43 1 234" }, "+431234"],
  ["an address", "link", { link: "https://example.com/menu" }, "https://example.com/menu"],
  ["a text", "text", { text: "Hello" }, "Hello"],
  [
    "a wifi of the type text, which is shown as it is",
    "text",
    { wifi: { ssid: "A", encryption: "nopass" } },
    'WIFI:T:nopass;S:"A";;',
  ],
])("%s", (_what, type, given, data) => expect(fieldsOf(type, given)).toEqual(data));

test("the setting text sends the standard text for every type", () => {
  const given = { type: "staticvcard", content: { vcard: CARD } };
  expect(contentData(given, { qrContent: "text" })).toMatch(/^BEGIN:VCARD/);
});

describe("a field without a name of the service is an error with what to do", () => {
  test.each<[string, string, QrCodeContentArgs]>([
    ["content.wifi.hidden", "wifi", { wifi: { ssid: "A", password: "12345678", hidden: true } }],
    ["content.vcard.organization", "vcard", { vcard: { ...CARD, organization: "Acme" } }],
    ["content.vcard.mobile", "vcard", { vcard: { ...CARD, mobile: "0660 1" } }],
    ["content.vcard.address", "staticvcard", { vcard: { ...CARD, address: { city: "Wien" } } }],
  ])("%s", (path, type, given) => {
    expect(() => fieldsOf(type, given)).toThrow(ShorthandError);
    expect(() => fieldsOf(type, given)).toThrow(
      `${path}: no field name is known for it, and link-management:qrContent is "fields". Remove it, write the ` +
        "object that your service expects as data, or set type: text",
    );
  });
});
