// What nobody can undo, and what people outside the account notice.
import { effectiveMaxDeletions, type MaxDeletions } from "../../api/settings";
import type { Definition } from "../../kind/definition";
import type { Change } from "./plan";

export interface Knowledge {
  readonly warnings: ReadonlySet<string>;
  /** Of QR codes by id. Unset without a key. */
  readonly scans: ReadonlyMap<string, number> | undefined;
  readonly maxDeletions: MaxDeletions | undefined;
  /** Objects in the state that can be deleted. */
  readonly total: number;
}

export function dangersOf(changes: readonly Change[], knowledge: Knowledge): readonly string[] {
  const { total } = knowledge;
  const max = effectiveMaxDeletions(knowledge.maxDeletions, total) ?? "no limit below 10 objects";
  const lost = changes.filter((one) => isLost(one) && isDeletable(one.definition)).length;
  return [
    ...changes
      .filter((one) => !isGoneWithParent(one, changes))
      .flatMap((one) => dangerOf(one, knowledge) ?? []),
    ...(lost === 0 ? [] : [`${lost} of ${total} objects will be deleted or replaced. maxDeletions: ${max}`]),
    ...otherWarnings(changes, knowledge),
  ];
}

/** Whether `maxDeletions` counts it. */
export function isDeletable(definition: Definition | undefined): boolean {
  return definition !== undefined && definition.whyRetained === undefined;
}

export function isLost({ operation }: Change): boolean {
  return operation === "delete" || operation === "replace";
}

function dangerOf(change: Change, { scans }: Knowledge): string | undefined {
  const { key, operation, id = "", decision, definition, state } = change;
  if (operation === "adopt") {
    const effect = decision.update ? "will be adopted and updated" : "will be adopted";
    return `${key}: the existing object ${id} ${effect}, and destroying the stack will delete it`;
  }
  if (!definition || !isLost(change)) return undefined;
  const { whyRetained, publicUse } = definition;
  if (whyRetained !== undefined)
    return operation === "delete" ? `${key}: only the state loses it, because ${whyRetained}` : undefined;
  const effect = publicUse?.breaks(state);
  if (effect === undefined) return undefined;
  const scanned = scans?.has(id) ? `, ${scans.get(id)} scans` : "";
  return `${key} will be ${operation}d (${addressOf(change) ?? `id ${id}`}${scanned}): ${effect}`;
}

/** Whether a member leaves the state because what contains it is deleted. */
function isGoneWithParent({ definition, state }: Change, changes: readonly Change[]): boolean {
  const { parent, yaml } = definition ?? {};
  if (parent === undefined) return false;
  return changes.some(
    (one) =>
      one.operation === "delete" &&
      one.id === String(state[parent]) &&
      one.definition?.parent === undefined &&
      one.definition?.yaml.section === yaml?.section,
  );
}

function addressOf({ definition, state }: Change): string | undefined {
  const address = state[definition?.publicUse?.address ?? ""];
  return typeof address === "string" && address !== "" ? address : undefined;
}

/** Without the lists of the deletion guard, and those about an address that is named already. */
function otherWarnings(changes: readonly Change[], { warnings }: Knowledge): readonly string[] {
  const addresses = changes.filter(isLost).flatMap((one) => addressOf(one) ?? []);
  return [...warnings].filter(
    (text) => !/^\d+ (?:public object|entr)/.test(text) && !addresses.some((one) => text.includes(one)),
  );
}
