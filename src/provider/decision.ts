// What a new resource does about an object that the account already has: create, adopt, or stop the run.

import { quote, sanitize } from "../api/sanitize";
import type { AccountSession } from "../api/session";
import { type Props, type RemoteObject, secretsOf } from "../kind/definition";
import type { Decision } from "../kind/entry";
import { fixedDifference, identifyingFields, isSameObject } from "../kind/identity";
import { lifecycleOf } from "../kind/lifecycle/lifecycle";
import { alike, same } from "../kind/meaning";
import {
  cannotCreate,
  cannotUpdate,
  effectiveOnExisting,
  lostProblem,
  type OnExisting,
} from "../kind/on-existing";
import type { Stop } from "../kind/stop";
import { hasUnknown } from "../kind/unknown";
import { isReplaced } from "./diff";
import type { About } from "./door";
import type { Entry } from "./entries";
import { MAX_AGE_MS } from "./our-object";
import { claimProblem } from "./problems";
import type { ProviderProcess } from "./provider-process";

interface Found {
  /** The object to adopt. */
  readonly object?: RemoteObject;
  /** Ids of the objects that are alike, and that a new one will exist beside. */
  readonly ignored?: readonly string[];
  readonly stop?: Stop;
  /** As of a `Decision`. */
  readonly lost?: string;
}

/** Decided in `check`, because a preview never reaches `create`. @throws ApiError if the list of the kind cannot be read */
export async function decide(provider: ProviderProcess, entry: Entry): Promise<Decision> {
  const { definition, args } = entry;
  const lifecycle = lifecycleOf(definition);
  const session = await provider.session();
  const log = provider.logFor(entry);
  for (const warning of (await lifecycle.createWarnings?.(session, args)) ?? []) log.warn(warning);
  // A default of the stack would let every rejected link count as assigned.
  const onExisting = definition.list
    ? effectiveOnExisting(definition, args, entry.onExisting, session.settings)
    : entry.onExisting;
  const found = await (definition.list
    ? findListed(session, provider, entry, onExisting)
    : findAssignment(session, entry));
  const { object, ignored = [], stop, lost } = found;
  if (stop) return { stop };
  if (lost !== undefined) {
    if (!session.settings.isInReview) log.warn(lost);
    return { lost };
  }
  const replacedId = definition.list && entry.ownId;
  const replaced = replacedId !== undefined && {
    replacedId,
    ...((await isReplaced(provider, session, entry, replacedId)) &&
      entry.isPreview && { replaces: true as const }),
  };
  if (object) return { ...decideAdoption(provider, entry, object, onExisting), ...replaced };
  if (ignored.length > 0)
    log.info(`creates another one, beside ${ignored.length === 1 ? "id" : "ids"} ${ignored.join(", ")}`);
  const mayExist = onExisting === "adopt" || (onExisting === "overwrite" && definition.list !== undefined);
  const isKnown = !Object.values(args).some(hasUnknown);
  if (isKnown && (await lifecycle.isThere?.(session, args))) {
    provider.report.planNothing(entry);
    return { isThere: true };
  }
  provider.report.planCreate(entry, mayExist);
  return {
    ...replaced,
    ...(mayExist && { mayExist }),
    ...(onExisting === "duplicate" && { duplicate: true }),
    ...(ignored.length > 0 && { beside: ignored }),
  };
}

