// Problems as text: `file:line:column severity message`, the source line, a marker below, and what to do.
import { type Diagnostic, placeText } from "./diagnostics";
import { printable } from "./plain-text";
import type { Source, Spot } from "./source";

/** What stands in place of a secret. */
const MASK = "***";
/** Longer lines are cut to a window around the marker. */
const WIDEST = 100;
/** So many problems are shown in full; the rest is counted. */
const MOST = 500;

/** All problems, one block each, separated by empty lines. */
export function render(diagnostics: readonly Diagnostic[]): string {
  const blocks = diagnostics.slice(0, MOST).map(renderOne);
  const rest = diagnostics.length - MOST;
  if (rest > 0) blocks.push(`… and ${rest} more`);
  return blocks.join("\n\n");
}

function renderOne(diagnostic: Diagnostic): string {
  const { severity, source, spot, message, help } = diagnostic;
  const lines = [`${placeText(diagnostic)} ${severity} ${printable(message)}`];
  const { line } = source.position(spot.start);
  const { before, marked, after } = excerpt(source, spot);
  const margin = " ".repeat(String(line).length);
  const shown = (before + marked + after).trim();
  if (shown !== "" && shown !== MASK) {
    lines.push(`  ${line} | ${before}${marked}${after}`.trimEnd());
    lines.push(`  ${margin} | ${blank(before)}${"^".repeat(Math.max(1, width(marked)))}`);
  }
  if (help !== undefined) lines.push(`  ${margin} = ${printable(help)}`);
  return lines.join("\n");
}

function excerpt(source: Source, spot: Spot): { before: string; marked: string; after: string } {
  const line = source.lineAt(spot.start);
  const end = Math.max(spot.start, Math.min(spot.end, line.end));
  const before = visible(source, line.start, spot.start, line.start);
  const marked = visible(source, spot.start, end, line.start);
  const after = visible(source, end, line.end, line.start);
  if (before.length + marked.length + after.length <= WIDEST) return { before, marked, after };

  const head = before.length > WIDEST / 2 ? `…${before.slice(-WIDEST / 2)}` : before;
  const room = Math.max(10, WIDEST - head.length);
  if (marked.length > room) return { before: head, marked: `${marked.slice(0, room)}…`, after: "" };
  const tail = room - marked.length;
  return { before: head, marked, after: after.length > tail ? `${after.slice(0, tail)}…` : after };
}

/** The text from `start` to `end`, which lie on one line, with secrets masked. */
function visible(source: Source, start: number, end: number, lineStart: number): string {
  const inside = source.hidden
    .filter((secret) => secret.start < end && secret.end > start)
    .sort((a, b) => a.start - b.start);
  let shown = "";
  let at = start;
  for (const secret of inside) {
    if (secret.end <= at) continue;
    if (secret.start > at) shown += printable(source.text.slice(at, secret.start));
    // A secret that began in an earlier piece of this line has its mask there.
    if (secret.start >= start || start === lineStart) shown += MASK;
    at = secret.end;
  }
  return at < end ? shown + printable(source.text.slice(at, end)) : shown;
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
