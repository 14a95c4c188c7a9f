// The text of each content. A scanner reads exactly that text from its code.
import { describe, expect, test } from "vitest";
import type { QrCodeContentArgs } from "../../../src/resources/classes/qr-code";
import { content, contentText } from "../../../src/resources/qr-content";
import { drawAndRead } from "./draw-and-read";

const lines = (...all: string[]) => all.map((line) => `${line}\r\n`).join("");

const TEXTS: [string, QrCodeContentArgs, string][] = [
  [
    "a wifi with a password",
    { wifi: { ssid: "Acme guests", password: "correct horse" } },
    "WIFI:T:WPA;S:Acme guests;P:correct horse;;",
  ],
  [
    "a wifi with all special characters",
    { wifi: { ssid: 'a\\b;c,d:e"f', password: ';:,"\\', encryption: "WEP" } },
    'WIFI:T:WEP;S:a\\\\b\\;c\\,d\\:e\\"f;P:\\;\\:\\,\\"\\\\;;',
  ],
  ["an open wifi", { wifi: { ssid: "Open", encryption: "nopass" } }, "WIFI:T:nopass;S:Open;;"],
  [
    "a hidden wifi",
    { wifi: { ssid: "Hidden", password: "12345678", hidden: true } },
    "WIFI:T:WPA;S:Hidden;P:12345678;H:true;;",
  ],
  [
    "a wifi whose name looks like bytes",
    { wifi: { ssid: "Cafe", password: "deadbeef" } },
    'WIFI:T:WPA;S:"Cafe";P:deadbeef;;',
  ],
  [
    "a wifi with characters outside ASCII",
    { wifi: { ssid: "Café 北 🍰", password: "süß" } },
    "WIFI:T:WPA;S:Café 北 🍰;P:süß;;",
  ],
  [
    "a contact with a name only",
    { vcard: { name: "Jane Doe" } },
    lines("BEGIN:VCARD", "VERSION:3.0", "N:Jane Doe;;;;", "FN:Jane Doe", "END:VCARD"),
  ],
  [
    "a contact with everything",
    {
      vcard: {
        name: "Dr. Jane Doe",
        givenName: "Jane",
        familyName: "Doe",
        organization: "Acme; Sons, and \\ Co",
        title: "Head of QR",
        phone: "+43 (1) 234-567",
        mobile: "+43 660 1234567",
        email: "jane@example.com",
        website: "https://example.com/a,b;c",
        address: {
          street: "Ring 1, Top 2",
          city: "Wien",
          region: "Wien",
          postalCode: "1010",
          country: "Österreich",
        },
        note: "Door 2;\nring twice",
      },
    },
    lines(
      "BEGIN:VCARD",
      "VERSION:3.0",
      "N:Doe;Jane;;;",
      "FN:Dr. Jane Doe",
      "ORG:Acme\\; Sons\\, and \\\\ Co",
      "TITLE:Head of QR",
      "TEL;TYPE=VOICE:+431234567",
      "TEL;TYPE=CELL:+436601234567",
      "EMAIL;TYPE=INTERNET:jane@example.com",
      "URL:https://example.com/a,b;c",
      "ADR:;;Ring 1\\, Top 2;Wien;Wien;1010;Österreich",
      "NOTE:Door 2\\;\\nring twice",
      "END:VCARD",
    ),
  ],
  ["an e-mail without text", { email: { to: "info@example.com" } }, "mailto:info@example.com"],
  [
    "an e-mail with subject and text",
    { email: { to: "info+shop@example.com", subject: "50% & more?", body: "Hi,\nè 🍰" } },
    "mailto:info%2Bshop@example.com?subject=50%25%20%26%20more%3F&body=Hi%2C%0D%0A%C3%A8%20%F0%9F%8D%B0",
  ],
  [
    "an e-mail with text only",
    { email: { to: "info@example.com", body: "Hi" } },
    "mailto:info@example.com?body=Hi",
  ],
  ["a phone number", { phone: "+43 (1) 234/567-89" }, "tel:+43123456789"],
  ["a short phone number", { phone: "112" }, "tel:112"],
  ["a text message without text", { sms: { number: "0660 1234567" } }, "SMSTO:06601234567"],
  [
    "a text message with text",
    { sms: { number: "+43 660 1234567", message: "Table: 7; è\nnow" } },
    "SMSTO:+436601234567:Table: 7; è\nnow",
  ],
  ["an address", { link: "https://example.com/menu?a=1&b=ü#c" }, "https://example.com/menu?a=1&b=ü#c"],
  ["an address in upper case", { link: "HTTPS://EXAMPLE.COM/MENU" }, "HTTPS://EXAMPLE.COM/MENU"],
  ["a text", { text: " Wifi: ask;\nus 🍰 " }, " Wifi: ask;\nus 🍰 "],
];

