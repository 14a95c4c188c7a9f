// The model of a review: one row for each object that an apply changes, and one for each of its fields. Everything else of a
// review follows from the rows.

import { isDeepStrictEqual } from "node:util";
import { resourcesOf } from "../../kind/definition";
import { resourceName } from "../../kind/entry";
import { same } from "../../kind/meaning";
import { hasUnknown } from "../../kind/unknown";
import { definitions } from "../../resources/definitions";
import { hostsOf } from "./hosts";
import type { Step } from "./preview";
import {
  ALREADY_THERE,
  operationsOf,
  optionsOf,
  ownedBy,
  type Sides,
  sidesOf,
  stepsByObject,
  whyKept,
} from "./sides";

export interface Row {
  /**
   * `overwrite`: adopts and updates. `record`: only the state changes. `forget`: only the state loses the object. `gone`:
   * deleted by hand, and no longer in the config. `already there`: nothing is sent. Others are those of the engine.
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
  /** What nothing else says about an object, and is no danger. */
  readonly effect?: string;
  /** Ids of the objects that are alike and exist beside it. */
  readonly beside?: readonly string[];
  /** The effect with the object, if nobody can undo it. */
  readonly danger?: string;
  /** Of an address that people reach: its host before and after. */
  readonly host?: string;
  /** A deletion that an earlier apply has not completed. */
  readonly isPending?: true;
}

/** In place of values. */
const SECRET = "[secret]";
const NOT_SHOWN = "[not shown by the API]";
const UNKNOWN = "[unknown]";

/**
 * @param places of entries, by key and in the order of the files. Rows have that order, and without a place that of their URN
 * @returns the rows of all objects, also of those that stay as they are
 */
export function rowsOf(steps: readonly Step[], places: ReadonlyMap<string, string>): readonly Row[] {
  const order = new Map([...places.keys()].map((key, index) => [key, index]));
  const indexOf = ({ key }: Sides) => order.get(key) ?? Number.MAX_SAFE_INTEGER;
  const all = stepsByObject(steps)
    .map(sidesOf)
    .sort((a, b) => indexOf(a) - indexOf(b));
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
    ...(operation === "delete" && old?.delete && { isPending: true as const }),
    ...dangerOf(operation, sides),
  };
}

/** What nobody can undo, and what people outside the account notice. */
function dangerOf(operation: string, sides: Sides): Pick<Row, "danger"> {
  const { kind, old, adopted, isGone } = sides;
  const { id, outputs = {} } = old ?? {};
  const { address = "", breaks } = kind?.publicUse ?? {};
  // Also by hand: an object that is created again is another one.
  const isLost = isGone ? operation !== "gone" : operation === "delete" || operation === "replace";
  const effect = isLost ? breaks?.(outputs) : undefined;
  const what = isGone ? "was deleted by hand" : `will be ${operation}d`;
  const broken = effect === undefined ? [] : [`${what} (${outputs[address] || `id ${id}`}): ${effect}`];
  const taken = `will adopt and update the existing object ${adopted}, which destroying the stack deletes`;
  const dangers = [
    ...broken,
    ...(operation === "overwrite" ? [taken] : []),
    ...(operation === "update"
      ? [...brokenAddress(sides), ...leadingElsewhere(sides), ...filledIn(sides)]
      : []),
    ...(isUnprotected(sides) ? [UNPROTECTED] : []),
  ];
  if (dangers.length === 0) return {};
  return { danger: dangers.join(". It ") };
}

/** Of an object that stays. */
function brokenAddress(sides: Sides): readonly string[] {
  const { kind, live, next } = sides;
  const { address = "", brokenBy } = kind?.publicUse ?? {};
  const [shown, news] = [{ ...live?.outputs, ...live?.inputs }, next?.inputs ?? {}];
  const changed = namesIn(live?.inputs, news).filter((field) => isPlanned(sides, field));
  const broken = brokenBy?.(shown, news, changed) ?? [];
  if (broken.length === 0) return [];
  const verb = broken.every((field) => hasUnknown(news[field])) ? "may break" : "breaks";
  return [`changes ${broken.join(" and ")}, which ${verb} its address ${shown[address]}`];
}

