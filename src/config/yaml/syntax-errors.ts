// The errors of the YAML parser: one sentence per code. Where something is not closed, it is reported where it begins.
import { type Document, type ErrorCode, visit, type YAMLError } from "yaml";
import type { Source } from "../source/source";
import { colonWithoutSpace, commentAsValue, conflictMarker, type Problem } from "./hints";

/** More errors of one file are noise, and most of them have an earlier one as cause. */
const MAX_ERRORS = 20;

export function syntaxProblems(document: Document.Parsed, source: Source): readonly Problem[] {
  const errors = [...document.errors, ...document.warnings]
    // A closing bracket in the column of its key: every other parser accepts it.
    .filter(({ code, message }) => code !== "BAD_INDENT" || !message.startsWith("Flow end indicator"))
    .sort((a, b) => a.pos[0] - b.pos[0])
    // The parser believes that the document has ended before it.
    .filter(({ message }, index) => index === 0 || !message.includes("in YAML stream"))
    .slice(0, MAX_ERRORS);
  if (errors.length === 0) return [];
  // They are the cause of all other errors.
  const cause = conflictMarker(source) ?? indentingTab(errors, source);
  if (cause) return [cause];
  const lines = new Set<number>();
  return errors.flatMap((error) => {
    const problem = problemOf(error, document, source);
    const { line } = source.position(problem.range.start);
    if (lines.has(line)) return [];
    lines.add(line);
    // The parser reports such a key a second time, where it ends or begins.
    if (error.code === "MULTILINE_IMPLICIT_KEY") lines.add(line + 1);
    if (error.code === "BLOCK_AS_IMPLICIT_KEY") lines.add(source.position(error.pos[0]).line);
    return [problem];
  });
}

function indentingTab(errors: readonly YAMLError[], source: Source): Problem | undefined {
  const lines = errors.map(({ pos: [at] }) => source.lineAt(at));
  const line = lines.find(({ start, end }) => /^ *\t/.test(source.text.slice(start, end)));
  if (!line) return undefined;
  return {
    range: { start: line.start, end: line.start + 1 },
    message: "tabs are not allowed for indentation",
    help: "indent with spaces, here and below",
  };
}

