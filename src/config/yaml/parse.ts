// Parses YAML text, and reports its syntax errors.
import { type Document, isMap, isScalar, isSeq, type ParsedNode, parseDocument } from "yaml";
import type { Diagnostics } from "../report/diagnostics";
import { codePoint } from "../source/printable";
import type { Source } from "../source/source";
import type { Problem } from "./hints";
import { MISSING_COLON, syntaxProblems } from "./syntax-errors";
import { rangeOf } from "./tree";

/**
 * @returns the document, unless the text has no mapping at all. If it is broken, only the files that it includes may be
 *   used
 */
export function parse(
  source: Source,
  diagnostics: Diagnostics,
): { readonly document?: Document.Parsed; readonly isBroken: boolean } {
  const document = parseDocument(source.text, {
    schema: "core",
    merge: true,
    // Equal keys are found when the mappings are read, in linear time.
    uniqueKeys: false,
    resolveKnownTags: false,
    prettyErrors: false,
  });
  const root = document.contents;
  const found = [
    invalidCharacters(source.text),
    syntaxProblems(document, source),
    rootProblems(root, source.text),
  ];
  const problems = found.find(({ length }) => length > 0) ?? [];
  reportProblems(problems, source, diagnostics);
  return { ...(isMap(root) && { document }), isBroken: problems.length > 0 };
}

/** One mistake has several consequences, most of them in the same line: only the first one counts. */
export function reportProblems(problems: readonly Problem[], source: Source, diagnostics: Diagnostics): void {
  const lines = new Set<number>();
  for (const one of problems.toSorted((a, b) => a.range.start - b.range.start)) {
    const { line } = source.position(one.range.start);
    if (!lines.has(line)) diagnostics.add("error", { code: "syntax", source, ...one });
    lines.add(line);
  }
}

function rootProblems(root: ParsedNode | null, text: string): readonly Problem[] {
  if (isMap(root)) return [];
  if (root === null || (isScalar(root) && root.value === null)) {
    const help = "for an empty config, write {}";
    return [{ range: { start: 0, end: 0 }, message: "the file contains no config", help, code: "missing" }];
  }
  const { start, end } = rangeOf(root);
  if (isScalar(root) && /^[a-z]\w*$/i.test(text.slice(start, end).trim()))
    return [{ range: { start, end }, ...MISSING_COLON }];
  const message = `the file must be a mapping of sections, not ${isSeq(root) ? "a list" : "a single value"}`;
  const help = "start with a section, such as pixels:, and give each entry below it a key";
  return [{ range: { start, end: start + 1 }, message, help, code: "type" }];
}

// Characters that YAML does not allow. Messages would also send them to the terminal.
const NOT_ALLOWED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufeff\ufffe\uffff]/g;

function invalidCharacters(text: string): Problem[] {
  return Array.from(text.matchAll(NOT_ALLOWED), ({ 0: character, index }) => ({
    range: { start: index, end: index + 1 },
    message: `the character ${codePoint(character)} is not allowed in a config file`,
    help: "remove it",
  }));
}
