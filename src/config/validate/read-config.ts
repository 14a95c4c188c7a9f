// Reads a config into a plan and reports all errors: the first file, and those that `include:` names. Files and values come
// in as arguments.
import { compareTexts, Diagnostics, type Problem, type Report } from "../report/diagnostics";
import type { FileSchema } from "../schema/file-schema";
import { INCLUDE } from "../schema/loader-fields";
import type { Source } from "../source/source";
import { ConfigFileError, matchingFiles, readSource } from "../source/source-file";
import { TreeBuilder } from "../yaml/build-tree";
import { EXPRESSION_START, Expressions, type ExternalValues } from "../yaml/expressions";
import { parseSpreadsheet } from "../yaml/spreadsheet";
import { parse } from "../yaml/syntax-errors";
import type { ConfigNode } from "../yaml/tree";
import { planOf } from "./entries";
import type { Plan } from "./plan";
import { validateTree } from "./validate-tree";

export interface ReadResult extends Report {
  /** Unset if there are errors. */
  readonly plan?: Plan;
  readonly fileCount: number;
  /** The keys of all `${config:KEY}`, as written. */
  readonly configKeys: ReadonlySet<string>;
}

/**
 * @param folder that of the project, whose files may be included
 * @param values of `${…}`. Without them such values are not validated, and the plan must not be applied
 */
export function readConfig(
  source: Source,
  schema: FileSchema,
  folder: string,
  values?: ExternalValues,
): ReadResult {
  const diagnostics = new Diagnostics();
  const expressions = new Expressions(values);
  const read = (one: Source) => readTree(one, schema, expressions, diagnostics);
  const roots = withIncluded(source, folder, read);
  const plan = planOf(roots, schema);
  const report = diagnostics.report();
  return {
    ...(report.counts.errors === 0 && { plan: { file: source.file, ...plan } }),
    ...report,
    fileCount: roots.length,
    configKeys: expressions.configKeys,
  };
}

/** A file and everything that it includes, by name. Each file once. */
function withIncluded(
  first: Source,
  folder: string,
  read: (source: Source) => ConfigNode,
): readonly ConfigNode[] {
  const roots = new Map([[first.file, read(first)]]);
  // The loop also visits the files that it adds.
  for (const root of roots.values())
    for (const node of globsIn(root)) {
      const attempt = <T>(action: () => T): T | undefined => {
        try {
          return action();
        } catch (error) {
          if (!(error instanceof ConfigFileError)) throw error;
          if (!root.hasError) node.error("include", `${INCLUDE}: ${error.message}`, error.help);
          return undefined;
        }
      };
      for (const name of attempt(() => matching(node, folder)) ?? []) {
        const found = roots.has(name) ? undefined : attempt(() => readSource(folder, name));
        if (found) roots.set(name, read(found));
      }
    }
  const [main, ...included] = roots.values();
  included.sort((a, b) => compareTexts(a.file.source.file, b.file.source.file));
  return [main!, ...included];
}

/** In a file with a syntax error, the root has the error. Nothing else in it is reported, and only its `include:` counts. */
function readTree(
  source: Source,
  schema: FileSchema,
  expressions: Expressions,
  diagnostics: Diagnostics,
): ConfigNode {
  const { isSpreadsheet } = source;
  const { document, problems } = isSpreadsheet ? parseSpreadsheet(source, schema.place) : parse(source);
  const tree = new TreeBuilder(document, schema.place, { source, diagnostics }, expressions);
  const { root } = tree;
  const found = problems.length > 0 ? problems : tree.faults;
  const faults = isSpreadsheet ? found : firstOfLines(found, source);
  root.hasError = faults.length > 0;
  for (const problem of root.hasError ? faults : tree.problems) diagnostics.add(source, problem);
  if (!root.hasError) validateTree(tree, schema);
  return root;
}

/** One mistake has several consequences, in the lines of its range: only the first one counts. */
function firstOfLines(problems: readonly Problem[], source: Source): readonly Problem[] {
  const lines = new Set<number>();
  return problems.filter(({ range }) => {
    const [first, last] = [range.start, range.end].map((offset) => source.position(offset).line);
    const isFirst = !lines.has(first!);
    for (let line = first!; line <= last!; line += 1) lines.add(line);
    return isFirst;
  });
}

function globsIn(root: ConfigNode): readonly ConfigNode[] {
  const node = root.get(INCLUDE);
  if (!node || node.hasError) return [];
  return [node, ...node.children.values()].filter(
    ({ value, isValid }) => typeof value === "string" && isValid,
  );
}

/** @throws ConfigFileError */
function matching({ value, file }: ConfigNode, folder: string): readonly string[] {
  const glob = String(value);
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
  const names = matchingFiles(folder, glob, file.source.file);
  if (names.length > 0) return names;
  const help = "paths are relative to this file, such as brands/*.yaml; ** matches folders of any depth";
  throw new ConfigFileError("no file matches this path", help);
}
