// What a code carries, and where a link leads, is checked before it is printed: each mistake is one error or warning at its
// value, which says what to write and quotes no secret. The table of text checks has a test of its own.
import { describe, expect, test } from "vitest";
import { check } from "./support/config";

const MAX = 2953;
const long = "x".repeat(MAX);
const code = (fields: string) => `qrCodes:\n  a:\n${fields.replace(/^/gm, "    ")}\n`;
const data = (type: string, value: string) => code(`type: ${type}\ndata: ${JSON.stringify(value)}`);
const vcard = (fields: string) => code(`type: vcard\ncontent:\n  vcard: { ${fields}, name: Jane }`);
/** With a password from outside: one in the file is another warning. */
const wifi = (fields: string) => code(`type: wifi\ncontent:\n  wifi: { password: "\${env:P}", ${fields} }`);
const link = (fields: string) => `links:\n  a: { ${fields}, alias: abc }\n`;
const colors = (ink: number, paper: number) =>
  code(
    `type: text\ndata: x\nforeground: "rgb(${ink},${ink},${ink})"\nbackground: "rgb(${paper},${paper},${paper})"`,
  );
const url = (value: string) => link(`url: ${JSON.stringify(value)}`);
const domain = (fields: string) => `domains:\n  go: { ${fields}, domain: https://go.example.com }\n`;
const logo = (value: string) => code(`type: text\ndata: x\nlogo: ${JSON.stringify(value)}`);

/** @param P of a wifi, or other content that is secret */
type Row = readonly [what: string, text: string, place: string, word: string, P?: string];

function expectOne(kind: "error" | "warning", [, text, place, word, P = "hunter2-hunter2"]: Row): void {
  const { problems, shown } = check(text, { env: { P } });
  expect(problems).toEqual([kind === "error" ? place : `${place} warning`]);
  expect(shown).toContain(word);
  expect(shown).not.toContain(P);
}
const eachIs = (kind: "error" | "warning", rows: readonly Row[]) =>
  describe(`is one ${kind}:`, () => {
    for (const row of rows) test(row[0], () => expectOne(kind, row));
  });

