// A create without a clear result: nothing is sent for it again, and the next refresh decides it (service.md 66).

import { SETTLE_MS } from "../api/lists/inventory";
import type { Item } from "../api/lists/list";
import { identifyingFields, isSameObject } from "../kind/compare";
import type { Props } from "../kind/definition";
import { lifecycleOf } from "../kind/lifecycle/lifecycle";
import type { RemoteObject } from "../kind/lifecycle/remote-object";
import { isDecided, type OnExisting } from "../kind/on-existing";
import { decisionOf } from "../kind/request";
import { readAll } from "../kind/state";
import { type OpenResource, shownName } from "./our-object";

/** A request takes effect this long after it went out at the latest: as long as the client waits for a response. */
const MAX_LATE_MS = 30_000;
/** Candidates that a message names. */
const MAX_NAMED = 5;

/** Which objects of the account may be that of a pending create, and which one surely is: newer, and with its identity. */
function candidatesOf({ definition, provider, state, args, metadata }: OpenResource) {
  const owners = provider.ownersOf(definition);
  const { replacedId } = decisionOf(state);
  const { after } = metadata.pending ?? {};
  const identifying = identifyingFields(definition, args);
  const isShown = identifying.length > 0 && !identifying.some((name) => definition.fields[name]!.bestEffort);
  // An equal object may be another one.
  const isOpen = isDuplicate(state) || !isShown;
  const isFree = (id: string) => id !== replacedId && !owners.expects(id);
  const isNewer = (id: string) => after === undefined || !(Number(id) <= after);
  const isAlike = (item: Item) =>
    !isOpen && isSameObject(definition, args, readAll(definition.fields, item)) === true;
  return {
    isOne: (id: string, item: Item) => isFree(id) && (isNewer(id) || isAlike(item)),
    isSure: (id: string, item: Item) => after !== undefined && isFree(id) && isNewer(id) && isAlike(item),
  };
}

/**
 * Decides a pending create in a refresh, when its request can have no effect any more and lists show it.
 * @returns its object, undefined if it has none, or "open" if the account has others that it may be
 * @throws ApiError if the list proves nothing
 */
export async function settle(resource: OpenResource): Promise<RemoteObject | "open" | undefined> {
  const { definition, provider, metadata, session } = resource;
  const { clock } = session;
  const { at = 0, after } = metadata.pending ?? {};
  const owners = provider.ownersOf(definition);
  const inventory = session.inventory(definition.list!);
  const { isOne, isSure } = candidatesOf(resource);
  // The list had an object before the create: an account that lists nothing now is not a new one.
  if (after !== 0) owners.hadObjects = true;
  const ageMs = Math.max(clock.now() - at, 0);
  // Always later: by then, a refresh has asked about the objects of other records, too.
  const from = clock.monotonic() + Math.max(MAX_LATE_MS + SETTLE_MS - ageMs, SETTLE_MS);
  const [sure, ...others] = await inventory.settled(isSure, from);
  // Two pending creates may have found it at the same time.
  if (sure && others.length === 0 && !owners.expects(sure[0])) {
    owners.expect(sure[0]);
    return (await lifecycleOf(definition).glance!(session, sure[0]))[0];
  }
  const found = await inventory.settled(isOne, from);
  if (found.length === 0) return undefined;
  provider.logFor(resource).warn(await pendingProblem(resource));
  return "open";
}

/** Why an entry cannot go on with its pending create, and the way on. */
export async function pendingProblem(resource: OpenResource): Promise<string> {
  const { definition, provider, session, state, urn } = resource;
  const { type, outputs, list } = definition;
  const { isOne } = candidatesOf(resource);
  const found = [...(await session.inventory(list!).all())].filter(([id, item]) => isOne(id, item));
  const problem = "an earlier create has an unknown result";
  // One that reads a record at a time does not know what the others have.
  const refresh = "run `pulumi up --refresh` without --parallel 1, which waits until lists show it";
  if (found.length === 0) return `${problem}. To decide it, ${refresh}`;
  const named = found
    .slice(0, MAX_NAMED)
    .map(([id, item]) => shownName(definition, { id, outputs: readAll(outputs, item) }));
  // What the entry says already decides nothing.
  const another = isDuplicate(state)
    ? "run `pulumi state delete URN` (`pulumi stack --show-urns` lists it): the next `pulumi up` creates one"
    : "set onExisting: duplicate, which creates one";
  return (
    `${problem}, and no resource has ${named.join(", ")}. If no refresh has decided it yet, ${refresh}. ` +
    `${provider.door.unidentified({ id: found[0]![0], type, urn })}. If not, ${another}`
  );
}

/** Nothing is sent for a pending create that leaves the state. */
export function forgetPending(resource: OpenResource): void {
  const { definition, provider, state, metadata } = resource;
  if (isDecided(provider.entries.withKey(decisionOf(state).key)?.onExisting)) return;
  const { after } = metadata.pending ?? {};
  const newer = after === undefined ? "" : ` newer than id ${after}`;
  const problem = "a create with an unknown result left the state, and nothing was sent for it";
  const orphan = `GET ${definition.list!.path} lists an object${newer} that no resource has`;
  provider.logFor(resource).warn(`${problem}. If it took effect, ${orphan}`);
}

/** Whether an entry decides its pending create. What it said when the request was sent decides nothing about its result. */
export function decidesPending(onExisting: OnExisting | undefined, state: Props): boolean {
  if (typeof onExisting === "object") return String(onExisting.id) !== decisionOf(state).replacedId;
  return onExisting === "duplicate" && !isDuplicate(state);
}

function isDuplicate(state: Props): boolean {
  const decision = decisionOf(state);
  return decision.do === "create" && decision.onExisting === "duplicate";
}
