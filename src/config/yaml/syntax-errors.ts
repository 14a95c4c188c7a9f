// Parses YAML. The errors of the parser are one sentence per code, never its English text. It finds most mistakes where their
// consequences are, so the text is asked first: what is not closed, does the line have a hint, is it indented?
import { type Document, type ErrorCode, isMap, parseDocument, visit, type YAMLError } from "yaml";
import type { Problem } from "../report/report";
import type { Range, Source } from "../source/source";
import { colonWithoutSpace, commentIn, conflictMarker, expressionAt, indentingTab, problem } from "./text";

/** More errors of one file are noise, and most of them have an earlier one as cause. */
const MAX_ERRORS = 20;
/** Before the first character, so that its `include:` counts. */
export const WHOLE_FILE: Range = { start: -1, end: Number.POSITIVE_INFINITY };

const OPTIONS = {
  schema: "core",
  merge: true,
  // Equal keys are found when the mappings are read, in linear time.
  uniqueKeys: false,
  resolveKnownTags: false,
  prettyErrors: false,
} as const;

/** @returns the document, what is wrong with it, and which parts of the text may not be what they look like */
export function parse(source: Source) {
  const document = parseDocument(source.text, OPTIONS);
  const errors = errorsOf(document);
  const cause = errors[0] && causeOf(errors[0], document, source);
  const syntax = cause ? [cause] : problemsOf(errors, source);
  const problems = isMap(document.contents) || syntax.length > 0 ? syntax : [noMapping(document)];
  const places = errors.map(({ pos: [start, end] }) => ({ start, end }));
  const lines = new Set(places.map(({ start }) => source.lineAt(start).start));
  // A mistake in an earlier line changes all below it.
  const earlier = problems.filter(({ range }) => !lines.has(source.lineAt(range.start).start));
  const below = earlier.map(({ range: { start } }) => ({ start, end: Number.POSITIVE_INFINITY }));
  return { document, problems, damage: cause ? [WHOLE_FILE] : [...places, ...below] };
}

function noMapping({ contents }: Document.Parsed): Problem {
  const help =
    "start with a section, such as pixels:, and give each entry below it a key; an empty file is {}";
  return problem(contents?.range[0] ?? 0, 1, "the file must be a mapping of sections", help);
}

function errorsOf(document: Document.Parsed): readonly YAMLError[] {
  const end = document.range[1];
  return (
    [...document.errors, ...document.warnings]
      // A closing bracket in the column of its key: every other parser accepts it.
      .filter(({ code, name }) => code !== "BAD_INDENT" || name === "YAMLParseError")
      // The longest first: it says how far the mistake reaches.
      .sort((a, b) => a.pos[0] - b.pos[0] || b.pos[1] - a.pos[1])
      // The parser believes that the document has ended before it.
      .filter(({ code, pos: [at] }, index) => index === 0 || code !== "UNEXPECTED_TOKEN" || at < end)
      .slice(0, MAX_ERRORS)
  );
}

/** One mistake that makes a whole file something else. */
function causeOf({ code }: YAMLError, { contents }: Document.Parsed, source: Source): Problem | undefined {
  const root = contents?.range[0] ?? 0;
  // With a first line that is indented too far, the parser takes the next section for a second document.
  const isIndented = code === "UNEXPECTED_TOKEN" && source.position(root).column > 1;
  const indented = isIndented ? problem(root, 1, ...WORDS.BAD_INDENT!) : undefined;
  return conflictMarker(source.text) ?? indentingTab(source.text) ?? indented;
}

/** Only the tokens, which take memory, say which bracket closes which. */
function problemsOf(errors: readonly YAMLError[], source: Source): readonly Problem[] {
  if (errors.length === 0) return [];
  const document = parseDocument(source.text, { ...OPTIONS, keepSourceTokens: true });
  return errors.flatMap((_, index) => problemOf(errors, index, document, source));
}

