// Text that YAML takes for something else: "#" after a colon, a missing space, "${" in { }, curly quotes, odd spaces.
import { codePoint } from "../../api/sanitize";
import type { Problem } from "../report/report";
import type { Range } from "../source/source";

/** Spaces that YAML does not separate by. */
const SPACE = "[\u00a0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]";
const SPACE_IN_TEXT = new RegExp(`^${SPACE}|${SPACE}(?:$|(?=# ))|(?<=^(?:-|[A-Za-z][\\w-]*:))${SPACE}`);
const IN_CURLY_QUOTES = /^[\u201c-\u201f]|^[\u2018-\u201b].*[\u2018-\u201b]$/s;
/** A key with its value directly behind the colon. An address or a time is none. */
const COLON_WITHOUT_SPACE = /^(?:- +)?(?:["']?([A-Za-z][\w-]*)["']?|<<):(?=[^\s/])/;

export function problem(start: number, length: number, message: string, help: string): Problem {
  return { range: { start, end: start + length }, message, help };
}

/**
 * The colon of a key without a space behind it.
 * @param start of the text
 * @param fields the keys that are possible, unless any key is. Other text may be an address, such as tel:5551234567
 */
export function colonWithoutSpace(text: string, start: number, fields?: readonly string[]) {
  const match = COLON_WITHOUT_SPACE.exec(text);
  if (!match || (fields && !fields.includes(match[1]!))) return undefined;
  const help = "write key: value, with a space after the colon";
  return problem(start + match[0].length - 1, 1, 'missing space after the ":" of the key', help);
}

/** A comment in place of a value in a range, or any on its first line. Inside { } and [ ], it hides what closes them. */
export function commentIn(text: string, { start, end }: Range): Problem | undefined {
  const part = text.slice(start, end);
  const comment = [...part.matchAll(/(?:(?<=^.*)|:)[ \t]+#/g)].find(
    ({ index }) =>
      (part.slice(part.lastIndexOf("\n", index) + 1, index).match(/["']/g) ?? []).length % 2 === 0,
  );
  const help = 'put text with "#" in quotes, such as "#22AA66"; a comment gets a line of its own';
  return comment && problem(start + comment.index + comment[0].length - 1, 1, '"#" starts a comment', help);
}

/** One word behind a text, such as ` #table-1`: with a space behind the "#", it would be a comment for people, too. */
export function cutOff(text: string, end: number): Problem | undefined {
  // Most text ends its line.
  if (text[end] !== " " || !/^ +#(?=[^\s#])\S+[ \t]*\r?(?:\n|$)/.test(text.slice(end))) return undefined;
  const help = 'put the text in quotes, or write a space behind the "#" of a comment';
  return problem(text.indexOf("#", end), 1, '"#" starts a comment: the text ends before it', help);
}

/** `{ name: ${env:NAME} }`: the braces of the expression are those of a mapping. */
export function expressionAt(text: string, at: number): Problem | undefined {
  if (text.slice(at - 1, at + 1) !== "${") return undefined;
  const help = 'put the whole value in quotes, such as "${env:NAME}"';
  return problem(at - 1, 2, "inside { } and [ ], text with ${…} must be in quotes", help);
}

/** A key of { } without a value: a missing space, or the rest of a text with a comma. */
export function valueMissing(text: string, { start, end }: Range): Problem {
  const written = text.slice(start, end);
  const found = (message: string, help: string) => problem(start, end - start, message, help);
  if (text.slice(start - 1, start + 1) === "{{")
    return found("nothing fills in a template of another tool here", "write ${env:NAME} or ${config:NAME}");
  const help =
    'write key: value; a comma ends the value, so put text with a comma in quotes, such as "rgb(0,0,0)"';
  return (
    oddText(written, start, false) ??
    colonWithoutSpace(written, start) ??
    found("a value is missing here", help)
  );
}

/** Text without quotes that is not what it looks like. @param isKey keys contain no special space at all */
export function oddText(text: string, start: number, isKey: boolean): Problem | undefined {
  // Most text has none of the characters.
  if (!/[^\0-\x7f]/.test(text)) return undefined;
  const space = (isKey ? new RegExp(SPACE) : SPACE_IN_TEXT).exec(text);
  const message = "this is a special space, such as a no-break space, which YAML takes for text";
  if (space) return problem(start + space.index, 1, message, "replace it by a normal space, here and below");
  if (!IN_CURLY_QUOTES.test(text)) return undefined;
  const help = 'write "…" with straight quotes; to keep the curly ones, put straight quotes around them';
  return problem(start, 1, "curly quotes are plain text in YAML", help);
}

/** The code point of the first control character, such as `U+0007`, which no value may contain. */
export function controlCharacterIn(text: string): string | undefined {
  const match = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/.exec(text);
  return match ? codePoint(match[0]) : undefined;
}

/** A marker that git leaves in a file with a merge conflict. They come in column 1, where no config has them. */
export function conflictMarker(text: string): Problem | undefined {
  const marker = /^(?:<{7} |={7}\r?$|>{7} |\|{7} )/m.exec(text);
  const help = "resolve the merge conflict, and remove the lines with <<<<<<<, ======= and >>>>>>>";
  return marker ? problem(marker.index, 7, "this line is a conflict marker of git", help) : undefined;
}

export function indentingTab(text: string): Problem | undefined {
  const tab = /^ *\t(?=\s*[^\s#])/m.exec(text);
  const help = "indent with spaces, here and below";
  return tab ? problem(tab.index, tab[0].length, "tabs are not allowed for indentation", help) : undefined;
}
