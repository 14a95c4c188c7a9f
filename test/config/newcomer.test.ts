// Mistakes of newcomers, each with its place and what to write. wrong/ has more of them.
import { describe, expect, test } from "vitest";
import { check } from "./support/config";

const channel = (line: string) => `channels:\n  spring:\n    name: Spring\n${line}\n`;

const code = (line: string) => `qrCodes:\n  menu:\n    type: text\n    data: x\n${line}\n`;
const link = (field: string) => `links:\n  a: { url: https://example.com, alias: abc, ${field} }\n`;

describe("in the file:", () => {
  test.each([
    ["a typo in a section", "chanels:\n  spring: { name: Spring }\n", "1:1", '"channels"'],
    ["a tab", "channels:\n  spring:\n\tname: Spring\n", "3:1", "indent with spaces"],
    ["a missing field", "pixels:\n  ads:\n    type: fbpixel\n    tag: a\n", "2:3", 'name: "Shop ads"'],
    ["a missing field with one example", 'channels:\n  a: { color: "#22AA66" }\n', "2:3", 'name: "Spring"'],
    ["a duplicate key", channel("  spring:\n    name: Summer"), "4:3", "rename or remove"],
    ["a duplicate field", channel("    name: Summer"), "4:5", "rename or remove"],
    [
      "a missing reference",
      `qrCodes:\n  menu: { type: text, data: x }\n${channel("    items:\n      - qr: lunch")}`,
      "7:13",
      "allowed: menu",
    ],
    ["a reference to nothing", channel("    items:\n      - qr: menu"), "5:13", "write the id"],
    ["a color as rgb in a channel", channel('    color: "rgb(0,105,56)"'), "4:12", '"#22AA66"'],
    ["a type that is another word", "qrCodes:\n  a: { type: url, data: x }\n", "2:14", '"link"'],
    [
      "an address beside the type",
      "qrCodes:\n  a: { type: link, url: https://example.com }\n",
      "2:20",
      "as data",
    ],
    ["a wifi beside the type", code("    ssid: Guests"), "5:5", "content: { wifi"],
    ["a section twice", `${channel("    starred: true")}channels:\n  b: { name: B }\n`, "5:1", "merge them"],
    [
      "copied spaces",
      "channels:\n\u00a0\u00a0a:\n\u00a0\u00a0\u00a0\u00a0name: A\n",
      "2:1",
      "a normal space",
    ],
    ["a comment in { }", "channels:\n  a: { name: A #1 }\n", "2:16", "in quotes"],
    ["a host in place of a key", link("domain: go.example.com"), "2:54", "with https://"],
    ["a number in place of a key", link("domain: 12"), "2:54", "a domain with https://"],
    [
      "an alias twice",
      `${link("description: A")}  b: { url: https://example.com, alias: abc }\n`,
      "3:3",
      "change its alias",
    ],
    [
      "an id twice",
      `channels:\n${["a", "b"].map((key) => `  ${key}: { name: ${key}, options: { onExisting: { id: 5 } } }\n`).join("")}`,
      "3:28",
      "correct the id",
    ],
    ["one link without brackets", "campaigns:\n  launch:\n    name: A\n    links: 4714\n", "4:12", "[4714]"],
    ["a field one column too far", channel("     starred: true\n     color: red"), "4:6", "same column"],
    ["a field one column too near", channel("   starred: true\n   color: red"), "4:4", "same column"],
    [
      "fields next to their entry",
      "channels:\n  spring:\n  name: Spring\n  starred: true\n",
      "3:3",
      "indent it",
    ],
    ["no indentation", "channels:\nspring: { name: A }", "2:1", "indent it"],
    ["a quote that is not closed", channel('    color: "#22AA66\n  a:\n    name: A'), "4:12", 'closing "'],
    ["a line between two columns", channel("    items:\n      - link: 7\n       x: 1"), "6:8", "column"],
    ["a field next to its entry", channel('  color: "#22AA66"'), "4:3", "channels.spring"],
    ["content next to its mapping", code("    content:\n    vcard:\n      name: Jane"), "6:5", "content"],
    ["a template in quotes", channel('    description: "{{ text }}"'), "4:18", "${env:NAME}"],
    ["a template without quotes", channel("    description: {{ text }}"), "4:19", "${env:NAME}"],
    ["a shell variable", channel("    description: $TEXT"), "4:18", "${env:NAME}"],
  ])("%s", (_, text, place, write) => {
    const { problems, shown } = check(text);
    expect(problems).toEqual([expect.stringMatching(`^${place}( warning)?$`)]);
    expect(shown).toContain(write);
  });
});

test.each(["facebook", "Google Analytics", "GA4", "vkpixel"])(
  "the pixel type %s is an error that lists the words",
  (type) => {
    const { problems, shown } = check(`pixels: { a: { type: ${type}, name: a, tag: "1" } }`);
    expect(problems).toEqual(["1:22"]);
    for (const word of ["gapixel", "fbpixel", "forum", "reddit", "shortvideo"]) expect(shown).toContain(word);
  },
);

test("an unused anchor with a missing variable is ignored, and a used one is not", () => {
  const text = (name: string) => `x-later: &name "\${env:MISSING}"\nchannels: { a: { name: ${name} } }\n`;
  expect(check(text("A"), { env: {} }).problems).toEqual([]);
  expect(check(text("*name"), { env: {} }).problems).toEqual(["1:17"]);
});
