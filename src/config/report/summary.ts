// Counts of diagnostics and files in words.
import type { Diagnostic, Severity } from "./diagnostics";

export function countOf(diagnostics: readonly Diagnostic[], severity: Severity): number {
  return diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
}

/** `2 errors and 1 warning`; warnings only if there are any. */
export function summary(diagnostics: readonly Diagnostic[]): string {
  const warnings = countOf(diagnostics, "warning");
  const errors = amount(countOf(diagnostics, "error"), "error");
  return warnings === 0 ? errors : `${errors} and ${amount(warnings, "warning")}`;
}

/** `link-management.yaml and 2 included files` */
export function filesInWords(file: string, fileCount: number): string {
  return fileCount === 1 ? file : `${file} and ${amount(fileCount - 1, "included file")}`;
}

function amount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
