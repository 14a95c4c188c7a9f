// A review for people: as text for a terminal or a log, and as Markdown for a comment. Everything from the account and the file
// is escaped for its format.
import { toLine } from "../../api/sanitize";
import { table } from "../table";
import { isDrift, type Row } from "./plan";

export interface Review {
  readonly headline: string;
  readonly dangers: readonly string[];
  readonly rows: readonly (Row & { readonly place?: string })[];
  readonly fingerprint: string;
}

type Columns = Readonly<Record<string, string>>;

const COLUMNS = ["operation", "key", "field", "old", "live", "new", "place"] as const;
/** Comments on GitHub have at most 65,536 characters. What a cut adds comes on top. */
const MAX_LENGTH = 59_000;
/** A very long value would leave no room for the others. */
const MAX_CELL = 200;
const INVISIBLE = "&#8203;";

export function asText({ headline, dangers, rows, fingerprint }: Review, width: number): string {
  const lines = [toLine(headline)];
  const add = (title: string, section: readonly string[]) => {
    if (section.length > 0) lines.push("", title, ...section.map((line) => `  ${line}`));
  };
  add("Dangers", dangers.map(toLine));
  for (const [title, part] of partsOf(rows))
    add(title, part.length > 0 ? table(columnsOf(part), width - 2) : []);
  // GitHub's runner takes `##[` for a command, anywhere in a line.
  return [...lines, "", "Fingerprint", fingerprint].join("\n").replaceAll("##[", "# #[");
}

/** @param sourceUrl of the folder with the config files, such as `https://github.com/acme/links/blob/SHA` */
export function asMarkdown({ headline, dangers, rows, fingerprint }: Review, sourceUrl?: string): string {
  const lines = [`### ${escaped(headline)}`];
  const add = (title: string, section: readonly string[], end: readonly string[] = []) => {
    const left = MAX_LENGTH - lines.join("\n").length;
    if (section.length > 0) lines.push("", title, "", ...fitted(section, left), ...end);
  };
  const dangerLines = dangers.map((line) => `- ${escaped(line)}`);
  add("**Dangers**", dangerLines);
  for (const [title, part] of partsOf(rows))
    add(`**${title}**`, markdownTable(part.filter(isMain), sourceUrl));
  const fields = rows.filter(({ field }) => field !== undefined);
  add("<details><summary>All fields</summary>", markdownTable(fields, sourceUrl), ["", "</details>"]);
  return [...lines, "", `Fingerprint: \`${fingerprint}\``].join("\n");
}

/** An update is nothing but its fields. */
function partsOf(all: Review["rows"]): readonly [string, Review["rows"]][] {
  const rows = all.filter(
    ({ operation, field }) => field !== undefined || !["update", "record"].includes(operation),
  );
  return [
    ["Changed by hand, and undone by the apply", rows.filter(isDrift)],
    ["Changes", rows.filter((row) => !isDrift(row))],
  ];
}

/** Without the fields of objects that come or go. */
function isMain({ operation, field }: Row): boolean {
  return field === undefined || ["update", "record", "replace", "undo", "conflict"].includes(operation);
}

/** Every row has every column that one of them has. */
function columnsOf(rows: Review["rows"]): readonly Columns[] {
  const names = COLUMNS.filter((name) => rows.some((row) => row[name] !== undefined));
  return rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? ""])));
}

function markdownTable(all: Review["rows"], sourceUrl: string | undefined): readonly string[] {
  const rows = columnsOf(all);
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return [];
  const cells = rows.map((row) => names.map((name) => cell(name, row[name]!, sourceUrl)));
  return [names, names.map(() => "---"), ...cells].map((line) => `| ${line.join(" | ")} |`);
}

function cell(name: string, text: string, sourceUrl: string | undefined): string {
  if (text === "") return "";
  const shown = escaped(text.length > MAX_CELL ? `${text.slice(0, MAX_CELL)}…` : text);
  // Code mentions nobody.
  const code = `<code>${shown.replaceAll(INVISIBLE, "")}</code>`;
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
  const shown: string[] = [];
  let left = maxLength;
  for (const line of lines) {
    left -= line.length + 1;
    if (left < 0) return [...shown, "", `… and ${lines.length - shown.length} more rows`];
    shown.push(line);
  }
  return shown;
}
