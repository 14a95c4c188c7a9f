// A review for people: as text for a terminal or a log, and as Markdown for a comment. Everything from the account and the file
// is escaped for its format.
import { toLine } from "../../api/sanitize";
import { definitions } from "../../resources/definitions";
import { table } from "../table";
import type { Row } from "./plan";

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

type Columns = Readonly<Record<string, string>>;

const COLUMNS = ["operation", "object", "field", "old", "live", "new", "place"] as const;
/** So many equal adoptions are one line. */
const MIN_FOLDED = 10;
/** Comments on GitHub have at most 65,536 characters. What a cut adds comes on top. */
const MAX_LENGTH = 59_000;
/** A very long value would leave no room for the others. */
const MAX_CELL = 200;
const INVISIBLE = "&#8203;";

export function asText(review: Review, width: number): string {
  const lines = [toLine(review.headline)];
  const add = (title: string, section: readonly string[]) => {
    if (section.length > 0) lines.push("", title, ...section.map((line) => `  ${line}`));
  };
  for (const [title, texts] of listsOf(review)) add(title, texts.map(toLine));
  const [adopted, others] = withoutAdopted(review.rows);
  for (const [title, part] of partsOf(others))
    add(title, part.length > 0 ? table(columnsOf(part.filter((row) => !isDetail(row))), width - 2) : []);
  if (adopted.length > 0) add(adoptedText(adopted), [adopted.map(objectOf).map(toLine).join(", ")]);
  if (review.fingerprint !== undefined) lines.push("", "Fingerprint", review.fingerprint);
  // GitHub's runner takes `##[` for a command, anywhere in a line.
  return lines.join("\n").replaceAll("##[", "# #[");
}

/** @param sourceUrl of the folder with the config files, such as `https://github.com/acme/links/blob/SHA` */
export function asMarkdown(review: Review, sourceUrl?: string): string {
  const lines = [`### ${escaped(review.headline)}`];
  const add = (title: string, section: readonly string[], end: readonly string[] = []) => {
    const left = MAX_LENGTH - lines.join("\n").length;
    if (section.length > 0) lines.push("", title, "", ...fitted(section, left), ...end);
  };
  const fold = (title: string, rows: readonly Row[]) =>
    add(`<details><summary>${title}</summary>`, markdownTable(rows, sourceUrl), ["", "</details>"]);
  for (const [title, texts] of listsOf(review))
    add(
      `**${title}**`,
      texts.map((text) => `- ${escaped(text)}`),
    );
  const [adopted, rows] = withoutAdopted(review.rows);
  const carried = new Set(rows.filter(isCarried).map(({ urn }) => urn));
  const main = new Set(rows.filter((row) => isMain(row, carried)));
  for (const [title, part] of partsOf([...main])) add(`**${title}**`, markdownTable(part, sourceUrl));
  fold(adoptedText(adopted), adopted);
  fold(
    "All other fields",
    rows.filter((row) => row.field !== undefined && !main.has(row)),
  );
  if (review.fingerprint !== undefined) lines.push("", `Fingerprint: \`${review.fingerprint}\``);
  return lines.join("\n");
}

function listsOf({ rows, errors, notes, unmanaged = [] }: Review): readonly [string, readonly string[]][] {
  const dangers = rows.flatMap(({ key, danger }) => (danger === undefined ? [] : `${key} ${danger}`));
  return [
    ["Errors", errors],
    ["Dangers", dangers],
    ["Notes", notes],
    ["Not managed by this stack", unmanaged],
  ];
}

/** An update is nothing but its fields. */
function partsOf(all: readonly Row[]): readonly [string, readonly Row[]][] {
  const rows = all.filter(
    ({ operation, field }, at) =>
      field !== undefined || !/^(update|record)$/.test(operation) || all[at + 1]?.field === undefined,
  );
  const isGone = ({ operation }: Row) => operation === "gone";
  return [
    ["Changed by hand, and undone by the apply", rows.filter((row) => row.why === "by hand" && !isGone(row))],
    ["Changed by hand and by the config", rows.filter((row) => row.why === "both")],
    ["Deleted by hand, and not in the config", rows.filter(isGone)],
    ["Changes", rows.filter((row) => row.why === "config")],
  ];
}

