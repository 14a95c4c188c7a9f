// No false alarm: what people write every day is quiet.
import { expect, test } from "vitest";
import { check } from "./support/config";

const WORDS = [
  "Frühling|Sommerfest 2024|Grüße aus Österreich|Café Central|São Paulo|naïve Ângela|L'été à Genève|Ñandú|Łódź|Şişli",
  "Ελλάδα|Привет, мир|日本語のメニュー|한국어|می‌خواهم|שלום|नमस्ते|👨‍👩‍👧 Familie|🎉 50% off|100%|A$AP & Co.|#1 in town",
  'C&A|R&D|Q&A: how?|$5 menu|a@b.example|it\'s "new"|Müller & Söhne GmbH|„Kaffee“|«Demain»|Don’t|5 × 3|±2 °C|½ price',
  "CAFÉ…|“AMANH\u00c3”|IRM\u00c3 e irm\u00e3o|ÄÖÜ|Ø/Æ/Å|Straße 7/3|1.10|4711|0800|v2.0|10:30|2024-01-01|Table #4|50 %|x_y|__init__",
].flatMap((line) => line.split("|"));
const ADDRESSES = [
  "https://example.com/menu?utm_source=qr&utm_medium=print#top",
  "https://bücher.example/straße",
  "https://xn--bcher-kva.example/",
  "https://пример.example/",
  "https://例え.example/メニュー",
  "https://example.com/%C3%BCBER%20UNS/%D0%9F?q=a,b;c&d=%25",
  "https://user:p%40ss@example.com:8443/a#/page/1",
  "https://maps.example/@48.2,16.3,15z/data=!3m1!4b1",
  "http://192.168.1.20/menu",
  "https://web.example/web/2020/https://example.com/",
  "https://example.com/?a=1&amplitude=2&copy=3",
  "myapp://open/7",
  "mailto:a@example.com?subject=Order%201",
  "tel:+431234567",
  "HTTPS://EXAMPLE.COM/A",
];
const TAGS = ["1234567890123456", "C9ABC123DEF456", "123456,ABC", "7e3f".repeat(30), "tag_1-2.3", "MAX-123"];

/** Each as an entry of a section. JSON is YAML. */
const entries = <T>(all: readonly T[], entry: (one: T, n: number) => object) =>
  Object.fromEntries(all.map((one, n) => [`e${n}`, entry(one, n)]));

const codes = [
  ...ADDRESSES.map((data) => ({ type: "link", data })),
  ...WORDS.flatMap((word, n) => [
    { type: "text", data: word, foreground: "rgb(16,42,67)" },
    { type: "vcard", content: { vcard: { name: word, phone: `+43 (1) 234-${n + 10}` } } },
    { type: "sms", data: `SMSTO:+43660:${word}` },
    { type: "text", data: `${word}\n${n}`, background: "rgb(255,255,255)" },
  ]),
];
const config = {
  channels: entries(WORDS, (name) => ({ name, description: `${name}.` })),
  campaigns: entries(WORDS, (word, n) => ({ name: `${word} ${n}`, slug: `s-${n}` })),
  pixels: entries(TAGS, (tag, n) => ({ type: "fbpixel", name: WORDS[n], tag })),
  links: entries(ADDRESSES, (url, n) => ({ url, alias: `${WORDS[n]!.replace(/[\s/?#]/g, "")}-x` })),
  qrCodes: entries(codes, (code) => code),
};

test("300 ordinary entries have no warning", () => {
  expect(Object.values(config).flatMap(Object.keys).length).toBeGreaterThan(300);
  expect(check(JSON.stringify(config)).sentences).toEqual([]);
});