/** Another host behind an address that people know. */
function leadingElsewhere(sides: Sides): readonly string[] {
  const { live, next } = sides;
  return namesIn(live?.inputs, next?.inputs).flatMap((field) => {
    const hosts = isPlanned(sides, field) ? leadsOf(sides, field) : undefined;
    return hosts?.isOther ? [`leads elsewhere: ${field} ${hosts.text}`] : [];
  });
}

/** Where an address of the field led, and where it leads. A field that was not managed led to nobody knows where. */
function leadsOf({ kind, live, next }: Sides, field: string) {
  const before = live?.inputs[field];
  if (!kind?.fields[field]?.leads || before === undefined) return undefined;
  return hostsOf(before, next?.inputs[field]);
}

/** The content of a code that was adopted without it: nobody sees what it overwrites. */
function filledIn({ kind, old, next }: Sides): readonly string[] {
  const filled = (kind?.content ?? []).filter(
    (field) => next?.inputs[field] !== undefined && old?.inputs[field] === undefined,
  );
  return filled.length > 0 ? [`overwrites ${filled.join(" and ")}, which nobody knows`] : [];
}

/** Of many entries, the review has one line. */
export const UNPROTECTED = "is no longer protected: a later change may delete it";

function isUnprotected({ old, next }: Sides): boolean {
  return old?.protect === true && next !== undefined && next.protect !== true;
}

function fieldRows(
  { effect: _, danger: __, beside: ___, isPending: ____, ...object }: Row,
  sides: Sides,
): readonly Row[] {
  const { operation } = object;
  if (operation === ALREADY_THERE) return [];
  if (operation === "adopt" || operation === "overwrite") return overwrittenRows(object, sides);
  const { old, live, next, drifted, engineSteps } = sides;
  const isRemoved = operation === "delete" || operation === "forget";
  const fields = namesIn(old?.inputs, live?.inputs, next?.inputs).flatMap((field): Row | [] => {
    const isDrift = !isSame(sides, "old", "live", field) || drifted.includes(field);
    // A removed object is one row, but for what somebody changed there.
    if (isRemoved ? !isDrift : !isPlanned(sides, field)) return [];
    const host = operation === "update" ? leadsOf(sides, field)?.text : undefined;
    const row = { ...object, field, ...newValue(sides, field, object.place), ...(host && { host }) };
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
  return namesIn(sides.overwrites).map((field) => {
    const value = newValue(sides, field, object.place);
    const live = value.new === SECRET ? SECRET : (sides.overwrites?.[field] ?? NOT_SHOWN);
    return { ...object, field, live, ...value };
  });
}

/** In the order of the alphabet, without hidden ones. */
function namesIn(...sides: readonly (object | undefined)[]): readonly string[] {
  const names = Object.keys(Object.assign({}, ...sides));
  return names.filter((name) => !name.startsWith("__")).sort();
}

function isPlanned(sides: Sides, field: string): boolean {
  return !isSame(sides, "live", "next", field) || sides.changed.includes(field);
}

/** By meaning: `#22aa66` is `#22AA66`. */
function isSame(sides: Sides, one: "old" | "live", other: "live" | "next", field: string): boolean {
  const [a, b] = [sides[one]?.inputs[field], sides[other]?.inputs[field]];
  if (isDeepStrictEqual(a, b)) return true;
  const known = sides.kind?.fields[field];
  return known !== undefined && a !== undefined && b !== undefined && same(known, a, b);
}

/** Only the names of a config file have the keys of what they refer to: those with a place. */
function newValue(sides: Sides, field: string, place: string | undefined): Pick<Row, "new" | "isUnknown"> {
  const value = sides.next?.inputs[field];
  if (!hasUnknown(value)) return { new: value };
  return { new: (place && referenceOf(sides, field)) || UNKNOWN, isUnknown: true };
}

/** The entry whose id becomes the value: a new one, or one that is replaced. */
function referenceOf({ kind, urn, next }: Sides, field: string): string | undefined {
  const argument = kind?.fields[field];
  const types = argument ? resourcesOf(argument, next?.inputs ?? {}) : {};
  const section = definitions.find((one) => one.type in types)?.yaml.section;
  const [parent, ...label] = resourceName(urn).split("/");
  return section && `${section}.${field === kind?.parent ? parent : label.at(-1)}`;
}
