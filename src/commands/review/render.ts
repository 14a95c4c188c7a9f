// A review for people: as text for a terminal or a log, and as Markdown for a comment. Everything from the account and the file
// is escaped for its format.
import { toLine } from "../../api/sanitize";
import { type Row, table } from "../table";
import { type Change, countsOf, type FieldChange, hasDrift } from "./plan";

export interface Review {
  readonly stack: string;
  readonly estimate: string | undefined;
  readonly isRefreshed: boolean;
  readonly dangers: readonly string[];
  readonly changes: readonly Change[];
  /** `file:line` of an entry, by its key. */
  readonly places: ReadonlyMap<string, string>;
  readonly fingerprint: string;
}

/** Comments on GitHub have at most 65,536 characters. */
const MAX_LENGTH = 60_000;

export function headline({ stack, estimate, changes, isRefreshed }: Review): string {
  const drift = changes.filter(hasDrift).length;
  return [
    `${stack}: ${countsOf(changes).join(", ") || "no changes"}`,
    // The provider's sentence has its own "about".
    ...(estimate === undefined ? [] : [`about ${estimate.replace(", about ", ", ")}`]),
    ...(drift === 0 ? [] : [`${drift} changed by hand`]),
    ...(isRefreshed ? [] : ["drift not read (preview without --refresh)"]),
  ].join(", ");
}

export function asText(review: Review, width: number): string {
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];
  const tableOf = (rows: readonly Row[]) => (rows.length === 0 ? [] : table(rows, width - 2));
  return [
    toLine(headline(review)),
    ...section("Dangers", review.dangers.map(toLine)),
    ...section("Changes", tableOf(changeRows(review))),
    ...section("Changed by hand, and undone by the apply", tableOf(driftRows(review))),
    ...section("Fingerprint", [review.fingerprint]),
  ].join("\n");
}

/** @param sourceUrl of the folder with the config files, such as `https://github.com/acme/links/blob/SHA` */
export function asMarkdown(review: Review, sourceUrl: string | undefined): string {
  const dangers = review.dangers.map((line) => `- ${escaped(line)}`);
  const end = ["", `Fingerprint: \`${review.fingerprint}\``];
  const parts = [`### ${escaped(headline(review))}`, ...titled("**Dangers**", dangers)];
  const add = (title: string, rows: readonly Row[], close: readonly string[] = []) => {
    if (rows.length === 0) return;
    const left = MAX_LENGTH - [...parts, ...close, ...end, title].join("\n").length;
    parts.push("", title, "", ...fitted(markdownTable(rows, sourceUrl), left), ...close);
  };
  add("**Changed by hand, and undone by the apply**", driftRows(review));
  add("**Changes**", changeRows(review));
  add("<details><summary>All fields</summary>", fieldRows(review), ["", "</details>"]);
  return [...parts, ...end].join("\n");
}

function titled(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", title, "", ...lines];
}

/** One line for each field of an update or a replacement, and one for each other object. */
function changeRows({ changes, places }: Review): readonly Row[] {
  return changes.flatMap((change): Row[] => {
    const { operation, key, cause, fields } = change;
    const start = { operation, key };
    const place = places.get(key);
    if (cause !== "config") return [];
    if (operation !== "update" && operation !== "replace")
      return [{ ...start, field: "", old: "", new: "", place }];
    return fields
      .filter((field) => field.cause === "config")
      .map(({ name, live, next }) => ({ ...start, field: name, old: shown(live), new: shown(next), place }));
  });
}

function driftRows({ changes, places }: Review): readonly Row[] {
  return changes.filter(hasDrift).flatMap(({ operation, key, cause, fields }): Row[] => {
    const place = places.get(key);
    if (cause === "drift") {
      const what =
        operation === "gone"
          ? "deleted by hand, and no longer in the config"
          : "deleted by hand: created again";
      return [{ what, key, field: "", recorded: "", live: "", new: "", place }];
    }
    return fields
      .filter((field) => field.cause !== "config")
      .map((field) => ({ what: whatOf(field), key, field: field.name, ...valuesOf(field), place }));
  });
}

function fieldRows({ changes }: Review): readonly Row[] {
  return changes.flatMap(({ operation, key, fields }) =>
    fields.map((field) => ({ operation, key, field: field.name, ...valuesOf(field) })),
  );
}

function whatOf({ cause }: FieldChange): string {
  return cause === "drift" ? "undone" : "conflict: the config changes it, too";
}

function valuesOf({ recorded, live, next }: FieldChange) {
  return { recorded: shown(recorded), live: shown(live), new: shown(next) };
}

function shown(value: unknown): string {
  return value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
}

/** A very long value would leave no room for the others. */
const MAX_CELL = 200;

function markdownTable(rows: readonly Row[], sourceUrl: string | undefined): readonly string[] {
  const names = Object.keys(rows[0]!);
  const cells = rows.map((row) => names.map((name) => cell(name, String(row[name] ?? ""), sourceUrl)));
  return [names, names.map(() => "---"), ...cells].map((line) => `| ${line.join(" | ")} |`);
}

function cell(name: string, text: string, sourceUrl: string | undefined): string {
  if (text === "") return "";
  const cut = text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text;
  const [, file = "", line] = /^(.*):(\d+)$/.exec(text) ?? [];
  if (name !== "place" || sourceUrl === undefined) return code(cut);
  const path = file.split("/").map(encodeURIComponent).join("/");
  return `[${code(cut)}](<${sourceUrl.replace(/\/$/, "")}/${path}#L${line}>)`;
}

function code(text: string): string {
  return `<code>${escaped(text)}</code>`;
}

/** Every character that means something in Markdown or HTML is a character reference. */
function escaped(text: string): string {
  return toLine(text).replace(/[^\p{L}\p{N}\p{M} ,;=%…]/gu, (one) => {
    // Behind them, an invisible space: a name must not mention a person or an issue.
    const end = one === "@" || one === "#" ? "&#8203;" : "";
    return `&#${one.codePointAt(0)};${end}`;
  });
}

/** As many lines as fit. */
function fitted(lines: readonly string[], maxLength: number): readonly string[] {
  let left = maxLength;
  const count = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 100;
  });
  if (count === -1) return lines;
  return [...lines.slice(0, count), "", `… and ${lines.length - count} more rows`];
}
