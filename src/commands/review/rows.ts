// From the steps of a preview to the rows of a review.
import { domainToUnicode } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { parseAddress } from "../../api/web-address";
import { compare } from "../../kind/compare";
import { same } from "../../kind/meaning";
import { hasUnknown } from "../../kind/schema";
import { dangersOf } from "./dangers";
import type { Step } from "./preview";
import type { Change, Row } from "./row";
import { operationsOf, protectionOf, type Sides, sidesOf, stepsByObject, whyKept } from "./sides";

/** In place of values. */
const SECRET = "[secret]";
const NOT_SHOWN = "[not shown by the API]";
const UNKNOWN = "[unknown]";
const RELEASED = "[no longer managed]";

/**
 * @param places `file:line` of each entry by key
 * @returns the rows of all objects, also of those that stay as they are, in the order of their URNs
 */
export function rowsOf(steps: readonly Step[], places: ReadonlyMap<string, string>): readonly Row[] {
  return stepsByObject(steps).flatMap((all) => {
    const sides = sidesOf(all);
    const place = places.get(sides.key);
    return operationsOf(sides).map((operation) => ({ ...rowOf(operation, sides), place }));
  });
}

function rowOf(operation: string, sides: Sides): Row {
  const kept = whyKept(sides);
  const { key, urn, old, next, decision, isGone } = sides;
  const isAdopted = operation === "adopt" || operation === "overwrite";
  const id = isAdopted ? (decision.do === "adopt" ? decision.id : undefined) : (old ?? next)?.id;
  const beside = decision.do === "create" && decision.beside?.join(", ");
  const fields = changesOf(operation, sides);
  const dangers = dangersOf(operation, sides, fields);
  return {
    ...{ operation, key, urn, why: isGone ? "by hand" : "config", fields },
    ...(operation !== "create" && { id }),
    ...(operation === "forget" && !isGone && kept !== undefined && { effect: kept }),
    ...(beside && operation !== "delete" && { effect: `is another one, beside id ${beside}` }),
    ...(operation === "delete" && old?.delete && { isPending: true as const }),
    ...(dangers.length > 0 && { danger: dangers.join(". It ") }),
  };
}

function changesOf(operation: string, sides: Sides): readonly Change[] {
  const { old, live, next, decision } = sides;
  if (["same", "adopt", "forget"].includes(operation)) return [];
  if (operation === "overwrite")
    return decision.do === "adopt" ? overwritten(decision.overwrites!, sides) : [];
  const isRemoved = operation === "delete";
  const options = isRemoved ? [] : protectionOf(sides).map((one) => ({ why: "config" as const, ...one }));
  if (operation === "record") return options;
  const released = operation === "update" ? releasedIn(sides) : [];
  const fields = namesIn(old?.inputs, live?.inputs, next?.inputs).flatMap((field): Change | [] => {
    const isDrift = !isSame(sides, "old", "live", field) || sides.drifted.includes(field);
    const isPlanned = !isSame(sides, "live", "next", field) || sides.changed.includes(field);
    // A removed object is one row, but for what somebody changed there.
    if (isRemoved ? !isDrift : !isPlanned) return [];
    const isReleased = released.includes(field);
    const after = isReleased ? { new: RELEASED, isReleased } : newValue(sides, field);
    if (operation === "create") return { field, why: "config", ...after };
    const hosts = operation === "update" && !isReleased ? leadsOf(sides, field) : undefined;
    const change = { field, old: old?.inputs[field], ...after, ...(hosts && { hosts }) };
    if (!isDrift) return { ...change, why: "config" };
    const why = isSame(sides, "old", "next", field) ? "by hand" : "both";
    return { ...change, why, live: live?.inputs[field] };
  });
  return [...fields, ...options];
}

/** The fields that leave the config, and that the API cannot clear. */
function releasedIn({ kind, live, next }: Sides): readonly string[] {
  if (!kind || !next) return [];
  return compare(kind, { ...live?.outputs, ...live?.inputs }, next.inputs).released;
}

/** What an adoption destroys. */
function overwritten(values: object, sides: Sides): readonly Change[] {
  return namesIn(values).map((field) => {
    const after = newValue(sides, field);
    const value = values[field as keyof typeof values] ?? NOT_SHOWN;
    return { field, why: "config", live: after.new === SECRET ? SECRET : value, ...after };
  });
}

/** Where an address that people reach led, and where it leads. A field that was not managed led to nobody knows where. */
function leadsOf({ kind, live, next }: Sides, field: string): Change["hosts"] {
  const before = live?.inputs[field];
  if (!kind?.fields[field]?.leads || before === undefined) return undefined;
  const [from, to] = [hostIn(before), hostIn(next?.inputs[field])];
  if (from === undefined && to === undefined) return undefined;
  return { before: from ?? "no address", after: to ?? "no address" };
}

/** The host of a value, or of the first address in a text. `undefined` if it has none, or is secret or not known yet. */
function hostIn(value: unknown): string | undefined {
  if (typeof value !== "string" || hasUnknown(value)) return undefined;
  const [address = value.trim()] = /https?:\/\/[^\s"'<>;]+/i.exec(value) ?? [];
  const host = parseAddress(address)?.host;
  if (!host) return undefined;
  // Its form in ASCII, too, if that is another one: letters of other scripts look alike.
  const name = domainToUnicode(host);
  return name === host || name === "" ? host : `${name} (${host})`;
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
  const known = sides.kind?.fields[field];
  return known !== undefined && a !== undefined && b !== undefined && same(known, a, b);
}

function newValue(sides: Sides, field: string): Pick<Change, "new" | "isUnknown"> {
  const value = sides.next?.inputs[field];
  return hasUnknown(value) ? { new: UNKNOWN, isUnknown: true } : { new: value };
}
