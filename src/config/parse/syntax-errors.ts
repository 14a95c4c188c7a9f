// The YAML parser's errors for people who do not know its grammar: fewer of them, at the place that is to be
// mended, in plain words.
import { type Document, type ErrorCode, visit, type YAMLError } from "yaml";
import type { Diagnostics } from "../report/diagnostics";
import type { Range, Source } from "../source/source";

/** After so many problems the rest is noise. */
const MOST_ERRORS = 20;

/** Tells what is wrong; the answer is the offset from which on nothing can be relied on. */
export function reportSyntaxErrors(
  errors: readonly YAMLError[],
  document: Document.Parsed | undefined,
  source: Source,
  diagnostics: Diagnostics,
): number {
  let soundUntil = Number.POSITIVE_INFINITY;
  const told = new Set<string | number>();
  const openings = new Openings(document, source.text);
  for (const error of errors.toSorted((a, b) => a.pos[0] - b.pos[0])) {
    const range = document ? rangeOf(error, openings, source) : { start: error.pos[0], end: error.pos[1] };
    const line = source.lineAt(range.start).start;
    // The tree is right all the same where only a tag or directive is unknown.
    const isHarmless = error.code === "TAG_RESOLVE_FAILED" || error.code === "BAD_DIRECTIVE";
    if (!isHarmless) {
      soundUntil = Math.min(soundUntil, line);
      // One slip makes several errors of the parser; the first is the one to mend.
      const slips = [line, ...(slipOf(error) ?? [])];
      if (slips.some((slip) => told.has(slip)) || told.size >= MOST_ERRORS) continue;
      for (const slip of slips) told.add(slip);
      told.add(AFTERMATH);
    }
    const { message, help } = inWords(error, source, range);
    diagnostics.error({ source, range }, message, help);
  }
  return soundUntil;
}

/** Text that the parser could not place, because it believes that the document has ended before it. */
const AFTERMATH = "aftermath";

function slipOf({ code, message }: YAMLError): string[] | undefined {
  if (code === "TAB_AS_INDENT") return [code];
  return code === "UNEXPECTED_TOKEN" && message.includes("in YAML stream") ? [AFTERMATH] : undefined;
}

/** Where the slip is to be mended; the parser's error stands where it noticed. */
function rangeOf(error: YAMLError, openings: Openings, source: Source): Range {
  const [start, end] = error.pos;
  const { text } = source;
  if (error.code === "MISSING_CHAR" || error.code === "BAD_INDENT") {
    const opening = openings.before({ start, end });
    if (opening) return opening;
  }
  const colon = tightColon(error, source);
  if (colon !== undefined) return { start: colon, end: colon + 1 };
  const blanks = error.code === "BAD_INDENT" ? /^ */.exec(text.slice(start, start + 200))![0].length : 0;
  return { start: start + blanks, end: Math.max(end, start + blanks + 1) };
}

const CLOSERS: Readonly<Record<string, string>> = { "{": "}", "[": "]", '"': '"', "'": "'" };

/** Where things were opened that are not closed. */
class Openings {
  readonly #document: Document.Parsed | undefined;
  readonly #text: string;
  #all: readonly Range[] | undefined;

  constructor(document: Document.Parsed | undefined, text: string) {
    this.#document = document;
    this.#text = text;
  }

  /** The opening that an error most likely comes from: the last one before it of something that it does not lie in. */
  before(error: Range): Range | undefined {
    this.#all ??= this.#find();
    let at = this.#countBefore(error.start);
    while (at > 0 && this.#all[at - 1]!.end > error.end) at -= 1;
    const opening = this.#all[at - 1];
    return opening && { start: opening.start, end: opening.start + 1 };
  }

  /** Looked for once for all errors, of which there may be many in a large file; in the order of the file. */
  #find(): Range[] {
    const found: Range[] = [];
    const add = (node: { range?: readonly [number, number, number] | null }) => {
      const [start, end] = node.range ?? [0, 0];
      const closer = CLOSERS[this.#text[start]!];
      const isOpen = closer !== undefined && (end === start + 1 || this.#text[end - 1] !== closer);
      if (isOpen) found.push({ start, end });
    };
    if (this.#document) visit(this.#document, { Node: (_key, node) => add(node) });
    return found;
  }

  #countBefore(offset: number): number {
    const all = this.#all!;
    let low = 0;
    let high = all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (all[middle]!.start < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The ":" of a key with nothing between it and its value, such as `ads:{ type: … }`. */
function tightColon({ code, pos }: YAMLError, source: Source): number | undefined {
  if (code !== "BLOCK_AS_IMPLICIT_KEY") return undefined;
  const line = source.lineAt(pos[0]);
  const match = /^\s*(?:- +)?[\w.-]+:(?=[^\s/])/.exec(source.text.slice(line.start, line.end));
  return match ? line.start + match[0].length - 1 : undefined;
}

interface Words {
  readonly message: string;
  readonly help?: string;
}

const noColon: Words = {
  message: 'a ":" is missing after the key',
  help: 'write key: value, with a space after the ":"; text over several lines needs quotes',
};

const words: Partial<Record<ErrorCode, (error: YAMLError, written: string) => Words>> = {
  TAB_AS_INDENT: () => ({ message: "a tab must not be used to indent", help: "use spaces, here and below" }),
  BAD_INDENT: (error, written) =>
    error.message.startsWith("Flow")
      ? {
          message: `the ${written} that opens here is not closed`,
          help: "close it, and indent the lines up to there",
        }
      : {
          message: "this line is not indented like the lines that it belongs to",
          help: "lines of one mapping or list begin in the same column",
        },
  MISSING_CHAR: (error) => {
    if (/quote/.test(error.message))
      return { message: "this quote is not closed", help: "add the one that is missing" };
    return /implicit map key/i.test(error.message) ? noColon : { message: sentence(error) };
  },
  MULTILINE_IMPLICIT_KEY: () => noColon,
  BLOCK_AS_IMPLICIT_KEY: (_error, written) =>
    written === ":"
      ? { message: 'a space is missing after the ":" of the key' }
      : {
          message: 'a second ": " stands on one line',
          help: 'put a text that holds ": " in quotes, or begin a new line',
        },
  BAD_SCALAR_START: (_error, written) => ({
    message: `a text must not begin with ${written} unless it is quoted`,
    help: "put the text in quotes",
  }),
  UNEXPECTED_TOKEN: (error) =>
    /at node end/.test(error.message)
      ? {
          message: "there is text behind the end of the value",
          help: "is a quote too much, or a comma missing?",
        }
      : { message: "this does not belong to what stands before it" },
  TAG_RESOLVE_FAILED: (_error, written) => ({
    message: `the tag ${written} is not supported`,
    help: "remove it; values are text, numbers, true or false, lists and mappings",
  }),
  KEY_OVER_1024_CHARS: () => ({
    message: "a key must not have more than 1024 characters",
    help: noColon.help,
  }),
  BAD_DIRECTIVE: () => ({ message: "this directive is not supported", help: "remove the line" }),
  BAD_DQ_ESCAPE: () => ({
    message: "this backslash begins no escape that YAML knows",
    help: "write a backslash as \\\\, or use single quotes",
  }),
};

function inWords(error: YAMLError, { text }: Source, { start, end }: Range): Words {
  return words[error.code]?.(error, text.slice(start, end)) ?? { message: sentence(error) };
}

function sentence({ message }: YAMLError): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
