// What an apply does, and why: the config, or somebody who changed the account.
import { isDeepStrictEqual } from "node:util";
import type { Definition, Props } from "../../kind/definition";
import { type Decision, decisionOf, entryName, nameOf } from "../../kind/entry";
import { TYPE_PREFIX } from "../../kind/provider-source";
import { hasUnknown } from "../../kind/unknown";
import { definitions } from "../../resources/definitions";
import type { State, Step } from "./preview";

/** What happens to an object, or to one of its fields. */
export interface Row {
  /**
   * `overwrite`: adopts and updates. `record`: only the state changes. `forget`: only the state loses it. `gone`: deleted by
   * hand, and no longer in the config.
   */
  readonly operation: string;
  /** Such as `qrCodes.menu`. */
  readonly key: string;
  readonly urn: string;
  /** Of the object on the account. Two objects can have one URN: that of a failed delete is still there. */
  readonly id?: string | undefined;
  readonly field?: string;
  readonly why: "config" | "by hand" | "both";
  /** As the state has it. */
  readonly old?: unknown;
  /** As the account has it, if that is something else. */
  readonly live?: unknown;
  /** Of an object, the id of the adopted one. */
  readonly new?: unknown;
  /** The new value is known after the apply. */
  readonly isUnknown?: true;
  readonly place?: string | undefined;
  /** What people lose. */
  readonly danger?: string;
}

export interface Change extends Pick<Sides, "recorded" | "adopts" | "isGone" | "definition"> {
  readonly operation: string;
  readonly key: string;
  /** Of the object, and of its fields. */
  readonly rows: readonly Row[];
}

/** In place of values. */
const SECRET = "[secret]";
const NOT_SHOWN = "[not shown by the API]";

/** @param places of entries, by key */
export function changesOf(steps: readonly Step[], places: ReadonlyMap<string, string>): readonly Change[] {
  return objectsIn(steps)
    .map((one) => changeOf(one, places))
    .filter(({ operation }) => operation !== "same" && operation !== "read");
}

/** The steps of each object. */
export function objectsIn(steps: readonly Step[]): readonly (readonly Step[])[] {
  const objectOf = ({ urn, old }: Step) => `${old?.urn ?? urn} ${old?.id}`;
  // Their deletes have failed, or were stopped.
  const replaced = new Set(steps.filter(({ op, old }) => op === "refresh" && old?.delete).map(objectOf));
  const objects = new Map<string, Step[]>();
  for (const step of steps) {
    const object = objectOf(step);
    // After a rename, the refresh has the old URN, and the other steps have both.
    const urn = step.old?.urn ?? step.urn;
    const isGone = objects.get(urn)?.every(({ op, new: live }) => op === "refresh" && !live);
    const isOther = !step.old && isGone === false;
    const name = replaced.has(object) ? object : isOther ? `${urn} new` : urn;
    objects.set(name, [...(objects.get(name) ?? []), step]);
  }
  return [...objects].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, all]) => all);
}

function changeOf(steps: readonly Step[], places: ReadonlyMap<string, string>): Change {
  const sides = sidesOf(steps);
  const { urn, type, definition, recorded, adopts, isGone } = sides;
  const options = optionsOf(sides);
  const operation = operationOf(sides, options.length > 0);
  const key = definition ? entryName(definition, nameOf(urn)) : `${type} ${nameOf(urn)}`;
  const place = places.get(key);
  const id = operation === "adopt" || operation === "overwrite" ? adopts.adopt : recorded?.id;
  const object: Row = {
    ...{ operation, key, urn, why: isGone ? "by hand" : "config", place },
    ...(operation === "create" ? {} : { id: id ?? sides.wanted?.id }),
  };
  const adopted = recorded && adopts.adopt !== undefined ? { new: `id ${adopts.adopt}` } : {};
  const fields = [...fieldsOf(object, sides), ...options.map((one) => ({ ...object, ...one }))];
  // The old object of a replacement stays on the account.
  const kept: Row[] = isKept(sides) ? [{ ...object, operation: "forget", id: recorded?.id }] : [];
  return { ...sides, operation, key, rows: [{ ...object, ...adopted }, ...fields, ...kept] };
}

type Sides = ReturnType<typeof sidesOf>;

/** What the state, the account and the config say about an object. */
function sidesOf(steps: readonly Step[]) {
  const { urn, type } = steps.at(-1)!;
  const refresh = steps.find(({ op }) => op === "refresh");
  const planned = steps.filter((one) => one !== refresh);
  const operations: string[] = planned.map(({ op }) => op);
  const isReplaced = operations.some((op) => /^(.+-replacement|replace)$/.test(op));
  const isGone = refresh !== undefined && !refresh.new;
  const engine = isReplaced ? "replace" : (operations.at(-1) ?? (isGone ? "gone" : "same"));
  const wanted = planned.findLast((one) => one.new)?.new;
  const isNew = engine === "create" || isReplaced;
  return {
    ...{ urn, type, operations, engine, wanted },
    /** Deleted by hand. */
    isGone,
    /** Unset for a resource of another package. */
    definition: definitions.find((one) => TYPE_PREFIX + one.type === type) as Definition | undefined,
    recorded: steps[0]!.old,
    live: refresh?.new,
    /** The existing object that becomes that of the entry. */
    adopts: isNew ? decisionOf(wanted?.inputs ?? {}) : ({} as Decision),
    drifted: namedIn([refresh]),
    changed: namedIn(planned),
  };
}

