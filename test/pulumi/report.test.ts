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

test("20 problems are shown in detail, and the others by name", () => {
  expect(linesOf(20).at(-1)).toBe("  p19: wrong");
  expect(linesOf(22).slice(19)).toEqual(["  p19: wrong", "  and 2 more: p20, p21"]);
});
