import { expect, test } from "vitest";
import { toAnnotations, toJson } from "../../src/commands/report-formats";
import type { Diagnostic } from "../../src/config/report/diagnostics";
import { Source } from "../../src/config/source/source";

const source = new Source("a,b/100%:c.yaml", "first\n  wrong: value\n");
const error: Diagnostic = {
  severity: "error",
  source,
  range: { start: 8, end: 13 },
  message: "50 % wrong: one, two\u001b[31m",
  help: "fix it",
};
const warning: Diagnostic = { severity: "warning", source, range: { start: 0, end: 5 }, message: "odd" };

const report = { diagnostics: [error, warning], counts: { errors: 1, warnings: 1 } };
const none = { diagnostics: [], counts: { errors: 0, warnings: 0 } };

test("writes JSON with counts and locations that start at 1", () => {
  expect(JSON.parse(toJson(report))).toEqual({
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
        help: "fix it",
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

test("writes annotations with the escapes of GitHub", () => {
  expect(toAnnotations(report, (file) => `sub/${file}`).split("\n")).toEqual([
    "::error file=sub/a%2Cb/100%25%3Ac.yaml,line=2,col=3::50 %25 wrong: one, two\\u{1b}[31m%0Afix it",
    "::warning file=sub/a%2Cb/100%25%3Ac.yaml,line=1,col=1::odd",
  ]);
});

test("reports a config without diagnostics", () => {
  expect(JSON.parse(toJson(none))).toEqual({ errors: 0, warnings: 0, problems: [] });
  expect(toAnnotations(none, (file) => file)).toBe("");
});
