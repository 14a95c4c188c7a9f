// The errors and warnings of config files, and their text: `file:line:column severity message` and help. On a terminal, also the
// source line with a marker below it. A log never shows source lines: a misspelled field or broken syntax may be a password.
import { styleText } from "node:util";
import { columnsOf, visible } from "../../api/sanitize";
import type { Range, Source } from "../source/source";

export type Severity = "error" | "warning";

/** What is wrong at a range of a file. */
export interface Problem {
  readonly range: Range;
  /** What is wrong, in one sentence without secrets. */
  readonly message: string;
  /** What to do about it. */
  readonly help?: string | undefined;
  /** @default "error" */
  readonly severity?: Severity;
}

interface Diagnostic extends Problem {
  readonly source: Source;
  readonly severity: Severity;
}

/** What is wrong with a config. */
export interface Report {
  /** Sorted by file and location. */
  readonly diagnostics: readonly Diagnostic[];
  readonly counts: { readonly errors: number; readonly warnings: number };
}

export class Diagnostics {
  readonly #byPlace = new Map<string, Diagnostic>();

  /** Adds what is not there yet: entries that share a value by an alias or a merge key share its mistake. */
  add(source: Source, problem: Problem): void {
    const { severity = "error", range, message, help = message } = problem;
    const place = [source.file, range.start, range.end, severity === "error" || help].join("\n");
    if (!this.#byPlace.has(place)) this.#byPlace.set(place, { ...problem, severity, source });
  }

  report(): Report {
    const diagnostics = [...this.#byPlace.values()].sort(
      (a, b) => compareTexts(a.source.file, b.source.file) || a.range.start - b.range.start,
    );
    const errors = diagnostics.filter(({ severity }) => severity === "error").length;
    return { diagnostics, counts: { errors, warnings: diagnostics.length - errors } };
  }
}

/** The order of paths is the same on every machine. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `2 errors and 1 warning in link-management.yaml`; warnings only if there are any. */
export function summary({ errors, warnings }: Report["counts"], file: string): string {
  const amount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
  const found = [amount(errors, "error"), ...(warnings > 0 ? [amount(warnings, "warning")] : [])];
  return `${found.join(" and ")} in ${file}`;
}

/** How much of a long line is shown before and after the start of the marker. */
const WINDOW = 60;

/**
 * One block per diagnostic, separated by empty lines.
 * @param isTerminal whether the text is for a terminal
 */
export function render({ diagnostics }: Report, isTerminal = false): string {
  return diagnostics.map(isTerminal ? withLine : plain).join("\n\n");
}

function plain(diagnostic: Diagnostic): string {
  const { severity, message, help } = diagnostic;
  const first = `${diagnostic.source.location(diagnostic.range.start)} ${severity} ${visible(message)}`;
  return help === undefined ? first : `${first}\n  = ${visible(help)}`;
}

function withLine(diagnostic: Diagnostic): string {
  const { severity, source, range, message, help } = diagnostic;
  // Colors only a terminal, and respects NO_COLOR and FORCE_COLOR.
  const color = severity === "error" ? "red" : "yellow";
  const first = `${styleText("bold", source.location(range.start))} ${styleText(color, severity)}`;
  const number = String(source.position(range.start).line);
  const margin = " ".repeat(number.length);
  const line = source.lineAt(range.start);
  const shown = (start: number, end: number) => visible(source.text.slice(start, end)).replaceAll("\t", " ");
  const from = Math.max(line.start, range.start - WINDOW);
  const until = Math.min(line.end, range.start + WINDOW);
  const before = (from > line.start ? "…" : "") + shown(from, range.start);
  const after = shown(range.start, until) + (until < line.end ? "…" : "");
  const marked = shown(range.start, Math.min(range.end, until));
  const marker = styleText(color, "^".repeat(Math.max(1, columnsOf(marked))));
  return [
    `${first} ${visible(message)}`,
    `  ${number} | ${before}${after}`.trimEnd(),
    `  ${margin} | ${" ".repeat(columnsOf(before))}${marker}`,
    ...(help === undefined ? [] : [`  ${margin} = ${styleText("dim", visible(help))}`]),
  ].join("\n");
}
