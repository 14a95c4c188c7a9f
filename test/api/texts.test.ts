// Text from outside in a message, and suggestions for a misspelled word.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sanitize } from "../../src/api/sanitize";
import { suggest } from "../../src/api/suggest";

test("text from outside is one short line without control characters", () => {
  const anyText = fc.string({
    unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  });
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 80 }), (text, length) => {
      const clean = sanitize(text, length);
      expect(clean.length).toBeLessThanOrEqual(length);
      expect(clean).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
});

test("terminal escapes go as a whole", () => {
  expect(
    sanitize("a\u001b[1;31mb\u001b[0m\u001b]0;title\u0007c\u001b]8;;http://x\u001b\\d\u009b2Je\r\nf"),
  ).toBe("abcde f");
});

describe("a suggestion", () => {
  const words = ["name", "description", "color", "starred", "items"];

  test.each([
    ["nmae", "name"],
    ["colr", "color"],
    ["Description", "description"],
    ["item", "items"],
  ])("for %s is %s", (typed, meant) => {
    expect(suggest(typed, words)).toBe(meant);
  });

  test.each(["", "x", "tags", "completely different", "name"])("is missing for %j", (typed) => {
    expect(suggest(typed, words)).toBeUndefined();
  });
});