describe("the content of a code", () => {
  eachIs("error", [
    ["too long", data("text", `${long}x`), "4:11", "2,953 bytes"],
    ["too long in UTF-8", data("vcard", `BEGIN:VCARD ${"é".repeat(MAX / 2)}`), "4:11", "2,953 bytes"],
    ["too long as a wifi", wifi(`ssid: ${long}`), "4:5", "2,953 bytes"],
    ["too long as a contact", vcard(`note: ${long}`), "4:5", "2,953 bytes"],
    [
      "two numbers with country codes",
      vcard('mobile: "+43 1 2345, +43 660 12345"'),
      "5:24",
      "one phone number",
    ],
    ["an extension", vcard('phone: "+1 555 010 0199 ext. 89"'), "5:23", "into note"],
    ["an extension with a letter", vcard('phone: "+1 555 010 0199 x89"'), "5:23", "into note"],
    ["an extension behind a comma", vcard('phone: "+1 555 010 0199,89"'), "5:23", "into note"],
    ["letters in a number", vcard('phone: "1-800-EXAMPLE"'), "5:23", "one phone number"],
    ["a hyphen of a word processor", vcard('phone: "+43\u2011660\u20111234567"'), "5:23", "one phone number"],
  ]);

  eachIs("warning", [
    [
      "a website in an object",
      code('type: vcard\ndata: { fname: A, site: "www.example.com" }'),
      "4:29",
      "https://",
    ],
  ]);

  // Cases of the reports of other projects.
  eachIs("warning", [
    ["a replacement character", data("text", "Caf\ufffd Central"), "4:11", "encoding"],
    ["doubly encoded text", vcard("organization: CafÃ© GrÃ¼n"), "5:30", "encoding"],
    ["a doubly encoded apostrophe", vcard("title: Joeâ€™s Diner"), "5:23", "encoding"],
    ["a doubly encoded capital", data("text", "GRÃœN"), "4:11", "encoding"],
    ["Polish encoded twice", data("text", "ksiÄ™ga"), "4:11", "encoding"],
    ["Russian encoded twice", data("text", "ÐŸÑ€Ð¸Ð²ÐµÑ‚"), "4:11", "encoding"],
    ["white on white", colors(255, 255), "5:17", "scanners"],
    ["white on black", colors(255, 0), "5:17", "scanners"],
    [
      "yellow on white",
      code('type: text\ndata: x\nforeground: "rgb(255,230,0)"\nbackground: "rgb(255,255,255)"'),
      "5:17",
      "scanners",
    ],
    ["this machine", data("link", "https://127.0.0.1:8080/ab3x"), "4:11", "public address"],
    ["an entity", data("link", "https://example.com/?a=mail&amp;b=news"), "4:11", "&amp;"],
    [
      "an address with an entity as text",
      data("text", "https://example.com/?a=mail&#038;b=news"),
      "4:11",
      "entity",
    ],
    [
      "a text that a comment cuts off",
      code("type: link\ndata: https://example.com/menu #tisch-1"),
      "4:36",
      "quotes",
    ],
  ]);

  eachIs("warning", [
    ["a long SSID", wifi(`ssid: ${"ü".repeat(17)}`), "5:43", "32 bytes"],
    ["a short password", wifi("ssid: A"), "5:25", "8 to 63", "hunter2"],
    ["a long password", wifi("ssid: A"), "5:25", "8 to 63", "hunter2".repeat(10)],
    ["64 characters that are no key", wifi("ssid: A"), "5:25", "8 to 63", "hunter20".repeat(8)],
    ["an SSID with a space", wifi('ssid: " A"'), "5:43", "space"],
    [
      "the text of a wifi",
      code('type: text\ndata: "${env:P}"'),
      "4:11",
      "8 to 63",
      "WIFI:T:WPA2;S:A;P:hunter\\;;;",
    ],
    [
      "the object of a wifi",
      code('type: wifi\ndata: { encryption: "${env:E:-wpa}", pass: "${env:P}" }'),
      "4:48",
      "8 to 63",
      "hunter2",
    ],
    [
      "a wifi in words",
      code('type: wifi\ndata: "${env:P}"'),
      "4:11",
      "content: { wifi: {",
      "Guests / secret123",
    ],
    ["a contact in words", data("vcard", "Jane Doe, Acme"), "4:11", "content: { vcard: {"],

    [
      "a line break after an address",
      code("type: link\ndata: |\n  https://example.com"),
      "4:11",
      'after "|"',
    ],
    ["a line break after a text", code("type: text\ndata: >\n  Hello"), "4:11", "line break"],
    ["a space before a text", data("text", " Hello"), "4:11", "space"],
    ["a space in an address", data("link", "https://example.com/a b"), "4:11", "%20"],
    ["a character without a width", data("text", "Hel\u200blo"), "4:11", "U+200B"],
    ["a character without a width in a field", vcard("title: Dr\u2060."), "5:23", "U+2060"],
    ["an address without a scheme", data("link", "example.com:8080/menu"), "4:11", "https://"],
    ["a website with its scheme twice", vcard("website: https://https://example.com"), "5:25", "twice"],
  ]);

  const RIGHT: readonly (readonly [what: string, text: string, P?: string])[] = [
    ["a text that just fits", data("text", long)],
    ["the address of an app", data("link", "myapp://open/7")],
    ["digits after the call", data("phone", "tel:+4312345678,,1234567890#")],
    ["digits in a message", data("sms", "sms:+436601234567?body=12345678901234567890")],
    ["an area code", vcard('phone: "01 / 2345678"')],
    ["several lines", data("text", "Hello\nthere\n")],
    ["characters without a width that languages and emoji need", data("text", "👨‍👩‍👧 می‌خواهم\u200e")],
    [
      "an enterprise network",
      code('type: wifi\ndata: "${env:P}"'),
      "WIFI:T:WPA2-EAP;S:A;E:PEAP;I:jane;P:hunter;;",
    ],
    ["a raw key", wifi(`ssid: ${"x".repeat(32)}`), "0aF9".repeat(16)],
    ...[8, 63].map((n) => [`${n} characters of WPA`, wifi("ssid: A"), "x".repeat(n)] as const),
    ...[5, 13, 16, 29].map(
      (n) => [`${n} characters`, wifi("ssid: A, encryption: WEP"), "x".repeat(n)] as const,
    ),
    ...[10, 26, 32, 58].map((n) => [`${n} digits`, wifi("ssid: A, encryption: WEP"), "a".repeat(n)] as const),
  ];
  for (const [what, text, P = "hunter2-hunter2"] of RIGHT)
    test(`may be ${what}`, () => {
      expect(check(text, { env: { P } }).problems).toEqual([]);
    });

  test("is not checked while it is unknown, and checked if it comes from secret config", () => {
    const text = code('type: wifi\ncontent: { wifi: { ssid: A, password: "${config:p}" } }');
    expect(check(text).problems).toEqual([]);
    const { problems, shown } = check(text, { config: { p: { secret: "hunter2" } } });
    expect(problems).toEqual(["4:43 warning"]);
    expect(shown).not.toContain("hunter2");
    const phone = { config: { p: { secret: "+436601234567890123" } } };
    expect(check(vcard('phone: "${config:p}"'), phone).problems).toEqual([]);
  });
});