async function findListed(
  session: AccountSession,
  provider: ProviderProcess,
  entry: Entry,
  onExisting: OnExisting | undefined,
): Promise<Found> {
  const { definition, args, ownId } = entry;
  const lifecycle = lifecycleOf(definition);
  const owners = provider.ownersOf(definition);
  const id = typeof onExisting === "object" ? String(onExisting.id) : undefined;
  const isManaged = (one: string) => one !== ownId && owners.takenBy(one, entry, ownId) !== undefined;
  // A replacement creates another object. Its own one does not count.
  if (id !== undefined && id !== ownId) {
    if (isManaged(id)) return managed(provider, entry, id);
    const [object] = await lifecycle.prove(session, id);
    return withId(entry, id, object);
  }
  const problem = cannotCreate(definition, args);
  if (problem !== undefined) {
    const isGone = ownId !== undefined && (await lifecycle.glance!(session, ownId)).length === 0;
    if (!isGone) return stop(`${problem}. ${provider.door["no content"]({})}`);
    const lost = lostProblem(definition, provider.goneName(definition, ownId));
    return entry.isPreview ? { lost } : stop(lost);
  }
  // A value that is known only after an apply may be that of another object. The update checks it again.
  const isUnknown = identifyingFields(definition, args).some((field) => hasUnknown(args[field]));
  // Only a preview says what `duplicate` ignores.
  const isUnneeded = onExisting === "duplicate" && !entry.isPreview;
  if (id !== undefined || isUnknown || isUnneeded) return {};
  // Another entry of this run, which is no copy of this one, may have created one since.
  const inventory = session.inventory(definition.list!);
  const found = await lifecycle.glance!(session, args, MAX_AGE_MS);
  const matching = found.filter(({ id }) => id !== ownId && !inventory.wasCreated(id));
  const exact = matching.filter(({ fields }) => isSameObject(definition, args, fields, same));
  // Another entry of the stack says itself which spelling it means.
  const others = exact.length > 0 ? exact : matching.filter(({ id }) => !isManaged(id));
  // The create must not take them for new ones.
  if (others.length === 0) return { ignored: matching.map(({ id }) => id) };
  return choose(provider, entry, onExisting, others, isManaged);
}

/** @param objects that may be the one of the entry, at least one */
function choose(
  provider: ProviderProcess,
  entry: Entry,
  onExisting: OnExisting | undefined,
  objects: readonly RemoteObject[],
  isManaged: (id: string) => boolean,
): Found {
  if (onExisting === "duplicate") return { ignored: objects.map(({ id }) => id) };
  const unmanaged = objects.filter(({ id }) => !isManaged(id));
  const [object] = unmanaged;
  if (!object) return managed(provider, entry, objects[0]!.id);
  const isAccepted =
    onExisting === "overwrite" || (onExisting === "adopt" && differing(entry, object).length === 0);
  // Only an id decides between several objects, also if the stack manages some of them: the others may belong to
  // another stack.
  if (isAccepted && objects.length === 1) return { object };
  const inOrder = [...unmanaged, ...objects.filter((one) => !unmanaged.includes(one))];
  const shown = inOrder.map((one) => {
    const differences = objects.length > 1 ? [] : differing(entry, one);
    const differs = differences.length > 0 ? `differs in ${differences.join(", ")}` : undefined;
    const owned = isManaged(one.id) ? "of another resource" : undefined;
    return [`id ${one.id}`, addressOf(entry, one), differs, owned].filter(Boolean).join(", ");
  });
  const next = provider.door.exists(aboutOf(entry, object.id));
  if (objects.length > 1) {
    const extra = objects.length === 2 ? "the extra one" : "the extra ones";
    const managedId = objects.find(({ id }) => isManaged(id))?.id;
    const other = managedId === undefined ? [`Delete ${extra}, or decide`] : [];
    const why = [`${objects.length} existing objects match (${shown.join("; ")})`, ...other, next].join(". ");
    return { stop: { why, ...(managedId !== undefined && { managedId }) } };
  }
  const accepts = differing(entry, object).length === 0 ? "adopt" : "overwrite";
  return { stop: { why: `already exists (${shown[0]}). ${next}`, accepts } };
}

/** An object of another entry is never adopted, whatever `onExisting` says. */
function managed(provider: ProviderProcess, entry: Entry, id: string): { stop: Stop } {
  const { name = "" } = provider.ownersOf(entry.definition).ownerOf(id) ?? {};
  const why = `already managed by ${name || "another resource of this stack"} (id ${id})`;
  return { stop: { why: `${why}. ${provider.door.managed(aboutOf(entry, id))}`, managedId: id } };
}

