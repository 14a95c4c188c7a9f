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
    const { op, old, urn } = step;
    // After a rename, the refresh has the old URN, and the other steps have both.
    const recorded = old && `${old.urn} ${old.id}`;
    // An object whose delete has failed is not the one that a create replaces.
    if (op === "refresh" && recorded && !step.new && !old.delete) gone.set(urn, recorded);
    const object = recorded ?? gone.get(urn) ?? `${urn} new`;
    objects.set(object, [...(objects.get(object) ?? []), step]);
  }
  return [...objects].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, all]) => all);
}

type Sides = ReturnType<typeof sidesOf>;

/** What the state, the account and the config say about an object. */
function sidesOf(steps: readonly Step[]) {
  const { urn, type } = steps.at(-1)!;
  const refresh = steps.find(({ op }) => op === "refresh");
  const planned = steps.filter((one) => one !== refresh);
  const steppedBy: string[] = planned.map(({ op }) => op);
  const isGone = refresh !== undefined && !refresh.new;
  const isReplaced = steppedBy.some((op) => /^(.+-replacement|replace)$/.test(op));
  const engine = isReplaced ? "replace" : (steppedBy.at(-1) ?? (isGone ? "gone" : "same"));
  const recorded = steps[0]!.old;
  const wanted = planned.findLast((one) => one.new)?.new;
  // Without a refresh, an earlier apply has deleted the object to replace it.
  const live = refresh ? refresh.new : recorded;
  const decision: Decision = decisionOf(wanted?.inputs ?? {});
  const kind = kindOf({ urn });
  return {
    ...{ urn, kind, steppedBy, engine, isReplaced, isGone, recorded, wanted },
    key: kind ? entryName(kind, nameOf(urn)) : `${type} ${nameOf(urn)}`,
    /** The existing object that becomes that of the entry. */
    adopts: engine === "create" || isReplaced ? decision : {},
    old: isGone ? {} : (recorded?.inputs ?? {}),
    live: live?.inputs ?? {},
    next: wanted?.inputs ?? {},
    drifted: namedIn(refresh?.new ? [refresh] : []),
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
  const { adopts, engine, steppedBy } = sides;
  const removal = isKept ? "forget" : "delete";
  const addition = adopts.adopt === undefined ? "create" : adopts.update ? "overwrite" : "adopt";
  if (engine === "create") return [addition];
  if (engine === "replace") {
    // An earlier apply has deleted the object, and then failed.
    if (steppedBy.includes("create-replacement") && !steppedBy.includes("delete-replaced")) return [addition];
    return addition === "create" && !isKept ? ["replace"] : [addition, removal];
  }
  if (engine.startsWith("delete") || engine.startsWith("discard")) return [removal];
  // Of other packages.
  if (engine === "import") return ["adopt"];
  if (engine === "remove-pending-replace") return ["forget"];
  return [engine === "same" && optionsOf(sides).length > 0 ? "record" : engine];
}

/** The object that a live entry has from now on: no delete of another entry removes it. */
function ownedBy({ kind, wanted, recorded, adopts, isReplaced }: Sides): string | undefined {
  const id = adopts.adopt ?? (isReplaced ? undefined : (wanted?.id ?? recorded?.id));
  return wanted && id && `${kind?.type} ${id}`;
}

/** Why the account keeps the object of an entry that leaves. */
function whyKept(
  { kind, recorded, engine }: Sides,
  owned: ReadonlySet<string | undefined>,
): string | undefined {
  if (kind?.whyRetained !== undefined) return kind.whyRetained;
  if (recorded?.retainOnDelete) return "it has retainOnDelete";
  if (recorded?.id === PENDING_ID) return "it is a create with an unknown result";
  if (kind && owned.has(`${kind.type} ${recorded?.id}`)) return "another entry has the object";
  return engine.startsWith("discard") ? "the program only reads it" : undefined;
}

function objectRow(operation: string, sides: Sides, kept: string | undefined): Row {
  const { key, urn, adopts, recorded, wanted, isGone } = sides;
  const isAdopted = operation === "adopt" || operation === "overwrite";
  const id = (isAdopted ? adopts.adopt : recorded?.id) ?? wanted?.id;
  return {
    ...{ operation, key, urn, why: isGone ? "by hand" : "config" },
    ...(operation !== "create" && { id }),
    ...(isAdopted && { effect: "destroying the stack deletes it, too" }),
    ...(operation === "forget" && kept !== undefined && { effect: kept }),
    ...dangerOf(operation, sides),
  };
}

/** What nobody can undo, and what people outside the account notice. */
function dangerOf(
  operation: string,
  { kind, recorded, adopts, isGone }: Sides,
): Pick<Row, "effect" | "danger"> {
  const { id, outputs = {} } = recorded ?? {};
  const { address = "", breaks } = kind?.publicUse ?? {};
  // Also by hand: an object that is created again is another one.
  const isLost = isGone ? operation !== "gone" : operation === "delete" || operation === "replace";
  const effect = isLost ? breaks?.(outputs) : undefined;
  const what = isGone ? "was deleted by hand" : `will be ${operation}d`;
  const lost = effect === undefined ? [] : [`${what} (${outputs[address] || `id ${id}`}): ${effect}`];
  const taken = `will adopt and update the existing object ${adopts.adopt}, which destroying the stack deletes`;
  const dangers = operation === "overwrite" ? [...lost, taken] : lost;
  if (dangers.length === 0) return {};
  return { ...(effect !== undefined && { effect }), danger: dangers.join(". It ") };
}

function fieldRows(object: Row, sides: Sides): readonly Row[] {
  const { effect: _, danger: __, ...row } = object;
  const { operation } = object;
  if (operation === "adopt" || operation === "overwrite") return overwrittenRows(row, sides);
  const { engine, old, live, next, drifted, changed } = sides;
  const isRemoved = operation === "delete" || operation === "forget";
  const fields = namesIn({ ...old, ...live, ...next }).flatMap((field): Row | [] => {
    const isDrift = !isSame(sides, "old", "live", field) || drifted.includes(field);
    const isPlanned = !isSame(sides, "live", "next", field) || changed.includes(field);
    // A removed object is one row, but for what somebody changed there.
    if (isRemoved ? !isDrift : !isPlanned) return [];
    const all = { ...row, field, ...nextOf(sides, field, row.place) };
    if (operation === "create") return all;
    if (!isDrift) return { ...all, old: old[field] };
    return {
      ...all,
      old: old[field],
      why: isSame(sides, "old", "next", field) ? "by hand" : "both",
      live: live[field],
    };
  });
  const options = isRemoved ? [] : optionsOf(sides).map((one) => ({ ...row, ...one }));
  return [...(engine === "same" ? [] : fields), ...options];
}

/** What an adoption destroys. */
function overwrittenRows(row: Row, sides: Sides): readonly Row[] {
  const { live = {} } = sides.adopts;
  return namesIn(live).map((field) => {
    const next = nextOf(sides, field, row.place);
    return { ...row, field, live: next.new === SECRET ? SECRET : (live[field] ?? NOT_SHOWN), ...next };
  });
}

function namesIn(fields: object): readonly string[] {
  return Object.keys(fields)
    .filter((name) => !name.startsWith("__"))
    .sort();
}

/** By meaning: `#22aa66` is `#22AA66`. */
function isSame(sides: Sides, one: "old" | "live", other: "live" | "next", field: string): boolean {
  const [a, b] = [sides[one][field], sides[other][field]];
  if (isDeepStrictEqual(a, b)) return true;
  return a !== undefined && b !== undefined && sides.kind?.fields[field]?.same(a, b) === true;
}

function nextOf(sides: Sides, field: string, place: string | undefined): Pick<Row, "new" | "isUnknown"> {
  const value = sides.next[field];
  if (!hasUnknown(value)) return { new: value };
  // Only the names of a config file have the keys of what they refer to.
  return { new: (place && referenceOf(sides, field)) || UNKNOWN, isUnknown: true };
}

/** The entry whose id becomes the value: a new one, or one that is replaced. */
function referenceOf({ kind, urn, next }: Sides, field: string): string | undefined {
  const type = kind?.resourceArgs?.(next)[field];
  const section = definitions.find((one) => one.type === type)?.yaml.section;
  const [parent, ...label] = nameOf(urn).split("/");
  return section && `${section}.${field === kind?.parent ? parent : label.at(-1)}`;
}

/** What is recorded beside the fields: the key, and the options that guard the object. And a replacement that deletes first. */
function optionsOf({ kind, recorded, wanted, isReplaced, steppedBy }: Sides) {
  // The name of a member follows from its parent.
  if (!recorded || !wanted || kind?.parent !== undefined) return [];
  const options = ({ urn, protect = false, retainOnDelete = false }: State) =>
    Object.entries({ key: nameOf(urn), protect, retainOnDelete });
  const before = new Map<string, unknown>(options(recorded));
  const changed = options(wanted).flatMap(([field, value]) => {
    const old = before.get(field);
    return old === value ? [] : { field, old, new: value };
  });
  const deletesFirst = isReplaced && steppedBy[0] === "delete-replaced";
  return deletesFirst ? [...changed, { field: "deleteBeforeReplace", new: true }] : changed;
}
