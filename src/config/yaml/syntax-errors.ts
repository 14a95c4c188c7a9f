// Parses YAML. The errors of the parser are one sentence per code, never its English text. It finds most mistakes where their
// consequences are, so the text is asked first: what is not closed, does the line have a hint, is it indented?
import { type Document, type ErrorCode, isMap, parseDocument, visit, type YAMLError } from "yaml";
import type { Problem } from "../report/diagnostics";
import type { Source } from "../source/source";
import { colonWithoutSpace, commentAsValue, conflictMarker, expressionAt, invalidCharacters } from "./text";

/** More errors of one file are noise, and most of them have an earlier one as cause. */
const MAX_ERRORS = 20;

/** @returns the document. With problems, only the files that it includes may be used */
export function parse(source: Source): { document: Document.Parsed; problems: readonly Problem[] } {
  const document = parseDocument(source.text, {
    schema: "core",
    merge: true,
    // Equal keys are found when the mappings are read, in linear time.
    uniqueKeys: false,
    resolveKnownTags: false,
    prettyErrors: false,
  });
  const found = [invalidCharacters(source.text), syntaxProblems(document, source), rootProblems(document)];
  return { document, problems: found.find(({ length }) => length > 0) ?? [] };
}

function rootProblems({ contents: root }: Document.Parsed): readonly Problem[] {
  if (isMap(root)) return [];
  const start = root?.range[0] ?? 0;
  const message = "the file must be a mapping of sections";
  const help =
    "start with a section, such as pixels:, and give each entry below it a key; an empty config is {}";
  return [{ range: { start, end: start + 1 }, message, help, code: "type" }];
}

function syntaxProblems(document: Document.Parsed, source: Source): readonly Problem[] {
  const end = document.range[1];
  const errors = [...document.errors, ...document.warnings]
    // A closing bracket in the column of its key: every other parser accepts it.
    .filter(({ code, name }) => code !== "BAD_INDENT" || name === "YAMLParseError")
    .sort((a, b) => a.pos[0] - b.pos[0])
    // The parser believes that the document has ended before it.
    .filter(({ code, pos: [at] }, index) => index === 0 || code !== "UNEXPECTED_TOKEN" || at < end)
    .slice(0, MAX_ERRORS);
  // They are the cause of all other errors.
  const cause = errors.length > 0 ? (conflictMarker(source.text) ?? indentingTab(errors, source)) : undefined;
  if (cause) return [cause];
  // The parser reports a wrong key a second time, where it ends or begins.
  const again = new Set<number>();
  return errors.flatMap((error) => {
    const problem = problemOf(error, document, source);
    const { line } = source.position(problem.range.start);
    const isAgain = again.has(line);
    if (error.code === "MULTILINE_IMPLICIT_KEY") again.add(line + 1);
    if (error.code === "BLOCK_AS_IMPLICIT_KEY") again.add(source.position(error.pos[0]).line);
    // The lines below a line with a wrong indentation have the same one.
    if (problem.message === WORDS.BAD_INDENT!.message) again.add(line + 1);
    again.add(line);
    return isAgain ? [] : [problem];
  });
}

function indentingTab(errors: readonly YAMLError[], source: Source): Problem | undefined {
  const lines = errors.map(({ pos: [at] }) => source.lineAt(at));
  const line = lines.find(({ start, end }) => /^ *\t/.test(source.text.slice(start, end)));
  return line && { range: { start: line.start, end: line.start + 1 }, ...WORDS.TAB_AS_INDENT! };
}

function problemOf(error: YAMLError, document: Document.Parsed, source: Source): Problem {
  const { code, pos } = error;
  const line = source.lineAt(pos[0]);
  const text = source.text.slice(line.start, Math.min(line.end, line.start + 1000));
  const indent = /^\s*(?:- +)?/.exec(text)![0].length;
  const start = indentedAt(error, document, source);
  return (
    expressionAt(source.text, pos[0]) ??
    unclosed(error, document, source) ??
    colonWithoutSpace(text.slice(indent), line.start + indent) ??
    (start === undefined
      ? { range: { start: pos[0], end: Math.max(pos[1], pos[0] + 1) }, ...(WORDS[code] ?? OTHER) }
      : { range: { start, end: start + 1 }, ...WORDS.BAD_INDENT! })
  );
}

