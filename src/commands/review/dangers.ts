// What nobody can undo, and what people outside the account notice.
import { qrCode } from "../../resources/kinds";
import type { Change } from "./plan";

/** @param scans of QR codes by id, as far as they are known */
export function dangersOf(
  changes: readonly Change[],
  warnings: ReadonlySet<string>,
  scans: ReadonlyMap<string, number>,
): readonly string[] {
  const lost = changes.filter(isLost);
  const addresses = new Set(lost.flatMap((one) => addressOf(one) ?? []));
  const hasAddress = (text: string) =>
    text.split(/[\s,()]+/).some((word) => addresses.has(word.replace(/[.:;]+$/, "")));
  const deleted = lost.map(({ definition, id }) => `${definition?.yaml.section} ${id}`);
  const forgotten = changes.filter(({ operation, key, definition, outputs }) => {
    // Members of a deleted object are gone with it. Without a program, a warning has the others.
    const parent = `${definition?.yaml.section} ${outputs[definition?.parent ?? ""]}`;
    return operation === "forget" && !deleted.includes(parent) && ![...warnings].join().includes(key);
  });
  const adopted = changes.filter(
    ({ operation, definition }) => operation === "adopt" && !definition?.whyRetained,
  );
  return [
    ...changes.flatMap((one) => dangerOf(one, scans) ?? []),
    ...forgotten.map(
      ({ key, definition }) => `${key}: only the state loses it. ${definition?.whyRetained ?? ""}`,
    ),
    ...(adopted.length > 0
      ? [`${adopted.length} existing objects will be adopted: destroying the stack deletes them`]
      : []),
    // Those about a lost object have its address.
    ...[...warnings].filter((text) => !hasAddress(text)),
  ];
}

/** Also by hand: the object that is created again is another one. */
export function isLost({ operation, rows }: Change): boolean {
  return operation === "delete" || operation === "replace" || rows[0]!.operation.endsWith(" again");
}

function dangerOf(change: Change, scans: ReadonlyMap<string, number>): string | undefined {
  const { key, operation, id = "", adopts, definition, outputs } = change;
  const taken = adopts.update ? `the existing object ${adopts.adopt} will be adopted and updated` : undefined;
  const effect = isLost(change) ? definition?.publicUse?.breaks(outputs) : undefined;
  if (effect === undefined) return taken && `${key}: ${taken}. Destroying the stack deletes it`;
  const scanned = definition === qrCode && scans.has(id) ? `, ${scans.get(id)} scans` : "";
  const what =
    operation === "delete" || operation === "replace" ? `will be ${operation}d` : "was deleted by hand";
  return `${key} ${what} (${addressOf(change) ?? `id ${id}`}${scanned}): ${[effect, taken ?? []].flat().join(". ")}`;
}

function addressOf({ definition, outputs }: Change): string | undefined {
  const address = outputs[definition?.publicUse?.address ?? ""];
  return typeof address === "string" && address !== "" ? address : undefined;
}
