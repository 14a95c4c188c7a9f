// The model of a review: one row for each object that an apply changes, and one for each of its fields. Everything else of a
// review follows from the rows.
import { isDeepStrictEqual } from "node:util";
import type { Definition } from "../../kind/definition";
import { type Decision, decisionOf, entryName, nameOf, PENDING_ID } from "../../kind/entry";
import { TYPE_PREFIX } from "../../kind/provider-source";
import { hasUnknown } from "../../kind/unknown";
import { definitions } from "../../resources/definitions";
import type { State, Step } from "./preview";

export interface Row {
  /**
   * `overwrite`: adopts and updates. `record`: only the state changes. `forget`: only the state loses the object. `gone`:
   * deleted by hand, and no longer in the config. Others are those of the engine.
   */
  readonly operation: string;
  /** Such as `qrCodes.menu`. */
  readonly key: string;
  readonly urn: string;
  /** Of the object on the account. Two objects can have one URN: that of a failed delete is still there. */
  readonly id?: string | undefined;
  /** Unset in the row of the object itself. */
  readonly field?: string;
  readonly why: "config" | "by hand" | "both";
  /** As the state has it. */
  readonly old?: unknown;
  /** As the account has it, if that is something else. */
  readonly live?: unknown;
  readonly new?: unknown;
  /** The new value is known after the apply. */
  readonly isUnknown?: true;
  /** `file:line` of the entry. */
  readonly place?: string | undefined;
  /** Of an object. */
  readonly effect?: string;
  /** Ids of the objects with the same identity, which `onExisting: duplicate` ignores. */
  readonly beside?: readonly string[];
  /** The effect with the object, if nobody can undo it. */
  readonly danger?: string;
}

/** In place of values. */
const SECRET = "[secret]";
const NOT_SHOWN = "[not shown by the API]";
const UNKNOWN = "[unknown]";

/** @returns the rows of all objects, also of those that stay as they are. @param places of entries, by key */
export function rowsOf(steps: readonly Step[], places: ReadonlyMap<string, string>): readonly Row[] {
  const all = objectsIn(steps).map(sidesOf);
  const owned = new Set(all.map(ownedBy));
  return all.flatMap((sides) => {
    const kept = whyKept(sides, owned);
    const place = places.get(sides.key);
    return operationsOf(sides, kept !== undefined).flatMap((operation) => {
      const object = { ...objectRow(operation, sides, kept), place };
      return [object, ...fieldRows(object, sides)];
    });
  });
}

/** Whether an apply has nothing to do for the object. */
export function isUnchanged({ operation }: Row): boolean {
  return operation === "same" || operation === "read";
}

/** `undefined` for a resource of another package. */
export function kindOf({ urn }: { readonly urn: string }): Definition | undefined {
  return definitions.find(({ type }) => urn.includes(`${TYPE_PREFIX}${type}::`));
}

/** The steps of each object, in the order of URN and id. */
function objectsIn(steps: readonly Step[]): readonly (readonly Step[])[] {
  const gone = new Map<string, string>();
  const objects = new Map<string, Step[]>();
  for (const step of steps) {
    const { op, old, urn, type } = step;
    // After a rename, the refresh has the old URN, and the other steps have both.
    const recorded = old && `${old.urn} ${old.id}`;
    // An object whose delete has failed is not the one that a create replaces.
    if (op === "refresh" && recorded && !step.new && !old.delete)
      for (const name of [urn, `${type} ${old.id}`]) gone.set(name, recorded);
    const { replaces } = decisionOf(step.new?.inputs ?? {});
    const object = recorded ?? gone.get(urn) ?? gone.get(`${type} ${replaces}`) ?? `${urn} new`;
    objects.set(object, [...(objects.get(object) ?? []), step]);
  }
  return [...objects].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, all]) => all);
}

type Sides = ReturnType<typeof sidesOf>;