const CLOSING: Readonly<Record<string, string>> = { "{": "}", "[": "]", '"': '"', "'": "'" };

/** The { [ or quote that is not closed before an error. Before its end, a comment may be meant as a value. */
function unclosed({ code, pos: [at] }: YAMLError, document: Document.Parsed, source: Source) {
  const { text } = source;
  const isInside = code === "BLOCK_IN_FLOW";
  let start: number | undefined;
  visit(document, {
    Node(_key, { range }) {
      const [from, to] = range ?? [at, at];
      const closing = CLOSING[text[from]!];
      if (closing === undefined || from >= at || to < at) return;
      const isClosed = to - from > 1 && text[to - 1] === closing;
      if (isInside || (!isClosed && to === at)) start = from;
    },
  });
  if (start === undefined) return undefined;
  const isQuote = /["']/.test(text[start]!);
  const comment = isQuote ? undefined : commentAsValue(text, { start, end: at });
  if (comment || isInside) return comment;
  const words = isQuote
    ? says("this quote is not closed", "add the closing quote, the same straight one")
    : says(`this ${text[start]} is not closed`, "close it, and indent the lines in between");
  return { range: { start, end: start + 1 }, ...words };
}

/**
 * The start of a line with a wrong indentation. The parser takes a line that is indented too far for the rest of the value
 * above it, and one that is not indented enough for a new document.
 */
function indentedAt({ code, pos: [at] }: YAMLError, document: Document.Parsed, source: Source) {
  const { text } = source;
  const line = source.lineAt(at);
  const first = document.contents?.range[0] ?? 0;
  if (code === "UNEXPECTED_TOKEN" && at === line.start && source.position(first).column > 1) return first;
  const indent = /^ */.exec(text.slice(line.start, line.end))![0].length;
  if (at - line.start < indent) return line.start + indent;
  if (code !== "BLOCK_AS_IMPLICIT_KEY") return undefined;
  if (/:\s/.test(text.slice(at, line.end + 1))) return undefined;
  const below = /^\s*\n( +)[^\s#]/.exec(text.slice(line.end, line.end + 1000));
  return below && below[1]!.length > indent ? line.end + below[0].length - 1 : undefined;
}

function says(message: string, help: string) {
  return { message, help };
}

const OTHER = says(
  "this is not valid YAML",
  "check the indentation, and put text with special characters in quotes",
);

const SECOND = says(
  'unexpected second ": " or "- "',
  'put text with ": " in quotes, start a new line, or add a missing comma in { } and [ ]',
);

// A password may start with such a character: also with that of an alias, an anchor or a tag.
const FIRST_CHARACTER = says(
  "text without quotes cannot start with this character",
  "put the text in quotes",
);

const WORDS: Partial<Record<ErrorCode, typeof OTHER>> = {
  BAD_INDENT: says("wrong indentation", "lines of the same mapping or list must start in the same column"),
  TAB_AS_INDENT: says("tabs are not allowed for indentation", "indent with spaces, here and below"),
  MISSING_CHAR: says('missing ":", "," or space', "write key: value, or { key: value, key: value }"),
  MULTILINE_IMPLICIT_KEY: says(
    'missing ":" after the key',
    "write key: value, with a space after the colon; put text over several lines in quotes",
  ),
  BLOCK_AS_IMPLICIT_KEY: SECOND,
  BLOCK_IN_FLOW: SECOND,
  BAD_SCALAR_START: FIRST_CHARACTER,
  BAD_ALIAS: FIRST_CHARACTER,
  TAG_RESOLVE_FAILED: FIRST_CHARACTER,
  UNEXPECTED_TOKEN: says(
    "unexpected text after the value",
    "check the indentation; close the quote before it, remove an extra bracket, or add a missing comma",
  ),
  BAD_DQ_ESCAPE: says("unknown escape sequence", "write a backslash as \\\\, or use single quotes"),
  MULTIPLE_DOCS: says(
    "the file contains more than one YAML document",
    'remove the "---", or move the rest to the first document',
  ),
};
