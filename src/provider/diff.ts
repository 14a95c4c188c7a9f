// Compares a resource with its arguments in the program.
import type { Definition, Props } from "../kind/definition";
import { ENTRY, planOf } from "../kind/entry";
import { PENDING_ID } from "../kind/lifecycle/create-once";
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

  // A pending create is an update, which fails until the entry decides. A refresh finds no drift.
  if (metadata.pending || id === PENDING_ID)
    return { changes: process.hasProgram, replaces: planOf(news).resolvesPending ? [ENTRY] : [] };

  const { changed, replaces, cleared, kept } = compare(definition, before, after);
  const isChanged = changed.length + cleared.length + kept.length > 0;
  if (!isChanged) {
    process.claim(type, id);
    // Without an account record, an update writes one.
    return { changes: metadata.account === undefined, replaces: [] };
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
