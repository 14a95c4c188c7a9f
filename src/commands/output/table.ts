// Tables for a terminal: one line per object, never wider than the terminal. Texts of the service are sanitized.
import { styleText } from "node:util";
import stringWidth from "string-width";
import { sanitize } from "../../api/sanitize";

export type Row = Readonly<Record<string, unknown>>;

interface Column {
  readonly heading: string;
  readonly cells: readonly string[];
  readonly width: number;
  /** Ids and numbers: half of one is wrong. */
  readonly isWhole: boolean;
}

const GAP = "  ";
/** They say what the object is, so they come first. */
const FIRST = ["id", "type", "name", "title", "domain"];
const SEGMENTER = new Intl.Segmenter("en");

/**
 * One column for every property that a row has.
 * @param width of the terminal, in columns; long cells are cut
 */
export function table(rows: readonly Row[], width: number): string[] {
  const columns = narrowed(columnsOf(rows), width);
  const line = (texts: readonly string[]) => {
    const cells = columns.map((column, index) => padded(texts[index] ?? "", column.width));
    return cut(cells.join(GAP).trimEnd(), width);
  };
  const heading = bold(line(columns.map((column) => column.heading)));
  return [heading, ...rows.map((_, index) => line(columns.map(({ cells }) => cells[index] ?? "")))];
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

/** `styleText` styles only a terminal, and respects NO_COLOR and FORCE_COLOR. */
export function bold(text: string): string {
  return styleText("bold", text);
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

function padded(text: string, width: number): string {
  const short = cut(text, width);
  return short + " ".repeat(Math.max(0, width - stringWidth(short)));
}

function columnsOf(rows: readonly Row[]): Column[] {
  return namesIn(rows).map((name) => {
    const heading = titleOf(name).toUpperCase();
    const cells = rows.map((row) => cellText(row[name]));
    const width = Math.max(...[heading, ...cells].map((cell) => stringWidth(cell)));
    return { heading, cells, width, isWhole: name === "id" || typeof rows[0]?.[name] === "number" };
  });
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

/** Makes the widest columns narrower until all fit. */
function narrowed(columns: readonly Column[], width: number): Column[] {
  const others = columns.filter(({ isWhole }) => !isWhole).sort((a, b) => a.width - b.width);
  const widths = new Map(columns.map((column) => [column, column.width]));
  const whole = columns.filter(({ isWhole }) => isWhole).reduce((sum, column) => sum + column.width, 0);
  let left = width - GAP.length * (columns.length - 1) - whole;
  for (const [index, column] of others.entries()) {
    const share = Math.max(1, Math.floor(left / (others.length - index)));
    widths.set(column, Math.min(column.width, share));
    left -= widths.get(column)!;
  }
  return columns.map((column) => ({ ...column, width: widths.get(column)! }));
}
