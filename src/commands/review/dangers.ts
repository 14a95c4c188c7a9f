// What an apply breaks for the public, or nobody can undo: sentences after the key of an entry.
import { hasUnknown } from "../../kind/schema";
import type { Change } from "./row";
import type { Sides } from "./sides";

/** @param fields what the operation changes */
export function dangersOf(operation: string, sides: Sides, fields: readonly Change[]): readonly string[] {
  const { old, next, decision } = sides;
  const isUnprotected = old?.protect === true && next !== undefined && next.protect !== true;
  return [
    ...lostUse(operation, sides),
    ...(decision.do === "lose" ? [`stops an apply: ${decision.why}`] : []),
    ...(operation === "overwrite" && decision.do === "adopt"
      ? [`will adopt and update the existing object ${decision.id}, which destroying the stack deletes`]
      : []),
    ...(operation === "update" ? changedUse(sides, fields) : []),
    ...(isUnprotected ? ["is no longer protected: a later change may delete it"] : []),
  ];
}

/** An address that is lost, also by hand: an object that is created again is another one. */
function lostUse(operation: string, { kind, old, isGone, decision }: Sides): readonly string[] {
  const isWanted = operation !== "forget" || decision.do === "lose";
  const isLost = isGone ? isWanted : operation === "delete" || operation === "replace";
  const { address = "", breaks } = kind?.publicUse ?? {};
  const effect = isLost ? breaks?.(old?.outputs ?? {}) : undefined;
  if (effect === undefined) return [];
  const what = isGone ? "was deleted by hand" : `will be ${operation}d`;
  return [`${what} (${old?.outputs?.[address] || `id ${old?.id}`}): ${effect}`];
}

/** An object stays, but its address breaks, leads to another host, or has lost content that nobody sees. */
function changedUse({ kind, old, live, next }: Sides, fields: readonly Change[]): readonly string[] {
  const { address = "", brokenBy } = kind?.publicUse ?? {};
  const [shown, news] = [{ ...live?.outputs, ...live?.inputs }, next?.inputs ?? {}];
  const names = fields.filter(({ isReleased }) => !isReleased).map(({ field }) => field);
  const broken = brokenBy?.(shown, news, names) ?? [];
  const verb = broken.every((field) => hasUnknown(news[field])) ? "may break" : "breaks";
  const filled = (kind?.content ?? []).filter(
    (field) => news[field] !== undefined && old?.inputs[field] === undefined,
  );
  return [
    ...(broken.length > 0
      ? [`changes ${broken.join(" and ")}, which ${verb} its address ${shown[address]}`]
      : []),
    ...fields.flatMap(({ field, hosts }) =>
      hosts && hosts.before !== hosts.after
        ? [`leads elsewhere: ${field} ${hosts.before} -> ${hosts.after}`]
        : [],
    ),
    ...(filled.length > 0 ? [`overwrites ${filled.join(" and ")}, which nobody knows`] : []),
  ];
}
