// Compares a resource with its arguments in the program.
import { compare } from "../kind/compare";
import type { Definition, PlannedChange, Props } from "../kind/definition";
import { ENTRY } from "../kind/entry";
import { managedOf, outputsOf } from "../kind/state";
import type { ProviderProcess } from "./provider-process";
import { ReportedError } from "./reported-error";

/** `changes: undefined` lets the engine compare the inputs, which gives a difference per property. */
export interface DiffResult {
  readonly changes: boolean | undefined;
  readonly replaces: string[];
}

export async function diff(
  definition: Definition,
  process: ProviderProcess,
  id: string,
  olds: Props,
  news: Props,
): Promise<DiffResult> {
  const { type, lifecycle } = definition;
  const { args: before, metadata } = await process.open(definition, olds);
  const after = managedOf(definition, news);

  if (metadata.pending) {
    // `check` removes the hidden input of an entry that decides. A refresh passes that of the state.
    const isDecided = news[ENTRY] === undefined;
    return { changes: isDecided, replaces: isDecided ? [ENTRY] : [] };
  }

  const name = process.objects.nameOf(type, id);
  // Somebody may have given the object the identity of a new entry, which adopts it.
  const problem = lifecycle.existing && process.report.hasProgram && process.objects.take(type, id, name);
  if (problem) throw new ReportedError(`${name}: ${problem}`);

  const difference = compare(definition, before, after);
  const { changed, replaces, cleared, kept } = difference;
  if (changed.length + cleared.length + kept.length === 0) {
    if (process.report.hasProgram) process.objects.own(type, id);
    return { changes: false, replaces: [] };
  }

  // A refresh only asks how to show the drift. Nothing is going to change.
  if (!process.report.hasProgram) return { changes: undefined, replaces: [...replaces] };

  const log = process.logFor(name);
  if (kept.length > 0)
    log.warn(`${kept.join(", ")} left the config. The API cannot clear it, so it keeps its value`);
  if (changed.length + cleared.length > 0) {
    const plan = { ...difference, olds: { ...outputsOf(definition, olds), ...before }, news: after };
    for (const warning of warningsOf(definition, plan)) log.warn(warning);
    // Of a replacement, this is the deletion. Its create is checked separately.
    process.report.planChange(`${type} ${id}`, 1, replaces.length > 0 ? [] : lifecycle.listsFor(after));
  }
  return { changes: undefined, replaces: [...replaces] };
}

function warningsOf({ publicUse, planWarnings }: Definition, plan: PlannedChange): readonly string[] {
  const { olds, replaces } = plan;
  const breaks = replaces.length > 0 ? publicUse?.breaks(olds) : undefined;
  const object = olds[publicUse?.address ?? ""] ?? "it";
  return [
    ...(breaks === undefined ? [] : [`a change of ${replaces.join(", ")} replaces ${object}, and ${breaks}`]),
    ...(planWarnings?.(plan) ?? []),
  ];
}
