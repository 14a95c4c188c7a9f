// Compares a resource with its arguments in the program.
import type { Definition, Props } from "../kind/definition";
import { ENTRY, planOf } from "../kind/entry";
import { managedOf, outputsOf } from "../kind/state";
import { compare } from "./compare";
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
  const { args: before, metadata } = await process.open(definition, olds);
  const after = managedOf(definition, news);
  process.keepSecret(await process.session(), definition, after);

  // `check` rejects an undecided one, but not in a refresh.
  if (metadata.pending) {
    const isDecided = planOf(news).resolvesPending === true;
    return { changes: isDecided, replaces: isDecided ? [ENTRY] : [] };
  }

  const { changed, replaces, cleared, kept } = compare(definition, before, after);
  const isChanged = changed.length + cleared.length + kept.length > 0;
  if (!isChanged) {
    process.claim(type, id);
    return { changes: false, replaces: [] };
  }

  if (kept.length > 0) {
    process.log.warn(
      `${type} ${id}: ${kept.join(", ")} left the config. The API cannot clear it, so it keeps its value`,
    );
  }
  if (changed.length + cleared.length > 0) {
    const plan = {
      id,
      olds: { ...outputsOf(definition, olds), ...before },
      news: after,
      changed,
      replaces,
      cleared,
    };
    for (const warning of definition.planWarnings?.(plan) ?? []) process.log.warn(warning);
    // Of a replacement, this is the deletion. Its create is checked separately.
    process.estimate.plan(`${type} ${id}`, 1, replaces.length > 0 ? [] : lifecycle.listsFor(after, plan));
  }
  return { changes: undefined, replaces: [...replaces] };
}
