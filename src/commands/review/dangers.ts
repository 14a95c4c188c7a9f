// What nobody can undo, and what people outside the account notice.
import type { Change } from "./plan";

/** @param scans of QR codes by address, as far as they are known */
export function dangersOf(
  changes: readonly Change[],
  warnings: Iterable<string>,
  scans: ReadonlyMap<string, number>,
): readonly string[] {
  const addresses = changes.filter(isLost).flatMap((one) => addressOf(one) ?? []);
  // Those about lost objects have their addresses.
  const others = [...warnings].filter((text) => !addresses.some((one) => text.includes(one)));
  return [...changes.flatMap((one) => dangerOf(one, scans) ?? []), ...others];
}

export function isLost({ operation }: Change): boolean {
  return operation === "delete" || operation === "replace";
}

function dangerOf(change: Change, scans: ReadonlyMap<string, number>): string | undefined {
  const { key, operation, id, definition, outputs } = change;
  if (operation === "adopt" || operation === "overwrite") {
    const effect = operation === "adopt" ? "adopted" : "adopted and updated";
    return `${key}: the existing object ${id} will be ${effect}, and destroying the stack will delete it`;
  }
  const effect = isLost(change) ? definition?.publicUse?.breaks(outputs) : undefined;
  if (effect === undefined) return undefined;
  const address = addressOf(change);
  const count = scans.get(address ?? "");
  const scanned = count === undefined ? "" : `, ${count} scans`;
  return `${key} will be ${operation}d (${address ?? `id ${id}`}${scanned}): ${effect}`;
}

function addressOf({ definition, outputs }: Change): string | undefined {
  const address = outputs[definition?.publicUse?.address ?? ""];
  return typeof address === "string" && address !== "" ? address : undefined;
}
