// Every advice works: what a message of the table of mistakes says to write is written in its place, and nothing is wrong there.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Source } from "../../src/config/source/source";
import { readConfig } from "../../src/config/validate/read-config";
import { CONFIG_FILE, NO_FOLDER, SCHEMA } from "./support/config";

const ROOT = join(__dirname, "wrong");
const read = (text: string) =>
  readConfig(new Source(CONFIG_FILE, text), SCHEMA, NO_FOLDER, { environment: { NAME: "x" } });

const channel = (fields: string) => `channels:\n  a: { name: Aa, ${fields} }\n`;
const files = readdirSync(ROOT).filter((name) => name.endsWith(".yaml") && name !== "alias-bomb.yaml");
const texts = [
  ...files.map((name) => readFileSync(join(ROOT, name), "utf8")),
  ...["112233", "5319e7", "004721", "22AA66"].map((color) => channel(`color: ${color}`)),
  channel("items: menu"),
  "channels:\n  a:\n    name:\n",
  'qrCodes:\n  a: { type: text, data: "x", name: 007 }\n',
  "qrCodes:\n  a: { type: lnk, data: https://example.com }\n",
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

const advices = texts.flatMap((text) =>
  read(text).diagnostics.flatMap(({ message, help, range }) => {
    const advice = adviceIn(message, help);
    return advice === undefined || advice.includes("…") ? [] : { text, advice, message, range };
  }),
);

test.each(advices)("$message: $advice", ({ text, advice, message, range }) => {
  // A missing value comes behind the colon of its key, and a list for one value in its place.
  const { start, end } = advice.startsWith(" ") ? { start: range.end + 1, end: range.end + 1 } : range;
  const { diagnostics } = read(text.slice(0, start) + advice + text.slice(end));
  const isSame = (one: (typeof diagnostics)[number]) =>
    one.severity === "error" &&
    one.range.start === range.start &&
    one.message.split(" ")[0] === message.split(" ")[0];
  expect(diagnostics.filter(isSame).map((one) => one.message)).toEqual([]);
});

test("there are many", () => expect(advices.length).toBeGreaterThan(20));
