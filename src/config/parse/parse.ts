// Parses YAML text to a tree with ranges, and reports its syntax errors.
import { Composer, type CST, type Document, Lexer, Parser, type YAMLError } from "yaml";
import type { Diagnostics } from "../report/diagnostics";
import { codePoint } from "../source/printable";
import type { Source } from "../source/source";
import { type Budget, LimitExceededError } from "./budget";
import { buildTree } from "./build-tree";
import { MISSING_COLON, reportSyntaxErrors } from "./syntax-errors";
import type { MapNode, Node } from "./tree";

/** Deeper nesting would exhaust the stack of a recursive parser. */
const MAX_DEPTH = 100;
const MAX_REPORTED_CHARACTERS = 20;
const TOO_LARGE =
  "the config is too large: all files together can have 500,000 YAML tokens, which is about 15,000 entries";

export interface Parsed {
  /** The sections. Unset if the file is not usable. */
  readonly root?: MapNode;
  /** Whether the file has a syntax error. Then nothing else in it is reported. */
  readonly isBroken: boolean;
}

/** @param budget shared by all files of the config */
export function parse(source: Source, diagnostics: Diagnostics, budget: Budget): Parsed {
  if (rejectCharacters(source, diagnostics)) return { isBroken: true };
  try {
    const { documents, errors } = compose(source.text, budget);
    const isBroken = reportSyntaxErrors(documents[0], errors, source, diagnostics);
    const [document, second] = documents;
    // After an error of the parser, the tree finds only consequences of it.
    const tree =
      document?.contents && buildTree(document.contents, source, isBroken ? undefined : diagnostics, budget);
    if (isBroken || !document) return { ...rootOf(tree?.node), isBroken: true };
    if (second) {
      const range = { start: second.range[0], end: Math.min(second.range[0] + 3, source.text.length) };
      const help = 'remove the "---", or move the rest to the first document';
      diagnostics.error({ source, range }, "syntax", "the file contains more than one YAML document", help);
    }
    if (tree?.node.kind !== "map") {
      if (!tree?.isBroken) rejectRoot(tree?.node, source, diagnostics);
      return { isBroken: true };
    }
    return { root: tree.node, isBroken: tree.isBroken || second !== undefined };
  } catch (error) {
    if (!(error instanceof LimitExceededError)) throw error;
    diagnostics.error({ source, range: error.range }, "limit", error.message, error.help);
    return { isBroken: true };
  }
}

function rootOf(node: Node | undefined): Pick<Parsed, "root"> {
  return node?.kind === "map" ? { root: node } : {};
}

function rejectRoot(node: Node | undefined, source: Source, diagnostics: Diagnostics): void {
  if (!node || (node.kind === "scalar" && node.value === null)) {
    const location = { source, range: { start: 0, end: 0 } };
    diagnostics.error(location, "missing", "the file contains no config", "for an empty config, write {}");
  } else if (node.kind === "scalar" && /^[a-z]\w*$/i.test(node.written)) {
    diagnostics.error({ source, range: node }, "syntax", MISSING_COLON.message, MISSING_COLON.help);
  } else {
    const range = { start: node.start, end: node.start + 1 };
    const found = node.kind === "list" ? "a list" : "a single value";
    const help = "start with a section, such as pixels:, and give each entry below it a key";
    diagnostics.error(
      { source, range },
      "type",
      `the file must be a mapping of sections, not ${found}`,
      help,
    );
  }
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
  /** At most two. */
  readonly documents: readonly Document.Parsed[];
  readonly errors: readonly YAMLError[];
}

/**
 * Unlike `parseDocument`, this stops at a limit before it costs memory, time or the stack.
 * @throws LimitExceededError
 */
function compose(text: string, budget: Budget): Composed {
  const tokens: CST.Token[] = [];
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    budget.tokens -= 1;
    const range = { start: parser.offset - lexeme.length, end: parser.offset };
    if (budget.tokens < 0) throw new LimitExceededError(range, TOO_LARGE);
    if (parser.stack.length > MAX_DEPTH)
      throw new LimitExceededError(range, `the file is nested more than ${MAX_DEPTH} levels deep`);
  }
  for (const token of parser.end()) tokens.push(token);

  const { stackTraceLimit } = Error;
  // The composer creates an error object per problem. Nobody reads their stacks.
  Error.stackTraceLimit = 0;
  try {
    // Duplicate keys are found when the tree is built, in linear time.
    const composer = new Composer({ schema: "core", uniqueKeys: false, resolveKnownTags: false });
    const documents: Document.Parsed[] = [];
    for (const document of composer.compose(tokens, true, text.length)) {
      if (documents.push(document) === 2) break;
    }
    return { documents, errors: documents.flatMap(({ errors, warnings }) => [...errors, ...warnings]) };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
