// Compares a resource with its arguments in the program.
import { compare } from "../kind/compare";
import type { Definition, PlannedChange, Props } from "../kind/definition";
import { decisionOf, ENTRY } from "../kind/entry";
import { managedOf, outputsOf } from "../kind/state";
import type { ProviderProcess } from "./provider-process";

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
  const { objects, report } = process;
  const { args: before, metadata } = await process.openResource(definition, olds);
  const after = managedOf(definition, news);
  // Shown as an update, because the program reads back the inputs of updates only.
  if (decisionOf(news).collision) return { changes: true, replaces: [] };
  if (metadata.pending) {
    // `check` removes the hidden input of an entry that decides. A refresh passes that of the state.
    const isDecided = news[ENTRY] === undefined;
    return { changes: isDecided, replaces: isDecided ? [ENTRY] : [] };
  }

  // Without a check, a refresh only asks how to show the drift. Nothing is going to change.
  const hasEntry = objects.isOwned(type, id);
  const difference = compare(definition, before, after);
  const { changed, replaces, cleared, kept } = difference;
  if (changed.length + cleared.length + kept.length === 0) {
    if (hasEntry) objects.keep(type, id);
    return { changes: false, replaces: [] };
  }
  if (!hasEntry) return { changes: undefined, replaces: [...replaces] };

  const log = process.logFor(objects.nameOf(type, id));
  if (kept.length > 0)
    log.warn(`${kept.join(", ")} left the config. The API cannot clear it, so it keeps its value`);
  if (changed.length + cleared.length > 0) {
    const plan = { ...difference, olds: { ...outputsOf(definition, olds), ...before }, news: after };
    for (const warning of warningsOf(definition, plan)) log.warn(warning);
    // Of a replacement, this is the deletion. Its create is checked separately.
    report.planChange(`${type} ${id}`, 1, replaces.length > 0 ? [] : lifecycle.listsFor(after));
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
