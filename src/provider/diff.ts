// Compares a resource with its arguments in the program.

import { sanitize } from "../api/sanitize";
import { compare, type Difference } from "../kind/compare";
import type { Definition, Props } from "../kind/definition";
import { HIDDEN_INPUT } from "../kind/request";
import { managedOf, PENDING_ID } from "../kind/state";
import type { Entry } from "./entries";
import { claimProblem, type OpenResource } from "./our-object";
import { decidesPending, pendingProblem } from "./pending";
import { ReportedError } from "./reported-error";

/** `changes: undefined` lets the engine compare the inputs, which gives a difference per property. */
export interface DiffResult {
  readonly changes: boolean | undefined;
  readonly replaces: string[];
  /** The engine uses it only if it replaces the object, also on `--replace` or after a taint. */
  readonly deleteBeforeReplace?: true;
}

/** What a refresh asks, only to show the drift: nothing is going to change. */
export function driftOf(definition: Definition, state: Props, news: Props): DiffResult {
  return resultOf(definition, compare(definition, state, managedOf(definition, news)));
}

function resultOf(
  { rejectsEqual: deleteBeforeReplace }: Definition,
  { changed, replaces, cleared, released }: Difference,
): DiffResult {
  if (changed.length + cleared.length + released.length === 0) return { changes: false, replaces: [] };
  return { changes: undefined, replaces: [...replaces], ...(deleteBeforeReplace && { deleteBeforeReplace }) };
}

/** What the entry of a resource is going to do. */
export async function diff(resource: OpenResource, news: Props, entry: Entry): Promise<DiffResult> {
  const { definition, provider, id, state } = resource;
  if (id === PENDING_ID) {
    // An update cannot change an id. A record that outlived a failed run would take an object at the next refresh, and the
    // engine would delete that.
    if (decidesPending(entry.onExisting, state))
      return { changes: true, replaces: [HIDDEN_INPUT], deleteBeforeReplace: true };
    // The update fails.
    provider.logFor(resource).warn(await pendingProblem(resource));
    return { changes: true, replaces: [] };
  }
  // The program may not find its record, such as that of a renamed component. Two assignments may be the same one.
  const taken = claimProblem(provider, entry, id);
  if (taken !== undefined && definition.list) throw new ReportedError(taken);

  const difference = compare(definition, state, managedOf(definition, news));
  const result = resultOf(definition, difference);
  if (result.changes === false) provider.ownersOf(definition).keep(id);
  else warnOfChanges(resource, difference, news);
  return result;
}

function warnOfChanges(
  resource: OpenResource,
  { changed, replaces, released }: Difference,
  news: Props,
): void {
  const { definition, provider, state, session } = resource;
  const { publicUse } = definition;
  const log = provider.logFor(resource);
  if (released.length > 0)
    log.warn(`${released.join(", ")} is no longer set. The API cannot clear it, so it keeps its value`);
  // The create of a replacement is checked, and then warns.
  if (!publicUse?.brokenBy || replaces.length > 0 || session.settings.isInReview) return;
  const broken = publicUse.brokenBy(state, news, changed);
  const address = sanitize(String(state[publicUse.address] ?? "it"));
  if (broken.length > 0) log.warn(`a change of ${broken.join(" and ")} breaks ${address}`);
}
