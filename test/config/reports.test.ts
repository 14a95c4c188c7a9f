// What a report says next to line and column, which wrong/ has.
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { render } from "../../src/config/report/report";
import { Source } from "../../src/config/source/source";
import { readConfig } from "../../src/config/validate/read-config";
import { check, checkFolder, SCHEMA } from "./support/config";
import { Folder } from "./support/folder";

test("a syntax error hides only what is in its entry, and references", () => {
  const folder = new Folder().write({
    "link-management.yaml":
      'include: a.yaml\npixels:\n  a: { type: fbpixel, nmae: A }\n  b: { name: "B, tag: "2", typo: 1 }\n  c: { type: 1 }\n' +
      "channels: { a: { name: A, color: red, items: [{ qr: menu }] } }\n",
    "a.yaml": "teams: {}",
  });
  const { problems } = checkFolder(folder.path);
  expect(problems).toEqual(["a.yaml:1:1", "3:3", "3:23", "4:24", "5:3", "5:14", "6:34"]);
});

test.each([
  "pixels:\n   a: { type: fbpixel, name: A, tag: A }\n  b: { type: fbpixel, name: B, tag: B }\n",
  "pixels: #\n    type: fbpixel\n  b: { name: B }\n",
])("a line that is not indented enough is one error: %j", (text) => {
  expect(check(text).problems).toEqual(["3:3"]);
});

test("a terminal shows the line, with a marker below what is wrong", () => {
  const source = new Source("a.yaml", "channels:\n  a: { name: A, color: #22AA66, starred: true }\n");
  const report = readConfig(source, SCHEMA, "/nowhere");
  const [, line, marker] = stripVTControlCharacters(render(report, true)).split("\n");
  expect(line).toBe("  2 |   a: { name: A, color: #22AA66, starred: true }");
  expect(marker).toBe(`    | ${" ".repeat(23)}^`);
});

test("a misspelled section is one error, whatever refers to it", () => {
  const { problems } = check(
    "qrcodes: { menu: { type: text, data: x } }\nchannels: { a: { name: Spring, items: [{ qr: menu }] } }",
  );
  expect(problems).toEqual(["1:1"]);
});

test("names from the file are shown on one line, without control characters", () => {
  const texts = ['"a\u202eb": 1', '"c\\e[31m": 1', 'channels: { "d\u2028e\\n::error ::f": { name: A a } }'];
  const reports = texts.map((text) => check(`${text}\n`));
  for (const { problems } of reports) expect(problems).toHaveLength(1);
  const shown = reports.map((report) => report.shown).join("\n");
  expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]|^::error ::f/m);
});