/** What the state (old), the account (live) and the config (next) say about an object. */
function sidesOf(steps: readonly Step[]) {
  const { urn, type } = steps.at(-1)!;
  const refresh = steps.find(({ op }) => op === "refresh");
  const planned = steps.filter((one) => one !== refresh);
  const engineSteps: string[] = planned.map(({ op }) => op);
  const isReplaced = engineSteps.some((op) => /^(.+-replacement|replace)$/.test(op));
  const isGone = refresh !== undefined && !refresh.new;
  const old = steps[0]!.old;
  const next = planned.findLast((one) => one.new)?.new;
  const kind = kindOf({ urn });
  // Of an existing object, the input has the decision of its create.
  const decision: Decision = engineSteps[0] === "create" || isReplaced ? decisionOf(next?.inputs ?? {}) : {};
  return {
    ...{ urn, kind, old, next, engineSteps, isReplaced, isGone },
    ...{ adopted: decision.adopt, isOverwritten: decision.update === true, overwritten: decision.live ?? {} },
    beside: decision.beside,
    key: kind ? entryName(kind, nameOf(urn)) : `${type} ${nameOf(urn)}`,
    live: refresh ? refresh.new : old,
    drifted: namedIn(refresh ? [refresh] : []),
    changed: namedIn(planned),
  };
}

