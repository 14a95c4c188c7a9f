// What a new resource does about an object that the account already has: create, adopt, or stop the run.
import { quote, sanitize } from "../api/sanitize";
import type { AccountSession } from "../api/session";
import type { Collision } from "../kind/collision";
import { type Props, type RemoteObject, secretsOf } from "../kind/definition";
import type { Decision } from "../kind/entry";
import {
  fixedDifference,
  identifyingFields,
  isSameObject,
  missingFields,
  otherSpelling,
} from "../kind/identity";
import { isAsGiven, isIdentical } from "../kind/meaning";
import { cannotCreate, cannotUpdate, effectiveOnExisting, type OnExisting } from "../kind/on-existing";
import { hasUnknown } from "../kind/unknown";
import type { Entry } from "./entries";
import { RECENT_MS } from "./our-object";
import { claimProblem, resetProblem } from "./problems";
import type { ProviderProcess } from "./provider-process";

interface Found {
  /** The object to adopt. */
  readonly object?: RemoteObject;
  /** Ids of the objects that are alike, and that a new one will exist beside. */
  readonly ignored?: readonly string[];
  readonly collision?: Collision;
}

/** Decided in `check`, because a preview never reaches `create`. @throws ApiError if the list of the kind cannot be read */
export async function decide(provider: ProviderProcess, entry: Entry): Promise<Decision> {
  const { definition, args } = entry;
  const { lifecycle } = definition;
  const session = await provider.session();
  const log = provider.logFor(entry);
  for (const warning of (await lifecycle.createWarnings?.(session, args)) ?? []) log.warn(warning);
  // A rejected link counts as assigned, although links have no list.
  const onExisting = lifecycle.list
    ? effectiveOnExisting(definition, args, entry.onExisting, session.settings)
    : (entry.onExisting ?? session.settings.onExisting);
  const found = await (lifecycle.list
    ? findListed(session, provider, entry, onExisting)
    : findAssignment(session, entry));
  const { object, ignored = [], collision } = found;
  if (collision) return { collision };
  const replacedId = lifecycle.list && entry.ownId;
  const replaced = replacedId !== undefined && { replacedId };
  if (object) return { ...(await decideAdoption(provider, session, entry, object, onExisting)), ...replaced };
  if (ignored.length > 0)
    log.info(`creates another one, beside ${ignored.length === 1 ? "id" : "ids"} ${ignored.join(", ")}`);
  const mayExist = onExisting === "adopt" || onExisting === "overwrite";
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
  const { lifecycle } = definition;
  const owners = provider.ownersOf(definition);
  const id = typeof onExisting === "object" ? String(onExisting.id) : undefined;
  const isManaged = (one: string) => one !== ownId && owners.takenBy(one, entry, ownId) !== undefined;
  // A replacement creates another object. Its own one does not count.
  if (id !== undefined && id !== ownId) {
    if (isManaged(id)) return { collision: { kind: "managed", ids: [id] } };
    const [object] = await lifecycle.prove(session, id);
    return withId(entry, id, object);
  }
  const problem = cannotCreate(definition, args, session.advice);
  if (problem !== undefined) return stop(problem);
  // A value that is known only after an apply may be that of another object. The update checks it again.
  const isUnknown = identifyingFields(definition, args).some((field) => hasUnknown(args[field]));
  // Only a preview says what `duplicate` ignores.
  const isUnneeded = onExisting === "duplicate" && !entry.isPreview;
  if (id !== undefined || isUnknown || isUnneeded) return {};
  // What identifies an object may become known long after the list was read.
  const matching = await lifecycle.glance!(session, args, entry.isLate && RECENT_MS);
  const isDistinct = (one: string) => provider.entries.isDistinct(entry, one, owners.ownerOf(one));
  const alike = matching.filter(({ id }) => id !== ownId && !isDistinct(id));
  const identical = alike.filter(({ fields }) => isSameObject(definition, args, fields, isIdentical));
  // Another entry of the stack says itself which spelling it means.
  const others = identical.length > 0 ? identical : alike.filter(({ id }) => !isManaged(id));
  // The create must not take them for new ones.
  if (others.length === 0) return { ignored: alike.map(({ id }) => id) };
  return choose(entry, onExisting, others, isManaged);
}

