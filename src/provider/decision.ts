// What happens to a new resource. `check` asks, because a preview never reaches `create`. What the account has that is like
// the entry decides: nothing means create, one object that no entry has means adopt or stop, and all else means stop.

import { sanitize } from "../api/sanitize";
import type { AccountSession } from "../api/session";
import { fixedDifference, identifyingFields, isSameObject } from "../kind/compare";
import { type Props, secretsOf } from "../kind/definition";
import { lifecycleOf } from "../kind/lifecycle/lifecycle";
import type { Logger, RemoteObject } from "../kind/lifecycle/remote-object";
import { alike, same } from "../kind/meaning";
import { cannotCreate, cannotUpdate, lostProblem, type OnExisting } from "../kind/on-existing";
import type { Adopt, Create, Decision, Lose, Stop } from "../kind/request";
import { hasUnknown } from "../kind/schema";
import type { Entry } from "./entries";
import { MAX_AGE_MS, presentId, shownName } from "./our-object";
import type { ProviderProcess } from "./provider-process";

/** A new entry of a kind with a list. */
interface NewEntry {
  readonly provider: ProviderProcess;
  readonly session: AccountSession;
  readonly log: Logger;
  readonly entry: Entry;
  /** The effective value. */
  readonly onExisting: OnExisting;
}

/** @throws ApiError if the list of the kind cannot be read */
export async function decide(provider: ProviderProcess, entry: Entry): Promise<Decision> {
  const { definition, args, ownId, isPreview } = entry;
  const session = await provider.session();
  const log = provider.logFor(entry);
  if (!definition.list) {
    const { isThere, changes } = await lifecycleOf(definition).foresee!(session, args, entry.secret ?? []);
    for (const change of changes) log.warn(change);
    if (isThere) return { do: "nothing" };
    // A default of the stack would let every rejected link count as assigned.
    return { do: "create", ...(entry.onExisting === "adopt" && { onExisting: "adopt" }) };
  }
  const onExisting = entry.onExisting ?? session.settings.onExisting ?? "fail";
  const one: NewEntry = { provider, session, log, entry, onExisting };
  const decision = await decideListed(one);
  if (decision.do === "stop" || ownId === undefined) return decision;
  const replaces = await isReplaced(one, ownId);
  return { ...decision, replacedId: ownId, ...(replaces && isPreview && { replaces }) };
}

async function decideListed(one: NewEntry): Promise<Create | Adopt | Lose | Stop> {
  const { provider, entry, onExisting } = one;
  const { definition, args, ownId } = entry;
  // A replacement creates another object: its own one does not count.
  if (typeof onExisting === "object" && String(onExisting.id) !== ownId)
    return decideById(one, String(onExisting.id));
  const problem = cannotCreate(definition, args);
  if (problem !== undefined) return decideWithoutContent(one, problem);

  const like = await objectsLike(one);
  const exact = like.filter(({ fields }) => isSameObject(definition, args, fields, same));
  // Another entry of the stack says itself which spelling it means.
  const objects = exact.length > 0 ? exact : like.filter(({ id }) => !isTaken(one, id));
  if (objects.length === 0 || onExisting === "duplicate") return decideCreate(one, like);
  const object = objects.find(({ id }) => !isTaken(one, id));
  if (!object) return stopTaken(one, objects[0]!.id);
  const next = provider.door.exists(aboutOf(one, object.id));
  // Only an id decides between several objects, also if the stack manages some of them: the others may belong to
  // another stack.
  if (objects.length > 1) {
    const shown = objects.map((each) => shownName(definition, each)).join("; ");
    return stop(`${objects.length} existing objects match (${shown}). ${next}`);
  }
  const differences = differing(entry, object);
  const isEqual = differences.length === 0;
  if (onExisting === "overwrite" || (onExisting === "adopt" && isEqual)) return decideAdoption(one, object);
  const differs = isEqual ? "" : `, differs in ${differences.join(", ")}`;
  return {
    ...stop(`already exists (${shownName(definition, object)}${differs}). ${next}`),
    accepts: isEqual ? "adopt" : "overwrite",
  };
}

/** What the account has that may be the object of the entry. */
async function objectsLike({ provider, session, entry, onExisting }: NewEntry): Promise<RemoteObject[]> {
  const { definition, args, ownId, isPreview } = entry;
  // A value that is known only after an apply may be that of another object. The update checks it again.
  const isUnknown = identifyingFields(definition, args).some((field) => hasUnknown(args[field]));
  // Only a preview says what `duplicate` ignores.
  const isUnneeded = onExisting === "duplicate" && !isPreview;
  if (typeof onExisting === "object" || isUnknown || isUnneeded) return [];
  // Another entry of this run, which is no copy of this one, may have created one since.
  const owners = provider.ownersOf(definition);
  const found = await lifecycleOf(definition).glance!(session, args, MAX_AGE_MS);
  return found.filter(({ id }) => id !== ownId && !owners.wasCreated(id));
}

/** The entry names its object by the id. */
async function decideById(one: NewEntry, id: string): Promise<Adopt | Stop> {
  const { definition, args } = one.entry;
  const { type } = definition;
  const [object] = await lifecycleOf(definition).prove(one.session, id);
  if (!object)
    return stop(
      `onExisting: the account has no ${type} with id ${id}. Correct the id, or remove the entry if the object was deleted`,
    );
  // A service may have rewritten it. The update sends what it shows.
  const fixed = fixedDifference(definition, args, object.fields);
  if (fixed === undefined) return decideAdoption(one, object);
  return stop(
    `onExisting: ${type} ${id} has another ${fixed}, which is create-only. Correct the id or the entry`,
  );
}

