// How many problems a report shows.
import { expect, test } from "vitest";
import { reportLines } from "../../src/pulumi/report";

const linesOf = (count: number) => {
  const problems = Array.from({ length: count }, (_, n) => `p${n}`);
  return reportLines(
    problems,
    (one) => `${one}: wrong`,
    (one) => one,
  );
};

test("20 problems are shown in detail, 500 more by name, and the others are counted", () => {
  expect(linesOf(20).at(-1)).toBe("  p19: wrong");
  expect(linesOf(21).slice(19)).toEqual(["  p19: wrong", "  and 1 more: p20"]);
  expect(linesOf(521).at(-1)).toMatch(/^ {2}and 501 more: p20, .*, p519, 1 other$/);
  expect(linesOf(522).at(-1)).toMatch(/, p519, 2 others$/);
});
