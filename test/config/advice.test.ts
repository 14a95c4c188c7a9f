// Every advice works: what a message of the table of mistakes says to write is written in its place, and nothing is wrong there.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FileSchema } from "../../src/config/schema/file-schema";
import { Source } from "../../src/config/source/source";
import { readConfig } from "../../src/config/validate/read-config";
import { definitions } from "../../src/resources/definitions";
import { CONFIG_FILE, NO_FOLDER } from "./support/config";

const SCHEMA = new FileSchema(definitions);
const ROOT = join(__dirname, "wrong");
const read = (text: string) =>
  readConfig(new Source(CONFIG_FILE, text), SCHEMA, NO_FOLDER, { environment: { NAME: "x" } });

const channel = (fields: string) => `channels:\n  a: { name: Aa, ${fields} }\n`;
const MORE: Readonly<Record<string, string>> = {
  color: channel("color: 112233"),
  "color with an exponent": channel("color: 5319e7"),
  "color with zeros": channel("color: 004721"),
  "color of letters": channel("color: 22AA66"),
  items: channel("items: menu"),
  "no name": "channels:\n  a:\n    name:\n",
  "no entry": "channels:\n  a:\n",
  number: 'qrCodes:\n  a: { type: text, data: "x", name: 007 }\n',
  choice: "qrCodes:\n  a: { type: lnk, data: https://example.com }\n",
  entity: 'links:\n  a: { url: "https://example.com/?a=1&amp;b=2", alias: abc }\n',
};
const files = readdirSync(ROOT).filter((name) => name.endsWith(".yaml"));
const texts = [
  ...files.map((name) => [name, readFileSync(join(ROOT, name), "utf8")] as const),
  ...Object.entries(MORE),
];

/** What to write, if a message says it in full. */
function adviceIn(message: string, help = ""): string | undefined {
  const [, quoted] = /^write it in quotes: (".*")$/.exec(help) ?? [];
  const [, word] = /^write (true|false)(?: without quotes)?$/.exec(help) ?? [];
  const [, plain] = /^write (?:it|an id) without quotes: (\S+)$/.exec(help) ?? [];
  const [, list] = /^write a list(?:, such as \w+)?: (\[.*\])$/.exec(help) ?? [];
  const [, value] = /^add a value, such as \w+: (.*)$/.exec(help) ?? [];
  const [, meant] = /cannot be ".*"; did you mean "(.*)"\?$/.exec(message) ?? [];
  return quoted ?? word ?? plain ?? list ?? (value && ` ${value}`) ?? meant;
}

let tried = 0;
test.each(texts)("%s", (_, text) => {
  const { diagnostics } = read(text);
  for (const { message, help, range, source } of diagnostics) {
    const advice = adviceIn(message, help);
    if (advice === undefined || advice.includes("…")) continue;
    tried += 1;
    // A missing value comes behind the colon of its key, and a list for one value in its place.
    const { start, end } = advice.startsWith(" ") ? { start: range.end + 1, end: range.end + 1 } : range;
    const after = read(text.slice(0, start) + advice + text.slice(end));
    const { line } = source.position(range.start);
    const same = after.diagnostics.filter(
      (one) =>
        one.severity === "error" &&
        one.range.start === range.start &&
        one.message.split(" ")[0] === message.split(" ")[0],
    );
    expect(
      same.map((one) => `${line}: ${one.message}`),
      `${message} = ${help}`,
    ).toEqual([]);
  }
});

test("there are many", () => expect(tried).toBeGreaterThan(25));

test("no advice deletes an object", () => {
  const { diagnostics } = read(MORE["no entry"]!);
  expect(diagnostics.map(({ help }) => help).join()).not.toContain("remove");
});
