// A config file to a plan, and all that is wrong with it. Pure: no engine, no network, no files.
import { type Diagnostic, Diagnostics } from "./diagnostics";
import { hideSecrets } from "./hide-secrets";
import { type Kind, Layout } from "./layout";
import { parse } from "./parse";
import type { Plan } from "./plan";
import type { Source } from "./source";
import { validate } from "./validate";

export interface ReadConfig {
  /** Unset when there is an error among the diagnostics. */
  readonly plan?: Plan;
  /** By place; the source lines that they are shown with hold no secret. */
  readonly diagnostics: readonly Diagnostic[];
}

export function readConfig(source: Source, kinds: readonly Kind[]): ReadConfig {
  const diagnostics = new Diagnostics();
  const layout = new Layout(kinds);
  const parsed = parse(source, diagnostics);
  const plan = validate(source, parsed, layout, diagnostics);
  if (diagnostics.length > 0) hideSecrets(source, parsed, layout);
  return { ...(diagnostics.hasErrors ? {} : { plan }), diagnostics: diagnostics.sorted() };
}
