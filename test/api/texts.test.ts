// Text from outside in a message, and suggestions for a misspelled word.
import fc from "fast-check";
import { expect, test } from "vitest";
import { sanitize, visible } from "../../src/api/sanitize";
import { suggest } from "../../src/api/suggest";
import { anyCharacter } from "../support/case-count";

const anyText = fc.string({ unit: anyCharacter });

test("text from outside is one short line without control characters", () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 80 }), (text, length) => {
      const clean = sanitize(text, length);
      expect(clean.length).toBeLessThanOrEqual(length);
      expect(clean).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
});

test("JSON with visible characters has the same value, and nothing that a terminal hides", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const shown = visible(JSON.stringify(text));
      expect(JSON.parse(shown)).toBe(text);
      expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029\u00a0]/u);
    }),
  );
  expect(visible("a\u001b[1m\n\tb\u{e0001}")).toBe("a\\u001b[1m\n\tb\\udb40\\udc01");
});

test.each([
  ["nmae", "name"],
  ["colr", "color"],
  ["Description", "description"],
  ["item", "items"],
  ["", undefined],
  ["x", undefined],
  ["completely different", undefined],
])("the suggestion for %j is %j", (typed, meant) => {
  expect(suggest(typed, ["name", "description", "color", "items"])).toBe(meant);
});
