// What a review says. All of it follows from its rows.
import { type Row, UNPROTECTED } from "./rows";
import { ALREADY_THERE, kindOf } from "./sides";
import { shortText } from "./values";

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

/** A row for people. */
export interface ShownRow extends Row {
  /** `new` is a text with all fields of the object. */
  readonly isWhole?: true;
}

/** A part of a review: texts or rows. */
interface Part {
  readonly title: string;
  readonly texts?: readonly string[];
  readonly rows?: readonly ShownRow[];
  /** Nobody needs it at once. */
  readonly isFolded?: true;
}

export function isDrift({ why }: Row): boolean {
  return why !== "config";
}

/** The rows of objects, without those of their fields. */
export function objectsIn(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ field }) => field === undefined);
}

/** Requests of the apply that change the account, by operation. */
const CHANGING_REQUESTS: Readonly<Record<string, number>> = {
  create: 1,
  update: 1,
  overwrite: 1,
  delete: 1,
  replace: 2,
};

/** Such as `1 danger`, `3 create`, `5 requests`. */
export function countsOf(rows: readonly Row[]): readonly string[] {
  const dangers = rows.filter(({ danger }) => danger !== undefined).length;
  const drifted = new Set(rows.filter(isDrift).map(({ urn, id }) => `${urn} ${id}`)).size;
  const counts = new Map([[dangers === 1 ? "danger" : "dangers", dangers]]);
  const objects = objectsIn(rows);
  const operations = objects.map(({ operation }) => operation);
  for (const operation of operations.sort()) counts.set(operation, (counts.get(operation) ?? 0) + 1);
  counts.set("changed by hand", drifted);
  // A program may have resources of other packages, too.
  const ours = objects.filter((row) => kindOf(row) !== undefined);
  const requests = ours.reduce((sum, { operation }) => sum + (CHANGING_REQUESTS[operation] ?? 0), 0);
  counts.set(requests === 1 ? "request" : "requests", requests);
  return [...counts].filter(([, count]) => count > 0).map(([what, count]) => `${count} ${what}`);
}

/** What the engine refuses, with the way on. @param rows of protected objects */
export function protectedTexts(rows: readonly Row[]): readonly string[] {
  return objectsIn(rows).map(({ key, id, operation, danger }) => {
    const loss = danger ?? `will be ${operation === "replace" ? "replaced" : "deleted"} (id ${id})`;
    const undo = operation === "replace" ? "Undo the change" : "Restore the entry";
    return `${key} is protected, and ${loss}. ${undo}, or first merge \`protect: false\``;
  });
}

/** What else a reviewer should know. @param warnings of a preview that knows that it is reviewed: they repeat no row */
export function notesOf(rows: readonly Row[], warnings: Iterable<string>): readonly string[] {
  const harmless = rows.filter(({ effect, danger }) => effect !== undefined && danger === undefined);
  return [
    ...new Set(harmless.map(({ operation, effect }) => `${operation}: ${effect}`)),
    ...rows.flatMap(({ key, beside }) =>
      beside ? `${key} is another one, beside id ${beside.join(", ")}` : [],
    ),
    // The loader logs all that it finds as one text.
    ...[...warnings].flatMap((text) => text.split("\n\n")),
  ];
}

