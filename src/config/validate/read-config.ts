// Reads a config into a plan and reports all errors. Files and values come in as arguments.
import { Diagnostics, type Report } from "../report/diagnostics";
import type { FileSchema } from "../schema/file-schema";
import type { ProjectFiles } from "../source/project-files";
import type { Source } from "../source/source";
import { Expressions, type Outside } from "../yaml/expressions";
import { collectFiles } from "./config-files";
import { planOf } from "./entries";
import type { Plan } from "./plan";

export interface ReadOptions {
  /** The files that may be included. Default none. */
  readonly files?: ProjectFiles;
  /** The values of `${…}`. Without them such values are not validated, and the plan must not be applied. */
  readonly values?: Outside;
}

export interface ReadResult extends Report {
  /** Unset if there are errors. */
  readonly plan?: Plan;
  readonly fileCount: number;
  /** The keys of all `${config:KEY}`, as written. */
  readonly configKeys: ReadonlySet<string>;
}

export function readConfig(
  source: Source,
  schema: FileSchema,
  { files, values }: ReadOptions = {},
): ReadResult {
  const diagnostics = new Diagnostics();
  const expressions = new Expressions(values);
  const collected = collectFiles(source, { schema, expressions, diagnostics, files });
  const plan = planOf(collected, schema);
  const report = diagnostics.report();
  return {
    ...(report.counts.errors === 0 && { plan: { file: source.file, ...plan } }),
    ...report,
    fileCount: collected.files.length,
    configKeys: expressions.configKeys,
  };
}
