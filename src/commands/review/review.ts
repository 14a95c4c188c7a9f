// What a review says. All of it follows from its rows.
import { type Change, isDrift, type Row } from "./row";
import { kindOf } from "./sides";
import { shortened } from "./values";

/** As JSON, the approval that a later plan is compared with. */
export interface Review {
  readonly format: number;
  readonly headline: string;
  readonly stack: string | undefined;
  /** Its id and the address of the service, as recorded in the state. */
  readonly account: string | undefined;
  /** Why the preview failed, line by line. Then there is nothing else. */
  readonly errors: readonly string[];
  readonly rows: readonly Row[];
  readonly notes: readonly string[];
  /** What the account has and nobody manages, if it was asked for. */
  readonly unmanaged?: readonly string[] | undefined;
  readonly fingerprint?: string | undefined;
}

/** A part of a report for people. Without lines, it is the title of those that follow. */
export interface Part {
  readonly title: string;
  readonly lines: readonly Line[];
}

export interface Line {
  readonly text: string;
  /** `file:line` of an entry. */
  readonly place?: string | undefined;
}

/** Requests of the apply that change the account, by operation. */
const CHANGING_REQUESTS: Readonly<Record<string, number>> = {
  create: 1,
  update: 1,
  overwrite: 1,
  delete: 1,
  replace: 2,
};

/** Such as `1 danger, 3 create, 5 requests`. */
export function countsOf(rows: readonly Row[]): string {
  if (rows.length === 0) return "no changes";
  const dangers = rows.filter(({ danger }) => danger !== undefined).length;
  const counts = new Map([[dangers === 1 ? "danger" : "dangers", dangers]]);
  for (const operation of rows.map((row) => row.operation).sort())
    counts.set(operation, (counts.get(operation) ?? 0) + 1);
  counts.set("changed by hand", rows.filter(isDrift).length);
  // A program may have resources of other packages, too.
  const ours = rows.filter((row) => kindOf(row) !== undefined);
  const requests = ours.reduce((sum, { operation }) => sum + (CHANGING_REQUESTS[operation] ?? 0), 0);
  counts.set(requests === 1 ? "request" : "requests", requests);
  return [...counts].flatMap(([what, count]) => (count > 0 ? `${count} ${what}` : [])).join(", ");
}

/** What the engine refuses, with the way on. @param rows of protected objects */
export function protectedTexts(rows: readonly Row[]): readonly string[] {
  return rows.map(({ key, id, operation, danger }) => {
    const loss = danger ?? `will be ${operation === "replace" ? "replaced" : "deleted"} (id ${id})`;
    const undo = operation === "replace" ? "Undo the change" : "Restore the entry";
    return `${key} is protected, and ${loss}. ${undo}, or first merge \`protect: false\``;
  });
}

/** What else a reviewer should know. @param warnings of a preview that knows that it is reviewed: they repeat no row */
export function notesOf(rows: readonly Row[], warnings: Iterable<string>): readonly string[] {
  const notes = rows.flatMap(({ key, effect }) => (effect === undefined ? [] : [`${key}: ${effect}`]));
  // The loader logs all that it finds as one text.
  const texts = [...notes, ...[...warnings].flatMap((text) => text.split("\n\n"))];
  // What is before the first colon is the entry.
  const split = texts.map((text) => /^(.*?): (.*)$/s.exec(text)?.slice(1) ?? ["", text]);
  return equalOnes(split, ": ", MAX_NAMED);
}

/** Of equal notes, the entries of the first ones. */
const MAX_NAMED = 3;

/** Texts that say the same about several entries are one, with their number. @param texts each with its entry before it */
function equalOnes(
  texts: readonly (readonly string[])[],
  separator: string,
  maxNamed = Number.POSITIVE_INFINITY,
): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const [entry = "", text = ""] of texts) groups.set(text, [...(groups.get(text) ?? []), entry]);
  return [...groups].map(([text, entries]) => {
    if (entries.length === 1) return entries.filter(Boolean).concat(text).join(separator);
    const more = entries.length > maxNamed ? ", …" : "";
    return `${entries.length} times: ${text} (${entries.slice(0, maxNamed).join(", ")}${more})`;
  });
}

/** Sorted by harm. What happens to an object or a field is in one of them. */
export function partsOf({ rows, errors, notes, unmanaged = [] }: Review): readonly Part[] {
  const lines = rows.flatMap(linesOf);
  const texts = (title: string, all: readonly string[]): Part => ({
    title,
    lines: all.map((text) => ({ text })),
  });
  const all: readonly Part[] = [
    texts("Errors", errors),
    texts("Dangers", dangersIn(rows)),
    ...PARTS.map((title) => ({ title, lines: lines.filter(({ part }) => part === title) })),
    texts("Notes", notes),
    texts("Not managed by this stack", unmanaged),
    // A whole account, at the first apply.
    { title: ADOPTED, lines: lines.filter(({ part }) => part === ADOPTED) },
  ];
  return all.filter((part) => part.lines.length > 0);
}

export function dangersIn(rows: readonly Row[]): readonly string[] {
  const dangers = rows.flatMap(({ key, danger }) => (danger ? [[key, danger]] : []));
  return equalOnes(dangers, " ");
}

const ADOPTED = "Adopted: 0 requests";
const PARTS = [
  "Deleted or replaced",
  "Leads elsewhere",
  "Changed by hand, and undone by the apply",
  "Changed by hand and by the config",
  "Deleted by hand, and not created again",
  "Changes",
  "New",
] as const;

function partOf({ operation, why }: Row, change?: Change): (typeof PARTS)[number] | typeof ADOPTED {
  const reason = change?.why ?? why;
  if (operation === "delete" || operation === "replace") return "Deleted or replaced";
  if (operation === "forget" && why === "by hand") return "Deleted by hand, and not created again";
  if (change?.hosts !== undefined) return "Leads elsewhere";
  if (reason === "by hand") return "Changed by hand, and undone by the apply";
  if (reason === "both") return "Changed by hand and by the config";
  if (operation === "adopt") return ADOPTED;
  return operation === "create" ? "New" : "Changes";
}

/** A line for each field, but one for an object that comes or goes. */
function linesOf(row: Row): readonly (Line & { readonly part: string })[] {
  const { operation, key, id, fields, place } = row;
  const line = (what: string, texts: readonly string[], part: string) => {
    const text = [operation, what, texts.join(", ")].filter(Boolean).join(" ");
    return { text, place, part };
  };
  const isOne = operation === "create" || operation === "delete" || fields.length === 0;
  const texts = fields.map((change) => changeText(operation, change));
  if (isOne) return [line(id ? `${key} (id ${id})` : key, texts, partOf(row))];
  return fields.map((change, at) => line(key, [texts[at]!], partOf(row, change)));
}

/** Such as `name: Spring -> Summer`. */
function changeText(operation: string, { field, why, old, live, new: next, hosts }: Change): string {
  const before = live ?? old;
  const values = operation === "create" ? [next] : operation === "delete" ? [before] : [before, next];
  const recorded = why === "both" ? ` (recorded: ${shortened([old])[0]})` : "";
  const hostText =
    hosts && (hosts.before === hosts.after ? hosts.after : `${hosts.before} -> ${hosts.after}`);
  return `${field}: ${shortened(values).join(" -> ")}${recorded}${hostText ? ` [${hostText}]` : ""}`;
}
