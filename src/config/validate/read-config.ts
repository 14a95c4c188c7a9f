// A config to a plan, and all that is wrong with it. Pure: what it needs of the outside is passed in.

import { interpolate, type Values } from "../parse/interpolation";
import { type Diagnostic, Diagnostics } from "../report/diagnostics";
import { INCLUDE, type Kind, Layout } from "../schema/layout";
import { type Files, NO_FILES } from "../source/project-files";
import type { Source } from "../source/source";
import { collectFiles } from "./include";
import { maskSecrets } from "./mask-secrets";
import type { Plan } from "./plan";
import { validate } from "./validate";

export interface Surroundings {
  /** The files that may be included. Default none. */
  readonly files?: Files;
  /** What `${…}` stands for. Where it is left out, such values are not looked at, and the plan is not for use. */
  readonly values?: Values;
}

export interface ReadConfig {
  /** Unset when there is an error among the diagnostics. */
  readonly plan?: Plan;
  /** By place; the source lines that they are shown with hold no secret. */
  readonly diagnostics: readonly Diagnostic[];
  /** How many files the config consists of. */
  readonly fileCount: number;
}

export function readConfig(
  source: Source,
  kinds: readonly Kind[],
  { files = NO_FILES, values }: Surroundings = {},
): ReadConfig {
  const diagnostics = new Diagnostics();
  const layout = new Layout(kinds);
  const collected = collectFiles(source, files, diagnostics);
  const filled = collected.files.map(({ source, parsed }) => ({
    source,
    parsed: interpolate(source, parsed, INCLUDE, values, diagnostics),
  }));
  const plan = validate({ ...collected, files: filled }, layout, diagnostics);
  if (diagnostics.length > 0) {
    for (const { source, parsed } of collected.files) maskSecrets(source, parsed, layout);
  }
  return {
    ...(diagnostics.hasErrors ? {} : { plan }),
    diagnostics: diagnostics.sorted(),
    fileCount: collected.files.length,
  };
}
