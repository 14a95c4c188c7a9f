// Reads a config into a plan and reports all errors. Files and values come in as arguments.
import { interpolate, type Values } from "../parse/interpolation";
import type { Node } from "../parse/tree";
import { Diagnostics, type Report } from "../report/diagnostics";
import { INCLUDE, type Kind, Layout } from "../schema/layout";
import { type Files, NO_FILES } from "../source/project-files";
import type { Source } from "../source/source";
import { collectFiles } from "./include";
import type { Plan } from "./plan";
import { secretNodes } from "./secrets";
import { validate } from "./validate";

export interface ReadOptions {
  /** The files that may be included. Default none. */
  readonly files?: Files;
  /** The values of `${…}`. Without them such values are not validated, and the plan must not be applied. */
  readonly values?: Values;
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
  kinds: readonly Kind[],
  { files: access = NO_FILES, values }: ReadOptions = {},
): ReadResult {
  const diagnostics = new Diagnostics();
  const layout = new Layout(kinds);
  const collected = collectFiles(source, access, diagnostics);
  const configKeys = new Set<string>();
  // Nothing else of a file with a syntax error is reported.
  const intact = collected.files.filter(({ parsed }) => !parsed.isBroken);
  const files = intact.map(({ source, parsed }) => {
    let secrets: ReadonlySet<Node> | undefined;
    const isSecret = (node: Node) => {
      secrets ??= secretNodes(parsed.root, layout);
      return secrets.has(node);
    };
    const context = { values, diagnostics, configKeys, isSecret };
    return { source, parsed: interpolate(source, parsed, INCLUDE, context) };
  });
  const plan = validate({ ...collected, files }, layout, diagnostics);
  const report = diagnostics.report();
  return {
    ...(report.counts.errors === 0 && { plan: { file: source.file, ...plan } }),
    ...report,
    fileCount: collected.files.length,
    configKeys,
  };
}
