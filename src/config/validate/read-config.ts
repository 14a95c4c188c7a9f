// Reads a config into a plan and reports all errors. Files and values come in as arguments.
import { interpolate, type Values } from "../parse/interpolation";
import { type Diagnostic, Diagnostics } from "../report/diagnostics";
import { INCLUDE, type Kind, Layout } from "../schema/layout";
import { type Files, NO_FILES } from "../source/project-files";
import type { Source } from "../source/source";
import { collectFiles } from "./include";
import { maskSecrets } from "./mask-secrets";
import type { Plan } from "./plan";
import { validate } from "./validate";

export interface ReadOptions {
  /** The files that may be included. Default none. */
  readonly files?: Files;
  /** The values of `${…}`. Without them such values are not validated, and the plan must not be applied. */
  readonly values?: Values;
}

export interface ReadResult {
  /** Unset if there are errors. */
  readonly plan?: Plan;
  /** Sorted by location. Secrets in their source lines are masked. */
  readonly diagnostics: readonly Diagnostic[];
  readonly fileCount: number;
}

export function readConfig(
  source: Source,
  kinds: readonly Kind[],
  { files = NO_FILES, values }: ReadOptions = {},
): ReadResult {
  const diagnostics = new Diagnostics();
  const layout = new Layout(kinds);
  const collected = collectFiles(source, files, diagnostics);
  const interpolated = collected.files.map(({ source, parsed }) => ({
    source,
    parsed: interpolate(source, parsed, INCLUDE, values, diagnostics),
  }));
  const plan = validate({ ...collected, files: interpolated }, layout, diagnostics);
  if (diagnostics.length > 0) {
    for (const { source, parsed } of collected.files) maskSecrets(source, parsed, layout);
  }
  return {
    ...(!diagnostics.hasErrors && { plan: { file: source.file, ...plan } }),
    diagnostics: diagnostics.sorted(),
    fileCount: collected.files.length,
  };
}