/** What the engine names as different: nothing else shows that a secret is. */
function namedIn(steps: readonly Step[]): readonly string[] {
  const paths = steps.flatMap((step) => [...(step.diffs ?? []), ...Object.keys(step.detailedDiff ?? {})]);
  return paths.map((path) => path.split(/[.[]/)[0]!);
}

/** What an apply does. A replacement is one operation if it creates and deletes, else two. */
function operationsOf(sides: Sides, isKept: boolean): readonly string[] {
  const { adopted, isOverwritten, engineSteps, isReplaced, isGone } = sides;
  const engine = engineSteps.at(-1) ?? (isGone ? "gone" : "same");
  const addition = adopted === undefined ? "create" : isOverwritten ? "overwrite" : "adopt";
  const removal = isKept ? "forget" : "delete";
  if (isReplaced) {
    // An earlier apply has deleted the object, and then failed.
    if (engineSteps.includes("create-replacement") && !engineSteps.includes("delete-replaced"))
      return [addition];
    return addition === "create" && !isKept ? ["replace"] : [addition, removal];
  }
  if (engine === "create") return [addition];
  if (engine.startsWith("delete") || engine.startsWith("discard")) return [removal];
  return [engine === "same" && optionsOf(sides).length > 0 ? "record" : engine];
}

/** The object that a live entry has from now on: no delete of another entry removes it. */
function ownedBy({ kind, old, next, adopted, isReplaced }: Sides): string | undefined {
  const id = adopted ?? (isReplaced ? undefined : (next?.id ?? old?.id));
  return next && id && `${kind?.type} ${id}`;
}

/** Why the account keeps the object of an entry that leaves. */
function whyKept(
  { kind, old, engineSteps }: Sides,
  owned: ReadonlySet<string | undefined>,
): string | undefined {
  if (kind?.whyRetained !== undefined) return kind.whyRetained;
  if (old?.retainOnDelete) return "it has retainOnDelete";
  if (old?.id === PENDING_ID) return "it is a create with an unknown result";
  if (kind && owned.has(`${kind.type} ${old?.id}`)) return "another entry has the object";
  return engineSteps.some((op) => op.startsWith("discard")) ? "the program only reads it" : undefined;
}

function objectRow(operation: string, sides: Sides, kept: string | undefined): Row {
  const { key, urn, old, next, adopted, beside, isGone } = sides;
  const isAdopted = operation === "adopt" || operation === "overwrite";
  const id = isAdopted ? adopted : (old ?? next)?.id;
  return {
    ...{ operation, key, urn, why: isGone ? "by hand" : "config" },
    ...(operation !== "create" && { id }),
    ...(isAdopted && { effect: "destroying the stack deletes it, too" }),
    ...((operation === "create" || operation === "replace") && beside && { beside }),
    ...(operation === "forget" && kept !== undefined && { effect: kept }),
    ...dangerOf(operation, sides),
  };
}

/** What nobody can undo, and what people outside the account notice. */
function dangerOf(operation: string, { kind, old, adopted, isGone }: Sides): Pick<Row, "effect" | "danger"> {
  const { id, outputs = {} } = old ?? {};
  const { address = "", breaks } = kind?.publicUse ?? {};
  // Also by hand: an object that is created again is another one.
  const isLost = isGone ? operation !== "gone" : operation === "delete" || operation === "replace";
  const effect = isLost ? breaks?.(outputs) : undefined;
  const what = isGone ? "was deleted by hand" : `will be ${operation}d`;
  const lost = effect === undefined ? [] : [`${what} (${outputs[address] || `id ${id}`}): ${effect}`];
  const taken = `will adopt and update the existing object ${adopted}, which destroying the stack deletes`;
  const dangers = operation === "overwrite" ? [...lost, taken] : lost;
  if (dangers.length === 0) return {};
  return { ...(effect !== undefined && { effect }), danger: dangers.join(". It ") };
}

function fieldRows({ effect: _, danger: __, beside: ___, ...object }: Row, sides: Sides): readonly Row[] {
  const { operation } = object;
  if (operation === "adopt" || operation === "overwrite") return overwrittenRows(object, sides);
  const { old, live, next, drifted, changed, engineSteps } = sides;
  const isRemoved = operation === "delete" || operation === "forget";
  const fields = namesIn(old?.inputs, live?.inputs, next?.inputs).flatMap((field): Row | [] => {
    const isDrift = !isSame(sides, "old", "live", field) || drifted.includes(field);
    const isPlanned = !isSame(sides, "live", "next", field) || changed.includes(field);
    // A removed object is one row, but for what somebody changed there.
    if (isRemoved ? !isDrift : !isPlanned) return [];
    const row = { ...object, field, ...newValue(sides, field, object.place) };
    if (operation === "create") return row;
    if (!isDrift) return { ...row, old: old?.inputs[field] };
    const why = isSame(sides, "old", "next", field) ? "by hand" : "both";
    return { ...row, why, old: old?.inputs[field], live: live?.inputs[field] };
  });
  const options = isRemoved ? [] : optionsOf(sides).map((one) => ({ ...object, ...one }));
  return [...(engineSteps.at(-1) === "same" ? [] : fields), ...options];
}

/** What an adoption destroys. */
function overwrittenRows(object: Row, sides: Sides): readonly Row[] {
  return namesIn(sides.overwritten).map((field) => {
    const value = newValue(sides, field, object.place);
    const live = value.new === SECRET ? SECRET : (sides.overwritten[field] ?? NOT_SHOWN);
    return { ...object, field, live, ...value };
  });
}

/** In the order of the alphabet, without hidden ones. */
function namesIn(...sides: readonly (object | undefined)[]): readonly string[] {
  const names = Object.keys(Object.assign({}, ...sides));
  return names.filter((name) => !name.startsWith("__")).sort();
}

/** By meaning: `#22aa66` is `#22AA66`. */
function isSame(sides: Sides, one: "old" | "live", other: "live" | "next", field: string): boolean {
  const [a, b] = [sides[one]?.inputs[field], sides[other]?.inputs[field]];
  if (isDeepStrictEqual(a, b)) return true;
  return a !== undefined && b !== undefined && sides.kind?.fields[field]?.same(a, b) === true;
}

/** Only the names of a config file have the keys of what they refer to: those with a place. */
function newValue(sides: Sides, field: string, place: string | undefined): Pick<Row, "new" | "isUnknown"> {
  const value = sides.next?.inputs[field];
  if (!hasUnknown(value)) return { new: value };
  return { new: (place && referenceOf(sides, field)) || UNKNOWN, isUnknown: true };
}

/** The entry whose id becomes the value: a new one, or one that is replaced. */
function referenceOf({ kind, urn, next }: Sides, field: string): string | undefined {
  const types = kind?.resourceArgs?.(next?.inputs ?? {})[field] ?? {};
  const section = definitions.find((one) => one.type in types)?.yaml.section;
  const [parent, ...label] = nameOf(urn).split("/");
  return section && `${section}.${field === kind?.parent ? parent : label.at(-1)}`;
}

/** What is recorded beside the fields: the key, and the options that guard the object. And a replacement that deletes first. */
function optionsOf({ kind, old, next, isReplaced, engineSteps }: Sides) {
  // The name of a member follows from its parent.
  if (!old || !next || kind?.parent !== undefined) return [];
  const options = ({ urn, protect = false, retainOnDelete = false }: State) =>
    Object.entries({ key: nameOf(urn), protect, retainOnDelete });
  const before = new Map<string, unknown>(options(old));
  const changed = options(next).flatMap(([field, value]) => {
    const recorded = before.get(field);
    return recorded === value ? [] : { field, old: recorded, new: value };
  });
  const deletesFirst = isReplaced && engineSteps[0] === "delete-replaced";
  return deletesFirst ? [...changed, { field: "deleteBeforeReplace", new: true }] : changed;
}
