// Diagnostics for programs: as JSON, and as annotations of GitHub Actions.
import type { Report } from "../config/report/diagnostics";
import { printable } from "../config/source/printable";

/** One JSON object with counts and problems. Lines and columns start at 1. */
export function toJson({ diagnostics, counts }: Report): string {
  const report = {
    ...counts,
    problems: diagnostics.map(({ severity, source, range, message, help }) => {
      const end = source.position(range.end);
      return {
        severity,
        file: source.file,
        ...source.position(range.start),
        endLine: end.line,
        endColumn: end.column,
        message: printable(message),
        ...(help !== undefined && { help: printable(help) }),
      };
    }),
  };
  return JSON.stringify(report, null, 2);
}

/** One workflow command per diagnostic. @param pathOf the path of a file from the root of the repository */
export function toAnnotations({ diagnostics }: Report, pathOf: (file: string) => string): string {
  const annotations = diagnostics.map(({ severity, source, range, message, help }) => {
    const { line, column } = source.position(range.start);
    const text = help === undefined ? message : `${message}\n${help}`;
    return `::${severity} file=${property(pathOf(source.file))},line=${line},col=${column}::${data(printable(text))}`;
  });
  return annotations.join("\n");
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