function problemOf(error: YAMLError, document: Document.Parsed, source: Source): Problem {
  const [at] = error.pos;
  const line = source.lineAt(at);
  const text = source.text.slice(line.start, Math.min(line.end, line.start + 1000));
  const indent = /^\s*(?:- +)?/.exec(text)![0].length;
  return (
    expressionWithoutQuotes(at, source.text) ??
    unclosed(error, document, source) ??
    colonWithoutSpace(text.slice(indent), line.start + indent) ??
    deeperLine(error, document, source) ??
    inWords(error, source)
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

/** The { [ or quote that is not closed. Before its end, a comment may be meant as a value. */
function unclosed(
  { code, message, pos: [at] }: YAMLError,
  document: Document.Parsed,
  source: Source,
): Problem | undefined {
  const isQuote = code === "MISSING_CHAR" && message.startsWith("Missing closing");
  const isNotClosed = isQuote || /end with a/.test(message);
  if (!isNotClosed && code !== "BLOCK_IN_FLOW") return undefined;
  const start = openingBefore(at, isQuote ? /["']/ : /[{[]/, document, source.text);
  if (start === undefined) return undefined;
  const comment = isQuote ? undefined : commentAsValue(source, { start, end: at });
  if (comment || !isNotClosed) return comment;
  return {
    range: { start, end: start + 1 },
    message: `this ${isQuote ? "quote" : source.text[start]} is not closed`,
    help: isQuote
      ? "add the closing quote, the same straight one"
      : "close it, and indent the lines in between",
  };
}

/** Where the innermost value begins that contains a place, and starts with one of some characters. */
function openingBefore(
  at: number,
  characters: RegExp,
  document: Document.Parsed,
  text: string,
): number | undefined {
  let found: number | undefined;
  visit(document, {
    Node(_key, { range }) {
      const [start, end] = range ?? [at, at];
      if (start < at && end >= at && characters.test(text[start]!)) found = start;
    },
  });
  return found;
}

/** The parser takes a line that is indented too far for the rest of the value above it, or for the first one. */
function deeperLine(
  { code, message, pos: [at] }: YAMLError,
  document: Document.Parsed,
  source: Source,
): Problem | undefined {
  const { text } = source;
  const line = source.lineAt(at);
  const first = document.contents?.range[0] ?? 0;
  if (code === "UNEXPECTED_TOKEN" && message.endsWith("at node end") && at === line.start)
    return source.position(first).column > 1
      ? { range: { start: first, end: first + 1 }, ...WRONG_INDENTATION }
      : undefined;
  // A whole list as a key: its item stands in another column than those above.
  if (code === "BLOCK_AS_IMPLICIT_KEY" && message.startsWith("A block sequence") && at === line.start) {
    const start = at + /^ */.exec(text.slice(at, line.end))![0].length;
    return { range: { start, end: start + 1 }, ...WRONG_INDENTATION };
  }
  if (code !== "BLOCK_AS_IMPLICIT_KEY" || /:\s/.test(text.slice(at, line.end + 1))) return undefined;
  const below = /^\s*\n( +)[^\s#]/.exec(text.slice(line.end, line.end + 1000));
  if (!below || below[1]!.length <= /^ */.exec(text.slice(line.start, line.end))![0].length) return undefined;
  const start = line.end + below[0].length - 1;
  return { range: { start, end: start + 1 }, ...WRONG_INDENTATION };
}

type Words = Omit<Problem, "range">;

const WRONG_INDENTATION: Words = {
  message: "wrong indentation",
  help: "lines of the same mapping or list must start in the same column",
};

export const MISSING_COLON: Words = {
  message: 'missing ":" after the key',
  help: "write key: value, with a space after the colon; put text over several lines in quotes",
};

/** The parser's own sentence may quote a secret. */
const OTHER: Words = {
  message: "this is not valid YAML",
  help: "check the indentation, and put text with special characters in quotes",
};

const words: Partial<Record<ErrorCode, Words>> = {
  BAD_INDENT: WRONG_INDENTATION,
  MISSING_CHAR: {
    message: 'missing ":", "," or space',
    help: "write key: value, or { key: value, key: value }",
  },
  MULTILINE_IMPLICIT_KEY: MISSING_COLON,
  BLOCK_AS_IMPLICIT_KEY: {
    message: 'unexpected second ": " or "- " on one line',
    help: 'put text with ": " in quotes, or start a new line',
  },
  BLOCK_IN_FLOW: {
    message: 'unexpected second ": " or "- " inside { } or [ ]',
    help: 'put text with ": " in quotes, or add a missing comma',
  },
  BAD_SCALAR_START: {
    message: "text without quotes cannot start with this character",
    help: "put the text in quotes",
  },
  UNEXPECTED_TOKEN: {
    message: "unexpected text after the value",
    help: "check the indentation; close the quote before it, remove an extra bracket, or add a missing comma",
  },
  // Without quotes, a password may start with such a character.
  BAD_ALIAS: { message: "the name of an alias or anchor is missing", help: "put the text in quotes" },
  TAG_RESOLVE_FAILED: {
    message: "this tag is not supported",
    help: 'remove it, or put text that starts with "!" in quotes',
  },
  BAD_DQ_ESCAPE: {
    message: "unknown escape sequence",
    help: "write a backslash as \\\\, or use single quotes",
  },
  MULTIPLE_DOCS: {
    message: "the file contains more than one YAML document",
    help: 'remove the "---", or move the rest to the first document',
  },
};

/** Without the indentation before it. */
function inWords({ code, pos: [start, end] }: YAMLError, { text }: Source): Problem {
  const blanks = code === "BAD_INDENT" ? /^ */.exec(text.slice(start, start + 200))![0].length : 0;
  const range = { start: start + blanks, end: Math.max(end, start + blanks + 1) };
  return { range, ...(words[code] ?? OTHER) };
}
