// YAML text to a tree with places. What is wrong with it as YAML is told here, each problem once.
import { Composer, type CST, type Document, Lexer, Parser, type YAMLError } from "yaml";
import type { Diagnostics } from "../report/diagnostics";
import type { Source } from "../source/source";
import { buildTree, TooMuch } from "./build-tree";
import { ParseBudget } from "./parse-budget";
import { reportSyntaxErrors } from "./syntax-errors";
import type { MapNode, Node } from "./tree";

/** Deeper nesting is no config (and would exhaust the stack of a parser that calls itself). */
const DEEPEST = 100;
/** After so many errors the library is stopped. */
const MOST_COLLECTED = 1000;
/** After so many of them the rest is noise. */
const MOST_REFUSED = 20;

export interface Parsed {
  /** Whatever could be read. */
  readonly tree?: Node;
  /** The sections; unset when nothing of the file can be used. */
  readonly root?: MapNode;
  /** What stands before this offset is whole; behind it the syntax is broken and nothing can be concluded. */
  readonly soundUntil: number;
}

/** @param allowance what all files of the config may hold together; taken from */
export function parse(
  source: Source,
  diagnostics: Diagnostics,
  allowance: ParseBudget = new ParseBudget(),
): Parsed {
  const nothing: Parsed = { soundUntil: 0 };
  if (refuseCharacters(source, diagnostics)) return nothing;

  const composed = compose(source, diagnostics, allowance);
  if (!composed) return nothing;
  const { documents, errors } = composed;
  const [document, second] = documents;
  const soundUntil = reportSyntaxErrors(errors, document, source, diagnostics);
  if (!document) return nothing;

  const root = document.contents;
  let tree: Node | undefined;
  try {
    tree = root === null ? undefined : buildTree(root, source, diagnostics, allowance);
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    diagnostics.error({ source, range: error.range }, error.message, error.help);
    return nothing;
  }
  if (second) {
    const range = { start: second.range[0], end: Math.min(second.range[0] + 3, source.text.length) };
    const help = "remove the --- or put the rest into the first document";
    diagnostics.error({ source, range }, "the file holds more than one YAML document", help);
  }

  const isEmpty = tree === undefined || (tree.kind === "scalar" && tree.value === null);
  if (isEmpty) {
    if (soundUntil === Number.POSITIVE_INFINITY) tellEmpty(source, diagnostics);
    return nothing;
  }
  if (tree?.kind !== "map") {
    if (soundUntil > 0 && tree) tellNoMapping(tree, source, diagnostics);
    return tree?.kind === "list" ? { tree, soundUntil } : nothing;
  }
  return { tree, root: tree, soundUntil };
}

// Characters that YAML does not allow; they would also reach the terminal with every message.
const REFUSED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufeff\ufffe\uffff]/g;

function refuseCharacters(source: Source, diagnostics: Diagnostics): boolean {
  let found = 0;
  for (const match of source.text.matchAll(REFUSED)) {
    const code = match[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
    const range = { start: match.index, end: match.index + 1 };
    diagnostics.error(
      { source, range },
      `the character U+${code} must not stand in a config file`,
      "remove it",
    );
    found += 1;
    if (found === MOST_REFUSED) break;
  }
  return found > 0;
}

interface Composed {
  /** Empty when the composer gave up. */
  readonly documents: readonly Document.Parsed[];
  readonly errors: readonly YAMLError[];
}

// By hand instead of `parseDocument`, to stop at a limit before it costs memory, time or the stack.
function compose(source: Source, diagnostics: Diagnostics, allowance: ParseBudget): Composed | undefined {
  const tokens: CST.Token[] = [];
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(source.text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    const isAllowed = allowance.takeLexeme();
    const tooMuch =
      parser.stack.length > DEEPEST
        ? `the file is nested more than ${DEEPEST} levels deep`
        : isAllowed
          ? undefined
          : "up to here the config holds too much: more than some 13,000 entries";
    if (tooMuch === undefined) continue;
    diagnostics.error(
      { source, range: { start: parser.offset - lexeme.length, end: parser.offset } },
      tooMuch,
    );
    return undefined;
  }
  for (const token of parser.end()) tokens.push(token);

  const composer = new BoundedComposer();
  const { stackTraceLimit } = Error;
  // The composer makes an error object for every problem; nobody looks at their stacks.
  Error.stackTraceLimit = 0;
  try {
    const documents: Document.Parsed[] = [];
    for (const document of composer.compose(tokens, true, source.text.length)) {
      if (documents.push(document) === 2) break;
    }
    return { documents, errors: documents.flatMap(({ errors, warnings }) => [...errors, ...warnings]) };
  } catch (error) {
    if (!(error instanceof TooManyErrors)) throw error;
    const { errors, warnings } = composer.streamInfo();
    return { documents: [], errors: [...errors, ...warnings] };
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

class TooManyErrors extends Error {}

/** Gives up on a file with thousands of errors, where the library would collect millions. */
class BoundedComposer extends Composer {
  constructor() {
    // Duplicate keys are found in linear time when the tree is built.
    super({ schema: "core", uniqueKeys: false, resolveKnownTags: false });
    const inner = this as unknown as { onError: (...args: unknown[]) => void };
    const { onError } = inner;
    let errors = 0;
    inner.onError = (...args) => {
      if (errors === MOST_COLLECTED) throw new TooManyErrors();
      errors += 1;
      onError(...args);
    };
  }
}

const SKELETON = "an account with nothing in it is written as {}";

function tellEmpty(source: Source, diagnostics: Diagnostics): void {
  diagnostics.error({ source, range: { start: 0, end: 0 } }, "the file holds no config", SKELETON);
}

function tellNoMapping(tree: Node, source: Source, diagnostics: Diagnostics): void {
  const found = tree.kind === "list" ? "a list" : "a single value";
  diagnostics.error(
    { source, range: { start: tree.start, end: tree.start + 1 } },
    `the file must be a mapping of sections, not ${found}`,
    "begin with a section, such as pixels:, and give each entry below it a key",
  );
}
