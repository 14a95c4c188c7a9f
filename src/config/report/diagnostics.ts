// The errors and warnings of config files.
import type { Range, Source } from "../source/source";

export type Severity = "error" | "warning";

/** What kind of mistake it is, for machines. A code keeps its meaning; a message may change. */
export type Code =
  /** The text is not YAML, or not the YAML that the user meant. */
  | "syntax"
  /** A section or field that does not exist. */
  | "unknown-field"
  /** A required field, value or config is not there. */
  | "missing"
  /** A text instead of a mapping, for example. */
  | "type"
  /** Of the right type, but not allowed. */
  | "value"
  /** Allowed, but not with another field of the entry. */
  | "conflict"
  /** The key of an entry. */
  | "key"
  /** A key that no entry has. */
  | "reference"
  /** The same key, object or content a second time. */
  | "duplicate"
  /** `renamedFrom` */
  | "rename"
  | "include"
  /** `${…}` */
  | "expression"
  /** A secret where it does not stay one. */
  | "secret"
  /** Too large, too deep or too many. */
  | "limit"
  /** Allowed, but most likely not meant. */
  | "suspicious";

/** A range in one of several files. */
export interface Location {
  readonly source: Source;
  readonly range: Range;
}

export interface Diagnostic extends Location {
  readonly severity: Severity;
  readonly code: Code;
  /** What is wrong, in one sentence without secrets. */
  readonly message: string;
  /** What to do about it. */
  readonly help?: string;
}

export interface Counts {
  readonly errors: number;
  readonly warnings: number;
}

/** What is wrong with a config. */
export interface Report {
  /** Sorted by file and location. */
  readonly diagnostics: readonly Diagnostic[];
  /** Of all diagnostics, also of those that are omitted. */
  readonly counts: Counts;
}

/** More are only counted. */
const MAX_REPORTED = 500;
/** Names from the file in a message may be long. */
const MAX_LENGTH = 1000;

export class Diagnostics {
  readonly #reported: Readonly<Record<Severity, Diagnostic[]>> = { error: [], warning: [] };
  readonly #counts = { errors: 0, warnings: 0 };
  /** Entries that share a value by an alias or a merge key share its mistake. */
  readonly #places = new Set<string>();

  error(location: Location, code: Code, message: string, help?: string): void {
    this.#add("error", location, code, message, help);
  }

  warning(location: Location, code: Code, message: string, help?: string): void {
    this.#add("warning", location, code, message, help);
  }

  get counts(): Counts {
    return { ...this.#counts };
  }

  /** If there are too many, the errors come before the warnings. */
  report(): Report {
    const { error, warning } = this.#reported;
    const diagnostics = [...error, ...warning]
      .slice(0, MAX_REPORTED)
      .sort(
        (a, b) =>
          compare(a.source.file, b.source.file) || a.range.start - b.range.start || a.range.end - b.range.end,
      );
    return { diagnostics, counts: this.counts };
  }

  #add(
    severity: Severity,
    { source, range }: Location,
    code: Code,
    message: string,
    help: string | undefined,
  ): void {
    const place = [severity, severity === "error" ? "" : code, source.path, range.start, range.end].join(
      "\n",
    );
    if (this.#places.has(place)) return;
    this.#places.add(place);
    this.#counts[severity === "error" ? "errors" : "warnings"] += 1;
    const reported = this.#reported[severity];
    if (reported.length === MAX_REPORTED) return;
    const texts = { message: bounded(message), ...(help !== undefined && { help: bounded(help) }) };
    reported.push({ severity, code, source, range, ...texts });
  }
}

function bounded(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `file:line:column`, which terminals and editors turn into a link. */
export function locationText({ source, range }: Location): string {
  const { line, column } = source.position(range.start);
  return `${source.file}:${line}:${column}`;
}

/** `2 errors and 1 warning`; warnings only if there are any. */
export function summary({ errors, warnings }: Counts): string {
  const text = amount(errors, "error");
  return warnings === 0 ? text : `${text} and ${amount(warnings, "warning")}`;
}

/** A line about the diagnostics that are only counted, if there are any. */
export function omittedIn({ diagnostics, counts }: Report): readonly string[] {
  const omitted = counts.errors + counts.warnings - diagnostics.length;
  return omitted === 0 ? [] : [`… and ${omitted} more`];
}

/** `link-management.yaml and 2 included files` */
export function filesInWords(file: string, fileCount: number): string {
  return fileCount === 1 ? file : `${file} and ${amount(fileCount - 1, "included file")}`;
}

function amount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
