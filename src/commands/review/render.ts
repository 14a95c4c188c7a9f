// A review as text for a terminal or a log, and as Markdown for a comment. Everything from the account and the file is
// escaped for its format.
import { toLine } from "../../api/sanitize";
import { table } from "../table";
import { objectOf, partsOf, type Review, type ShownRow } from "./review";
import { shortened } from "./values";

const COLUMNS = ["operation", "object", "field", "host", "old", "live", "new", "place"] as const;
type Cells = Readonly<Record<string, string>>;

/** Comments on GitHub have at most 65,536 characters. What a cut adds comes on top. */
export const MAX_LENGTH = 59_000;
/** Of a table. */
const HEADING_LINES = 2;
const INVISIBLE = "&#8203;";

/** @param width of the terminal. @default nothing is cut */
export function asText(review: Review, width = Number.POSITIVE_INFINITY): string {
  const lines = [toLine(review.headline), ...textParts(review, width)];
  if (review.fingerprint !== undefined) lines.push("", "Fingerprint", review.fingerprint);
  return forLog(lines);
}

/** GitHub's runner takes `##[` for a command, anywhere in a line. */
export function forLog(lines: readonly string[]): string {
  return lines.join("\n").replaceAll("##[", "# #[");
}

export function textParts(review: Review, width = Number.POSITIVE_INFINITY): readonly string[] {
  return partsOf(review).flatMap(({ title, texts, rows = [], isFolded }) => {
    const list = texts?.map(toLine);
    const body = list && isFolded ? [list.join(", ")] : (list ?? table(cellsOf(rows), width - 2));
    return ["", title, ...body.map((line) => `  ${line}`)];
  });
}

/** @param sourceUrl of the folder with the config files, such as `https://github.com/acme/links/blob/SHA` */
export function asMarkdown(review: Review, sourceUrl?: string): string {
  const heading = `### ${escaped(review.headline)}`;
  const lines = [heading, ...markdownParts(review, MAX_LENGTH - heading.length, sourceUrl)];
  if (review.fingerprint !== undefined) lines.push("", `Fingerprint: \`${review.fingerprint}\``);
  return lines.join("\n");
}

/** @param maxLength of all lines. What does not fit is counted */
export function markdownParts(review: Review, maxLength: number, sourceUrl?: string): readonly string[] {
  const lines: string[] = [];
  const all = { lines: 0, rows: 0 };
  const hidden = { lines: 0, rows: 0 };
  for (const { title, texts, rows = [], isFolded } of partsOf(review)) {
    const what = texts ? "lines" : "rows";
    const heading = texts ? 0 : HEADING_LINES;
    const body = texts?.map((text) => `- ${escaped(text)}`) ?? markdownTable(rows, sourceUrl);
    const fitting = fitted(body, maxLength - lines.join("\n").length);
    const isShown = fitting.length > heading;
    all[what] += body.length - heading;
    hidden[what] += body.length - (isShown ? fitting.length : heading);
    if (!isShown) continue;
    if (isFolded) lines.push("", `<details><summary>${title}</summary>`, "", ...fitting, "", "</details>");
    else lines.push("", `**${title}**`, "", ...fitting);
  }
  for (const what of ["lines", "rows"] as const)
    if (hidden[what] > 0)
      lines.push("", `… ${hidden[what]} of ${all[what]} ${what} are only in the artifact`);
  return lines;
}

/** Every row has every column that one of them has. */
function cellsOf(rows: readonly ShownRow[]): readonly Cells[] {
  const all = rows.map((row): Cells => {
    const { operation, field = "", host = "", place = "" } = row;
    const [old = "", live = "", next = ""] = row.isWhole
      ? ["", "", String(row.new)]
      : shortened([row.old, row.live, row.new]);
    return { operation, object: objectOf(row), field, host, old, live, new: next, place };
  });
  const names = COLUMNS.filter((name) => all.some((cells) => cells[name] !== ""));
  return all.map((cells) => Object.fromEntries(names.map((name) => [name, cells[name]!])));
}

function markdownTable(rows: readonly ShownRow[], sourceUrl: string | undefined): readonly string[] {
  const all = cellsOf(rows);
  const names = Object.keys(all[0]!);
  const lines = all.map((cells) => names.map((name) => markdownCell(name, cells[name]!, sourceUrl)));
  return [names, names.map(() => "---"), ...lines].map((line) => `| ${line.join(" | ")} |`);
}

function markdownCell(name: string, text: string, sourceUrl: string | undefined): string {
  if (text === "") return "";
  // Code mentions nobody.
  const code = `<code>${escaped(text).replaceAll(INVISIBLE, "")}</code>`;
  if (name !== "place" || sourceUrl === undefined) return code;
  const [, file = "", line] = /^(.*):(\d+)$/.exec(text) ?? [];
  const path = file.split("/").map(encodeURIComponent).join("/");
  return `[${code}](<${sourceUrl.replace(/\/$/, "")}/${path}#L${line}>)`;
}

/** Every character that means something in Markdown or HTML is a character reference. */
export function escaped(text: string): string {
  return toLine(text).replace(/[^\p{L}\p{N}\p{M} ,;=%…]/gu, (one) => {
    // Behind them, an invisible space: a name must not mention a person or an issue.
    const end = one === "@" || one === "#" ? INVISIBLE : "";
    return `&#${one.codePointAt(0)};${end}`;
  });
}

/** The first lines, as far as they fit. */
export function fitted(lines: readonly string[], maxLength: number): readonly string[] {
  let left = maxLength;
  const end = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  return end === -1 ? lines : lines.slice(0, end);
}
