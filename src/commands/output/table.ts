// Tables for a terminal: one line per object, never wider than the terminal.
import { sanitize } from "../../api/sanitize";
import { cutToWidth, padToWidth, widthOf } from "./text-width";

export type Row = Readonly<Record<string, unknown>>;

/** How parts of a table look. */
export interface TableStyle {
  heading(text: string): string;
}

interface Column {
  readonly heading: string;
  readonly cells: readonly string[];
  readonly isNumeric: boolean;
  readonly width: number;
  /** Ids and numbers: half of one is wrong. */
  readonly isWhole: boolean;
}

const GAP = "  ";
/** They say what the object is, so they come first. */
const FIRST = ["id", "type", "name", "title", "domain"];

/**
 * One column for every property that a row has.
 * @param width of the terminal, in columns; long cells are cut
 */
export function table(rows: readonly Row[], width: number, { heading }: TableStyle): string[] {
  const columns = narrowed(columnsOf(rows), width);
  const line = (texts: readonly string[]) =>
    columns
      .map((column, index) => {
        const text = cutToWidth(texts[index] ?? "", column.width);
        return padToWidth(text, column.width, column.isNumeric ? "right" : "left");
      })
      .join(GAP)
      .trimEnd();
  const lines = rows.map((_, index) => line(columns.map(({ cells }) => cells[index] ?? "")));
  return [
    heading(cutToWidth(line(columns.map((column) => column.heading)), width)),
    ...lines.map((text) => cutToWidth(text, width)),
  ];
}

/** One line for every property of an object. */
export function properties(object: Row, width: number, { heading }: TableStyle): string[] {
  const names = namesIn([object]);
  const label = Math.max(...names.map((name) => titleOf(name).length));
  return names.map((name) => {
    const value = cutToWidth(cellText(object[name]), Math.max(1, width - label - GAP.length));
    return `${heading(padToWidth(titleOf(name), label))}${GAP}${value}`.trimEnd();
  });
}

function columnsOf(rows: readonly Row[]): Column[] {
  return namesIn(rows).map((name) => {
    const heading = titleOf(name).toUpperCase();
    const cells = rows.map((row) => cellText(row[name]));
    const isNumeric = rows.every((row) => typeof row[name] === "number");
    const width = cells.reduce((widest, cell) => Math.max(widest, widthOf(cell)), widthOf(heading));
    return { heading, cells, isNumeric, width, isWhole: isNumeric || name === "id" };
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

function cellText(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return sanitize(String(value));
}

/** Makes the widest columns narrower until all fit. */
function narrowed(columns: readonly Column[], width: number): Column[] {
  const total = width - GAP.length * (columns.length - 1);
  const whole = columns.filter(({ isWhole }) => isWhole);
  let left = total - whole.reduce((sum, column) => sum + column.width, 0);
  const widths = new Map<Column, number>();
  const others = columns.filter(({ isWhole }) => !isWhole).sort((a, b) => a.width - b.width);
  for (const [index, column] of others.entries()) {
    const share = Math.max(1, Math.floor(left / (others.length - index)));
    widths.set(column, Math.min(column.width, share));
    left -= widths.get(column)!;
  }
  return columns.map((column) => ({ ...column, width: widths.get(column) ?? column.width }));
}
