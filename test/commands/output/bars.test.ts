import { expect, test } from "vitest";
import { bars } from "../../../src/commands/output/bars";
import { widthOf } from "../../../src/commands/output/text-width";

test("show the largest counts first, with their share", () => {
  expect(bars({ Austria: 10, Japan: 30, Chile: 0 }, 40)).toEqual([
    "  Japan    30   75%  ███████████████████",
    "  Austria  10   25%  ██████",
  ]);
});

test("are never wider than the terminal, and disappear in a narrow one", () => {
  const counts = { "日本語 のページ, with a long name": 123_456, b: 1 };
  for (const width of [20, 40, 200, Number.POSITIVE_INFINITY]) {
    const widest = Math.max(...bars(counts, width).map(widthOf));
    expect(widest).toBeLessThanOrEqual(Math.min(width, 100));
  }
  expect(bars(counts, 20).join()).not.toContain("█");
});

test("show ten counts, and how many there are more", () => {
  const counts = Object.fromEntries(Array.from({ length: 13 }, (_, n) => [`n${n}`, n + 1]));
  const lines = bars(counts, 80);
  expect(lines).toHaveLength(11);
  expect(lines[10]).toBe("  and 3 more");
});

test("are empty without counts, and ignore what is not a count", () => {
  expect(bars({}, 80)).toEqual([]);
  const odd = { a: Number.NaN, b: Number.POSITIVE_INFINITY, c: -1, "": 2, "\u001b[2Jx": 1 };
  expect(bars(odd, 30)).toEqual(["  (none)  2   67%  ███████████", "  x       1   33%  ██████"]);
});
