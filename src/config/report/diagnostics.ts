// The errors and warnings of config files.
import type { Range, Source } from "../source/source";

export type Severity = "error" | "warning";

/** A range in one of several files. */
export interface Location {
  readonly source: Source;
  readonly range: Range;
}

export interface Diagnostic extends Location {
  readonly severity: Severity;
  /** What is wrong, in one sentence without secrets. */
  readonly message: string;
  /** What to do about it. */
  readonly help?: string;
}

export class Diagnostics {
  readonly #all: Diagnostic[] = [];

  error(location: Location, message: string, help?: string): void {
    this.#add("error", location, message, help);
  }

  warning(location: Location, message: string, help?: string): void {
    this.#add("warning", location, message, help);
  }

  get hasErrors(): boolean {
    return this.#all.some(({ severity }) => severity === "error");
  }

  get length(): number {
    return this.#all.length;
  }

  /** Sorted by file and location. */
  sorted(): readonly Diagnostic[] {
    return this.#all.toSorted(
      (a, b) =>
        compare(a.source.file, b.source.file) || a.range.start - b.range.start || a.range.end - b.range.end,
    );
  }

  #add(severity: Severity, { source, range }: Location, message: string, help: string | undefined): void {
    this.#all.push({ severity, source, range, message, ...(help !== undefined && { help }) });
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `file:line:column`, which terminals and editors turn into a link. */
export function locationText({ source, range }: Location): string {
  const { line, column } = source.position(range.start);
  return `${source.file}:${line}:${column}`;
}

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