describe("a text", () => {
  const named = (name: string) => `channels:\n  a: { name: ${JSON.stringify(name)} }\n`;
  const pixel = (type: string, tag: string) =>
    `pixels:\n  a: { type: ${type}, name: A, tag: ${JSON.stringify(tag)} }\n`;

  eachIs("warning", [
    ...[
      "##BRAND## ads",
      "@@BRAND@@",
      "$(BRAND) ads",
      "#{BRAND}#",
      "%BRAND%",
      "$BRAND ads",
      "<%= brand %>",
      "{{ brand }}",
    ].map((text): Row => [`the template ${text}`, named(text), "2:14", "template"]),
    ["a space before a tag", pixel("fbpixel", " 1234567890123456"), "2:37", "space"],
    ["an invisible character in a tag", pixel("tiktok", "C9ABC\u200b123"), "2:36", "U+200B"],
    ["a placeholder", pixel("gapixel", "G-XXXXXXXXXX"), "2:37", "placeholder"],
  ]);

  eachIs("error", [["of blanks only", named("  "), "2:14", "blank"]]);

  test.each([
    "100%",
    "#1",
    "a@b",
    "$5",
    "A$AP",
    "50% off, 100%!",
    "São Ângela naïve",
    "„CAFÉ“ NÉ…",
    "IRMÃ”",
    "Ñandú ÀÉ",
  ])("may be %j", (text) => expect(check(named(text)).problems).toEqual([]));
});

describe("an address", () => {
  eachIs("error", [
    ["a space in it", url("https://example.com/my page"), "2:13", "%20"],
    ["a space behind it", url("https://example.com "), "2:13", "space"],
    ["a space in a redirect", domain('redirect404: "https://example.com/a b"'), "2:22", "%20"],
    ["a redirect with a misspelled scheme", domain("redirect404: htps://example.com/a"), "2:22", "https://"],
    ["a redirect with one slash", domain("redirectRoot: https:/example.com"), "2:23", "https://"],
    ["code in a redirect", domain("redirectRoot: javascript:alert(1)"), "2:23", "https://"],
    [
      "a domain with its scheme twice",
      "domains: { a: { domain: https://https://go.example.com } }",
      "1:25",
      "such as",
    ],
  ]);

  eachIs("warning", [
    ["a misspelled scheme", url("htps://example.com"), "2:13", "write https://"],
    [
      "a redirect with its scheme twice",
      domain("redirectRoot: https://https://example.com"),
      "2:23",
      "twice",
    ],
    [
      "a character without a width in a domain",
      'domains: { a: { domain: "https://go.exam\u200bple.com" } }',
      "1:25",
      "U+200B",
    ],
    [
      "a character without a width in an alias",
      'links: { a: { url: https://example.com, alias: "ab\u200bc" } }',
      "1:48",
      "U+200B",
    ],
    [
      "of the link itself",
      link("url: http://GO.example.com/abc/, domain: go").concat(
        "domains: { go: { domain: https://go.example.com } }",
      ),
      "2:13",
      "itself",
    ],
    ["of the domain itself", domain("redirectRoot: https://go.example.com/"), "2:23", "itself"],
    ["a logo in a file", logo("logo.svg"), "5:11", "such as https://example.com/logo.png"],
    ["localhost in a redirect", domain("redirectRoot: http://localhost:3000"), "2:23", "public address"],
    ["a port of a domain", "domains: { a: { domain: https://go.example.com:8443 } }", "1:25", "port"],
    ["all hosts of a domain", 'domains: { a: { domain: "https://*.example.com" } }', "1:25", "*"],
    ["an alias of a float", 'links: { a: { url: https://example.com, alias: "4711.0" } }', "1:48", ".0"],
  ]);

  test.each([
    link("url: https://go.example.com/abcd, domain: https://go.example.com"),
    url("ftp://example.com/a"),
    url("http://192.168.1.20/menu"),
    url("https://example.com/%C3%BCBER%20UNS?a=1&b=2#top"),
    url("mailto:a@example.com"),
    url("https://web.archive.org/web/2020/https://example.com/"),
    url("https://user:p%40ss@bücher.example:8080/a?b=https://c.example#d"),
    domain("redirectRoot: https://go.example.com/home"),
    domain('redirectRoot: ""'),
    logo(""),
    logo("/content/logo.png"),
    logo("https://example.com/logo?format=png"),
  ])("may be that of %j", (text) => expect(check(text).problems).toEqual([]));
});