/** Sorted by harm. A row is in one of them. */
export function partsOf({ rows, errors, notes, unmanaged = [] }: Review): readonly Part[] {
  const isAdopted = ({ operation, why }: Row) => operation === "adopt" && why === "config";
  const isThere = ({ operation }: Row) => operation === ALREADY_THERE;
  const shown = shownRows(rows.filter((row) => !isAdopted(row) && !isThere(row)));
  const partOf = (row: ShownRow) => {
    if (row.operation === "gone") return "Deleted by hand, and not created again";
    if (row.host !== undefined) return "Leads elsewhere";
    if (row.why === "by hand") return "Changed by hand, and undone by the apply";
    if (row.why === "both") return "Changed by hand and by the config";
    if (row.operation === "delete" || row.operation === "replace") return "Deleted or replaced";
    return row.operation === "create" ? "New" : "Changes";
  };
  const rowsOf = (title: string): Part => ({ title, rows: shown.filter((row) => partOf(row) === title) });
  const all: readonly Part[] = [
    { title: "Errors", texts: errors },
    { title: "Dangers", texts: dangersIn(rows) },
    rowsOf("Deleted or replaced"),
    rowsOf("Leads elsewhere"),
    rowsOf("Changed by hand, and undone by the apply"),
    rowsOf("Changed by hand and by the config"),
    rowsOf("Deleted by hand, and not created again"),
    rowsOf("Changes"),
    rowsOf("New"),
    { title: "Adopted unchanged", texts: rows.filter(isAdopted).map(objectOf), isFolded: true },
    { title: "Already there: 0 requests", texts: rows.filter(isThere).map(objectOf), isFolded: true },
    { title: "Notes", texts: equalOnes(notes) },
    { title: "Not managed by this stack", texts: unmanaged },
  ];
  return all.filter(({ texts = [], rows: part = [] }) => texts.length + part.length > 0);
}

/** Of equal notes, the keys of the first ones. */
const MAX_KEYS = 3;
/** `KEY (PLACE): …` of the provider, `PLACE warning …` of the loader. */
const ENTRY_NOTE = /^(\S+)(?: warning|(?: \([^()]*\))?:) (.*)$/s;

/** Notes about several entries that say the same are one line, with their number. */
function equalOnes(notes: readonly string[]): readonly string[] {
  const keysByText = new Map<string, string[]>();
  const split = notes.map((note) => ENTRY_NOTE.exec(note) ?? [note, "", note]);
  for (const [, key = "", text = ""] of split) keysByText.set(text, [...(keysByText.get(text) ?? []), key]);
  return [...new Set(split.map(([, , text = ""]) => text))].map((text) => {
    const keys = keysByText.get(text)!;
    if (keys.length === 1) return split.find(([, , one]) => one === text)![0]!;
    const more = keys.length > MAX_KEYS ? ", …" : "";
    return `${keys.length} times: ${text} (${keys.slice(0, MAX_KEYS).join(", ")}${more})`;
  });
}

function dangersIn(rows: readonly Row[]): readonly string[] {
  const unprotected = rows.filter(({ danger }) => danger === UNPROTECTED);
  const isMany = unprotected.length > 1;
  const single = rows.filter(({ danger }) => danger !== undefined && !(isMany && danger === UNPROTECTED));
  return [
    ...single.map(({ key, danger }) => `${key} ${danger}`),
    ...(isMany
      ? [
          `no longer protected, so that a later change may delete them: ${unprotected.map(({ key }) => key).join(", ")}`,
        ]
      : []),
  ];
}

export function objectOf({ key, id, field }: Row): string {
  return field === undefined && id ? `${key} (id ${id})` : key;
}

const SHOWN_BY_FIELD: ReadonlySet<string> = new Set(["update", "record", "replace", "overwrite"]);

/** A new object is one row with all its fields, and an update or a replacement nothing but its fields. */
function shownRows(rows: readonly Row[]): readonly ShownRow[] {
  return rows.flatMap((row, at): ShownRow | [] => {
    const { operation, field, urn } = row;
    if (operation === "create") return field === undefined ? withFields(row, rows.slice(at + 1)) : [];
    const next = rows[at + 1];
    const hasFields = next?.urn === urn && next.operation === operation && next.field !== undefined;
    return field === undefined && hasFields && SHOWN_BY_FIELD.has(operation) ? [] : row;
  });
}

/** @param following the rows after it */
function withFields(row: Row, following: readonly Row[]): ShownRow {
  const end = following.findIndex(({ urn, field }) => urn !== row.urn || field === undefined);
  const fields = following.slice(0, end === -1 ? following.length : end);
  const texts = fields.map(({ field, new: value }) => `${field}: ${shortText(value)}`);
  return texts.length === 0 ? row : { ...row, new: texts.join(", "), isWhole: true };
}