/** An entry without content only manages an existing object. One that is gone is drift. @param problem what it lacks */
async function decideWithoutContent(
  { provider, session, log, entry }: NewEntry,
  problem: string,
): Promise<Lose | Stop> {
  const { definition, ownId } = entry;
  const isGone = ownId !== undefined && (await lifecycleOf(definition).glance!(session, ownId)).length === 0;
  if (!isGone) return stop(`${problem}. Add them, or ${provider.door.manage({})}`);
  const why = lostProblem(definition, ownId);
  if (!entry.isPreview) return stop(why);
  if (!session.settings.isInReview) log.warn(why);
  return { do: "lose", why };
}

/** @param like objects that stay beside the new one. The create must not take them for it */
function decideCreate({ provider, log, entry, onExisting }: NewEntry, like: RemoteObject[]): Create {
  const beside = like.map(({ id }) => id);
  if (beside.length > 0) log.info(`creates another one, beside id ${beside.join(", ")}`);
  provider.report.noteCreate(entry);
  const word = typeof onExisting === "string" && onExisting !== "fail" ? onExisting : undefined;
  return { do: "create", ...(word && { onExisting: word }), ...(beside.length > 0 && { beside }) };
}

/** The update sends fields that differ, and fields that may: the list shows no value, or the entry has none yet. */
function decideAdoption(one: NewEntry, object: RemoteObject): Adopt | Stop {
  const { provider, log, entry, onExisting } = one;
  const { definition, args, ownId, secret = [] } = entry;
  const { type, fields } = definition;
  const { id, fields: shown } = object;
  const sent = Object.keys(args).filter((name) => !fields[name]!.createOnly);
  const isUnread = (name: string) =>
    fields[name]!.writeOnly || (fields[name]!.bestEffort && shown[name] === undefined);
  const differs = differing(entry, object);
  const mayDiffer = (name: string) =>
    onExisting !== "adopt" && !isUnread(name) && (shown[name] === undefined || hasUnknown(args[name]));
  const changed = sent.filter((name) => differs.includes(name) || mayDiffer(name));
  const problem = cannotUpdate(definition, args, changed);
  if (problem !== undefined) return stop(`onExisting: ${type} ${id} differs, and ${problem}`);
  if (provider.ownersOf(definition).claim(id, entry, ownId)) return stopTaken(one, id);

  const isChanged = changed.length > 0;
  provider.report.noteAdoption(entry, id, isChanged);
  // Equal objects are only counted.
  if (!isChanged) return { do: "adopt", id };
  log.info(`adopts id ${id}, updates ${changed.join(", ")}`);
  const hidden = new Set([...secretsOf(definition, args), ...secret]);
  const overwritten = sent.filter((name) => changed.includes(name) || isUnread(name));
  const live = overwritten.map((name) => [name, hidden.has(name) ? "[secret]" : (shown[name] ?? null)]);
  return { do: "adopt", id, overwrites: Object.fromEntries(live) };
}

/** Readable fields with another value, as far as it is known. */
function differing({ definition, args }: Entry, { fields: shown }: RemoteObject): string[] {
  return Object.keys(args).filter(
    (name) =>
      shown[name] !== undefined &&
      !hasUnknown(args[name]) &&
      !alike(definition.fields[name]!, args[name], shown[name]),
  );
}

/**
 * Whether a create replaces an object that exists. The engine does not say so, and compares nothing if `--replace` or a
 * taint orders it.
 */
async function isReplaced({ session, log, entry }: NewEntry, id: string): Promise<boolean> {
  const { definition, args } = entry;
  const { publicUse } = definition;
  const [shown] = await lifecycleOf(definition).glance!(session, id, MAX_AGE_MS);
  if (!shown) return false;
  const state: Props = { ...args, ...shown.fields, ...shown.outputs };
  const breaks = publicUse?.breaks(state);
  if (breaks !== undefined && !session.settings.isInReview)
    log.warn(`replaces ${sanitize(String(state[publicUse!.address] ?? "it"))}, and ${breaks}`);
  return true;
}

/** Whether another entry, or the state for one, has the object. */
function isTaken({ provider, entry }: NewEntry, id: string): boolean {
  const { definition, ownId } = entry;
  return id !== ownId && provider.ownersOf(definition).takenBy(id, entry, ownId) !== undefined;
}

/** An object of another entry is never adopted, whatever `onExisting` says. */
function stopTaken(one: NewEntry, id: string): Stop {
  const owner = one.provider.ownersOf(one.entry.definition).ownerOf(id)?.name;
  const next = one.provider.door.managed(aboutOf(one, id));
  const why = `already managed by ${owner || "another resource of this stack"} (id ${id}). ${next}`;
  return { ...stop(why), ...(!owner && { managedId: id }) };
}

function aboutOf({ provider, entry }: NewEntry, id: string) {
  const { type, rejectsEqual } = entry.definition;
  const isReplacement = presentId(provider, entry) !== undefined;
  return { id, type, urn: entry.urn, isReplacement, rejectsEqual };
}

function stop(why: string): Stop {
  return { do: "stop", why };
}
