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

/** What is wrong at a range of a file. */
export interface Problem {
  readonly range: Range;
  /** What is wrong, in one sentence without secrets. */
  readonly message: string;
  /** What to do about it. */
  readonly help?: string | undefined;
  /** @default "syntax" */
  readonly code?: Code;
  /** @default "error" */
  readonly severity?: Severity;
}

export interface Diagnostic extends Required<Omit<Problem, "help">>, Pick<Problem, "help"> {
  readonly source: Source;
}

export interface Counts {
  readonly errors: number;
  readonly warnings: number;
}

/** What is wrong with a config. */
export interface Report {
  /** Sorted by file and location. */
  readonly diagnostics: readonly Diagnostic[];
  readonly counts: Counts;
}

export class Diagnostics {
  /** Entries that share a value by an alias or a merge key share its mistake. */
  readonly #byPlace = new Map<string, Diagnostic>();

  add(source: Source, problem: Problem): void {
    const one = { code: "syntax", severity: "error", source, ...problem } as const;
    const { severity, code, range } = one;
    const kind = severity === "error" ? severity : code;
    const place = [kind, source.file, range.start, range.end].join("\n");
    if (!this.#byPlace.has(place)) this.#byPlace.set(place, one);
  }

  report(): Report {
    const diagnostics = [...this.#byPlace.values()].sort(
      (a, b) =>
        compareTexts(a.source.file, b.source.file) ||
        a.range.start - b.range.start ||
        a.range.end - b.range.end,
    );
    const errors = diagnostics.filter(({ severity }) => severity === "error").length;
    return { diagnostics, counts: { errors, warnings: diagnostics.length - errors } };
  }
}

/** The order of paths is the same on every machine. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `2 errors and 1 warning in link-management.yaml and 2 included files`; warnings only if there are any. */
export function summary({ errors, warnings }: Counts, file: string, fileCount: number): string {
  const found = [amount(errors, "error"), ...(warnings > 0 ? [amount(warnings, "warning")] : [])];
  const files = [file, ...(fileCount > 1 ? [amount(fileCount - 1, "included file")] : [])];
  return `${found.join(" and ")} in ${files.join(" and ")}`;
}

function amount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
