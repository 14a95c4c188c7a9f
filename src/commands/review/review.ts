// What a review says. All of it follows from its rows.
import { type Change, isDrift, type Row } from "./row";
import { kindOf } from "./sides";

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

/** Operations that send a request. A replacement sends two. */
const SENDING = ["create", "update", "overwrite", "delete", "replace"];

/** The number of rows by what they are, as `1 danger, 3 create, 5 requests`. */
export function countsOf(rows: readonly Row[]): string {
  if (rows.length === 0) return "no changes";
  const dangers = rows.filter(({ danger }) => danger !== undefined).length;
  const counts = new Map([[dangers === 1 ? "danger" : "dangers", dangers]]);
  for (const operation of rows.map((row) => row.operation).sort())
    counts.set(operation, (counts.get(operation) ?? 0) + 1);
  counts.set("changed by hand", rows.filter(isDrift).length);
  // A program may have resources of other packages, too.
  const sent = rows.filter(
    (row) => kindOf(row) !== undefined && SENDING.includes(row.operation) && !keepsAll(row),
  );
  const requests = sent.length + sent.filter(({ operation }) => operation === "replace").length;
  counts.set(requests === 1 ? "request" : "requests", requests);
  return [...counts].flatMap(([what, count]) => (count > 0 ? `${count} ${what}` : [])).join(", ");
}

/** Whether the fields only leave the config. */
function keepsAll({ fields }: Row): boolean {
  return fields.length > 0 && fields.every(({ isReleased }) => isReleased);
}

/** What the engine refuses, with the way on. @param rows of protected objects */
export function protectedTexts(rows: readonly Row[]): readonly string[] {
  return rows.map(({ key, id, operation, danger }) => {
    const loss = danger ?? `will be ${operation === "replace" ? "replaced" : "deleted"} (id ${id})`;
    const undo = operation === "replace" ? "Undo the change" : "Restore the entry";
    return `${key} is protected, and ${loss}. ${undo}, or first merge \`protect: false\``;
  });
}

/** Equal notes name the entries of the first ones. */
const MAX_NAMED = 3;

/**
 * What else a reviewer should know. What is said about several entries is one note, with their number.
 * @param warnings of a preview that knows that it is reviewed: they repeat no row
 */
export function notesOf(rows: readonly Row[], warnings: Iterable<string>): readonly string[] {
  const effects = rows.flatMap(({ key, effect }) => (effect === undefined ? [] : [`${key}: ${effect}`]));
  const groups = new Map<string, string[]>();
  // The loader logs all that it finds as one text.
  for (const text of [...effects, ...[...warnings].flatMap((one) => one.split("\n\n"))]) {
    // What is before the first colon is the entry.
    const [, entry = "", note = text] = /^(.*?): (.*)$/s.exec(text) ?? [];
    groups.set(note, [...(groups.get(note) ?? []), entry]);
  }
  return [...groups].map(([note, entries]) => {
    if (entries.length === 1) return [...entries, note].filter(Boolean).join(": ");
    const more = entries.length > MAX_NAMED ? ", …" : "";
    return `${entries.length} times: ${note} (${entries.slice(0, MAX_NAMED).join(", ")}${more})`;
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
  return rows.flatMap(({ key, danger }) => (danger === undefined ? [] : [`${key} ${danger}`]));
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
  const texts = fields.map((change) => changeText(operation, change));
  if (fields.length > 0 && operation !== "create" && operation !== "delete")
    return fields.map((change, at) => ({
      ...{ text: `${operation} ${key} ${texts[at]}`, place, part: partOf(row, change) },
    }));
  const object = id ? `${key} (id ${id})` : key;
  const text = [operation, object, texts.join(", ")].filter(Boolean).join(" ");
  return [{ text, place, part: partOf(row) }];
}

/** A field with its values, as `name: Spring -> Summer`. */
function changeText(operation: string, { field, why, old, live, new: next, hosts }: Change): string {
  const before = live ?? old;
  const values = operation === "create" ? [next] : operation === "delete" ? [before] : [before, next];
  const recorded = why === "both" ? ` (recorded: ${shortened([old])[0]})` : "";
  const led = hosts ? ` [${hosts.before} -> ${hosts.after}]` : "";
  return `${field}: ${shortened(values).join(" -> ")}${recorded}${led}`;
}

/** A long value is shown so far before the first difference, from there, and at its end. */
const BEFORE = 20;
const MAX_VALUE = 200;
const AT_END = 60;

function textOf(value: unknown): string {
  if (value === undefined) return "[none]";
  return typeof value === "string" && value !== "" ? value : JSON.stringify(value);
}

/** Long values from where they differ: a change must be seen. @param values before and after, or one of them */
function shortened(values: readonly unknown[]): readonly string[] {
  const texts = values.map(textOf);
  const from = texts.length > 1 ? Math.max(0, firstDifference(texts[0]!, texts[1]!) - BEFORE) : 0;
  return texts.map((text) => {
    if (text.length <= MAX_VALUE + AT_END) return text;
    const start = Math.min(from, text.length - MAX_VALUE);
    const between = text.length - AT_END - (start + MAX_VALUE);
    const beginning = `${start > 0 ? `(${start} more)…` : ""}${text.slice(start, start + MAX_VALUE)}`;
    return between <= 0
      ? beginning + text.slice(start + MAX_VALUE)
      : `${beginning}…(${between} more)…${text.slice(-AT_END)}`;
  });
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}
