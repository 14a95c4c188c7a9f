// A report as text for a terminal or a log, and as Markdown for a comment. Everything from the account and the file is
// escaped for its format.
import { toLine, withoutCommands } from "../../api/sanitize";
import type { Line, Part } from "./review";

/** A review, or several ones. */
export interface Report {
  readonly headline: string;
  readonly parts: readonly Part[];
  readonly fingerprint?: string | undefined;
}

/** Comments on GitHub have at most 65,536 characters. What a cut adds comes on top. */
const MAX_LENGTH = 59_000;

export function asText({ headline, parts, fingerprint }: Report): string {
  const lines = parts.flatMap(({ title, lines }) => {
    const texts = lines.map(({ text, place }) => toLine(place === undefined ? text : `${text} (${place})`));
    return ["", toLine(title), ...texts.map((text) => `  ${text}`)];
  });
  const all = [toLine(headline), ...lines, ...(fingerprint ? ["", "Fingerprint", fingerprint] : [])];
  return withoutCommands(all.join("\n"));
}

/**
 * What does not fit into a comment is counted.
 * @param sourceUrl of the folder with the config files, such as `https://github.com/acme/links/blob/SHA`
 */
export function asMarkdown({ headline, parts, fingerprint }: Report, sourceUrl?: string): string {
  const all = parts.flatMap(({ title, lines }) => [
    ...["", `**${escaped(title)}**`, ""],
    ...lines.map((line) => `- ${markdownLine(line, sourceUrl)}`),
  ]);
  let left = MAX_LENGTH - headline.length;
  const end = all.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  const isEntry = (line: string) => line.startsWith("- ");
  const hidden = end === -1 ? 0 : all.slice(end).filter(isEntry).length;
  const note = `… ${hidden} of ${all.filter(isEntry).length} lines are only in the artifact`;
  return [
    `### ${escaped(headline)}`,
    ...all.slice(0, hidden > 0 ? end : undefined),
    ...(hidden > 0 ? ["", note] : []),
    ...(fingerprint === undefined ? [] : ["", `Fingerprint: \`${fingerprint}\``]),
  ].join("\n");
}

function markdownLine({ text, place }: Line, sourceUrl: string | undefined): string {
  if (place === undefined) return escaped(text);
  const [, file = "", line] = /^(.*):(\d+)$/.exec(place) ?? [];
  const path = file.split("/").map(encodeURIComponent).join("/");
  const address = sourceUrl && `${sourceUrl.replace(/\/$/, "")}/${path}#L${line}`;
  return `${escaped(text)} (${address ? `[${escaped(place)}](<${address}>)` : escaped(place)})`;
}

/** Every character that means something in Markdown or HTML is a character reference. */
export function escaped(text: string): string {
  return toLine(text).replace(/[^\p{L}\p{N}\p{M} ,;=%…]/gu, (one) => {
    // Behind them, an invisible space: a name must not mention a person or an issue.
    const end = one === "@" || one === "#" ? "&#8203;" : "";
    return `&#${one.codePointAt(0)};${end}`;
  });
}
