// How many problems there are, in words.
import type { Diagnostic, Severity } from "./diagnostics";

export function countOf(diagnostics: readonly Diagnostic[], severity: Severity): number {
  return diagnostics.filter((one) => one.severity === severity).length;
}

/** `2 errors and 1 warning`; errors are always counted, warnings where there are some. */
export function summary(diagnostics: readonly Diagnostic[]): string {
  const warnings = countOf(diagnostics, "warning");
  const errors = amount(countOf(diagnostics, "error"), "error");
  return warnings === 0 ? errors : `${errors} and ${amount(warnings, "warning")}`;
}

/** `link-management.yaml and 2 included files` */
export function filesInWords(file: string, fileCount: number): string {
  return fileCount === 1 ? file : `${file} and ${amount(fileCount - 1, "included file")}`;
}

function amount(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}
