// What a report says next to code, line and column, which wrong/ has.
import { describe, expect, test } from "vitest";
import { check, checkFolder, sections } from "./support/config";
import { Folder } from "./support/folder";

test.each([
  ['pixels: { a: { type: fbpixl, name: a, tag: "1" } }', "fbpixel"],
  ["chanels: {}", "channels"],
  ["channels: { a: { nmae: Spring } }", "name"],
  ["channels: { a: { name: Spring, item: [] } }", "items"],
  [
    "qrCodes: { menu: { type: text, data: x } }\nchannels: { a: { name: Spring, items: [{ qr: menue }] } }",
    "menu",
  ],
  ["defaults: { onExisting: adpot }", "adopt"],
])("%j suggests %s", (text, suggestion) => {
  const { problems, shown } = check(text);
  expect(problems).toHaveLength(1);
  expect(shown).toContain(`did you mean "${suggestion}"?`);
});

test("a misplaced option is sent to its mapping, and a value gets its spelling", () => {
  const shown = (fields: string) => check(`pixels: { a: { type: fbpixel, name: a, tag: ${fields} } }`).shown;
  expect(shown("x, protect: true")).toContain("into options");
  expect(shown("0123")).toContain('"0123"');
});

test("content of a type without fields is sent to data", () => {
  const { problems, shown } = check("qrCodes: { a: { type: sms, content: { sms: { number: '112' } } } }");
  expect(problems).toEqual(["1:39 unknown-field"]);
  expect(shown).toContain("as data");
  expect(check("qrCodes: { a: { type: vcard, content: { name: Jane } } }").shown).toContain("into vcard");
});

test.each([
  ['defaults: { channels: { color: "#22AA66" } }', "merge key"],
  ["defaults: { channels: { options: { protect: true } } }", "one level higher"],
  ["channels: { a: { name: Spring, options: { aliases: [b] } } }", "renamedFrom"],
])("%j is one error that says what to do instead", (text, instead) => {
  const { problems, shown } = check(text);
  expect(problems).toEqual([expect.stringMatching(/ unknown-field$/)]);
  expect(shown).toContain(instead);
});

test("a syntax error hides the other errors of its file only, also of a file that includes others", () => {
  const folder = new Folder().write({
    "link-management.yaml":
      'include: a.yaml\npixels:\n  a: { type: fbpixel, nmae: A }\n  b: { name: "B, tag: "2" }\n',
    "a.yaml": "teams: {}",
  });
  expect(checkFolder(folder.path).problems).toEqual(["a.yaml:1:1 unknown-field", "4:24 syntax"]);
});

