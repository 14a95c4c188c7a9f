// Problems of a config for programs: as JSON, and as annotations of GitHub Actions.
import type { Diagnostic } from "../config/report/diagnostics";
import { countOf } from "../config/report/summary";
import { printable } from "../config/source/printable";

/** One JSON object: counts, and the problems with lines and columns from 1. */
export function toJson(problems: readonly Diagnostic[]): string {
  const report = {
    errors: countOf(problems, "error"),
    warnings: countOf(problems, "warning"),
    problems: problems.map(({ severity, source, range, message, help }) => {
      const end = source.position(range.end);
      return {
        severity,
        file: source.file,
        ...source.position(range.start),
        endLine: end.line,
        endColumn: end.column,
        message: printable(message),
        ...(help === undefined ? {} : { help: printable(help) }),
      };
    }),
  };
  return JSON.stringify(report, null, 2);
}

/** One workflow command per problem. @param pathOf a file's path from the root of the repository */
export function toAnnotations(problems: readonly Diagnostic[], pathOf: (file: string) => string): string {
  return problems
    .map(({ severity, source, range, message, help }) => {
      const { line, column } = source.position(range.start);
      const text = help === undefined ? message : `${message}\n${help}`;
      return `::${severity} file=${property(pathOf(source.file))},line=${line},col=${column}::${data(printable(text))}`;
    })
    .join("\n");
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