/** A second error at the same place only tells more about the first one. */
function problemOf(errors: readonly YAMLError[], index: number, document: Document.Parsed, source: Source) {
  const [
    {
      code,
      pos: [at, end],
    },
    next,
  ] = errors.slice(index) as [YAMLError, YAMLError?];
  if (errors[index - 1]?.pos[0] === at) return [];
  const { text } = source;
  // The value of a key and a line below it, which is indented too far, look like one key.
  const isBelow = code === "MULTILINE_IMPLICIT_KEY" && next?.pos[0] === at;
  const line = source.lineAt(isBelow ? end : at);
  const start = line.start + /^ */.exec(text.slice(line.start, line.end))![0].length;
  const hint =
    expressionAt(text, at) ??
    unclosed(at, code, document, source) ??
    colonWithoutSpace(text.slice(start, line.end), start);
  if (hint) return hint;
  // The line below goes on with the key, or has the same wrong indentation.
  const below = Math.max(text.indexOf("\n", end), end) + 1;
  if (isBelow || at < start) return problem(start, below - start, ...WORDS.BAD_INDENT!);
  const until = code === "MULTILINE_IMPLICIT_KEY" ? below : Math.max(end, at + 1);
  return problem(at, until - at, ...(WORDS[code] ?? OTHER));
}

const CLOSING: Readonly<Record<string, string>> = { "{": "}", "[": "]", '"': '"', "'": "'" };

/** The { [ or quote that is open until an error. Inside { } and [ ], a comment before the error may be meant as a value. */
function unclosed(at: number, code: ErrorCode, document: Document.Parsed, source: Source) {
  const { text } = source;
  let open: number | undefined;
  visit(document, {
    Node(_key, { range, srcToken }) {
      const [start, end] = range ?? [at, at];
      const closing = CLOSING[text[start]!];
      // The last character may close another one inside, or be in a comment.
      const isClosed =
        srcToken?.type === "flow-collection"
          ? srcToken.end.some((token) => token.source === closing)
          : end - start > 1 && text[end - 1] === closing;
      if (closing !== undefined && start < at && end === at && !isClosed) open = start;
    },
  });
  const above = source.lineAt(Math.max(0, source.lineAt(at).start - 1));
  const isFlow = code === "BLOCK_IN_FLOW" || /[{[]/.test(text[open ?? -1] ?? "");
  const comment = isFlow ? commentIn(text, { start: open ?? above.start, end: at }) : undefined;
  if (comment || open === undefined) return comment;
  const help = `add the closing ${CLOSING[text[open]!]}, and indent the lines in between`;
  return problem(open, 1, `this ${text[open]} is not closed`, help);
}

type Words = readonly [message: string, help: string];

const OTHER: Words = [
  "this is not valid YAML",
  "check the indentation, and put special characters in quotes",
];
const SECOND: Words = [
  'unexpected second ": " or "- "',
  'put text with ": " in quotes, start a new line, or add a missing comma in { } and [ ]',
];
// A password may start with such a character: also with that of an alias, an anchor or a tag.
const FIRST_CHARACTER: Words = [
  "text without quotes cannot start with this character",
  "put the text in quotes",
];
const WORDS: Partial<Record<ErrorCode, Words>> = {
  BAD_INDENT: ["wrong indentation", "lines of the same mapping or list must start in the same column"],
  MULTILINE_IMPLICIT_KEY: [
    'missing ":" after the key',
    "write key: value, with a space after the colon; put text over several lines in quotes",
  ],
  BLOCK_AS_IMPLICIT_KEY: SECOND,
  BLOCK_IN_FLOW: SECOND,
  BAD_SCALAR_START: FIRST_CHARACTER,
  BAD_ALIAS: FIRST_CHARACTER,
  TAG_RESOLVE_FAILED: FIRST_CHARACTER,
  UNEXPECTED_TOKEN: [
    "unexpected text after the value",
    "check the indentation; close the quote before it, remove an extra bracket, or add a missing comma",
  ],
  BAD_DQ_ESCAPE: ["unknown escape sequence", "write a backslash as \\\\, or use single quotes"],
  MULTIPLE_DOCS: ["the file contains more than one YAML document", 'remove the "---"'],
};