describe("usual mistakes of a newcomer name the place, the cause and the fix", () => {
  const pixel = (fields: string) => `pixels:\n  ads: { ${fields} }\n`;
  const channel = (fields: string) => `channels:\n  spring:\n    name: Spring\n${fields}\n`;
  test.each([
    ["field typo", "channels:\n  a: { nmae: A }", "2:8", "unknown field", '"name"'],
    ["unquoted number", pixel("type: fbpixel, name: A, tag: 123"), "2:39", "not a number", '"123"'],
    ["tab", "channels:\n\ta:\n", "2:1", "tabs", "spaces"],
    ["unclosed quote", channel('    color: "#22AA66\n  a:\n    name: A'), "4:12", "not closed", 'closing "'],
    [
      "wrong reference",
      `qrCodes: { menu: { type: text, data: x } }\n${channel("    items: [{ qr: meun }]")}`,
      "5:19",
      '"meun"',
      '"menu"',
    ],
    ["duplicate key", channel("  spring: { name: A }"), "4:3", "duplicate key", "rename or remove"],
    ["unquoted color", channel("    color: #22AA66"), "4:12", "comment", '"#22AA66"'],
    ["wrong indentation", channel('     color: "#22AA66"'), "4:6", "indentation", "same column"],
    ["no indentation", "channels:\nspring: { name: A }", "2:1", '"spring"', "indent it"],
    ["pixel type facebook", pixel('type: facebook, name: A, tag: "1"'), "2:16", "type", '"fbpixel"'],
    [
      "list of entries",
      "pixels:\n  - { type: fbpixel }",
      "1:1",
      "not a list",
      "pixels: { first: { type: … } }",
    ],
    ["yes", channel("    starred: yes"), "4:14", "true or false", "write true"],
    ["one link", "campaigns:\n  a: { name: A, links: 4714 }", "2:24", "must be a list", "[4714]"],
    ["mapping of items", channel("    items: { link: 7 }"), "4:5", "must be a list", '"- "'],
    [
      "line between two columns",
      channel("    items:\n      - link: 7\n       x: 1"),
      "6:8",
      "indentation",
      "column",
    ],
    ["key with a space", "channels:\n  summer sale: { name: A }", "2:3", "invalid key", "summer-sale"],
    ["field next to its entry", channel('  color: "#22AA66"'), "4:3", "indentation", "channels.spring"],
    [
      "fields next to their entry",
      'pixels:\n  ads:\n  type: fbpixel\n  name: A\n  tag: "1"',
      "3:3",
      "indentation",
      "pixels.ads",
    ],
    [
      "content next to its mapping",
      "qrCodes:\n  a:\n    type: vcard\n    content:\n    vcard:\n      name: Jane",
      "5:5",
      "indentation",
      "content",
    ],
    ["unknown pixel type", pixel('type: fbpixl, name: A, tag: "1"'), "2:16", "type", '"fbpixel"'],
    ["bad slug", "campaigns:\n  a: { name: A, slug: summer sale }", "2:23", "slug", "white space"],
    ["bad domain", "domains:\n  a: { domain: go.example.com }", "2:16", "domain", "https://go.example.com"],
    [
      "plain password",
      "account: { password: hunter2 }",
      "1:22",
      "account: password is secret",
      "${config:NAME}",
    ],
    ["template in quotes", channel('    description: "{{ text }}"'), "4:18", "template", "${env:NAME}"],
    ["shell variable", channel("    description: $TEXT"), "4:18", "template", "${env:NAME}"],
    ["template without quotes", channel("    description: {{ text }}"), "4:19", "template", "${env:NAME}"],
  ])("%s", (_, text, place, cause, fix) => {
    const { problems, shown } = check(text);
    expect(problems).toEqual([expect.stringMatching(`^${place} `)]);
    expect(shown).toContain(cause);
    expect(shown).toContain(fix);
  });
});

test("a misspelled section is one error, whatever refers to it", () => {
  const { problems } = check(
    "qrcodes: { menu: { type: text, data: x } }\nchannels: { a: { name: Spring, items: [{ qr: menu }] } }",
  );
  expect(problems).toEqual(["1:1 unknown-field"]);
});

test("an unknown section names all sections", () => {
  const { shown } = check("teams: {}");
  for (const section of sections) expect(shown).toContain(section);
});

test("a duplicate names both places", () => {
  const text =
    'pixels:\n  a: { type: fbpixel, name: a, tag: "1" }\n  b: { type: fbpixel, name: b, tag: "1" }\n';
  expect(check(text).shown).toMatch(/:3:3 error pixels\.b .*pixels\.a \(link-management\.yaml:2:3\)/);
});

test("an entry with an error is no duplicate, and may be referred to", () => {
  expect(
    check(`
qrCodes: { menu: { type: 7, data: x } }
channels:
  a: { name: Spring, color: red, items: [{ qr: menu }] }
  b: { name: Spring }
`).problems,
  ).toEqual(["2:26 value", "4:29 value"]);
});

test("a value from outside is shown as its expression", () => {
  const outside = { env: { KEY: "still" } };
  const { shown } = check(
    'channels: { still: { name: A a }, b: { name: B b, renamedFrom: "${env:KEY}", color: "${env:KEY}" } }',
    outside,
  );
  expect(shown).toContain("the value of ${env:KEY}");
  expect(shown).not.toContain('"still"');
});

test("file, line and column are at the start of a line, which terminals turn into a link", () => {
  const folder = new Folder().write({ "link-management.yaml": "include: a.yaml", "a.yaml": "\nteams: {}" });
  expect(checkFolder(folder.path).shown).toMatch(/^a\.yaml:2:1 error /m);
});

test("names from the file are shown on one line, without control characters", () => {
  const texts = ['"a\u202eb": 1', '"c\\e[31m": 1', 'channels: { "d\u2028e\\n::error ::f": { name: A a } }'];
  const reports = texts.map((text) => check(`${text}\n`));
  for (const { problems } of reports) expect(problems).toHaveLength(1);
  const shown = reports.map((report) => report.shown).join("\n");
  expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]|^::error ::f/m);
});