/** What the engine names as different: nothing else shows that a secret is. */
function namedIn(steps: readonly (Step | undefined)[]): readonly string[] {
  const paths = steps.flatMap((step) => [...(step?.diffs ?? []), ...Object.keys(step?.detailedDiff ?? {})]);
  return [...new Set(paths.map((path) => path.split(/[.[]/)[0]!))].sort();
}

function isKept({ engine, recorded, operations }: Sides): boolean {
  return engine === "replace" && recorded?.retainOnDelete === true && operations.includes("delete-replaced");
}

function operationOf(sides: Sides, hasOptions: boolean): string {
  const { definition, recorded, adopts, engine, operations } = sides;
  if (engine === "create" && adopts.adopt !== undefined) return adopts.update ? "overwrite" : "adopt";
  // Resources of other packages are imported.
  if (engine === "import") return "adopt";
  if (engine === "same" && hasOptions) return "record";
  // An earlier apply has deleted its object, and then failed.
  const isDeleted = operations.includes("create-replacement") && !operations.includes("delete-replaced");
  if (engine === "replace") return isDeleted || isKept(sides) ? "create" : engine;
  if (/^(discard|discard-replaced|remove-pending-replace)$/.test(engine)) return "forget";
  if (!engine.startsWith("delete")) return engine;
  return definition?.whyRetained !== undefined || recorded?.retainOnDelete ? "forget" : "delete";
}

/** What is recorded beside the fields: the key, and the options that guard the object. And a replacement that deletes first. */
function optionsOf({ definition, recorded, wanted, engine, operations }: Sides) {
  // The name of a member follows from its parent.
  if (!recorded || !wanted || definition?.parent !== undefined) return [];
  const options = ({ urn, protect = false, retainOnDelete = false }: State) =>
    Object.entries({ key: nameOf(urn), protect, retainOnDelete });
  const before = new Map<string, unknown>(options(recorded));
  const changed = options(wanted).flatMap(([field, value]) => {
    const old = before.get(field);
    return old === value ? [] : { field, old, new: value };
  });
  const deletesFirst = engine === "replace" && operations.indexOf("delete-replaced") === 0;
  return deletesFirst ? [...changed, { field: "deleteBeforeReplace", new: true }] : changed;
}

function fieldsOf(object: Row, sides: Sides): readonly Row[] {
  const { definition, adopts, isGone, drifted, changed, engine } = sides;
  const { operation, place } = object;
  if (engine === "same" || (operation === "forget" && definition?.whyRetained !== undefined)) return [];
  const [recorded = {}, live = {}, next = {}] = [sides.recorded, sides.live, sides.wanted].map(
    (one) => one?.inputs,
  );
  const taken = adopts.live ?? {};
  const fields = /^(adopt|overwrite)$/.test(operation) ? taken : { ...recorded, ...live, ...next };
  const names = Object.keys(fields).filter((name) => !name.startsWith("__"));
  return names.sort().flatMap((field): Row | [] => {
    const isUnknown = hasUnknown(next[field]);
    const word = (place && isUnknown && referenceOf(sides, next, field)) || "[unknown]";
    const value = isUnknown ? ({ new: word, isUnknown } as const) : { new: next[field] };
    const row: Row = { ...object, field, old: recorded[field], ...value };
    if (field in taken)
      return { ...row, live: next[field] === SECRET ? SECRET : (taken[field] ?? NOT_SHOWN) };
    if (engine === "create") return field in next ? { ...object, field, ...value } : [];
    // By meaning: `#22aa66` is `#22AA66`.
    const same = (a: Props, b: Props) =>
      isDeepStrictEqual(a[field], b[field]) ||
      (field in a && field in b && definition?.fields[field]?.same(a[field], b[field]) === true);
    if (same(live, next) && !changed.includes(field)) return [];
    if (isGone || (same(recorded, live) && !drifted.includes(field))) return row;
    return { ...row, why: same(recorded, next) ? "by hand" : "both", live: live[field] };
  });
}

/** The entry whose id becomes the value: a new one, or one that is replaced. Only the name of a member has its key. */
function referenceOf({ definition, urn }: Sides, args: Props, field: string): string | undefined {
  const type = definition?.resourceArgs?.(args)[field];
  const [parent, ...label] = nameOf(urn).split("/");
  const section = definitions.find((one) => one.type === type)?.yaml.section;
  return section && `${section}.${field === definition?.parent ? parent : label.at(-1)}`;
}

/** Such as `3 create`. */
export function countsOf(changes: readonly Change[]): readonly string[] {
  const all = changes.map(({ operation }) => operation).sort();
  return [...new Set(all)].map((one) => `${all.filter((other) => other === one).length} ${one}`);
}
