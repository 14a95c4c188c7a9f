// Tables for a terminal: one line per object, never wider than the terminal. Texts of the service are sanitized.
import { styleText } from "node:util";
import { columnsOf, sanitize } from "../api/sanitize";

export type Row = Readonly<Record<string, unknown>>;

/** They say what the object is, so they come first. */
const FIRST = ["id", "type", "name", "title", "domain"];
/** On a terminal, in columns. */
const MAX_CELL = 40;
/** Everywhere else, in characters. */
const MAX_TEXT = 5000;

/**
 * One column for every property that a row has.
 * @param width of the terminal, in columns. @default no line is cut
 */
export function table(rows: readonly Row[], width = Number.POSITIVE_INFINITY): string[] {
  const names = namesIn(rows);
  const maxCell = width === Number.POSITIVE_INFINITY ? width : MAX_CELL;
  const cells = rows.map((row) => names.map((name) => cut(cellText(row[name]), maxCell)));
  const [heading = "", ...lines] = aligned(
    [names.map((name) => labelOf(name).toUpperCase()), ...cells],
    width,
  );
  // `styleText` styles only a terminal, and respects NO_COLOR and FORCE_COLOR.
  return [styleText("bold", heading), ...lines];
}

/** One line for every property of an object. */
export function properties(object: Row, width = Number.POSITIVE_INFINITY): string[] {
  return aligned(
    namesIn([object]).map((name) => [labelOf(name), cellText(object[name])]),
    width,
  );
}

function aligned(lines: readonly (readonly string[])[], width: number): string[] {
  // One long cell does not make a column of spaces.
  const widthOf = (cell: string) => Math.min(columnsOf(cell), MAX_CELL);
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((cells) => widthOf(cells[column]!))));
  const padded = (cell: string, column: number) => cell + " ".repeat(widths[column]! - widthOf(cell));
  return lines.map((cells) => cut(cells.map(padded).join("  ").trimEnd(), width));
}

/** At most `width` columns, with "…" at the end of a text that is longer. */
function cut(text: string, width: number): string {
  if (columnsOf(text) <= width) return text;
  let beginning = "";
  let left = width - 1;
  for (const { segment } of new Intl.Segmenter("en").segment(text)) {
    left -= columnsOf(segment);
    if (left < 0) break;
    beginning += segment;
  }
  return `${beginning}…`;
}

function namesIn(rows: readonly Row[]): string[] {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  return [...FIRST.filter((name) => names.has(name)), ...[...names].filter((name) => !FIRST.includes(name))];
}

/** `redirectRoot` is "redirect root". */
function labelOf(name: string): string {
  return name.replace(/([a-z])([A-Z\d])/g, "$1 $2").toLowerCase();
}

/** Counts by label are a list, the largest first. */
function cellText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "object") return sanitize(String(value), MAX_TEXT);
  const counts = Object.entries(value).filter(([, count]) => count > 0);
  counts.sort(([, a], [, b]) => b - a);
  return sanitize(counts.map(([label, count]) => `${label || "(none)"} ${count}`).join(", "));
}
