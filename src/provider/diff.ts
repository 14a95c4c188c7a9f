// Compares a resource with its arguments in the program.

import { compare } from "../kind/compare";
import type { Definition, PlannedChange, Props } from "../kind/definition";
import { ENTRY, isSameRecord, planOf } from "../kind/entry";
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
  const { args: before, metadata } = await process.open(definition, olds, news);
  const after = managedOf(definition, news);

  // `check` rejects an undecided one, but not in a refresh.
  if (metadata.pending) {
    const isDecided = planOf(news).resolvesPending === true;
    return { changes: isDecided, replaces: isDecided ? [ENTRY] : [] };
  }

  const { changed, replaces, cleared, kept } = compare(definition, before, after);
  const isChanged = changed.length + cleared.length + kept.length > 0;
  if (!isChanged) {
    process.claim(type, id);
    const recorded = planOf(olds);
    // An entry that moved to another file, or whose object now stays without it. The update only writes the record.
    const isOtherRecord = recorded.file !== undefined && !isSameRecord(recorded, planOf(news));
    return { changes: isOtherRecord, replaces: [] };
  }

  // A refresh only asks how to show the drift. Nothing is going to change.
  if (!process.hasProgram) return { changes: undefined, replaces: [...replaces] };

  const log = process.logFor(process.subjects.of(definition, olds, id));
  if (kept.length > 0)
    log.warn(`${kept.join(", ")} left the config. The API cannot clear it, so it keeps its value`);
  if (changed.length + cleared.length > 0) {
    const plan = {
      olds: { ...outputsOf(definition, olds), ...before },
      news: after,
      changed,
      replaces,
      cleared,
    };
    for (const warning of warningsOf(definition, plan)) log.warn(warning);
    // Of a replacement, this is the deletion. Its create is checked separately.
    process.estimate.plan(`${type} ${id}`, 1, replaces.length > 0 ? [] : lifecycle.listsFor(after));
  }
  return { changes: undefined, replaces: [...replaces] };
}

function warningsOf({ publicUse, planWarnings }: Definition, plan: PlannedChange): readonly string[] {
  const { olds, replaces } = plan;
  const breaks = replaces.length > 0 ? publicUse?.breaks(olds) : undefined;
  const address = olds[publicUse?.address ?? ""];
  const object = address === undefined ? "it" : String(address);
  return [
    ...(breaks === undefined ? [] : [`a change of ${replaces.join(", ")} replaces ${object}, and ${breaks}`]),
    ...(planWarnings?.(plan) ?? []),
  ];
}
