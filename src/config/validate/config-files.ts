// The files of a config: the first one, and those that `include:` names. Each with everything reported that needs no other file.
import type { Diagnostics } from "../report/diagnostics";
import type { FileSchema } from "../schema/file-schema";
import { INCLUDE } from "../schema/loader-fields";
import type { ProjectFiles } from "../source/project-files";
import type { Source } from "../source/source";
import { ConfigFileError } from "../source/source-file";
import { TreeBuilder } from "../yaml/build-tree";
import { EXPRESSION_START, type Expressions } from "../yaml/expressions";
import { parse, reportProblems } from "../yaml/parse";
import type { ConfigNode } from "../yaml/tree";
import { validateTree } from "./validate-tree";

export interface FileContext {
  readonly schema: FileSchema;
  readonly expressions: Expressions;
  readonly diagnostics: Diagnostics;
}

interface ConfigFile {
  readonly source: Source;
  /** It has a syntax error. Then nothing else in it is reported, and only its `include:` counts. */
  readonly isBroken: boolean;
  /** Unset if the text has no mapping at all. */
  readonly root?: ConfigNode;
  /** Sections that have entries under a misspelled name. */
  readonly misspelled: readonly string[];
}

export interface ConfigFiles {
  /** The first file, then the included ones by name. */
  readonly files: readonly ConfigFile[];
  /** Whether all of them could be read and parsed completely. Otherwise no key can be reported as missing. */
  readonly isComplete: boolean;
}

/** Reads a file and everything that it includes, each file once. */
export function collectFiles(
  first: Source,
  files: ProjectFiles | undefined,
  context: FileContext,
): ConfigFiles {
  const collected = new Map<string, ConfigFile>();
  let isComplete = true;
  const add = (source: Source) => {
    const file = readTree(source, context);
    isComplete &&= !file.isBroken && file.root?.children.get(INCLUDE)?.isValid !== false;
    collected.set(source.file, file);
  };
  const attempt = (node: ConfigNode, { isBroken }: ConfigFile, action: () => void) => {
    try {
      action();
    } catch (error) {
      if (!(error instanceof ConfigFileError)) throw error;
      isComplete = false;
      if (!isBroken) node.error("include", `${INCLUDE}: ${error.message}`, error.help);
    }
  };
  add(first);
  // The loop also visits the files that it adds.
  for (const file of collected.values())
    for (const node of globsOf(file.root))
      attempt(node, file, () => {
        for (const name of matching(String(node.value), file.source, files))
          if (!collected.has(name)) attempt(node, file, () => add(files!.read(name)));
      });
  const [root, ...included] = collected.values();
  included.sort((a, b) => (a.source.file < b.source.file ? -1 : 1));
  return { files: [root!, ...included], isComplete };
}

function readTree(source: Source, { schema, expressions, diagnostics }: FileContext): ConfigFile {
  const { document, isBroken } = parse(source, diagnostics);
  if (!document) return { source, isBroken, misspelled: [] };
  const tree = new TreeBuilder(document, schema.place, { source, diagnostics }, expressions);
  const { root, problems } = tree;
  if (!isBroken) reportProblems(problems, source, diagnostics);
  if (isBroken || problems.length > 0) return { source, root, isBroken: true, misspelled: [] };
  tree.report();
  return { source, root, isBroken, misspelled: validateTree(tree, schema) };
}

function globsOf(root: ConfigNode | undefined): readonly ConfigNode[] {
  const node = root?.children.get(INCLUDE);
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
