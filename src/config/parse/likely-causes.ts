// The causes of common syntax errors. The parser notices them later in the file, and describes them in the words of the
// YAML specification.
import type { Document, YAMLError } from "yaml";
import type { Range, Source } from "../source/source";
import { curlyClose, curlyStart, endsInCurly, type Problem, structuralSpace } from "./odd-characters";
import { flowCollectionAt } from "./unclosed";

/** The parser's view of a file. */
export interface Syntax {
  readonly errors: readonly YAMLError[];
  /** Unset if the parser gave up. */
  readonly document: Document.Parsed | undefined;
  readonly comments: readonly Range[];
}

/** The start of a line, and the text between it and its line break. */
interface Line {
  readonly start: number;
  readonly text: string;
}

const COMMENT = {
  message: '"#" starts a comment: the rest of the line is ignored',
  help: 'put text with "#" in quotes, such as "#22AA66"',
};

export const MISSING_COLON = {
  message: 'missing ":" after the key',
  help: "write key: value, with a space after the colon; put text over several lines in quotes",
};

export const TABS = {
  message: "tabs are not allowed for indentation",
  help: "indent with spaces, here and below",
};

export const MISSING_SPACE = {
  message: 'missing space after the ":" of the key',
  help: "write key: value, with a space after the colon",
};

export const WRONG_INDENTATION = {
  message: "wrong indentation",
  help: "lines of the same mapping or list must start in the same column",
};

const DEEPER = {
  message: "this line is indented deeper than its neighbors",
  help: WRONG_INDENTATION.help,
};

export const NOT_CLOSED_QUOTE = { message: "this quote is not closed", help: "add the closing quote" };

/** A key with its value directly behind the colon. An address or a time is none. */
const COLON_WITHOUT_SPACE = /^(?:["']?([A-Za-z][\w-]*)["']?|<<):(?=[^\s/])/;

/** A marker that git leaves in a file with a merge conflict. They come in column 1, where no config has them. */
export function conflictMarker({ text }: Source): Problem | undefined {
  const marker = /^(?:<{7} |={7}\r?$|>{7} |\|{7} )/m.exec(text);
  if (!marker) return undefined;
  return {
    range: { start: marker.index, end: marker.index + 7 },
    message: "this line is a conflict marker of git",
    help: "resolve the merge conflict, and remove the lines that start with <<<<<<<, ======= and >>>>>>>",
  };
}

/**
 * The colon of a key without a space behind it.
 * @param start of the text
 * @param fields the keys that are possible, unless any key is. Other text may be an address, such as tel:5551234567
 */
export function colonWithoutSpace(
  text: string,
  start: number,
  fields?: readonly string[],
): Problem | undefined {
  const match = COLON_WITHOUT_SPACE.exec(text);
  if (!match || (fields && !fields.includes(match[1]!))) return undefined;
  const colon = start + match[0].length - 1;
  return { range: { start: colon, end: colon + 1 }, ...MISSING_SPACE };
}

/** The comment or anchor in place of the value of a key. The message continues the name of the key. */
export function noValueBut({ end }: Range, { text }: Source): Problem | undefined {
  const match = /^["']?\s*:[ \t]+([#&])/.exec(text.slice(end, end + 100));
  if (!match) return undefined;
  const start = end + match[0].length - 1;
  const isComment = match[1] === "#";
  const length = text.slice(start).search(isComment ? /\r?(\n|$)/ : /[\s,}\]]|$/);
  return {
    range: { start, end: start + length },
    message: `has no value: "${match[1]}" starts ${isComment ? "a comment" : "an anchor"}`,
    help: isComment ? COMMENT.help : 'put text that starts with "&" in quotes',
  };
}

/** @param opening what is not closed, if that is the error */
export function likelyCause(
  error: YAMLError,
  opening: Range | undefined,
  { document, comments }: Syntax,
  source: Source,
): Problem | undefined {
  const [at] = error.pos;
  const line = lineAt(source, at);
  return (
    structuralSpace(line.text, line.start) ??
    expressionWithoutQuotes(at, source.text) ??
    curlyEndOfQuote(error, line) ??
    commentInFlow(error, opening, document, comments, source) ??
    curlyValue(error, source) ??
    keyWithoutSpace(error, line) ??
    keyWithoutColon(error, line) ??
    tabIndentation(error, line) ??
    deeperFirstLine(error, line, document, source) ??
    misplacedItem(error, line, source) ??
    deeperLine(error, line, source)
  );
}

/** `{ name: ${env:NAME} }`: the braces of the expression are those of a mapping. */
function expressionWithoutQuotes(at: number, text: string): Problem | undefined {
  if (text.slice(at - 1, at + 1) !== "${") return undefined;
  return {
    range: { start: at - 1, end: at + 1 },
    message: "inside { } and [ ], text with ${…} must be in quotes",
    help: 'put the whole value in quotes, such as "${env:NAME}"',
  };
}

/** A comment inside { } or [ ] that was meant to be a value, or that contains the end of it. */
function commentInFlow(
  { code, pos: [at] }: YAMLError,
  opening: Range | undefined,
  document: Document.Parsed | undefined,
  comments: readonly Range[],
  { text }: Source,
): Problem | undefined {
  const isAboutFlow = code === "MISSING_CHAR" || code === "BAD_INDENT" || code === "BLOCK_IN_FLOW";
  if (comments.length === 0) return undefined;
  const isQuote = opening && !/[{[]/.test(text[opening.start]!);
  const flow =
    isAboutFlow && !isQuote ? (opening ?? (document && flowCollectionAt(document, at))) : undefined;
  if (!flow) return undefined;
  const cause = comments.find(({ start, end }) => {
    if (start < flow.start || start >= Math.max(at, flow.end + 1)) return false;
    const isValue = /:\s+$/.test(text.slice(Math.max(flow.start, start - 50), start));
    const isLast = text.slice(end, at).trim() === "";
    return isValue ? isLast || /[}\],]/.test(text.slice(start, end)) : closesMore(text.slice(start, end));
  });
  return cause && { range: cause, ...COMMENT };
}

/** Whether a text closes a bracket that it does not open. Pairs of brackets inside pairs count as well. */
function closesMore(text: string): boolean {
  return /[}\]]/.test(text.replace(/\{[^{}]*\}|\[[^[\]]*\]/g, ""));
}

