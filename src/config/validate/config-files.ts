// The files of a config: the first one, and those that `include:` names. Each with everything reported that needs no other file.
import type { Diagnostics, Problem } from "../report/diagnostics";
import type { FileSchema } from "../schema/file-schema";
import { INCLUDE } from "../schema/loader-fields";
import type { ProjectFiles } from "../source/project-files";
import type { Source } from "../source/source";
import { ConfigFileError } from "../source/source-file";
import { TreeBuilder } from "../yaml/build-tree";
import { EXPRESSION_START, type Expressions } from "../yaml/expressions";
import { parse } from "../yaml/syntax-errors";
import type { ConfigNode } from "../yaml/tree";
import { validateTree } from "./validate-tree";

/** What all files of a config share. */
export interface ConfigContext {
  readonly schema: FileSchema;
  readonly expressions: Expressions;
  readonly diagnostics: Diagnostics;
  readonly files: ProjectFiles | undefined;
}

interface ConfigFile {
  readonly source: Source;
  /** It has a syntax error. Then nothing else in it is reported, and only its `include:` counts. */
  readonly isBroken: boolean;
  readonly root: ConfigNode;
}

export interface ConfigFiles {
  /** The first file, then the included ones by name. */
  readonly files: readonly ConfigFile[];
  /** Whether all of them could be read and parsed completely. Otherwise no key can be reported as missing. */
  readonly isComplete: boolean;
}

/** Reads a file and everything that it includes, each file once. */
export function collectFiles(first: Source, context: ConfigContext): ConfigFiles {
  const { files } = context;
  const collected = new Map([[first.file, readTree(first, context)]]);
  // The loop also visits the files that it adds.
  for (const { source, root, isBroken } of collected.values())
    for (const node of globsIn(root)) {
      const attempt = <T>(action: () => T): T | undefined => {
        try {
          return action();
        } catch (error) {
          if (!(error instanceof ConfigFileError)) throw error;
          if (!isBroken) node.error("include", `${INCLUDE}: ${error.message}`, error.help);
          return undefined;
        }
      };
      for (const name of attempt(() => matching(String(node.value), source, files)) ?? []) {
        const found = collected.has(name) ? undefined : attempt(() => files!.read(name));
        if (found) collected.set(name, readTree(found, context));
      }
    }
  const [main, ...included] = collected.values();
  included.sort((a, b) => (a.source.file < b.source.file ? -1 : 1));
  const all = [main!, ...included];
  const isWhole = ({ isBroken, root }: ConfigFile) => !isBroken && root.get(INCLUDE)?.isValid !== false;
  return { files: all, isComplete: all.every(isWhole) };
}

function readTree(source: Source, { schema, expressions, diagnostics }: ConfigContext): ConfigFile {
  const { document, problems } = parse(source);
  const tree = new TreeBuilder(document, schema.place, { source, diagnostics }, expressions);
  const { root } = tree;
  const faults = firstOfLines(problems.length > 0 ? problems : tree.faults, source);
  const isBroken = faults.length > 0;
  for (const problem of isBroken ? faults : tree.problems) diagnostics.add(source, problem);
  if (!isBroken) validateTree(tree, schema);
  return { source, root, isBroken };
}

/** One mistake has several consequences, most of them in the same line: only the first one counts. */
function firstOfLines(problems: readonly Problem[], source: Source): readonly Problem[] {
  const byLine = new Map<number, Problem>();
  for (const problem of problems.toSorted((a, b) => b.range.start - a.range.start))
    byLine.set(source.position(problem.range.start).line, problem);
  return [...byLine.values()];
}

function globsIn(root: ConfigNode): readonly ConfigNode[] {
  const node = root.get(INCLUDE);
  if (!node || node.hasError) return [];
  return [node, ...node.children.values()].filter(
    ({ value, isValid }) => typeof value === "string" && isValid,
  );
}

/** @throws ConfigFileError */
function matching(glob: string, { file }: Source, files: ProjectFiles | undefined): readonly string[] {
  if (glob.includes(EXPRESSION_START))
    throw new ConfigFileError(
      "a glob cannot contain ${…}",
      "the files of a config must be the same in every environment",
    );
  if (glob.startsWith("!"))
    throw new ConfigFileError(
      'a glob cannot start with "!" to exclude files',
      "list the files that belong to the config",
    );
  const names = files?.matching(glob, file) ?? [];
  if (names.length > 0) return names;
  const help = "paths are relative to this file, such as brands/*.yaml; ** matches folders of any depth";
  throw new ConfigFileError("no file matches this path", help);
}
