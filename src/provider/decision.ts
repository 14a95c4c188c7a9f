// What happens to a new resource: create, adopt or stop. `check` asks, because a preview never reaches `create`.

import { quote, sanitize } from "../api/sanitize";
import type { AccountSession } from "../api/session";
import { type Props, secretsOf } from "../kind/definition";
import { lifecycleOf } from "../kind/lifecycle/lifecycle";
import type { RemoteObject } from "../kind/lifecycle/remote-object";
import { cannotUpdate, effectiveOnExisting, type OnExisting } from "../kind/on-existing";
import type { Adopt, Decision, Stop } from "../kind/request";
import { hasUnknown } from "../kind/unknown";
import type { Entry } from "./entries";
import { differing, findExisting, stop } from "./existing";
import { MAX_AGE_MS } from "./our-object";
import type { ProviderProcess } from "./provider-process";

/** @throws ApiError if the list of the kind cannot be read */
export async function decide(provider: ProviderProcess, entry: Entry): Promise<Decision> {
  const { definition, args } = entry;
  const session = await provider.session();
  const log = provider.logFor(entry);
  for (const warning of (await lifecycleOf(definition).createWarnings?.(session, args)) ?? [])
    log.warn(warning);
  return definition.list ? decideListed(provider, session, entry) : decideUnlisted(provider, session, entry);
}

async function decideListed(
  provider: ProviderProcess,
  session: AccountSession,
  entry: Entry,
): Promise<Decision> {
  const { definition, args, ownId, isPreview } = entry;
  const onExisting = effectiveOnExisting(definition, args, entry.onExisting, session.settings);
  const found = await findExisting(provider, session, entry, onExisting);
  if ("do" in found) return found;
  const replaces = ownId !== undefined && (await isReplaced(provider, session, entry, ownId));
  const replacement = {
    ...(ownId !== undefined && { replacedId: ownId }),
    ...(replaces && isPreview && { replaces }),
  };
  if ("object" in found)
    return { ...decideAdoption(provider, entry, found.object, onExisting), ...replacement };
  const { beside } = found;
  if (beside.length > 0)
    provider
      .logFor(entry)
      .info(`creates another one, beside ${beside.length === 1 ? "id" : "ids"} ${beside.join(", ")}`);
  const word = typeof onExisting === "string" && onExisting !== "fail" ? onExisting : undefined;
  provider.report.noteCreate(entry, word === "adopt" || word === "overwrite");
  return {
    do: "create",
    ...replacement,
    ...(word && { onExisting: word }),
    ...(beside.length > 0 && { beside }),
  };
}

/**
 * Whether a create replaces an object that exists. The engine does not say so, and compares nothing if `--replace` or a
 * taint orders it.
 */
async function isReplaced(
  provider: ProviderProcess,
  session: AccountSession,
  entry: Entry,
  id: string,
): Promise<boolean> {
  const { definition, args } = entry;
  const { publicUse } = definition;
  const [shown] = (await lifecycleOf(definition).glance?.(session, id, MAX_AGE_MS)) ?? [];
  if (!shown) return false;
  const state = { ...args, ...shown.fields, ...shown.outputs };
  const breaks = publicUse?.breaks(state);
  if (breaks !== undefined && !session.settings.isInReview)
    provider
      .logFor(entry)
      .warn(`replaces ${sanitize(String(state[publicUse!.address] ?? "it"))}, and ${breaks}`);
  return true;
}

/** An assignment or the account has one possible id. A program may name another one by mistake (`import`). */
async function decideUnlisted(
  provider: ProviderProcess,
  session: AccountSession,
  entry: Entry,
): Promise<Decision> {
  const { definition, args, onExisting } = entry;
  const lifecycle = lifecycleOf(definition);
  const id = typeof onExisting === "object" ? String(onExisting.id) : undefined;
  const own = id === undefined ? undefined : await lifecycle.idOf?.(session, args);
  if (own !== undefined && own !== id)
    return stop(`the id to adopt must be ${own}, not ${quote(String(id))}`);
  const isKnown = !Object.values(args).some(hasUnknown);
  if (isKnown && (await lifecycle.isThere?.(session, args))) {
    provider.report.noteThere(entry);
    return { do: "nothing" };
  }
  // A default of the stack would let every rejected link count as assigned.
  return { do: "create", ...(onExisting === "adopt" && { onExisting }) };
}

/** The update sends fields that differ, and fields that are readable in general but not now (a private slug). */
function decideAdoption(
  provider: ProviderProcess,
  entry: Entry,
  object: RemoteObject,
  onExisting: OnExisting,
): Adopt | Stop {
  const { definition, args } = entry;
  const { type, fields } = definition;
  const { id, fields: shown } = object;
  const given = Object.keys(args);
  const unread = given.filter((field) => {
    const { writeOnly, bestEffort } = fields[field]!;
    return writeOnly || (shown[field] === undefined && (bestEffort || onExisting === "adopt"));
  });
  const mayDiffer = given.filter(
    (field) =>
      onExisting !== "adopt" &&
      !unread.includes(field) &&
      (shown[field] === undefined || hasUnknown(args[field])),
  );
  const changed = [...differing(entry, object), ...mayDiffer].filter((field) => !fields[field]!.createOnly);
  const problem = cannotUpdate(definition, args, changed);
  if (problem !== undefined) return stop(`onExisting: ${type} ${id} differs, and ${problem}`);
  const taken = claimProblem(provider, entry, id);
  if (taken !== undefined) return stop(taken);

  const isChanged = changed.length > 0;
  provider.report.planAdoption(entry, id, isChanged);
  // Equal objects are only counted.
  const update = isChanged ? `, updates ${changed.join(", ")}` : "";
  const compared = isChanged ? "sent without a comparison" : "not compared";
  const rest = unread.length > 0 ? `; ${compared}: ${unread.join(", ")}` : "";
  if (update + rest !== "") provider.logFor(entry).info(`adopts id ${id}${update}${rest}`);
  return {
    do: "adopt",
    id,
    ...(isChanged && { overwrites: liveValues(entry, object, [...changed, ...unread]) }),
  };
}

/** The live values that an update of some fields overwrites, as a decision has them. */
function liveValues(
  { definition, args, secret = [] }: Entry,
  { fields: shown }: RemoteObject,
  names: readonly string[],
): Props {
  const hidden = new Set([...secretsOf(definition, args), ...secret]);
  const sent = names.filter((name) => !definition.fields[name]!.createOnly);
  const all = sent.map((name) => [name, hidden.has(name) ? "[secret]" : (shown[name] ?? null)]);
  return Object.fromEntries(all);
}

/** The entry has the object, or will adopt it. @returns the problem if another entry was first */
export function claimProblem(
  provider: ProviderProcess,
  { definition, name, urn, ownId }: Entry,
  id: string,
): string | undefined {
  const other = provider.ownersOf(definition).claim(id, { name, urn }, ownId);
  if (!other) return undefined;
  const next = "Run `pulumi refresh --yes` to see who has it, or set onExisting: duplicate for a new one";
  return `${other.name} has the same object (id ${id}). ${next}`;
}
