// Problems as text: `file:line:column severity message`, the source line, a marker below, and what to do.

import { printable } from "../source/printable";
import type { Range, Source } from "../source/source";
import { type Diagnostic, locationText, type Severity } from "./diagnostics";

/** What stands in place of a secret. */
const MASK = "***";
/** Longer lines are cut to a window around the marker. */
const WIDEST = 100;
/** So far from the marker a line is looked at; it may be the only one of a large file. */
const REACH = 4 * WIDEST;
/** So many problems are shown in full; the rest is counted. */
const MOST = 500;

/** How the parts of a problem look on a terminal. */
export interface Paint {
  place(text: string): string;
  severity(text: string, severity: Severity): string;
  marker(text: string, severity: Severity): string;
  help(text: string): string;
}

const PLAIN: Paint = {
  place: (text) => text,
  severity: (text) => text,
  marker: (text) => text,
  help: (text) => text,
};

/** All problems, one block each, separated by empty lines. */
export function render(diagnostics: readonly Diagnostic[], paint: Paint = PLAIN): string {
  const blocks = diagnostics.slice(0, MOST).map((one) => renderOne(one, paint));
  const rest = diagnostics.length - MOST;
  if (rest > 0) blocks.push(`… and ${rest} more`);
  return blocks.join("\n\n");
}

function renderOne(diagnostic: Diagnostic, paint: Paint): string {
  const { severity, source, range, message, help } = diagnostic;
  const head = `${paint.place(locationText(diagnostic))} ${paint.severity(severity, severity)}`;
  const lines = [`${head} ${printable(message)}`];
  const { line } = source.position(range.start);
  const { before, marked, after } = excerpt(source, range);
  const margin = " ".repeat(String(line).length);
  const shown = (before + marked + after).replaceAll("…", "").trim();
  if (shown !== "" && shown !== MASK) {
    lines.push(`  ${line} | ${before}${marked}${after}`.trimEnd());
    const marker = paint.marker("^".repeat(Math.max(1, width(marked))), severity);
    lines.push(`  ${margin} | ${blank(before)}${marker}`);
  }
  if (help !== undefined) lines.push(`  ${margin} = ${paint.help(printable(help))}`);
  return lines.join("\n");
}

function excerpt(source: Source, range: Range): { before: string; marked: string; after: string } {
  const line = source.lineAt(range.start);
  const end = Math.max(range.start, Math.min(range.end, line.end));
  const from = Math.max(line.start, range.start - REACH);
  const until = Math.min(line.end, end + REACH);
  const before = visible(source, { start: from, end: range.start }, true);
  const marked = visible(
    source,
    { start: range.start, end: Math.min(end, range.start + REACH) },
    range.start === line.start,
  );
  const after = visible(source, { start: end, end: until }, end === line.start);
  const isWhole = from === line.start && until === line.end;
  if (isWhole && before.length + marked.length + after.length <= WIDEST) return { before, marked, after };

  const isCut = from > line.start || before.length > WIDEST / 2;
  const head = isCut ? `…${before.slice(-WIDEST / 2)}` : before;
  const room = Math.max(10, WIDEST - head.length);
  if (marked.length > room) return { before: head, marked: `${marked.slice(0, room)}…`, after: "" };
  const tail = room - marked.length;
  const goesOn = until < line.end || after.length > tail;
  return { before: head, marked, after: goesOn ? `${after.slice(0, tail)}…` : after };
}

/** A piece of one line with secrets masked; `isFirst`: nothing of its line is shown before it. */
function visible(source: Source, piece: Range, isFirst: boolean): string {
  let shown = "";
  let at = piece.start;
  for (const secret of source.hiddenIn(piece)) {
    if (secret.start > at) shown += printable(source.text.slice(at, secret.start));
    // A secret that began in an earlier piece of this line has its mask there.
    if (secret.start >= piece.start || isFirst) shown += MASK;
    at = secret.end;
  }
  return at < piece.end ? shown + printable(source.text.slice(at, piece.end)) : shown;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

/** Columns of a terminal. */
function width(text: string): number {
  let columns = 0;
  for (const character of text) columns += /\p{M}/u.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return columns;
}

/** As wide as `text`, so that what follows stands below what follows it. */
function blank(text: string): string {
  return text
    .split("\t")
    .map((part) => " ".repeat(width(part)))
    .join("\t");
}
