// Diagnostics as text: `file:line:column severity message` and help. On a terminal, also the source line with a marker below
// it. A log never shows source lines: a misspelled field or broken syntax may be a password.
import stringWidth from "string-width";
import { visible } from "../../api/sanitize";
import type { Diagnostic, Report, Severity } from "./diagnostics";

/** How much of a long line is shown before and after the start of the marker. */
const WINDOW = 60;

/** Colors of a terminal. */
export interface Style {
  location(text: string): string;
  /** Also for the marker. */
  severity(text: string, severity: Severity): string;
  help(text: string): string;
}

/**
 * One block per diagnostic, separated by empty lines.
 * @param terminal only if the text is for a terminal
 */
export function render({ diagnostics }: Report, terminal?: Style): string {
  return diagnostics.map((one) => (terminal ? withLine(one, terminal) : plain(one))).join("\n\n");
}

function plain(diagnostic: Diagnostic): string {
  const { severity, message, help } = diagnostic;
  const first = `${diagnostic.source.location(diagnostic.range.start)} ${severity} ${visible(message)}`;
  return help === undefined ? first : `${first}\n  = ${visible(help)}`;
}

function withLine(diagnostic: Diagnostic, style: Style): string {
  const { severity, source, range, message, help } = diagnostic;
  const first = `${style.location(source.location(range.start))} ${style.severity(severity, severity)}`;
  const number = String(source.position(range.start).line);
  const margin = " ".repeat(number.length);
  const line = source.lineAt(range.start);
  const shown = (start: number, end: number) => visible(source.text.slice(start, end)).replaceAll("\t", " ");
  const from = Math.max(line.start, range.start - WINDOW);
  const until = Math.min(line.end, range.start + WINDOW);
  const before = (from > line.start ? "…" : "") + shown(from, range.start);
  const after = shown(range.start, until) + (until < line.end ? "…" : "");
  const marked = shown(range.start, Math.min(range.end, until));
  const marker = style.severity("^".repeat(Math.max(1, stringWidth(marked))), severity);
  return [
    `${first} ${visible(message)}`,
    `  ${number} | ${before}${after}`.trimEnd(),
    `  ${margin} | ${" ".repeat(stringWidth(before))}${marker}`,
    ...(help === undefined ? [] : [`  ${margin} = ${style.help(visible(help))}`]),
  ].join("\n");
}
