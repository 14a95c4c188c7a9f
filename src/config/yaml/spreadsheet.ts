// Reads a table of cells into a tree: a cell is a value like any other. The first line names the section and its fields, and
// each other line is an entry, with its key first.
import { didYouMean, suggest } from "../../api/suggest";
import type { Problem } from "../report/report";
import type { SchemaPointer } from "../schema/pointer";
import type { Range } from "../source/source";
import { EXPRESSION_START } from "./expressions";
import { problem } from "./text";
import { ConfigNode, type ReadFile, START, type TreeFile } from "./tree";

interface Cell {
  readonly text: string;
  readonly range: Range;
}

type Words = Pick<Problem, "message" | "help">;

const HEAD_HELP =
  "the first line names a section and its fields, such as links,url,alias; each other line is an entry, with its key first";

/** What spreadsheets, and programs that write for them, make of a value. With the value in brackets, if it is still there. */
const CHANGED: readonly (readonly [form: RegExp, message: string, help: string])[] = [
  [
    // Errors of formulas in any language, also those of LibreOffice, and a column that is too narrow.
    /^(?:#(?:[\p{Lu}\d/_]+ ?[!?]|\p{Lu}+\/\p{Lu}+|NV|#+)|Err:\d+)$/u,
    "the spreadsheet has an error in place of the value",
    "format the column as text, and enter the value again",
  ],
  [
    /^-?\d(?:[.,]\d+)?e\+\d+$|^-?\d[.,]\d+e-?\d+$/i,
    "the spreadsheet has rounded this value",
    "format the column as text, and enter the value again",
  ],
  [/^="([\s\S]*)"$/, "this is a formula around the value", "write the value without it"],
  [/^'([\d=+@-][\s\S]*)$/, "this apostrophe is a part of the value", "remove it"],
];

export function readSpreadsheet(file: TreeFile): ReadFile {
  const root = new ConfigNode(file, START);
  root.open({});
  const { rows, wrong } = scan(file.source.text);
  const [[name = { text: "", range: START }, ...columns] = [], ...entries] = rows;
  const problems = [...wrong, ...problemsOfHead(name, columns, file.schema.pointer)];
  if (problems.length === 0) {
    const section = root.add(name.text, name.range);
    section.open({});
    for (const row of entries.filter((one) => one.some(({ text }) => text !== "")))
      problems.push(...readRow(section, row as [Cell, ...Cell[]], columns));
    root.take(section);
  }
  for (const problem of problems) file.report(problem);
  return { root, isComplete: problems.length === 0 };
}

/** A line break in quotes belongs to its cell, and is one in all files. The separator is the one of the first line. */
function scan(text: string): { rows: readonly (readonly Cell[])[]; wrong: readonly Problem[] } {
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
      return { rows, wrong: [problem(start, 1, "the quotes of this cell do not close it", help)] };
    }
    const written = all.slice(before.length, all.length - end.length).trimEnd();
    const from = start + before.length;
    const content = quoted?.replaceAll('""', '"').replace(/\r\n?/g, "\n") ?? plain.trim();
    rows.at(-1)!.push({ text: content, range: { start: from, end: from + written.length } });
    if (end !== separator) rows.push([]);
  }
  return { rows: rows.filter(({ length }) => length > 0), wrong: [] };
}

/** A mistake in the first line would be one in every row. */
function problemsOfHead(
  { text: section, range }: Cell,
  columns: readonly Cell[],
  file: SchemaPointer,
): Problem[] {
  const isSection = (name: string) => file.below(name).types.has("record");
  if (!isSection(section)) {
    const message = `the first cell is no section${didYouMean(suggest(section, file.fields.filter(isSection)))}`;
    const isHint = /^sep=/i.test(section);
    const help = isHint ? "remove this line: the next one shows which separator is used" : HEAD_HELP;
    return [{ range, message, help }];
  }
  const entry = file.below(section).below("");
  const names = columns.map(({ text }) => text);
  const wrong = columns.flatMap((column, index): Problem | [] => {
    const isAgain = column.text !== "" && names.indexOf(column.text) < index;
    const words = isAgain ? { message: "this column is there twice" } : problemOfColumn(column.text, entry);
    return words ? { range: column.range, ...words } : [];
  });
  const fields = names.map((name) => name.split(".")[0]);
  const missing = entry.fields.filter((field) => entry.requires(field) && !fields.includes(field));
  if (wrong.length > 0 || missing.length === 0) return wrong;
  return [{ range, message: `${section}: no column ${missing.join(", ")}` }];
}

/** Without the name of the column: a line break that is lost puts values there. */
function problemOfColumn(name: string, entry: SchemaPointer): Words | undefined {
  if (name === "") return undefined;
  let place = entry;
  for (const part of name.split(".")) {
    const { fields } = place;
    place = place.below(part);
    const message = `this column is unknown${didYouMean(suggest(part, fields))}`;
    if (!place.isKnown) return { message, help: `allowed: ${fields.join(", ")}` };
  }
  if (place.isScalar) return undefined;
  if (place.types.has("array"))
    return { message: "this column is a list", help: "write these entries into a YAML file" };
  return { message: "this column has fields", help: `name one of them, such as ${name}.${place.fields[0]}` };
}

/** Adds an entry, unless something is wrong with its cells. An empty cell is a field that it omits. */
function readRow(
  section: ConfigNode,
  [key, ...cells]: readonly [Cell, ...Cell[]],
  columns: readonly Cell[],
): readonly Problem[] {
  const misplaced = problemOfRow(section.get(key.text), [key, ...cells], columns);
  if (misplaced) return [misplaced];
  const entry = section.add(key.text, key.range);
  entry.open({});
  const wrong = [problemOfCell(key, entry)];
  for (const [index, cell] of cells.entries())
    if (cell.text !== "") wrong.push(problemOfCell(cell, setCell(entry, columns[index]!.text, cell)));
  section.take(entry);
  const problems = wrong.filter((one) => one !== undefined);
  if (problems.length > 0) section.remove(entry);
  return problems;
}

/** What is wrong with a row as a whole. @param first entry with its key */
function problemOfRow(
  first: ConfigNode | undefined,
  [key, ...cells]: readonly [Cell, ...Cell[]],
  columns: readonly Cell[],
): Problem | undefined {
  const { range } = key;
  const message = `${first?.label}: duplicate key; the first one is at ${first?.keyPosition}`;
  if (first) return { range, message, help: "keys must be unique across all files" };
  if (key.text === "")
    return { range, message: "this row has no key", help: "write it into the first column" };
  const extra = cells.find(({ text }, index) => text !== "" && !columns[index]?.text);
  const help = "name it in the first line; text with the separator needs quotes";
  return extra && { range: extra.range, message: "this cell has no column", help };
}

/** A value that a spreadsheet has changed. */
function problemOfCell({ text, range }: Cell, { mayShow }: ConfigNode): Problem | undefined {
  for (const [form, message, help] of CHANGED) {
    const match = form.exec(text);
    if (!match) continue;
    const [, inside] = match;
    if (!mayShow) return { range, message, help };
    return inside === undefined
      ? { range, message: `${message}: ${text}`, help }
      : { range, message, help: `${help}: ${inside}` };
  }
  return undefined;
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
