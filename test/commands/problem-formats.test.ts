import { expect, test } from "vitest";
import { toAnnotations, toJson } from "../../src/commands/report-formats";
import type { Diagnostic } from "../../src/config/report/diagnostics";
import { Source } from "../../src/config/source/source";

const source = new Source("a,b/100%:c.yaml", "first\n  wrong: value\n");
const problem: Diagnostic = {
  severity: "error",
  source,
  range: { start: 8, end: 13 },
  message: "50 % wrong: one, two\u001b[31m",
  help: "mend it",
};
const warning: Diagnostic = { severity: "warning", source, range: { start: 0, end: 5 }, message: "odd" };

test("as JSON, with the places from 1 and the counts", () => {
  expect(JSON.parse(toJson([problem, warning]))).toEqual({
    errors: 1,
    warnings: 1,
    problems: [
      {
        severity: "error",
        file: "a,b/100%:c.yaml",
        line: 2,
        column: 3,
        endLine: 2,
        endColumn: 8,
        message: "50 % wrong: one, two\\u{1b}[31m",
        help: "mend it",
      },
      {
        severity: "warning",
        file: "a,b/100%:c.yaml",
        line: 1,
        column: 1,
        endLine: 1,
        endColumn: 6,
        message: "odd",
      },
    ],
  });
});

test("as annotations, escaped as GitHub reads them", () => {
  expect(toAnnotations([problem, warning], (file) => `sub/${file}`).split("\n")).toEqual([
    "::error file=sub/a%2Cb/100%25%3Ac.yaml,line=2,col=3::50 %25 wrong: one, two\\u{1b}[31m%0Amend it",
    "::warning file=sub/a%2Cb/100%25%3Ac.yaml,line=1,col=1::odd",
  ]);
});

test("nothing wrong is still an answer", () => {
  expect(JSON.parse(toJson([]))).toEqual({ errors: 0, warnings: 0, problems: [] });
  expect(toAnnotations([], (file) => file)).toBe("");
});
