// What the steps of a preview say about each object: its sides in state, account and config, and what the apply does.
import { meaningOf } from "../../engine/operations";
import { TYPE_PREFIX } from "../../engine/provider-source";
import type { Definition } from "../../kind/definition";
import { entryName, resourceName } from "../../kind/entry";
import { decisionOf } from "../../kind/request";
import { PENDING_ID } from "../../kind/state";
import { definitions } from "../../resources/definitions";
import type { Step } from "./preview";

/** `undefined` for a resource of another package. */
export function kindOf({ urn }: { readonly urn: string }): Definition | undefined {
  return definitions.find(({ type }) => urn.includes(`${TYPE_PREFIX}${type}::`));
}

/** The steps of each object, in the order of URN and id. */
export function stepsByObject(steps: readonly Step[]): readonly (readonly Step[])[] {
  const gone = new Map<string, string>();
  const objects = new Map<string, Step[]>();
  for (const step of steps) {
    const { op, old, urn } = step;
    // After a rename, the refresh has the old URN, and the other steps have both.
    const recorded = old && `${old.urn} ${old.id}`;
    // An object whose delete has failed is not the one that a create replaces.
    if (meaningOf(op).effect === "refresh" && recorded && !step.new && !old.delete) gone.set(urn, recorded);
    const object = recorded ?? gone.get(urn) ?? `${urn} new`;
    objects.set(object, [...(objects.get(object) ?? []), step]);
  }
  return [...objects].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, all]) => all);
}

export type Sides = ReturnType<typeof sidesOf>;

/** What the state (old), the account (live) and the config (next) say about an object. */
export function sidesOf(steps: readonly Step[]) {
  const { urn, type } = steps.at(-1)!;
  const refreshed = steps.find(({ op }) => meaningOf(op).effect === "refresh");
  const planned = steps.filter((one) => one !== refreshed);
  const meanings = planned.map(({ op }) => meaningOf(op));
  // What a refresh decides about a pending create is no drift.
  const refresh = refreshed && !isSettled(refreshed) ? refreshed : undefined;
  const old = refreshed === refresh ? steps[0]!.old : refreshed?.new;
  const next = planned.findLast((one) => one.new)?.new;
  const kind = kindOf({ urn });
  const isReplaced = meanings.some(({ isReplacement }) => isReplacement);
  // Of an existing object, the input has the decision of its create.
  const isNew = isReplaced || meanings[0]?.effect === "create";
  return {
    ...{ urn, kind, old, next, isReplaced },
    key: nameOf(kind, { urn, type }),
    live: refresh ? refresh.new : old,
    isGone: refresh !== undefined && !refresh.new,
    effects: meanings.map(({ effect }) => effect),
    /** As the engine calls the last step. */
    engine: planned.at(-1)?.op,
    decision: decisionOf((isNew && next?.inputs) || {}),
    drifted: namedIn(refresh ? [refresh] : []),
    changed: namedIn(planned),
  };
}

function nameOf(kind: Definition | undefined, { urn, type }: { urn: string; type: string }): string {
  return kind ? entryName(kind, resourceName(urn)) : `${type} ${resourceName(urn)}`;
}

/** Whether a refresh has found out what became of a pending create. */
function isSettled({ op, old, new: found }: Step): boolean {
  return meaningOf(op).effect === "refresh" && old?.id === PENDING_ID && found?.id !== PENDING_ID;
}

export function settledNotes(steps: readonly Step[]): readonly string[] {
  return steps.filter(isSettled).map((step) => {
    const how = step.new ? `is id ${step.new.id}` : "had no effect, so it is created now";
    return `${nameOf(kindOf(step), step)}: a create with an unknown result ${how}`;
  });
}

/** What the engine names as different: nothing else shows that a secret is. */
function namedIn(steps: readonly Step[]): readonly string[] {
  const paths = steps.flatMap((step) => [...(step.diffs ?? []), ...Object.keys(step.detailedDiff ?? {})]);
  return paths.map((path) => path.split(/[.[]/)[0]!);
}

/** What an apply does. A replacement is one operation if it creates and deletes, else two. */
export function operationsOf(sides: Sides): readonly string[] {
  const isKept = whyKept(sides) !== undefined;
  const { decision, engine = "same", effects, isReplaced, isGone } = sides;
  const adoption = decision.do === "adopt" && decision.overwrites ? "overwrite" : "adopt";
  const isThere = decision.do === "adopt" || decision.do === "nothing";
  // Without its content, the code that somebody has deleted cannot be created again.
  const addition = decision.do === "lose" ? "forget" : isThere ? adoption : "create";
  const removal = isKept ? "forget" : "delete";
  if (isReplaced) {
    // An earlier apply has deleted the object, and then failed.
    if (effects.includes("create") && !effects.includes("delete")) return [addition];
    return isThere || isKept ? [addition, removal] : ["replace"];
  }
  if (effects.includes("create")) return [addition];
  if (effects.includes("delete") || effects.includes("forget")) return [removal];
  if (effects.length === 0 && isGone) return ["forget"];
  const isUnchanged = effects.every((effect) => effect === "keep");
  return [!isUnchanged ? engine : protectionOf(sides).length > 0 ? "record" : "same"];
}

/** Why the account keeps the object of an entry that leaves. */
export function whyKept({ kind, old, effects }: Sides): string | undefined {
  if (kind?.whyRetained !== undefined) return kind.whyRetained;
  if (old?.retainOnDelete) return "it stays live (retainOnDelete)";
  if (old?.id === PENDING_ID) return "it is a create with an unknown result";
  return effects.includes("forget") ? "the program only reads it" : undefined;
}

/** Whether a later change may delete the object. */
export function protectionOf({ old, next }: Sides) {
  const [before = false, after = false] = [old?.protect, next?.protect];
  return old && next && before !== after ? [{ field: "protect", old: before, new: after }] : [];
}
