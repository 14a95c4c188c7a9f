// Reports the errors of the YAML parser in plain words: fewer of them, and at the location of the cause.
import { type Document, type ErrorCode, visit, type YAMLError } from "yaml";
import type { Diagnostics } from "../report/diagnostics";
import { firstIndexWhere, type Range, type Source } from "../source/source";

/** More errors of one file are noise. */
const MAX_ERRORS = 20;
/** Text that the parser rejects because it believes that the document has ended before it. */
const AFTER_DOCUMENT = "after document";

/** Returns the start of the first line with an error that makes the tree unreliable. */
export function reportSyntaxErrors(
  errors: readonly YAMLError[],
  document: Document.Parsed | undefined,
  source: Source,
  diagnostics: Diagnostics,
): number {
  let validUntil = Number.POSITIVE_INFINITY;
  const reportedCauses = new Set<string | number>();
  const openings = document && errors.length > 0 ? unclosedOpenings(document, source.text) : [];
  for (const error of errors.toSorted((a, b) => a.pos[0] - b.pos[0])) {
    const range = document ? rangeOf(error, openings, source) : { start: error.pos[0], end: error.pos[1] };
    const line = source.lineAt(range.start).start;
    // The tree is correct after an unknown tag or directive.
    const isHarmless = error.code === "TAG_RESOLVE_FAILED" || error.code === "BAD_DIRECTIVE";
    if (!isHarmless) {
      validUntil = Math.min(validUntil, line);
      // One mistake causes several parser errors. Only the first one is reported.
      const causes = [line, ...causeOf(error)];
      if (causes.some((cause) => reportedCauses.has(cause)) || reportedCauses.size >= MAX_ERRORS) continue;
      for (const cause of [...causes, AFTER_DOCUMENT]) reportedCauses.add(cause);
    }
    const { message, help } = inWords(error, source, range);
    diagnostics.error({ source, range }, message, help);
  }
  return validUntil;
}

function causeOf({ code, message }: YAMLError): string[] {
  if (code === "TAB_AS_INDENT") return [code];
  return code === "UNEXPECTED_TOKEN" && message.includes("in YAML stream") ? [AFTER_DOCUMENT] : [];
}

/** Where the user must change something. The parser reports where it noticed the error. */
function rangeOf(error: YAMLError, openings: readonly Range[], source: Source): Range {
  const [start, end] = error.pos;
  if (error.code === "MISSING_CHAR" || error.code === "BAD_INDENT") {
    const opening = openingBefore({ start, end }, openings);
    if (opening) return { start: opening.start, end: opening.start + 1 };
  }
  const colon = colonWithoutSpace(error, source);
  if (colon !== undefined) return { start: colon, end: colon + 1 };
  const isIndent = error.code === "BAD_INDENT";
  const blanks = isIndent ? /^ */.exec(source.text.slice(start, start + 200))![0].length : 0;
  return { start: start + blanks, end: Math.max(end, start + blanks + 1) };
}

const CLOSERS: Readonly<Record<string, string>> = { "{": "}", "[": "]", '"': '"', "'": "'" };

/** The values that are opened and not closed, in the order of the file. */
function unclosedOpenings(document: Document.Parsed, text: string): readonly Range[] {
  const openings: Range[] = [];
  const add = (node: { range?: readonly [number, number, number] | null }) => {
    const [start, end] = node.range ?? [0, 0];
    const closer = CLOSERS[text[start]!];
    const isOpen = closer !== undefined && (end === start + 1 || text[end - 1] !== closer);
    if (isOpen) openings.push({ start, end });
  };
  visit(document, { Node: (_key, node) => add(node) });
  return openings;
}

/** The opening that most likely causes an error: the last one before it that does not contain it. */
function openingBefore(error: Range, openings: readonly Range[]): Range | undefined {
  let index = firstIndexWhere(openings, ({ start }) => start >= error.start) - 1;
  while (index >= 0 && openings[index]!.end > error.end) index -= 1;
  return openings[index];
}

/** The ":" of a key with its value directly behind it, such as `ads:{ type: … }`. */
function colonWithoutSpace({ code, pos }: YAMLError, source: Source): number | undefined {
  if (code !== "BLOCK_AS_IMPLICIT_KEY") return undefined;
  const line = source.lineAt(pos[0]);
  const match = /^\s*(?:- +)?[\w.-]+:(?=[^\s/])/.exec(source.text.slice(line.start, line.end));
  return match ? line.start + match[0].length - 1 : undefined;
}

interface Words {
  readonly message: string;
  readonly help?: string;
}

const MISSING_COLON = {
  message: 'missing ":" after the key',
  help: "write key: value, with a space after the colon; put text over several lines in quotes",
};

const words: Partial<Record<ErrorCode, (error: YAMLError, written: string) => Words>> = {
  TAB_AS_INDENT: () => ({
    message: "tabs are not allowed for indentation",
    help: "indent with spaces, here and below",
  }),
  BAD_INDENT: (error, written) =>
    error.message.startsWith("Flow")
      ? {
          message: `this ${written} is not closed`,
          help: "close it, and indent the lines in between",
        }
      : {
          message: "wrong indentation",
          help: "lines of the same mapping or list must start in the same column",
        },
  MISSING_CHAR: (error) => {
    if (/quote/.test(error.message))
      return { message: "this quote is not closed", help: "add the closing quote" };
    return /implicit map key/i.test(error.message) ? MISSING_COLON : { message: sentence(error) };
  },
  MULTILINE_IMPLICIT_KEY: () => MISSING_COLON,
  BLOCK_AS_IMPLICIT_KEY: (_error, written) =>
    written === ":"
      ? { message: 'missing space after the ":" of the key' }
      : {
          message: 'unexpected second ": " on one line',
          help: 'put text with ": " in quotes, or start a new line',
        },
  BAD_SCALAR_START: (_error, written) => ({
    message: `text without quotes cannot start with ${written}`,
    help: "put the text in quotes",
  }),
  UNEXPECTED_TOKEN: (error) =>
    /at node end/.test(error.message)
      ? {
          message: "unexpected text after the value",
          help: "remove an extra quote, or add a missing comma",
        }
      : { message: "unexpected text" },
  // Without quotes, a password that starts with "!" is a tag.
  TAG_RESOLVE_FAILED: () => ({
    message: "this tag is not supported",
    help: 'remove it, or put text that starts with "!" in quotes',
  }),
  KEY_OVER_1024_CHARS: () => ({
    message: "the key has more than 1024 characters",
    help: MISSING_COLON.help,
  }),
  BAD_DIRECTIVE: () => ({ message: "this directive is not supported", help: "remove the line" }),
  BAD_DQ_ESCAPE: () => ({
    message: "unknown escape sequence",
    help: "write a backslash as \\\\, or use single quotes",
  }),
};

function inWords(error: YAMLError, { text }: Source, { start, end }: Range): Words {
  return words[error.code]?.(error, text.slice(start, end)) ?? { message: sentence(error) };
}

function sentence({ message }: YAMLError): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
