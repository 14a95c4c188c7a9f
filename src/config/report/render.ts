// Diagnostics as text: `file:line:column severity message` and help. On a terminal, also the source line with a marker below
// it. A log never shows source lines: a misspelled field or broken syntax may be a password.
import stringWidth from "string-width";
import { printable } from "../source/printable";
import { type Diagnostic, locationText, omittedIn, type Report, type Severity } from "./diagnostics";

/** How much of a long line is shown on each side of the marker, and below it. */
const WINDOW = 50;

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
export function render(report: Report, terminal?: Style): string {
  const blocks = report.diagnostics.map((one) => (terminal ? withLine(one, terminal) : plain(one)));
  return [...blocks, ...omittedIn(report)].join("\n\n");
}

function plain(diagnostic: Diagnostic): string {
  const { severity, message, help } = diagnostic;
  const first = `${locationText(diagnostic)} ${severity} ${printable(message)}`;
  return help === undefined ? first : `${first}\n  = ${printable(help)}`;
}

function withLine(diagnostic: Diagnostic, style: Style): string {
  const { severity, source, range, message, help } = diagnostic;
  const first = `${style.location(locationText(diagnostic))} ${style.severity(severity, severity)}`;
  const number = String(source.position(range.start).line);
  const margin = " ".repeat(number.length);
  const { before, marked, after } = excerpt(diagnostic);
  const marker = style.severity("^".repeat(Math.max(1, stringWidth(marked))), severity);
  return [
    `${first} ${printable(message)}`,
    `  ${number} | ${before}${marked}${after}`.trimEnd(),
    `  ${margin} | ${blank(before)}${marker}`,
    ...(help === undefined ? [] : [`  ${margin} = ${style.help(printable(help))}`]),
  ].join("\n");
}

function excerpt({ source: { text }, source, range }: Diagnostic) {
  const line = source.lineAt(range.start);
  const from = Math.max(line.start, range.start - WINDOW);
  const end = Math.max(range.start, Math.min(range.end, line.end, range.start + WINDOW));
  const until = Math.min(line.end, end + WINDOW);
  return {
    before: (from > line.start ? "…" : "") + printable(text.slice(from, range.start)),
    marked: printable(text.slice(range.start, end)),
    after: printable(text.slice(end, until)) + (until < line.end ? "…" : ""),
  };
}

/** Spaces as wide as the text, with its tabs. */
function blank(text: string): string {
  return text
    .split("\t")
    .map((part) => " ".repeat(stringWidth(part)))
    .join("\t");
}
