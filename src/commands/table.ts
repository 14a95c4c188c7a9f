// Tables for a terminal: one line per object, never wider than the terminal. Texts of the service are sanitized.
import { styleText } from "node:util";
import stringWidth from "string-width";
import { sanitize } from "../api/sanitize";

export type Row = Readonly<Record<string, unknown>>;

const GAP = "  ";
/** They say what the object is, so they come first. */
const FIRST = ["id", "type", "name", "title", "domain"];
/** On a terminal, in columns. */
const MAX_CELL = 40;
const SEGMENTER = new Intl.Segmenter("en");

/**
 * One column for every property that a row has.
 * @param width of the terminal, in columns. Infinity: nothing is cut
 */
export function table(rows: readonly Row[], width: number): string[] {
  const names = namesIn(rows);
  const maxCell = width === Number.POSITIVE_INFINITY ? width : MAX_CELL;
  const lines = [
    names.map((name) => titleOf(name).toUpperCase()),
    ...rows.map((row) => names.map((name) => cut(cellText(row[name]), maxCell))),
  ];
  const widths = names.map((_, column) => Math.max(...lines.map((cells) => stringWidth(cells[column]!))));
  const [heading = "", ...others] = lines.map((cells) => {
    const line = cells.map((cell, column) => padded(cell, widths[column]!)).join(GAP);
    return cut(line.trimEnd(), width);
  });
  return [bold(heading), ...others];
}

/** One line for every property of an object. */
export function properties(object: Row, width: number): string[] {
  const names = namesIn([object]);
  const label = Math.max(...names.map((name) => titleOf(name).length));
  return names.map((name) => {
    const value = cut(cellText(object[name]), Math.max(1, width - label - GAP.length));
    return `${bold(padded(titleOf(name), label))}${GAP}${value}`.trimEnd();
  });
}

/** At most `width` columns, with "…" at the end of a text that is longer. */
export function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let beginning = "";
  let left = width - 1;
  for (const { segment } of SEGMENTER.segment(text)) {
    left -= stringWidth(segment);
    if (left < 0) break;
    beginning += segment;
  }
  return `${beginning}…`;
}

/** `styleText` styles only a terminal, and respects NO_COLOR and FORCE_COLOR. */
function bold(text: string): string {
  return styleText("bold", text);
}

function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - stringWidth(text)));
}

function namesIn(rows: readonly Row[]): string[] {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  return [...FIRST.filter((name) => names.has(name)), ...[...names].filter((name) => !FIRST.includes(name))];
}

/** `redirectRoot` is "redirect root". */
function titleOf(name: string): string {
  return name.replace(/([a-z])([A-Z\d])/g, "$1 $2").toLowerCase();
}

/** Counts by label are a list, the largest first. */
function cellText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "object") return sanitize(String(value));
  const counts = Object.entries(value).filter(([, count]) => count > 0);
  counts.sort(([, a], [, b]) => b - a);
  return sanitize(counts.map(([label, count]) => `${label || "(none)"} ${count}`).join(", "));
}
