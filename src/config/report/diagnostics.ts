// Problems of config files: what they are, and in which order they are told.
import type { Range, Source } from "../source/source";

export type Severity = "error" | "warning";

/** A stretch of one of several files. */
export interface Location {
  readonly source: Source;
  readonly range: Range;
}

export interface Diagnostic extends Location {
  readonly severity: Severity;
  /** One sentence; it never holds a secret. */
  readonly message: string;
  /** What to do about it. */
  readonly help?: string;
}

/** Collects the problems of a run. */
export class Diagnostics {
  readonly #all: Diagnostic[] = [];

  error(place: Location, message: string, help?: string): void {
    this.#add("error", place, message, help);
  }

  warning(place: Location, message: string, help?: string): void {
    this.#add("warning", place, message, help);
  }

  get hasErrors(): boolean {
    return this.#all.some(({ severity }) => severity === "error");
  }

  get length(): number {
    return this.#all.length;
  }

  /** All problems, by file and place. */
  sorted(): readonly Diagnostic[] {
    return [...this.#all].sort(
      (a, b) =>
        compare(a.source.file, b.source.file) || a.range.start - b.range.start || a.range.end - b.range.end,
    );
  }

  #add(severity: Severity, { source, range }: Location, message: string, help: string | undefined): void {
    this.#all.push({ severity, source, range, message, ...(help === undefined ? {} : { help }) });
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `file:line:column`, as terminals and editors make it a link. */
export function locationText({ source, range }: Location): string {
  const { line, column } = source.position(range.start);
  return `${source.file}:${line}:${column}`;
}
