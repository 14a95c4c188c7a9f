// A CSV file as a document of the YAML library, so that a cell is a value like any other. The first line names the section
// and its fields, and each other line is an entry, with its key first.
import { Document, Pair, Scalar, YAMLMap } from "yaml";
import { didYouMean, suggest } from "../../api/suggest";
import type { Problem } from "../report/diagnostics";
import type { Place } from "../schema/place";
import type { Range, Source } from "../source/source";

interface Cell {
  readonly text: string;
  readonly range: Range;
}

const NO_CELL: Cell = { text: "", range: { start: 0, end: 1 } };
const HEAD_HELP =
  "the first line names a section and its fields, such as links,url,alias; each other line is an entry, with its key first";
/** What a spreadsheet saves for a formula that failed, in any language, and for a number that it has rounded. */
const BROKEN = /^(?:#(?:N\/A|NV|[\p{Lu}\d/]+[!?])|-?\d(?:[.,]\d+)?E\+\d+)$/u;

/** As of `parse`. @param file the place of the whole file */
export function parseSpreadsheet(
  { text }: Source,
  file: Place,
): { document: Document.Parsed; problems: readonly Problem[] } {
  const { rows, wrong } = scan(text);
  const [[section = NO_CELL, ...names] = [], ...entries] = rows;
  const headProblems = [...wrong, ...problemsOfHead(section, names, file)];
  const isRight = headProblems.length === 0;
  const filled = isRight ? entries.filter((row) => row.some((cell) => cell.text !== "")) : [];
  const columns = names.map((name) => name.text.split("."));
  const pairs = filled.map(([key, ...cells]) => new Pair(scalar(key!), entryOf(key!, cells, columns)));
  const document = new Document() as unknown as Document.Parsed;
  const content = mapping(section, [new Pair(scalar(section), mapping(section, pairs))]);
  document.contents = content as unknown as Document.Parsed["contents"];
  return { document, problems: isRight ? filled.flatMap((row) => problemsOfRow(row, names)) : headProblems };
}

/** A line break in quotes belongs to its cell. The separator is the one of the first line. */
function scan(text: string): { rows: readonly (readonly Cell[])[]; wrong: readonly Problem[] } {
  const [separator = ","] = /[,;\t]/.exec(text.slice(0, text.search(/\r?\n|$/))) ?? [];
  const cell = new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|((?!")[^${separator}\r\n]*))(${separator}|\r?\n|$)`, "y");
  const rows: Cell[][] = [[]];
  for (let start = 0; start < text.length; start = cell.lastIndex) {
    const [all, quoted, plain = "", end = ""] = cell.exec(text) ?? [];
    if (all === undefined) {
      const help = 'close the quotes at the end of the cell, and write "" for a quote inside';
      const range = { start, end: start + 1 };
      return { rows, wrong: [{ range, message: "the quotes of this cell do not close it", help }] };
    }
    const range = { start, end: start + all.length - end.length };
    rows.at(-1)!.push({ text: quoted?.replaceAll('""', '"') ?? plain.trim(), range });
    if (end !== separator) rows.push([]);
  }
  return { rows: rows.filter(({ length }) => length > 0), wrong: [] };
}

/** A mistake in the first line would be one in every row. */
function problemsOfHead(section: Cell, names: readonly Cell[], file: Place): readonly Problem[] {
  const isSection = (name: string) => file.below(name).types.has("record");
  if (!isSection(section.text)) {
    const message = `the first cell is no section${didYouMean(suggest(section.text, file.fields.filter(isSection)))}`;
    const isHint = /^sep=/i.test(section.text);
    const help = isHint ? "remove this line: the next one shows which separator is used" : HEAD_HELP;
    return [{ range: section.range, message, help, code: "unknown-field" }];
  }
  const entry = file.below(section.text).below("");
  const given = names.map(({ text }) => text);
  const missing = entry.fields.filter(
    (field) =>
      !entry.below(field).types.has("optional") && !given.some((name) => name.split(".")[0] === field),
  );
  // Without its name: a line break that is lost puts values there.
  const wrong = names.flatMap(({ text, range }, index): Problem | [] => {
    if (text === "") return [];
    const problem =
      given.indexOf(text) < index ? { message: "is there twice" } : problemOfColumn(text, entry);
    return problem
      ? { range, code: "unknown-field", ...problem, message: `this column ${problem.message}` }
      : [];
  });
  if (wrong.length > 0 || missing.length === 0) return wrong;
  return [
    { range: section.range, message: `${section.text}: no column ${missing.join(", ")}`, code: "missing" },
  ];
}

function problemOfColumn(name: string, entry: Place): Pick<Problem, "message" | "help"> | undefined {
  let place = entry;
  for (const part of name.split(".")) {
    const below = place.below(part);
    if (!below.isKnown) {
      const message = `is unknown${didYouMean(suggest(part, place.fields))}`;
      return { message, help: `allowed: ${place.fields.join(", ")}` };
    }
    place = below;
  }
  if (place.isScalar) return undefined;
  if (place.types.has("array")) return { message: "is a list", help: "write these entries into a YAML file" };
  return { message: "has fields", help: `name one of them, such as ${name}.${place.fields[0]}` };
}

function problemsOfRow([key, ...cells]: readonly Cell[], names: readonly Cell[]): readonly Problem[] {
  const wrong: Problem[] = [];
  if (key!.text === "")
    wrong.push({ range: key!.range, message: "this row has no key", help: "write it into the first column" });
  // Then its key may be a value.
  if (cells.length <= names.findLastIndex((name) => name.text !== "")) {
    const help = "write all separators, also those of empty cells; text with a line break needs quotes";
    wrong.push({ range: key!.range, message: "this row has fewer cells than the first line", help });
  }
  for (const [index, { text, range }] of [key!, ...cells].entries()) {
    if (index > 0 && text !== "" && !names[index - 1]?.text) {
      const help = "name it in the first line; text with the separator needs quotes";
      wrong.push({ range, message: "this cell has no column", help });
    } else if (BROKEN.test(text)) {
      const help = "format the column as text, and enter the value again";
      wrong.push({ range, message: "the spreadsheet has lost this value", help, code: "value" });
    }
  }
  return wrong;
}

/** An empty cell is a field that the entry omits. */
function entryOf(key: Cell, cells: readonly Cell[], columns: readonly (readonly string[])[]): YAMLMap {
  const entry = mapping(key, []);
  for (const [index, cell] of cells.entries()) {
    if (cell.text === "") continue;
    const path = columns[index] ?? [];
    let inner = entry;
    for (const part of path.slice(0, -1)) {
      if (!inner.has(part)) inner.items.push(new Pair(scalar(cell, part), mapping(cell, [])));
      inner = inner.get(part) as YAMLMap;
    }
    inner.items.push(new Pair(scalar(cell, path.at(-1)), scalar(cell)));
  }
  return entry;
}

function mapping(at: Cell, items: Pair[]): YAMLMap {
  const { start, end } = at.range;
  return Object.assign(new YAMLMap(), { items, range: [start, end, end] as const });
}

/** In quotes: nothing in it is YAML. */
function scalar({ text, range: { start, end } }: Cell, value = text): Scalar {
  const about = { source: value, type: "QUOTE_DOUBLE", range: [start, end, end] as const } as const;
  return Object.assign(new Scalar(value), about);
}