/** @returns objects that are adopted as they are, if they are many; and the other rows */
function withoutAdopted(rows: readonly Row[]): readonly [readonly Row[], readonly Row[]] {
  const isAdopted = ({ operation, danger }: Row) => operation === "adopt" && danger === undefined;
  const adopted = rows.filter(isAdopted);
  return adopted.length < MIN_FOLDED ? [[], rows] : [adopted, rows.filter((row) => !isAdopted(row))];
}

function adoptedText({ length }: readonly Row[]): string {
  return `${length} existing objects are adopted unchanged`;
}

/** What a removed object had. */
function isDetail({ operation, field, why }: Row): boolean {
  return field !== undefined && /^(delete|forget|gone)$/.test(operation) && why !== "both";
}

/** Without the fields of objects that come or go. Of a new code, what it carries stands for it. */
function isMain(row: Row, carried: ReadonlySet<string>): boolean {
  if (row.operation !== "create") return !isDetail(row);
  return row.field === undefined ? !carried.has(row.urn) : isCarried(row);
}

function isCarried({ operation, field = "", urn }: Row): boolean {
  const definition = definitions.find(({ type }) => urn.includes(`:${type}::`));
  const isContent = definition?.content?.includes(field) === true && !definition.fields[field]?.createOnly;
  return operation === "create" && isContent;
}

function objectOf({ key, id, field }: Row): string {
  return field === undefined && id ? `${key} (id ${id})` : key;
}

function shown(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" && value !== "" ? value : JSON.stringify(value);
}

/** Every row has every column that one of them has. */
function columnsOf(rows: readonly Row[]): readonly Columns[] {
  const all = rows.map((row): Columns => {
    const { operation, field = "", place = "" } = row;
    const [old, live, next] = [row.old, row.live, row.new].map(shown) as [string, string, string];
    return { operation, object: objectOf(row), field, old, live, new: next, place };
  });
  const names = COLUMNS.filter((name) => all.some((row) => row[name] !== ""));
  return all.map((row) => Object.fromEntries(names.map((name) => [name, row[name]!])));
}

function markdownTable(all: readonly Row[], sourceUrl: string | undefined): readonly string[] {
  const rows = columnsOf(all);
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return [];
  const cells = rows.map((row) => names.map((name) => cell(name, row[name]!, sourceUrl)));
  return [names, names.map(() => "---"), ...cells].map((line) => `| ${line.join(" | ")} |`);
}

function cell(name: string, text: string, sourceUrl: string | undefined): string {
  if (text === "") return "";
  const cut = escaped(text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text);
  // Code mentions nobody.
  const code = `<code>${cut.replaceAll(INVISIBLE, "")}</code>`;
  if (name !== "place" || sourceUrl === undefined) return code;
  const [, file = "", line] = /^(.*):(\d+)$/.exec(text) ?? [];
  const path = file.split("/").map(encodeURIComponent).join("/");
  return `[${code}](<${sourceUrl.replace(/\/$/, "")}/${path}#L${line}>)`;
}

/** Every character that means something in Markdown or HTML is a character reference. */
function escaped(text: string): string {
  return toLine(text).replace(/[^\p{L}\p{N}\p{M} ,;=%…]/gu, (one) => {
    // Behind them, an invisible space: a name must not mention a person or an issue.
    const end = one === "@" || one === "#" ? INVISIBLE : "";
    return `&#${one.codePointAt(0)};${end}`;
  });
}

function fitted(lines: readonly string[], maxLength: number): readonly string[] {
  const fitting: string[] = [];
  let left = maxLength;
  for (const line of lines) {
    left -= line.length + 1;
    if (left < 0) return [...fitting, "", `… and ${lines.length - fitting.length} more rows`];
    fitting.push(line);
  }
  return fitting;
}
