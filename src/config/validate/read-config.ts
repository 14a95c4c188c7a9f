// Reads a config into a plan and reports all errors: the first file, and those that `include:` names. Files and values come
// in as arguments.
import { compareTexts, Diagnostics, type Problem, type Report } from "../report/report";
import type { FileSchema } from "../schema/file-schema";
import type { Source } from "../source/source";
import { ConfigFileError, matchingFiles, readSource } from "../source/source-file";
import { Expressions, type ExternalValues } from "../yaml/expressions";
import { readYaml } from "../yaml/read-yaml";
import { readSpreadsheet } from "../yaml/spreadsheet";
import type { ConfigNode, ReadFile } from "../yaml/tree";
import { planOf } from "./entries";
import type { Plan } from "./plan";

export interface ReadResult extends Report {
  /** Unset if there are errors. */
  readonly plan?: Plan;
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
  const read = (one: Source) => {
    const report = (problem: Problem) => diagnostics.add(one, problem);
    const file = { source: one, schema, expressions, report };
    return one.isSpreadsheet ? readSpreadsheet(file) : readYaml(file);
  };
  const plan = planOf(withIncluded(source, folder, read), schema);
  const report = diagnostics.report();
  const { configKeys } = expressions;
  return { ...(report.counts.errors === 0 && { plan }), ...report, configKeys };
}

/** A file and everything that it includes, by name. Each file once. */
function withIncluded(first: Source, folder: string, read: (source: Source) => ReadFile): ReadFile[] {
  const files = new Map([[first.file, read(first)]]);
  let isComplete = true;
  // The loop also visits the files that it adds.
  for (const { root } of files.values())
    for (const node of globsIn(root))
      try {
        // An error of the schema.
        if (typeof node.value !== "string" || node.value === "") isComplete = false;
        else
          for (const name of matchingFiles(folder, node.value, node.file.source.file))
            if (!files.has(name)) files.set(name, read(readSource(folder, name)));
      } catch (error) {
        if (!(error instanceof ConfigFileError)) throw error;
        node.error(error.message);
        isComplete = false;
      }
  const [main, ...included] = files.values();
  included.sort((a, b) => compareTexts(a.root.file.source.file, b.root.file.source.file));
  // Without a file, no key can be reported as missing.
  return [{ ...main!, isComplete: main!.isComplete && isComplete }, ...included];
}

function globsIn(root: ConfigNode): readonly ConfigNode[] {
  const node = root.get("include");
  return node && node.children.size === 0 ? [node] : [...(node?.children.values() ?? [])];
}
