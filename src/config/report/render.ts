// Diagnostics as text: `file:line:column severity message`, the source line, a marker below it, and help.
import { printable } from "../source/printable";
import type { Range, Source } from "../source/source";
import { type Diagnostic, locationText, omittedIn, type Report, type Severity } from "./diagnostics";

const MASK = "***";
/** Longer lines are cut to a window around the marker. */
const MAX_WIDTH = 100;
/** How much of a line is looked at on each side of the marker: a large file may be a single line. */
const WINDOW = 4 * MAX_WIDTH;
/** Colors for a terminal. */
export interface Style {
  location(text: string): string;
  /** Also for the marker. */
  severity(text: string, severity: Severity): string;
  help(text: string): string;
}

const PLAIN: Style = {
  location: (text) => text,
  severity: (text) => text,
  help: (text) => text,
};

/** One block per diagnostic, separated by empty lines. */
export function render(report: Report, style: Style = PLAIN): string {
  const blocks = report.diagnostics.map((diagnostic) => renderOne(diagnostic, style));
  return [...blocks, ...omittedIn(report)].join("\n\n");
}

function renderOne(diagnostic: Diagnostic, style: Style): string {
  const { severity, source, range, message, help } = diagnostic;
  const head = `${style.location(locationText(diagnostic))} ${style.severity(severity, severity)}`;
  const lines = [`${head} ${printable(message)}`];
  const { line } = source.position(range.start);
  const { before, marked, after } = excerpt(source, range);
  const margin = " ".repeat(String(line).length);
  const shown = (before + marked + after).replaceAll("…", "").trim();
  if (shown !== "" && shown !== MASK) {
    lines.push(`  ${line} | ${before}${marked}${after}`.trimEnd());
    const marker = style.severity("^".repeat(Math.max(1, width(marked))), severity);
    lines.push(`  ${margin} | ${blank(before)}${marker}`);
  }
  if (help !== undefined) lines.push(`  ${margin} = ${style.help(printable(help))}`);
  return lines.join("\n");
}

function excerpt(source: Source, range: Range): { before: string; marked: string; after: string } {
  const line = source.lineAt(range.start);
  const end = Math.max(range.start, Math.min(range.end, line.end));
  const from = Math.max(line.start, range.start - WINDOW);
  const until = Math.min(line.end, end + WINDOW);
  const markedUntil = Math.min(end, range.start + WINDOW);
  let before = visible(source, { start: from, end: range.start }, true);
  let marked = visible(source, { start: range.start, end: markedUntil }, range.start === line.start);
  const isMasked = source.maskedIn({ start: range.start, end: range.start + 1 }).length > 0;
  if (isMasked && before.endsWith(MASK)) {
    before = before.slice(0, -MASK.length);
    marked = MASK + marked;
  }
  const after = visible(source, { start: end, end: until }, end === line.start);
  const isWhole = from === line.start && until === line.end;
  if (isWhole && before.length + marked.length + after.length <= MAX_WIDTH) return { before, marked, after };

  const isCut = from > line.start || before.length > MAX_WIDTH / 2;
  const head = isCut ? `…${before.slice(-MAX_WIDTH / 2)}` : before;
  const room = Math.max(10, MAX_WIDTH - head.length);
  if (marked.length > room) return { before: head, marked: `${marked.slice(0, room)}…`, after: "" };
  const tail = room - marked.length;
  const continues = until < line.end || after.length > tail;
  return { before: head, marked, after: continues ? `${after.slice(0, tail)}…` : after };
}

/** A piece of a line with secrets masked. @param isFirst nothing of the line is shown before this piece */
function visible(source: Source, piece: Range, isFirst: boolean): string {
  let shown = "";
  let at = piece.start;
  for (const secret of source.maskedIn(piece)) {
    if (secret.start > at) shown += printable(source.text.slice(at, secret.start));
    // A secret that starts in an earlier piece of this line has its mask there.
    if (secret.start >= piece.start || isFirst) shown += MASK;
    at = secret.end;
  }
  return at < piece.end ? shown + printable(source.text.slice(at, piece.end)) : shown;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

/** In columns of a terminal. */
function width(text: string): number {
  let columns = 0;
  for (const character of text) columns += /\p{M}/u.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return columns;
}

/** Spaces as wide as the text, with its tabs. */
function blank(text: string): string {
  return text
    .split("\t")
    .map((part) => " ".repeat(width(part)))
    .join("\t");
}
