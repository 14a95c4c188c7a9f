// One file of a config, with everything reported that needs no other file.
import type { Diagnostics } from "../report/diagnostics";
import type { FileSchema } from "../schema/file-schema";
import type { Source } from "../source/source";
import { TreeBuilder } from "../yaml/build-tree";
import type { Expressions } from "../yaml/expressions";
import { parse, reportProblems } from "../yaml/parse";
import type { ConfigNode } from "../yaml/tree";
import { validateTree } from "./validate-tree";

export interface FileContext {
  readonly schema: FileSchema;
  readonly expressions: Expressions;
  readonly diagnostics: Diagnostics;
}

export interface ConfigFile {
  readonly source: Source;
  /** It has a syntax error. Then nothing else in it is reported, and only its `include:` counts. */
  readonly isBroken: boolean;
  /** Unset if the text has no mapping at all. */
  readonly root?: ConfigNode;
  /** Sections that have entries under a misspelled name. */
  readonly misspelled: readonly string[];
}

export function readTree(source: Source, { schema, expressions, diagnostics }: FileContext): ConfigFile {
  const { document, isBroken } = parse(source, diagnostics);
  if (!document) return { source, isBroken, misspelled: [] };
  const tree = new TreeBuilder(document, schema.place, { source, diagnostics }, expressions);
  const { root, problems } = tree;
  if (isBroken) return { source, root, isBroken, misspelled: [] };
  reportProblems(problems, source, diagnostics);
  if (problems.length > 0) return { source, root, isBroken: true, misspelled: [] };
  tree.report();
  return { source, root, isBroken, misspelled: validateTree(tree, schema) };
}
