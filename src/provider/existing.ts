// What the account has that a new resource may be: the object to adopt, the ones to ignore, or why the run stops.

import { sanitize } from "../api/sanitize";
import type { AccountSession } from "../api/session";
import { secretsOf } from "../kind/definition";
import { fixedDifference, identifyingFields, isSameObject } from "../kind/identity";
import { lifecycleOf } from "../kind/lifecycle/lifecycle";
import type { RemoteObject } from "../kind/lifecycle/remote-object";
import { alike, same } from "../kind/meaning";
import { cannotCreate, lostProblem, type OnExisting } from "../kind/on-existing";
import type { Decision, Stop } from "../kind/request";
import { hasUnknown } from "../kind/unknown";
import type { Entry } from "./entries";
import { MAX_AGE_MS } from "./our-object";
import type { ProviderProcess } from "./provider-process";
import type { About } from "./reported-error";

type Existing =
  /** The object to adopt. */
  | { readonly object: RemoteObject }
  /** Ids of the objects that are alike, and beside which a new one will exist. Usually none. */
  | { readonly beside: readonly string[] }
  | Extract<Decision, { do: "stop" | "lose" }>;

const NONE: Existing = { beside: [] };

/** @param onExisting the effective value */
export async function findExisting(
  provider: ProviderProcess,
  session: AccountSession,
  entry: Entry,
  onExisting: OnExisting,
): Promise<Existing> {
  const { definition, args, ownId, isPreview } = entry;
  // A replacement creates another object: its own one does not count.
  if (typeof onExisting === "object" && String(onExisting.id) !== ownId)
    return findById(provider, session, entry, String(onExisting.id));
  const problem = cannotCreate(definition, args);
  if (problem !== undefined) return whyNotCreated(provider, session, entry, problem);
  // A value that is known only after an apply may be that of another object. The update checks it again.
  const isUnknown = identifyingFields(definition, args).some((field) => hasUnknown(args[field]));
  // Only a preview says what `duplicate` ignores.
  const isUnneeded = onExisting === "duplicate" && !isPreview;
  if (typeof onExisting === "object" || isUnknown || isUnneeded) return NONE;

  // Another entry of this run, which is no copy of this one, may have created one since.
  const owners = provider.ownersOf(definition);
  const found = await lifecycleOf(definition).glance!(session, args, MAX_AGE_MS);
  const matching = found.filter(({ id }) => id !== ownId && !owners.wasCreated(id));
  const exact = matching.filter(({ fields }) => isSameObject(definition, args, fields, same));
  // Another entry of the stack says itself which spelling it means.
  const others = exact.length > 0 ? exact : matching.filter(({ id }) => !isManaged(provider, entry, id));
  // The create must not take them for new ones.
  if (others.length === 0) return { beside: matching.map(({ id }) => id) };
  return choose(provider, entry, onExisting, others);
}

/** The object that the entry names by its id. */
async function findById(
  provider: ProviderProcess,
  session: AccountSession,
  entry: Entry,
  id: string,
): Promise<Existing> {
  const { definition, args } = entry;
  const { type } = definition;
  if (isManaged(provider, entry, id)) return managed(provider, entry, id);
  const [object] = await lifecycleOf(definition).prove(session, id);
  if (!object)
    return stop(
      `onExisting: the account has no ${type} with id ${id}. Correct the id, or remove the entry if the object was deleted`,
    );
  // A service may have rewritten it. The update sends what it shows.
  const fixed = fixedDifference(definition, args, object.fields);
  if (fixed === undefined) return { object };
  return stop(
    `onExisting: ${type} ${id} has another ${fixed}, which is create-only. Correct the id or the entry`,
  );
}

