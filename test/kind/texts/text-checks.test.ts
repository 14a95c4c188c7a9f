// The table of text checks: each row has an example, which it is the first one to find, in every kind of text that it names.
import { expect, test } from "vitest";
import { TEXT_CHECKS, type TextKind, textFinding } from "../../../src/kind/texts/text-checks";

const textWarning = (text: string, kind: TextKind = "text") => textFinding(text, kind)?.message;

const rows = TEXT_CHECKS.map((row) => {
  const { message } = row;
  const words = typeof message === "string" ? message : message("\u200b").split("U+")[0]!;
  return { ...row, words };
});

test.each(rows)("finds $example", ({ kinds, example, words }) => {
  // A logo without a scheme is the name of a file.
  for (const kind of kinds) expect(textWarning(example, kind), kind).toContain(words);
});

test.each(rows)("$words: never quotes the text", ({ kinds, example, words }) => {
  expect(textWarning(example, kinds[0])).not.toContain(example);
  expect(words).toMatch(/^(contains|ends|has|is|leads|looks|must|needs|starts|was) /);
});

test.each([
  "https://example.com/a?b=c#d",
  "myapp://open/7",
  "mailto:a@example.com",
  "https://bücher.example",
])("%s is quiet", (text) => expect(textWarning(text, "address")).toBeUndefined());

// Node 20 has a fast path of `URL.canParse` that is wrong for such letters.
test("an address with an umlaut stays one, however many were checked before", () => {
  for (let n = 0; n < 100_000; n++) textWarning(`https://example.com/${n % 7}`, "address");
  expect(textWarning("https://bücher.example", "address")).toBeUndefined();
});