/** @param objects that may be the one of the entry, at least one */
function choose(
  entry: Entry,
  onExisting: OnExisting | undefined,
  objects: readonly RemoteObject[],
  isManaged: (id: string) => boolean,
): Found {
  const { definition, args } = entry;
  if (onExisting === "duplicate") return { ignored: objects.map(({ id }) => id) };
  const unmanaged = objects.filter(({ id }) => !isManaged(id));
  const [object] = unmanaged;
  if (!object) return { collision: { kind: "managed", ids: objects.map(({ id }) => id) } };
  const missing = missingFields(definition, args);
  const spelling = otherSpelling(definition, args, object.fields);
  const isAccepted =
    (onExisting === "overwrite" && missing.length === 0 && spelling.length === 0) ||
    (onExisting === "adopt" && differing(entry, object).length === 0);
  // Only an id decides between several objects, also if the stack manages some of them: the others may belong to
  // another stack.
  if (isAccepted && objects.length === 1) return { object };
  const inOrder = [...unmanaged, ...objects.filter((one) => !unmanaged.includes(one))];
  const shown = inOrder.map((one) => ({
    id: one.id,
    differences: differing(entry, one),
    ...((missing.length > 0 || spelling.length > 0) && { address: addressOf(entry, one) }),
  }));
  const isFixed = fixedDifference(definition, args, object.fields, isAsGiven) !== undefined;
  return {
    collision: {
      kind: "exists",
      objects: shown,
      ...(missing.length > 0 && { missing }),
      ...(spelling.length > 0 && { spelling, isFixed }),
    },
  };
}

/** By which a user recognizes the object. A part of it may be a secret of the entry. */
function addressOf(
  { definition, args, secret }: Entry,
  { fields, outputs }: RemoteObject,
): string | undefined {
  const address = { ...fields, ...outputs }[definition.publicUse?.address ?? ""];
  const hasSecret = secretsOf(definition, args).size > 0 || secret !== undefined;
  return typeof address === "string" && !hasSecret ? sanitize(address) : undefined;
}

/** An assignment or the account has one possible id. A program may name another one by mistake (`import`). */
async function findAssignment(
  session: AccountSession,
  { definition, args, onExisting }: Entry,
): Promise<Found> {
  if (typeof onExisting !== "object") return {};
  const own = await definition.lifecycle.idOf?.(session, args);
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
  const fixed = fixedDifference(definition, args, object.fields, isAsGiven);
  if (fixed === undefined) return { object };
  return stop(
    `onExisting: ${type} ${id} has another ${fixed}, which is create-only. Correct the id or the entry`,
  );
}

/** The update sends fields that differ, and fields that are readable in general but not now (a private slug). */
async function decideAdoption(
  provider: ProviderProcess,
  session: AccountSession,
  entry: Entry,
  object: RemoteObject,
  onExisting: OnExisting | undefined,
): Promise<Decision> {
  const { definition, args } = entry;
  const { type, fields } = definition;
  const { id, fields: shown } = object;
  if (entry.managesUnknown)
    return stop(`the state has a ${type} without an id, maybe ${id}. Run \`pulumi refresh --yes\` first`);
  const given = Object.keys(args);
  const unread = given.filter((field) => {
    const { writeOnly, bestEffort } = fields[field]!;
    return writeOnly || (bestEffort && shown[field] === undefined);
  });
  const mayDiffer = given.filter((field) => {
    if (fields[field]!.createOnly || unread.includes(field)) return false;
    return shown[field] === undefined || (onExisting !== "adopt" && hasUnknown(args[field]));
  });
  const changed = [...differing(entry, object), ...mayDiffer].filter((field) => !fields[field]!.createOnly);
  const problem = cannotUpdate(definition, args, changed);
  if (problem !== undefined) return stop(`onExisting: ${type} ${id} differs, and ${problem}`);
  const isChanged = changed.length > 0;
  const lost = isChanged ? await resetProblem(session, entry, id) : undefined;
  if (lost !== undefined) return stop(lost);
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

function stop(reason: string): { collision: Collision } {
  return { collision: { kind: "invalid", reason } };
}

/** Readable fields with another value, as far as it is known. */
function differing({ definition, args }: Entry, { fields: shown }: RemoteObject): string[] {
  return Object.keys(args).filter(
    (name) =>
      shown[name] !== undefined &&
      !hasUnknown(args[name]) &&
      !definition.fields[name]!.same(args[name], shown[name]),
  );
}
