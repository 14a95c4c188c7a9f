// Reads a table of cells into a tree: a cell is a value like any other. The first line names the section and its fields, and
// each other line is an entry, with its key first.
import { didYouMean, suggest } from "../../api/suggest";
import type { Problem } from "../report/report";
import type { SchemaPointer } from "../schema/pointer";
import type { Range } from "../source/source";
import { EXPRESSION_START } from "./expressions";
import { problem } from "./text";
import { ConfigNode, duplicateKey, forbiddenKey, type ReadFile, START, type TreeFile } from "./tree";

interface Cell {
  readonly text: string;
  readonly range: Range;
}

const KEEP_ONE = "remove one of them";
const EMPTY: Cell = { text: "", range: START };
const HEAD_HELP =
  "the first line names a section and its fields, such as links,url,alias; each other line is an entry, with its key first";

/** Errors of formulas in any language, also those of LibreOffice, a column that is too narrow, and rounded numbers. */
const LOST =
  /^(?:#(?:[\p{Lu}\d/_]+ ?[!?]|\p{Lu}+\/\p{Lu}+|NV|#+)|Err:\d+|-?\d(?:[.,]\d+)?[eE]\+\d+|-?\d[.,]\d+[eE]-?\d+)$/u;
/** What programs write around a value, so that a spreadsheet does not change it. */
const GUARDED = /^(?:="([\s\S]*)"|'([\d=+@-][\s\S]*))$/;

export function readSpreadsheet(file: TreeFile): ReadFile {
  const root = new ConfigNode(file, START);
  root.open({});
  const problems: Problem[] = [];
  const [[name = EMPTY, ...columns] = [], ...rows] = scan(file.source.text, problems);
  problems.push(...problemsOfHead(name, columns, file.schema.pointer));
  if (problems.length === 0) {
    const section = root.add(name.text, name.range);
    section.open({});
    for (const row of rows.filter((one) => one.some(({ text }) => text !== "")))
      problems.push(...readRow(section, row, columns));
    root.take(section);
  }
  for (const one of problems) file.report(one);
  return { root, isComplete: problems.length === 0 };
}

/** A line break in quotes belongs to its cell, and is one in all files. The separator is the one of the first line. */
function scan(text: string, problems: Problem[]): readonly (readonly Cell[])[] {
  const [separator = ","] = /[,;\t]/.exec(text.slice(0, text.search(/[\r\n]|$/))) ?? [];
  const blanks = separator === "\t" ? " *" : "[ \\t]*";
  const cell = new RegExp(
    `(${blanks})(?:"([^"]*(?:""[^"]*)*)"${blanks}|((?!")[^${separator}\r\n]*))(${separator}|\r\n?|\n|$)`,
    "y",
  );
  const rows: Cell[][] = [[]];
  for (let start = 0; start < text.length; start = cell.lastIndex) {
    const [all, before = "", quoted, plain = "", end = ""] = cell.exec(text) ?? [];
    if (all === undefined) {
      const help = 'close the quotes at the end of the cell, and write "" for a quote inside';
      problems.push(problem(start, 1, "the quotes of this cell do not close it", help));
      break;
    }
    const written = all.slice(before.length, all.length - end.length).trimEnd();
    const from = start + before.length;
    const content = quoted?.replaceAll('""', '"').replace(/\r\n?/g, "\n") ?? plain.trim();
    rows.at(-1)!.push({ text: content, range: { start: from, end: from + written.length } });
    if (end !== separator) rows.push([]);
  }
  return rows.filter(({ length }) => length > 0);
}

function wrong({ range }: Cell, message: string, help?: string): Problem {
  return { range, message, help };
}

/** A mistake in the first line would be one in every row. */
function problemsOfHead(name: Cell, columns: readonly Cell[], file: SchemaPointer): readonly Problem[] {
  const isSection = (section: string) => file.below(section).types.has("record");
  if (!isSection(name.text)) {
    const meant = didYouMean(suggest(name.text, file.fields.filter(isSection)));
    const isHint = /^sep=/i.test(name.text);
    const help = isHint ? "remove this line: the next one shows which separator is used" : HEAD_HELP;
    return [wrong(name, `the first cell is no section${meant}`, help)];
  }
  const entry = file.below(name.text).below("");
  const names = columns.map(({ text }) => text);
  const problems = columns.flatMap((column, index) => {
    if (column.text === "") return [];
    const isPart = names.some((one) => one !== "" && column.text.startsWith(`${one}.`));
    if (isPart) return wrong(column, "this column is a part of another one", KEEP_ONE);
    const isAgain = names.indexOf(column.text) < index;
    return isAgain ? wrong(column, "this column is there twice") : problemOfColumn(column, entry);
  });
  const fields = names.map((one) => one.split(".")[0]);
  const missing = entry.fields.filter((field) => entry.requires(field) && !fields.includes(field));
  if (problems.length > 0 || missing.length === 0) return problems;
  return [wrong(name, `${name.text}: no column ${missing.join(", ")}`)];
}

/** Without the name of the column: a line break that is lost puts values there. */
function problemOfColumn(column: Cell, entry: SchemaPointer): Problem | [] {
  let place = entry;
  for (const part of column.text.split(".")) {
    const { fields } = place;
    place = place.below(part);
    const message = `this column is unknown${didYouMean(suggest(part, fields))}`;
    if (!place.isKnown) return wrong(column, message, `allowed: ${fields.join(", ")}`);
  }
  if (place.isScalar) return [];
  if (place.types.has("array"))
    return wrong(column, "this column is a list", "write these entries into a YAML file");
  const help = `name one of them, such as ${column.text}.${place.fields[0]}`;
  return wrong(column, "this column has fields", help);
}

/** Adds an entry, unless something is wrong with its cells. An empty cell is a field that it omits. */
function readRow(section: ConfigNode, [key = EMPTY, ...cells]: readonly Cell[], columns: readonly Cell[]) {
  const first = section.get(key.text);
  const extra = cells.find(({ text }, index) => text !== "" && !columns[index]?.text);
  if (first) return [duplicateKey(first, key.range)];
  const forbidden = forbiddenKey(key.text, key.range);
  if (forbidden) return [forbidden];
  if (key.text === "") return [wrong(key, "this row has no key", "write it into the first column")];
  if (extra) {
    const help = "name it in the first line; text with the separator needs quotes";
    return [wrong(extra, "this cell has no column", help)];
  }
  const entry = section.add(key.text, key.range);
  entry.open({});
  const problems = [key, ...cells].flatMap((cell, index) => {
    if (cell.text === "") return [];
    return problemOfCell(cell, index === 0 ? entry : setCell(entry, columns[index - 1]!.text, cell));
  });
  section.take(entry);
  if (problems.length > 0) section.remove(entry);
  return problems;
}

/** A value that a spreadsheet has changed. */
function problemOfCell(cell: Cell, { mayShow }: ConfigNode): Problem | [] {
  const [, formula, marked = formula] = GUARDED.exec(cell.text) ?? [];
  const shown = mayShow ? `: ${marked ?? cell.text}` : "";
  if (marked !== undefined)
    return wrong(
      cell,
      "a formula or an apostrophe is around the value",
      `write the value without it${shown}`,
    );
  const help = "format the column as text, and enter the value again";
  return LOST.test(cell.text) ? wrong(cell, `the spreadsheet has lost the value${shown}`, help) : [];
}

function setCell(entry: ConfigNode, column: string, { text, range }: Cell): ConfigNode {
  const node = column.split(".").reduce((at, part) => {
    if (at.value === null) at.open({});
    return at.get(part) ?? at.add(part, range);
  }, entry);
  const isExpression = text.includes(EXPRESSION_START);
  const { value, origin } = isExpression
    ? entry.file.expressions.fill(text, node)
    : { value: node.place.valueOfText(text), origin: undefined };
  node.set(value, range, origin);
  for (let one = node; one !== entry; one = one.parent!) one.parent!.take(one);
  return node;
}
