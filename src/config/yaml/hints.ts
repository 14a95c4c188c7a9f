// The causes of mistakes that YAML takes for something else: a "#" after a colon, a missing space, a "${" in { }, curly
// quotes and no-break spaces.
import type { Code } from "../report/diagnostics";
import { controlCharacterIn } from "../source/printable";
import type { Range, Source } from "../source/source";

/** What is wrong at a range, and what to do about it. */
export interface Problem {
  readonly range: Range;
  readonly message: string;
  readonly help?: string;
  /** @default "syntax" */
  readonly code?: Code;
}

/** `$NAME`, `{{ name }}` */
export const FOREIGN_TEMPLATE = /^\$[A-Z_][A-Z0-9_]*$|\{\{.*\}\}/s;

const QUOTES_HELP = 'put text that starts with "#" or "&" in quotes, such as "#22AA66"';
/** Spaces that YAML does not separate by. */
const SPACE = "[\u00a0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000]";
const SPACE_IN_TEXT = new RegExp(`^${SPACE}|${SPACE}(?:$|(?=# ))|(?<=^(?:-|[A-Za-z][\\w-]*:))${SPACE}`);
const IN_CURLY_QUOTES = /^[\u201c-\u201f]|^[\u2018-\u201b].*[\u2018-\u201b]$/s;
/** A key with its value directly behind the colon. An address or a time is none. */
const COLON_WITHOUT_SPACE = /^(?:["']?([A-Za-z][\w-]*)["']?|<<):(?=[^\s/])/;

function problem(start: number, length: number, message: string, help: string): Problem {
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

/** A key of { } without a value: a missing space, or the rest of a text with a comma. */
export function valueMissing(text: string, { start, end }: Range): Problem {
  const written = text.slice(start, end);
  if (text.slice(start - 1, start + 1) === "{{")
    return problem(
      start,
      end - start,
      "{{ }} is a template of another tool, which nothing fills in here",
      "write ${env:NAME} for an environment variable, or put the text in quotes",
    );
  const help =
    'write key: value; a comma ends the value, so put text with a comma in quotes, such as "rgb(0,0,0)"';
  const cause = oddText(written, start, false) ?? colonWithoutSpace(written, start);
  return cause ?? problem(start, end - start, "a value is missing here", help);
}

export function controlCharacterProblem(text: string, range: Range): Problem | undefined {
  const code = controlCharacterIn(text);
  if (code === undefined) return undefined;
  return { range, message: `the text contains the control character ${code}`, help: "remove it" };
}

/**
 * The comment or anchor in place of the value of a key. The message continues the name of the key.
 * @param text behind the key
 */
export function noValueBut({ end }: Range, text: string): Problem | undefined {
  const match = /^["']?\s*:[ \t]+([#&])/.exec(text);
  if (!match) return undefined;
  const found = match[1] === "#" ? "a comment" : "an anchor";
  return problem(end + match[0].length - 1, 1, `has no value: "${match[1]}" starts ${found}`, QUOTES_HELP);
}

/** The last comment in place of a value inside { } or [ ], which hides what closes them. */
export function commentAsValue({ text }: Source, { start, end }: Range): Problem | undefined {
  const last = [...text.slice(start, end).matchAll(/:[ \t]+(#[^\n]*)/g)].at(-1);
  if (!last) return undefined;
  const at = start + last.index + last[0].indexOf("#");
  const message = '"#" starts a comment: the rest of the line is ignored';
  return problem(at, last[1]!.trimEnd().length, message, QUOTES_HELP);
}

/** `{ name: ${env:NAME} }`: the braces of the expression are those of a mapping. */
export function expressionAt(at: number, text: string): Problem | undefined {
  if (text.slice(at - 1, at + 1) !== "${") return undefined;
  const help = 'put the whole value in quotes, such as "${env:NAME}"';
  return problem(at - 1, 2, "inside { } and [ ], text with ${…} must be in quotes", help);
}

/** Text without quotes that is not what it looks like. @param isKey keys contain no special space at all */
export function oddText(text: string, start: number, isKey: boolean): Problem | undefined {
  // Most text has none of the characters.
  if (!/[^\0-\x7f]/.test(text)) return undefined;
  const space = (isKey ? new RegExp(SPACE) : SPACE_IN_TEXT).exec(text);
  const message = "this is a special space, such as a no-break space, which YAML takes for text";
  if (space) return problem(start + space.index, 1, message, "replace it by a normal space");
  if (!IN_CURLY_QUOTES.test(text)) return undefined;
  const help = 'write "…" with straight quotes; to keep the curly ones, put straight quotes around them';
  return problem(start, 1, "curly quotes are plain text in YAML", help);
}

/** A marker that git leaves in a file with a merge conflict. They come in column 1, where no config has them. */
export function conflictMarker({ text }: Source): Problem | undefined {
  const marker = /^(?:<{7} |={7}\r?$|>{7} |\|{7} )/m.exec(text);
  const help =
    "resolve the merge conflict, and remove the lines that start with <<<<<<<, ======= and >>>>>>>";
  return marker ? problem(marker.index, 7, "this line is a conflict marker of git", help) : undefined;
}
