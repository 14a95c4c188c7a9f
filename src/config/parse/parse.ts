// Parses YAML text to a tree with ranges, and reports its syntax errors.
import { Composer, type CST, type Document, Lexer, Parser, type YAMLError } from "yaml";
import type { Diagnostics } from "../report/diagnostics";
import { codePoint } from "../source/printable";
import type { Range, Source } from "../source/source";
import { buildTree, LimitExceededError } from "./build-tree";
import { MISSING_COLON } from "./likely-causes";
import { MAX_TOKENS, ParseBudget } from "./parse-budget";
import { reportSyntaxErrors } from "./syntax-errors";
import type { MapNode, Node } from "./tree";

/** Deeper nesting would exhaust the stack of a recursive parser. */
const MAX_DEPTH = 100;
/** The library is stopped after this many errors. */
const MAX_YAML_ERRORS = 1000;
const MAX_REPORTED_CHARACTERS = 20;
const TOO_LARGE =
  `the config is too large: all files together can have ${MAX_TOKENS.toLocaleString("en-US")} YAML tokens, ` +
  "which is about 15,000 entries";

export interface Parsed {
  /** Everything that could be parsed. */
  readonly tree?: Node;
  /** The sections. Unset if the file is not usable. */
  readonly root?: MapNode;
  /** Start of the first line with a syntax error, else infinite. Nothing after it is reported as wrong or missing. */
  readonly validUntil: number;
}

/** @param budget shared by all files of the config */
export function parse(
  source: Source,
  diagnostics: Diagnostics,
  budget: ParseBudget = new ParseBudget(),
): Parsed {
  const unusable: Parsed = { validUntil: 0 };
  if (rejectCharacters(source, diagnostics)) return unusable;

  const composed = compose(source, diagnostics, budget);
  if (!composed) return unusable;
  const { documents, errors, comments } = composed;
  const [document, second] = documents;
  const validUntil = reportSyntaxErrors({ errors, document, comments }, source, diagnostics);
  if (!document) return unusable;

  let tree: Node | undefined;
  try {
    if (document.contents !== null)
      tree = buildTree(document.contents, source, validUntil, diagnostics, budget);
  } catch (error) {
    if (!(error instanceof LimitExceededError)) throw error;
    diagnostics.error({ source, range: error.range }, "limit", error.message, error.help);
    return unusable;
  }
  if (second) {
    const range = { start: second.range[0], end: Math.min(second.range[0] + 3, source.text.length) };
    const help = 'remove the "---", or move the rest to the first document';
    diagnostics.error({ source, range }, "syntax", "the file contains more than one YAML document", help);
  }

  if (!tree || (tree.kind === "scalar" && tree.value === null)) {
    const location = { source, range: { start: 0, end: 0 } };
    if (validUntil === Number.POSITIVE_INFINITY)
      diagnostics.error(location, "missing", "the file contains no config", "for an empty config, write {}");
    return unusable;
  }
  if (tree.kind === "map") return { tree, root: tree, validUntil };
  if (validUntil > 0 && isKeyWithoutColon(tree)) {
    diagnostics.error({ source, range: tree }, "syntax", MISSING_COLON.message, MISSING_COLON.help);
    return unusable;
  }
  if (validUntil > 0 && !tree.hasReportedError) {
    const found = tree.kind === "list" ? "a list" : "a single value";
    diagnostics.error(
      { source, range: { start: tree.start, end: tree.start + 1 } },
      "type",
      `the file must be a mapping of sections, not ${found}`,
      "start with a section, such as pixels:, and give each entry below it a key",
    );
  }
  return tree.kind === "list" ? { tree, validUntil } : unusable;
}

function isKeyWithoutColon(tree: Node): boolean {
  return tree.kind === "scalar" && /^[a-z]\w*$/i.test(tree.written);
}

// Characters that YAML does not allow. Messages would also send them to the terminal.
const NOT_ALLOWED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufeff\ufffe\uffff]/g;

function rejectCharacters(source: Source, diagnostics: Diagnostics): boolean {
  let count = 0;
  for (const { 0: character, index } of source.text.matchAll(NOT_ALLOWED)) {
    const range = { start: index, end: index + 1 };
    const message = `the character ${codePoint(character)} is not allowed in a config file`;
    diagnostics.error({ source, range }, "syntax", message, "remove it");
    count += 1;
    if (count === MAX_REPORTED_CHARACTERS) break;
  }
  return count > 0;
}

interface Composed {
  /** Empty if the composer gave up. */
  readonly documents: readonly Document.Parsed[];
  readonly errors: readonly YAMLError[];
  readonly comments: readonly Range[];
}

/** The lexer announces the text of a scalar, which may start with "#". */
const SCALAR = "\u001f";

// Unlike `parseDocument`, this stops at a limit before it costs memory, time or the stack.
function compose(source: Source, diagnostics: Diagnostics, budget: ParseBudget): Composed | undefined {
  const tokens: CST.Token[] = [];
  const comments: Range[] = [];
  const parser = new Parser();
  let last = "";
  for (const lexeme of new Lexer().lex(source.text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (lexeme.startsWith("#") && last !== SCALAR)
      comments.push({ start: parser.offset - lexeme.length, end: parser.offset });
    last = lexeme;
    let exceeded: string | undefined;
    if (!budget.takeLexeme()) exceeded = TOO_LARGE;
    if (parser.stack.length > MAX_DEPTH) exceeded = `the file is nested more than ${MAX_DEPTH} levels deep`;
    if (exceeded === undefined) continue;
    const range = { start: parser.offset - lexeme.length, end: parser.offset };
    diagnostics.error({ source, range }, "limit", exceeded);
    return undefined;
  }
  for (const token of parser.end()) tokens.push(token);

  const composer = new BoundedComposer();
  const { stackTraceLimit } = Error;
  // The composer creates an error object per problem. Nobody reads their stacks.
  Error.stackTraceLimit = 0;
  try {
    const documents: Document.Parsed[] = [];
    for (const document of composer.compose(tokens, true, source.text.length)) {
      if (documents.push(document) === 2) break;
    }
    const errors = documents.flatMap(({ errors, warnings }) => [...errors, ...warnings]);
    return { documents, errors, comments };
  } catch (error) {
    if (!(error instanceof TooManyErrors)) throw error;
    const { errors, warnings } = composer.streamInfo();
    return { documents: [], errors: [...errors, ...warnings], comments };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

class TooManyErrors extends Error {}

/** Gives up on a file with thousands of errors. The library would collect millions. */
class BoundedComposer extends Composer {
  constructor() {
    // Duplicate keys are found when the tree is built, in linear time.
    super({ schema: "core", uniqueKeys: false, resolveKnownTags: false });
    const inner = this as unknown as { onError: (...args: unknown[]) => void };
    const { onError } = inner;
    let errors = 0;
    inner.onError = (...args) => {
      if (errors === MAX_YAML_ERRORS) throw new TooManyErrors();
      errors += 1;
      onError(...args);
    };
  }
}
