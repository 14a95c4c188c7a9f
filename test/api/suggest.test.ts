import { describe, expect, test } from "vitest";
import { editDistance, suggest } from "../../src/api/suggest";

describe("suggest", () => {
  const words = ["name", "description", "color", "starred", "items"];

  test.each([
    ["nmae", "name"],
    ["colour", "color"],
    ["Description", "description"],
    ["item", "items"],
    ["descripton", "description"],
  ])("takes %s for %s", (typed, meant) => {
    expect(suggest(typed, words)).toBe(meant);
  });

  test.each(["", "x", "tags", "completely different", "n".repeat(1000)])(
    "suggests nothing for %j",
    (typed) => {
      expect(suggest(typed, words)).toBeUndefined();
    },
  );

  test("prefers the closest word, and the first of a tie", () => {
    expect(suggest("spring-2", ["spring-10", "spring-1", "spring-3"])).toBe("spring-1");
  });

  test("never suggests the word itself", () => {
    expect(suggest("name", ["name"])).toBeUndefined();
  });
});

test.each([
  ["", "abc", 3],
  ["abc", "abc", 0],
  ["abcd", "acbd", 1],
  ["kitten", "sitting", 3],
])("the distance from %j to %j is %d", (from, to, distance) => {
  expect(editDistance(from, to, 10)).toBe(distance);
  expect(editDistance(to, from, 10)).toBe(distance);
});

test("stops at the limit", () => {
  expect(editDistance("aaaaaaaa", "bbbbbbbb", 3)).toBe(3);
});