test.each(TEXTS)("%s", async (_what, given, text) => {
  expect(content().safeParse(given)).toMatchObject({ success: true });
  expect(contentText(given)).toBe(text);
  expect(await drawAndRead(text)).toBe(text);
});

test("covers every kind of content", () => {
  const covered = new Set(TEXTS.flatMap(([, given]) => Object.keys(given)));
  expect([...covered].sort()).toEqual(Object.keys(content().shape).sort());
});

test("writes the same text for any order of the fields", () => {
  const reversed = (fields: object) => Object.fromEntries(Object.entries(fields).reverse());
  for (const [, given, text] of TEXTS) {
    const again = Object.entries(given).map(([kind, value]) => [
      kind,
      typeof value === "object" && value !== null ? reversed(value) : value,
    ]);
    expect(contentText(Object.fromEntries(again))).toBe(text);
  }
});

describe("rejects", () => {
  const REJECTED: [string, unknown, string[]][] = [
    ["no content", {}, [": must have exactly one of wifi, vcard, email, phone, sms, link, text"]],
    [
      "two contents",
      { phone: "112", text: "112" },
      [": must have exactly one of wifi, vcard, email, phone, sms, link, text"],
    ],
    [
      "a wifi without a password",
      { wifi: { ssid: "Acme" } },
      ["wifi: must have a password, or encryption nopass for an open network"],
    ],
    [
      "an open wifi with a password",
      { wifi: { ssid: "Acme", password: "x", encryption: "nopass" } },
      ["wifi: must not have a password together with encryption nopass"],
    ],
    [
      "a wifi with several errors, all at once",
      { wifi: { encryption: "WPA2" } },
      [
        "wifi.ssid: Invalid input: expected string, received undefined",
        'wifi.encryption: Invalid option: expected one of "WPA"|"WEP"|"nopass"',
        "wifi: must have a password, or encryption nopass for an open network",
      ],
    ],
    [
      "a network name of 33 bytes in 17 letters",
      { wifi: { ssid: `${"ü".repeat(16)}a`, encryption: "nopass" } },
      ["wifi.ssid: must have at most 32 bytes (letters outside ASCII take several)"],
    ],
    [
      "a password with two lines",
      { wifi: { ssid: "Acme", password: "a\nb" } },
      ["wifi.password: must be one line of text that is not empty"],
    ],
    [
      "a contact without a name",
      { vcard: { email: "jane@example.com" } },
      ["vcard.name: Invalid input: expected string, received undefined"],
    ],
    [
      "an address without a scheme",
      { link: "example.com/menu" },
      ["link: must be an address with http:// or https://, such as https://example.com/menu"],
    ],
    [
      "an address with a space",
      { vcard: { name: "Jane", website: "https://example.com/a b" } },
      ["vcard.website: must be an address with http:// or https://, such as https://example.com/menu"],
    ],
    ["half a surrogate pair", { text: "\ud83c" }, ["text: must be text that is not empty"]],
    [
      "an empty message",
      { sms: { number: "112", message: "" } },
      ["sms.message: must be text that is not empty"],
    ],
  ];
  test.each(REJECTED)("%s", (_what, given, problems) => {
    const { error } = content().safeParse(given);
    expect(error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`)).toEqual(problems);
  });

  test.each([
    "jane",
    "jane@example",
    "jane@",
    "@example.com",
    "jane doe@example.com",
    "a@b.c, d@e.f",
    "a@b..c",
  ])("%s as an e-mail address", (to) =>
    expect(content().safeParse({ email: { to } }).error?.issues[0]?.message).toMatch(/^must be an e-mail/),
  );

  test.each(["12", "0800 CALL", "+", "++43 1 234", "+43 (0)1 234", "1;ext=2", "1+234", ""])(
    "%s as a phone number",
    (phone) =>
      expect(content().safeParse({ phone }).error?.issues[0]?.message).toMatch(/^must be a phone number/),
  );

  test("overlong values quickly", () => {
    const long = "a.".repeat(500_000);
    const before = process.cpuUsage();
    for (const given of [
      { email: { to: `a@${long}` } },
      { phone: `${"1 ".repeat(500_000)}x` },
      { link: `https://${long} ` },
    ]) {
      expect(content().safeParse(given).success).toBe(false);
    }
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });
});
