// What a report says next to code, line and column, which wrong/ has.
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { render } from "../../src/config/report/render";
import { FileSchema } from "../../src/config/schema/file-schema";
import { Source } from "../../src/config/source/source";
import { readConfig } from "../../src/config/validate/read-config";
import { definitions } from "../../src/resources/definitions";
import { check, checkFolder, sections } from "./support/config";
import { Folder } from "./support/folder";

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

test("a wrong indentation hides the next mistake only on the next line", () => {
  const text = (between: string) => `channels:\n  a:\n    name: A\n     starred: true\n${between}  b: @x\n`;
  expect(check(text("")).problems).toEqual(["4:6 syntax"]);
  expect(check(text("\n")).problems).toEqual(["4:6 syntax", "6:6 syntax"]);
});

test("a terminal shows the line, with a marker below what is wrong", () => {
  const source = new Source("a.yaml", "channels:\n  a: { name: A, color: #22AA66, starred: true }\n");
  const report = readConfig(source, new FileSchema(definitions), "/nowhere");
  const [, line, marker] = stripVTControlCharacters(render(report, true)).split("\n");
  expect(line).toBe("  2 |   a: { name: A, color: #22AA66, starred: true }");
  expect(marker).toBe(`    | ${" ".repeat(23)}^`);
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
