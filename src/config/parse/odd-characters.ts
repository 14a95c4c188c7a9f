// Characters that word processors and web pages put in place of quotes and spaces. YAML reads them as text.
import { codePoint } from "../source/printable";
import type { Range } from "../source/source";

/** What is wrong at a range, and what to do about it. */
export interface Problem {
  readonly range: Range;
  readonly message: string;
  readonly help?: string;
}

const DOUBLE = "\u201c\u201d\u201e\u201f";
const SINGLE = "\u2018\u2019\u201a\u201b";
const CURLY = new RegExp(`[${DOUBLE}${SINGLE}]`);
const CURLY_START = new RegExp(`^[${DOUBLE}${SINGLE}]`);
const CURLY_END = new RegExp(`${CURLY.source} *[,}\\]]`);
/** Nothing but the outer quotes is curly: they were meant to be straight ones. A comment may contain the second one. */
const IN_CURLY = new RegExp(
  `^(?:[${DOUBLE}][^"${DOUBLE}]*["${DOUBLE}]?|[${SINGLE}][^${SINGLE}]*[${SINGLE}])$`,
);
/** Spaces that YAML does not separate by. */
const SPACE = "[\u00a0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000]";
/** Around a text, before a comment, or after the "-" or the key that the text starts with. */
const SPACE_IN_TEXT = new RegExp(`^${SPACE}|${SPACE}(?:$|(?=# ))|(?<=^(?:-|[A-Za-z][\\w-]*:))${SPACE}`);
const SPACE_IN_KEY = new RegExp(SPACE);
/** Of the start of a line: a file may be a single line, and the search takes quadratic time. */
const MAX_SEARCHED = 500;
const STRUCTURAL_SPACE = new RegExp(`(?<=^[ -]*)${SPACE}|(?<=^[^"']*?[:,{[] *)${SPACE}`);

/** Text without quotes that is not what it looks like. @param isKey keys contain no special space at all */
export function oddText(text: string, start: number, isKey: boolean): Problem | undefined {
  const space = (isKey ? SPACE_IN_KEY : SPACE_IN_TEXT).exec(text);
  if (space) return oddSpace(text[space.index]!, start + space.index);
  return IN_CURLY.test(text) ? curlyQuote(start) : undefined;
}

/** Text that YAML ends too early, because a curly quote starts it. */
export function curlyStart(text: string, start: number): Problem | undefined {
  return CURLY_START.test(text) ? curlyQuote(start) : undefined;
}

/** A special space in the indentation of a line, or after the punctuation of YAML. */
export function structuralSpace(line: string, start: number): Problem | undefined {
  const space = STRUCTURAL_SPACE.exec(line.slice(0, MAX_SEARCHED));
  return space ? oddSpace(line[space.index]!, start + space.index) : undefined;
}

/** Help for a straight quote that is not closed in the rest of its line. The character may be part of a secret. */
export function curlyClose(rest: string): string | undefined {
  return CURLY.test(rest) ? "close it with the same straight quote, not with a curly one" : undefined;
}

/** Whether a curly quote ends a value of { } or [ ] in a text. */
export function endsInCurly(text: string): boolean {
  return CURLY_END.test(text);
}

function curlyQuote(at: number): Problem {
  return {
    range: { start: at, end: at + 1 },
    message: "curly quotes are plain text in YAML",
    help: 'write "…" with straight quotes; to keep the curly ones, put straight quotes around them',
  };
}

function oddSpace(space: string, at: number): Problem {
  const name = space === "\u00a0" || space === "\u202f" ? "a no-break space" : "a special space";
  return {
    range: { start: at, end: at + 1 },
    message: `${name} (${codePoint(space)}) is plain text in YAML`,
    help: "replace it with a normal space; to keep it in a text, put the text in quotes",
  };
}
