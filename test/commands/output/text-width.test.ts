import { expect, test } from "vitest";
import { cutToWidth, padToWidth, widthOf } from "../../../src/commands/output/text-width";

test.each([
  ["", 0],
  ["Shop ads", 8],
  ["Café", 4],
  ["Cafe\u0301", 4],
  ["日本語", 6],
  ["한국", 4],
  ["ｆｕｌｌ", 8],
  ["𠮷", 2],
  ["🎉", 2],
  ["❤️", 2],
  ["👍🏽", 2],
  ["🇦🇹", 2],
  ["שלום", 4],
  ["\u00adsoft", 4],
  ["½ €", 3],
])("%j takes %i columns", (text, width) => {
  expect(widthOf(text)).toBe(width);
});

test("a cut text fits, keeps whole letters, and ends with an ellipsis", () => {
  expect(cutToWidth("Shop ads", 8)).toBe("Shop ads");
  expect(cutToWidth("Shop ads", 5)).toBe("Shop…");
  expect(cutToWidth("日本語", 4)).toBe("日…");
  expect(cutToWidth("Cafe\u0301s", 4)).toBe("Caf…");
  expect(cutToWidth("🇦🇹🇦🇹", 3)).toBe("🇦🇹…");
  expect(cutToWidth("long", 1)).toBe("…");
  expect(cutToWidth("long", 0)).toBe("");
  expect(cutToWidth("long", Number.POSITIVE_INFINITY)).toBe("long");
});

test("pads by columns, not by characters", () => {
  expect(padToWidth("日", 4)).toBe("日  ");
  expect(padToWidth("7", 3, "right")).toBe("  7");
  expect(padToWidth("long", 2)).toBe("long");
});
