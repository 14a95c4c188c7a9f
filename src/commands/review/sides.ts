// What the steps of a preview say about each object: its sides in state, account and config, and what the apply does.
import { meaningOf } from "../../engine/operations";
import { TYPE_PREFIX } from "../../engine/provider-source";
import type { Definition } from "../../kind/definition";
import { entryName, resourceName } from "../../kind/entry";
import { decisionOf } from "../../kind/request";
import { PENDING_ID } from "../../kind/state";
import { definitions } from "../../resources/definitions";
import type { State, Step } from "./preview";

/** `undefined` for a resource of another package. */
export function kindOf({ urn }: { readonly urn: string }): Definition | undefined {
  return definitions.find(({ type }) => urn.includes(`${TYPE_PREFIX}${type}::`));
}

/** The steps of each object, in the order of URN and id. */
export function stepsByObject(steps: readonly Step[]): readonly (readonly Step[])[] {
  const gone = new Map<string, string>();
  const objects = new Map<string, Step[]>();
  for (const step of steps) {
    const { op, old, urn, type } = step;
    // After a rename, the refresh has the old URN, and the other steps have both.
    const recorded = old && `${old.urn} ${old.id}`;
    // An object whose delete has failed is not the one that a create replaces.
    if (op === "refresh" && recorded && !step.new && !old.delete)
      for (const name of [urn, `${type} ${old.id}`]) gone.set(name, recorded);
    const { replacedId } = decisionOf(step.new?.inputs ?? {});
    const object = recorded ?? gone.get(urn) ?? gone.get(`${type} ${replacedId}`) ?? `${urn} new`;
    objects.set(object, [...(objects.get(object) ?? []), step]);
  }
  return [...objects].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, all]) => all);
}

export type Sides = ReturnType<typeof sidesOf>;

/** What the state (old), the account (live) and the config (next) say about an object. */
export function sidesOf(steps: readonly Step[]) {
  const { urn, type } = steps.at(-1)!;
  const refreshed = steps.find(({ op }) => op === "refresh");
  const planned = steps.filter((one) => one !== refreshed);
  // What a refresh decides about a pending create is no drift.
  const refresh = refreshed && !isSettled(refreshed) ? refreshed : undefined;
  const engineSteps: string[] = planned.map(({ op }) => op);
  const isReplaced = engineSteps.some((op) => meaningOf(op).isReplacement);
  const isGone = refresh !== undefined && !refresh.new;
  const old = refreshed === refresh ? steps[0]!.old : refreshed?.new;
  const next = planned.findLast((one) => one.new)?.new;
  const kind = kindOf({ urn });
  // Of an existing object, the input has the decision of its create.
  const isNew = engineSteps[0] === "create" || isReplaced;
  const decision = decisionOf((isNew && next?.inputs) || {});
  const adoption = decision.do === "adopt" ? decision : undefined;
  return {
    ...{ urn, kind, old, next, engineSteps, isReplaced, isGone },
    ...{ adopted: adoption?.id, overwrites: adoption?.overwrites },
    ...{ beside: decision.do === "create" ? decision.beside : undefined, isThere: decision.do === "nothing" },
    key: kind ? entryName(kind, resourceName(urn)) : `${type} ${resourceName(urn)}`,
    live: refresh ? refresh.new : old,
    drifted: namedIn(refresh ? [refresh] : []),
    changed: namedIn(planned),
  };
}

/** Whether a refresh has found out what became of a pending create. */
function isSettled({ op, old, new: found }: Step): boolean {
  return op === "refresh" && old?.id === PENDING_ID && found?.id !== PENDING_ID;
}

export function settledNotes(steps: readonly Step[]): readonly string[] {
  return steps.filter(isSettled).map((step) => {
    const kind = kindOf(step);
    const key = kind ? entryName(kind, resourceName(step.urn)) : step.urn;
    const how = step.new ? `is id ${step.new.id}` : "had no effect, so it is created now";
    return `${key}: a create with an unknown result ${how}`;
  });
}

/** What the engine names as different: nothing else shows that a secret is. */
function namedIn(steps: readonly Step[]): readonly string[] {
  const paths = steps.flatMap((step) => [...(step.diffs ?? []), ...Object.keys(step.detailedDiff ?? {})]);
  return paths.map((path) => path.split(/[.[]/)[0]!);
}

/** Of an item that its list shows: an apply sends nothing. */
export const ALREADY_THERE = "already there";

/** What an apply does. A replacement is one operation if it creates and deletes, else two. */
export function operationsOf(sides: Sides, isKept: boolean): readonly string[] {
  const { adopted, overwrites, isThere, engineSteps, isReplaced, isGone } = sides;
  const engine = engineSteps.at(-1) ?? (isGone ? "gone" : "same");
  const created = isThere ? ALREADY_THERE : "create";
  const addition = adopted === undefined ? created : overwrites ? "overwrite" : "adopt";
  const removal = isKept ? "forget" : "delete";
  if (isReplaced) {
    // An earlier apply has deleted the object, and then failed.
    if (engineSteps.includes("create-replacement") && !engineSteps.includes("delete-replaced"))
      return [addition];
    return adopted === undefined && !isKept ? ["replace"] : [addition, removal];
  }
  const { effect } = meaningOf(engine);
  if (effect === "create") return [addition];
  if (effect === "delete" || effect === "forget") return [removal];
  return [engine === "same" && optionsOf(sides).length > 0 ? "record" : engine];
}

/** The object that a live entry has from now on: no delete of another entry removes it. */
export function ownedBy({ kind, old, next, adopted, isReplaced }: Sides): string | undefined {
  const id = adopted ?? (isReplaced ? undefined : (next?.id ?? old?.id));
  return next && id && `${kind?.type} ${id}`;
}

/** Why the account keeps the object of an entry that leaves. */
export function whyKept(
  { kind, old, engineSteps }: Sides,
  owned: ReadonlySet<string | undefined>,
): string | undefined {
  if (kind?.whyRetained !== undefined) return kind.whyRetained;
  if (old?.retainOnDelete) return "it stays live (retainOnDelete)";
  if (old?.id === PENDING_ID) return "it is a create with an unknown result";
  if (kind && owned.has(`${kind.type} ${old?.id}`)) return "another entry has the object";
  const isForgotten = engineSteps.some((op) => meaningOf(op).effect === "forget");
  return isForgotten ? "the program only reads it" : undefined;
}

/** What is recorded beside the fields: the key, and the options that guard the object. And a replacement that deletes first. */
export function optionsOf({ kind, old, next, isReplaced, engineSteps }: Sides) {
  // The name of a member follows from its parent.
  if (!old || !next || kind?.parent !== undefined) return [];
  const options = ({ urn, protect = false, retainOnDelete = false }: State) =>
    Object.entries({ key: resourceName(urn), protect, retainOnDelete });
  const before = new Map<string, unknown>(options(old));
  const changed = options(next).flatMap(([field, value]) => {
    const recorded = before.get(field);
    return recorded === value ? [] : { field, old: recorded, new: value };
  });
  const deletesFirst = isReplaced && engineSteps[0] === "delete-replaced";
  return deletesFirst ? [...changed, { field: "deleteBeforeReplace", new: true }] : changed;
}