/** An entry without content only manages an existing object. @param problem what it lacks */
async function whyNotCreated(
  provider: ProviderProcess,
  session: AccountSession,
  entry: Entry,
  problem: string,
): Promise<Existing> {
  const { definition, ownId, isPreview } = entry;
  const isGone = ownId !== undefined && (await lifecycleOf(definition).glance!(session, ownId)).length === 0;
  if (!isGone) return stop(`${problem}. ${provider.door["no content"]({})}`);
  const lost = lostProblem(definition, provider.goneName(definition, ownId));
  if (!isPreview) return stop(lost);
  if (!session.settings.isInReview) provider.logFor(entry).warn(lost);
  return { do: "lose", why: lost };
}

/** @param objects that may be the one of the entry, at least one */
function choose(
  provider: ProviderProcess,
  entry: Entry,
  onExisting: OnExisting,
  objects: readonly RemoteObject[],
): Existing {
  if (onExisting === "duplicate") return { beside: objects.map(({ id }) => id) };
  const free = objects.filter(({ id }) => !isManaged(provider, entry, id));
  const [object] = free;
  if (!object) return managed(provider, entry, objects[0]!.id);
  const next = provider.door.exists(aboutOf(entry, object.id));
  // Only an id decides between several objects, also if the stack manages some of them: the others may belong to
  // another stack.
  if (objects.length > 1) return several(entry, free, objects, next);
  const differences = differing(entry, object);
  const isEqual = differences.length === 0;
  if (onExisting === "overwrite" || (onExisting === "adopt" && isEqual)) return { object };
  const differs = isEqual ? "" : `, differs in ${differences.join(", ")}`;
  const why = `already exists (${described(entry, object)}${differs}). ${next}`;
  return { do: "stop", why, accepts: isEqual ? "adopt" : "overwrite" };
}

/** @param free those of the objects that no entry has */
function several(
  entry: Entry,
  free: readonly RemoteObject[],
  objects: readonly RemoteObject[],
  next: string,
): Stop {
  const owned = objects.filter((one) => !free.includes(one));
  const shown = [
    ...free.map((one) => described(entry, one)),
    ...owned.map((one) => `${described(entry, one)}, of another resource`),
  ];
  const why = `${objects.length} existing objects match (${shown.join("; ")})`;
  const [other] = owned;
  if (other) return { do: "stop", why: `${why}. ${next}`, managedId: other.id };
  const extra = objects.length === 2 ? "the extra one" : "the extra ones";
  return stop(`${why}. Delete ${extra}, or decide. ${next}`);
}

function isManaged(provider: ProviderProcess, entry: Entry, id: string): boolean {
  const { definition, ownId } = entry;
  return id !== ownId && provider.ownersOf(definition).takenBy(id, entry, ownId) !== undefined;
}

/** An object of another entry is never adopted, whatever `onExisting` says. */
function managed(provider: ProviderProcess, entry: Entry, id: string): Stop {
  const { name = "" } = provider.ownersOf(entry.definition).ownerOf(id) ?? {};
  const why = `already managed by ${name || "another resource of this stack"} (id ${id})`;
  return { do: "stop", why: `${why}. ${provider.door.managed(aboutOf(entry, id))}`, managedId: id };
}

function aboutOf({ definition, urn, ownId }: Entry, id: string): About {
  const { type, rejectsEqual } = definition;
  return { id, type, urn, isReplacement: ownId !== undefined, rejectsEqual };
}

/** The id, and the address if the service sets it. A part of the address may be a secret of the entry. */
function described({ definition, args, secret }: Entry, { id, outputs }: RemoteObject): string {
  const address = outputs[definition.publicUse?.address ?? ""];
  const hasSecret = secretsOf(definition, args).size > 0 || secret !== undefined;
  return `id ${id}${typeof address === "string" && !hasSecret ? `, ${sanitize(address)}` : ""}`;
}

/** Readable fields with another value, as far as it is known. */
export function differing({ definition, args }: Entry, { fields: shown }: RemoteObject): string[] {
  return Object.keys(args).filter(
    (name) =>
      shown[name] !== undefined &&
      !hasUnknown(args[name]) &&
      !alike(definition.fields[name]!, args[name], shown[name]),
  );
}

export function stop(why: string): Stop {
  return { do: "stop", why };
}