/** A value in curly quotes that contains ": ". */
function curlyValue({ code, pos: [at] }: YAMLError, source: Source): Problem | undefined {
  if (code !== "BLOCK_AS_IMPLICIT_KEY" && code !== "BLOCK_IN_FLOW") return undefined;
  return curlyStart(source.text.slice(at, at + 1), at);
}

function keyWithoutSpace({ code, message }: YAMLError, { start, text }: Line): Problem | undefined {
  const isAboutKey =
    code === "BLOCK_AS_IMPLICIT_KEY" ||
    code === "MULTILINE_IMPLICIT_KEY" ||
    (code === "MISSING_CHAR" && /implicit map key/i.test(message)) ||
    (code === "UNEXPECTED_TOKEN" && message.includes("in YAML stream"));
  if (!isAboutKey) return undefined;
  const before = /^\s*(?:- +)?/.exec(text)![0].length;
  return colonWithoutSpace(text.slice(before), start + before);
}

/** `ads { type: fbpixel }` */
function keyWithoutColon({ code }: YAMLError, { start, text }: Line): Problem | undefined {
  const key = /^(\s*(?:- +)?)([\w.-]+) +[{[]/.exec(text);
  if (code !== "BLOCK_AS_IMPLICIT_KEY" || !key) return undefined;
  const at = start + key[1]!.length;
  return { range: { start: at, end: at + key[2]!.length }, ...MISSING_COLON };
}

/** In a collection over several lines. The parser takes it for not closed. */
function tabIndentation({ code }: YAMLError, { start, text }: Line): Problem | undefined {
  const blanks = /^ *(?=\t)/.exec(text);
  if (code !== "BAD_INDENT" || !blanks) return undefined;
  const at = start + blanks[0].length;
  return { range: { start: at, end: at + 1 }, ...TABS };
}

/** A text from a straight quote to the next one, with the curly quote in it that was meant to close it. */
function curlyEndOfQuote({ code, pos: [at] }: YAMLError, { start, text }: Line): Problem | undefined {
  if (code !== "UNEXPECTED_TOKEN" && code !== "MISSING_CHAR") return undefined;
  const quoted = /(["'])(?:(?!\1).)*\1$/.exec(text.slice(0, at - start));
  if (!quoted || !endsInCurly(quoted[0])) return undefined;
  const quote = start + quoted.index;
  return {
    range: { start: quote, end: quote + 1 },
    message: NOT_CLOSED_QUOTE.message,
    help: curlyClose(quoted[0]) ?? NOT_CLOSED_QUOTE.help,
  };
}

/** The parser ends the file at a line in column 1 if the first line is indented. */
function deeperFirstLine(
  { code, pos: [at] }: YAMLError,
  line: Line,
  document: Document.Parsed | undefined,
  source: Source,
): Problem | undefined {
  const first = document?.contents?.range[0];
  if (code !== "UNEXPECTED_TOKEN" || at !== line.start || first === undefined) return undefined;
  const firstLine = lineAt(source, first);
  const isIndented = firstLine.start < line.start && indentOf(firstLine.text) === first - firstLine.start;
  return isIndented && first > firstLine.start ? { range: startOf(firstLine), ...DEEPER } : undefined;
}

/** A list item that starts left of the items above it. */
function misplacedItem({ code, message }: YAMLError, line: Line, source: Source): Problem | undefined {
  const isAboutItem = code === "BLOCK_AS_IMPLICIT_KEY" && /block sequence/.test(message);
  const above = isAboutItem && line.text.trimStart().startsWith("- ") ? lineAbove(line, source) : undefined;
  return above === undefined || indentOf(line.text) > indentOf(above.text)
    ? undefined
    : { range: startOf(line), ...WRONG_INDENTATION };
}

/** The parser takes such a line for the rest of the value before it, until it finds a colon. */
function deeperLine({ code, pos }: YAMLError, line: Line, source: Source): Problem | undefined {
  const isAboutKey = code === "BLOCK_AS_IMPLICIT_KEY" || code === "MULTILINE_IMPLICIT_KEY";
  const before = line.text.slice(0, pos[0] - line.start);
  if (isAboutKey && /:\s+$/.test(before)) {
    const hasColon = /:(\s|$)/.test(line.text.slice(before.length));
    return hasColon ? undefined : deeperKeyBelow(line, source);
  }
  const isAboutLine = code === "BAD_INDENT" || code === "BLOCK_AS_IMPLICIT_KEY";
  const isWholeLine = isAboutLine && before.trim() === "";
  const above = isWholeLine ? lineAbove(line, source) : undefined;
  return above !== undefined && indentOf(line.text) > indentOf(above.text)
    ? { range: startOf(line), ...DEEPER }
    : undefined;
}

function deeperKeyBelow(line: Line, source: Source): Problem | undefined {
  const indent = indentOf(line.text);
  for (let below = lineBelow(line, source); below; below = lineBelow(below, source)) {
    if (below.text.trim() !== "" && indentOf(below.text) <= indent) return undefined;
    if (/^\s+(?:- +)?["']?[\w.-]+["']?:(\s|$)/.test(below.text)) return { range: startOf(below), ...DEEPER };
  }
  return undefined;
}

function startOf({ start, text }: Line): Range {
  const at = start + indentOf(text);
  return { start: at, end: at + Math.max(1, /^[\w.-]*/.exec(text.trimStart())![0].length) };
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

function lineAt(source: Source, offset: number): Line {
  const { start, end } = source.lineAt(offset);
  return { start, text: source.text.slice(start, end) };
}

function lineBelow({ start }: Line, source: Source): Line | undefined {
  const end = source.text.indexOf("\n", start);
  return end === -1 ? undefined : lineAt(source, end + 1);
}

/** The last line before this one that is neither empty nor a comment. */
function lineAbove({ start }: Line, source: Source): Line | undefined {
  for (let at = start; at > 0; ) {
    const above = lineAt(source, at - 1);
    if (/^\s*[^\s#]/.test(above.text)) return above;
    at = above.start;
  }
  return undefined;
}
