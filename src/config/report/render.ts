// Diagnostics as text: `file:line:column severity message` and help. On a terminal, also the source line with a marker below
// it. A log never shows source lines: a misspelled field or broken syntax may be a password.
import { styleText } from "node:util";
import { columnsOf, visible } from "../../api/sanitize";
import type { Diagnostic, Report, Severity } from "./diagnostics";

/** How much of a long line is shown before and after the start of the marker. */
const WINDOW = 60;

/** `styleText` colors only a terminal, and respects NO_COLOR and FORCE_COLOR. */
const COLORS: Readonly<Record<Severity, "red" | "yellow">> = { error: "red", warning: "yellow" };

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
  const color = COLORS[severity];
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