function aboutOf({ definition, urn, ownId }: Entry, id: string): About {
  const { type, rejectsEqual } = definition;
  return { id, type, urn, isReplacement: ownId !== undefined, rejectsEqual };
}

/** By which a user recognizes the object, if the service sets it. A part of it may be a secret of the entry. */
function addressOf({ definition, args, secret }: Entry, { outputs }: RemoteObject): string | undefined {
  const address = outputs[definition.publicUse?.address ?? ""];
  const hasSecret = secretsOf(definition, args).size > 0 || secret !== undefined;
  return typeof address === "string" && !hasSecret ? sanitize(address) : undefined;
}

/** An assignment or the account has one possible id. A program may name another one by mistake (`import`). */
async function findAssignment(
  session: AccountSession,
  { definition, args, onExisting }: Entry,
): Promise<Found> {
  if (typeof onExisting !== "object") return {};
  const own = await lifecycleOf(definition).idOf?.(session, args);
  if (own === undefined || own === String(onExisting.id)) return {};
  return stop(`the id to adopt must be ${own}, not ${quote(String(onExisting.id))}`);
}

function withId(entry: Entry, id: string, object: RemoteObject | undefined): Found {
  const { definition, args } = entry;
  const { type } = definition;
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

/** The update sends fields that differ, and fields that are readable in general but not now (a private slug). */
function decideAdoption(
  provider: ProviderProcess,
  entry: Entry,
  object: RemoteObject,
  onExisting: OnExisting | undefined,
): Decision {
  const { definition, args } = entry;
  const { type, fields } = definition;
  const { id, fields: shown } = object;
  const given = Object.keys(args);
  const unread = given.filter((field) => {
    const { writeOnly, bestEffort } = fields[field]!;
    return writeOnly || (shown[field] === undefined && (bestEffort || onExisting === "adopt"));
  });
  const mayDiffer = given.filter((field) => {
    if (fields[field]!.createOnly || unread.includes(field)) return false;
    return onExisting !== "adopt" && (shown[field] === undefined || hasUnknown(args[field]));
  });
  const changed = [...differing(entry, object), ...mayDiffer].filter((field) => !fields[field]!.createOnly);
  const problem = cannotUpdate(definition, args, changed);
  if (problem !== undefined) return stop(`onExisting: ${type} ${id} differs, and ${problem}`);
  const isChanged = changed.length > 0;
  const taken = claimProblem(provider, entry, id);
  if (taken !== undefined) return stop(taken);

  provider.report.planAdoption(entry, id, isChanged);
  // Equal objects are only counted.
  const update = isChanged ? `, updates ${changed.join(", ")}` : "";
  const compared = isChanged ? "sent without a comparison" : "not compared";
  const rest = unread.length > 0 ? `; ${compared}: ${unread.join(", ")}` : "";
  if (update + rest !== "") provider.logFor(entry).info(`adopts id ${id}${update}${rest}`);
  if (!isChanged) return { adopt: id };
  return { adopt: id, update: true, live: liveValues(entry, object, [...changed, ...unread]) };
}

/** What the update of some fields overwrites, as of a `Decision`. */
function liveValues(
  { definition, args, secret = [] }: Entry,
  { fields: shown }: RemoteObject,
  names: readonly string[],
): Props {
  const { fields } = definition;
  const hidden = new Set([...secretsOf(definition, args), ...secret]);
  const sent = names.filter((name) => !fields[name]!.createOnly);
  return Object.fromEntries(
    sent.map((name) => [name, hidden.has(name) ? "[secret]" : (shown[name] ?? null)]),
  );
}

function stop(why: string): { stop: Stop } {
  return { stop: { why } };
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
