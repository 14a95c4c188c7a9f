// What nobody can undo, and what people outside the account notice.
import type { Change } from "./plan";
import { stateOf } from "./plan";

/** What is known besides the preview. */
export interface Knowledge {
  /** Scans of QR codes by id. Unset without a key. */
  readonly scans?: ReadonlyMap<string, number> | undefined;
  /** Of the config file or the environment. */
  readonly maxDeletions?: number | string | undefined;
  /** Objects that the state has. */
  readonly total: number;
}

export function dangersOf(
  changes: readonly Change[],
  warnings: readonly string[],
  { scans, maxDeletions, total }: Knowledge,
): readonly string[] {
  const lines = changes.flatMap((change) => dangerOf(change, scans) ?? []);
  const lost = changes.filter(
    ({ operation, definition }) => isLost(operation) && !definition?.whyRetained,
  ).length;
  const limit = maxDeletions === undefined ? "" : `; maxDeletions is ${maxDeletions}`;
  return [
    ...lines,
    ...(lost === 0 ? [] : [`${lost} of ${total} objects will be deleted or replaced${limit}`]),
    ...otherWarnings(warnings, changes),
  ];
}

function isLost(operation: string): boolean {
  return operation === "delete" || operation === "replace";
}

function dangerOf(change: Change, scans: Knowledge["scans"]): string | undefined {
  const { key, operation, id, definition, resource } = change;
  if (operation === "adopt") {
    const effect = String(resource.next?.__entry).includes('"update":true') ? "updates" : "does not change";
    return `${key} adopts the existing object ${id} and ${effect} it; destroying the stack will delete it`;
  }
  if (!definition || !isLost(operation)) return undefined;
  if (definition.whyRetained !== undefined)
    return operation === "delete" ? `${key} only leaves the state: ${definition.whyRetained}` : undefined;
  const effect = definition.publicUse?.breaks(stateOf(change));
  if (effect === undefined) return undefined;
  const count = scans?.get(id ?? "");
  const scanned = count === undefined ? "" : `, ${count} scans`;
  const address = stateOf(change)[definition.publicUse!.address];
  return `${key} will be ${operation}d: ${address ?? `id ${id}`}${scanned}: ${effect}`;
}

/** Without those that say the same about an object, or list what this page lists. */
function otherWarnings(warnings: readonly string[], changes: readonly Change[]): readonly string[] {
  const addresses = changes
    .filter(({ operation, definition }) => isLost(operation) && definition?.publicUse)
    .map((one) => String(stateOf(one)[one.definition!.publicUse!.address]));
  return warnings.filter(
    (text) => !/^\d+ (?:public object|entr)/.test(text) && !addresses.some((one) => text.includes(one)),
  );
}
