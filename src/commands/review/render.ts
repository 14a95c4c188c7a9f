// A review for people: as text for a terminal or a log, and as Markdown for a comment. Everything from the account and the file
// is escaped for its format.
import { toLine } from "../../api/sanitize";
import { type Row, table } from "../table";
import { type Change, countsOf, type FieldChange, hasDrift } from "./plan";

export interface Review {
  readonly headline: string;
  readonly stack: string;
  readonly dangers: readonly string[];
  readonly changes: readonly Change[];
  /** `file:line` of an entry, by its key. */
  readonly places: ReadonlyMap<string, string>;
  readonly fingerprint: string;
}

/** Comments on GitHub have at most 65,536 characters. What a cut adds comes on top. */
const MAX_LENGTH = 59_000;
/** A very long value would leave no room for the others. */
const MAX_CELL = 200;
const CHANGES = "Changes";
const DRIFT = "Changed by hand, and undone by the apply";

export function headlineOf(stack: string, changes: readonly Change[], estimate: string | undefined): string {
  const drift = changes.filter(hasDrift).length;
  return [
    `${stack}: ${countsOf(changes).join(", ") || "no changes"}`,
    // The estimate has its own "about".
    ...(estimate === undefined ? [] : [`about ${estimate.replace(", about ", ", ")}`]),
    ...(drift === 0 ? [] : [`${drift} changed by hand`]),
  ].join(", ");
}

export function asText(review: Review, width: number): string {
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];
  const tableOf = (rows: readonly Row[]) => (rows.length === 0 ? [] : table(rows, width - 2));
  return [
    toLine(review.headline),
    ...section("Dangers", review.dangers.map(toLine)),
    ...section(DRIFT, tableOf(driftRows(review))),
    ...section(CHANGES, tableOf(changeRows(review))),
    ...section("Fingerprint", [review.fingerprint]),
  ].join("\n");
}

/** @param sourceUrl of the folder with the config files, such as `https://github.com/acme/links/blob/SHA` */
export function asMarkdown(review: Review, sourceUrl: string | undefined): string {
  const end = ["", `Fingerprint: \`${review.fingerprint}\``];
  const parts = [`### ${escaped(review.headline)}`, ""];
  const dangers = review.dangers.map((line) => `- ${escaped(line)}`);
  if (dangers.length > 0) parts.push("**Dangers**", "", ...fitted(dangers, MAX_LENGTH - 2000));
  const add = (title: string, rows: readonly Row[], close: readonly string[] = []) => {
    if (rows.length === 0) return;
    const left = MAX_LENGTH - [...parts, ...close, ...end, title].join("\n").length;
    parts.push("", title, "", ...fitted(markdownTable(rows, sourceUrl), left), ...close);
  };
  add(`**${DRIFT}**`, driftRows(review));
  add(`**${CHANGES}**`, changeRows(review));
  add("<details><summary>All fields</summary>", fieldRows(review), ["", "</details>"]);
  return [...parts, ...end].join("\n");
}

/** One line for each field of an update or a replacement, and one for each other object. */
function changeRows({ changes, places }: Review): readonly Row[] {
  return changes.flatMap(({ operation, key, isDeletedByHand, fields }): Row[] => {
    const place = places.get(key);
    if (isDeletedByHand) return [];
    if (operation !== "update" && operation !== "replace")
      return [{ operation, key, field: "", old: "", new: "", place }];
    return fields
      .filter(({ cause }) => cause === "config")
      .map(({ name, live, next }) => ({
        operation,
        key,
        field: name,
        old: shown(live),
        new: shown(next),
        place,
      }));
  });
}

function driftRows({ changes, places }: Review): readonly Row[] {
  return changes.flatMap(({ operation, key, isDeletedByHand, fields }): Row[] => {
    const place = places.get(key);
    const what = operation === "gone" ? "gone on both sides" : "created again";
    if (isDeletedByHand) return [{ what, key, field: "", recorded: "", live: "", new: "", place }];
    return fields
      .filter(({ cause }) => cause !== "config")
      .map((field) => {
        const what = field.cause === "drift" ? "undone" : "conflict with config";
        return { what, key, field: field.name, ...valuesOf(field), place };
      });
  });
}

function fieldRows({ changes }: Review): readonly Row[] {
  return changes.flatMap(({ operation, key, fields }) =>
    fields.map((field) => ({ operation, key, field: field.name, ...valuesOf(field) })),
  );
}

function valuesOf({ recorded, live, next }: FieldChange) {
  return { recorded: shown(recorded), live: shown(live), new: shown(next) };
}

function shown(value: unknown): string {
  return value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
}

function markdownTable(rows: readonly Row[], sourceUrl: string | undefined): readonly string[] {
  const names = Object.keys(rows[0]!);
  const cells = rows.map((row) => names.map((name) => cell(name, String(row[name] ?? ""), sourceUrl)));
  return [names, names.map(() => "---"), ...cells].map((line) => `| ${line.join(" | ")} |`);
}

function cell(name: string, text: string, sourceUrl: string | undefined): string {
  if (text === "") return "";
  const code = `<code>${escaped(text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text)}</code>`;
  if (name !== "place" || sourceUrl === undefined) return code;
  const [, file = "", line] = /^(.*):(\d+)$/.exec(text) ?? [];
  const path = file.split("/").map(encodeURIComponent).join("/");
  return `[${code}](<${sourceUrl.replace(/\/$/, "")}/${path}#L${line}>)`;
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
  let left = maxLength - 50;
  const count = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  return count === -1 ? lines : [...lines.slice(0, count), "", `… and ${lines.length - count} more rows`];
}
