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
  const named = (text: string) => text.split(/[\s,()]+/).map((word) => word.replace(/[.:;]+$/, ""));
  const adopted = changes.filter(({ operation, adopts, definition }) => {
    const isAdopted = operation === "adopt" || adopts.adopt !== undefined;
    return isAdopted && !adopts.update && definition?.whyRetained === undefined;
  });
  return [
    ...changes.flatMap((one) => dangerOf(one, scans) ?? []),
    ...forgottenIn(changes, [...warnings].join()),
    ...(adopted.length > 0 ? [adoptedText(adopted.length)] : []),
    // Those about a lost object have its address.
    ...[...warnings].filter((text) => !named(text).some((word) => addresses.has(word))),
  ];
}

function adoptedText(count: number): string {
  const [subject, it] = count === 1 ? ["1 existing object", "it"] : [`${count} existing objects`, "them"];
  return `${subject} will be adopted. Destroying the stack deletes ${it}`;
}

/** Without the members of deleted objects, which are gone with them, and those that the preview has named. */
function forgottenIn(changes: readonly Change[], warnings: string): readonly string[] {
  const deleted = changes
    .filter(isLost)
    .map(({ definition, recorded }) => `${definition?.yaml.section} ${recorded?.id}`);
  return changes.flatMap(({ operation, key, definition, recorded }) => {
    const parent = `${definition?.yaml.section} ${recorded?.outputs[definition?.parent ?? ""]}`;
    if (operation !== "forget" || deleted.includes(parent) || warnings.includes(key)) return [];
    return `${key}: only the state loses it, because ${definition?.whyRetained ?? "it has retainOnDelete"}`;
  });
}

/** Also by hand: the object that is created again is another one. */
function isLost({ operation, isGone }: Change): boolean {
  return operation === "delete" || operation === "replace" || (isGone && operation !== "gone");
}

function dangerOf(change: Change, scans: ReadonlyMap<string, number>): string | undefined {
  const { key, operation, adopts, isGone, definition, recorded } = change;
  const { id = "", outputs = {} } = recorded ?? {};
  const taken = adopts.update ? `the existing object ${adopts.adopt} will be adopted and updated` : undefined;
  const effect = isLost(change) ? definition?.publicUse?.breaks(outputs) : undefined;
  if (effect === undefined) return taken && `${key}: ${taken}. Destroying the stack deletes it`;
  const scanned = definition === qrCode && scans.has(id) ? `, ${scans.get(id)} scans` : "";
  const what = isGone ? "was deleted by hand" : `will be ${operation}d`;
  return `${key} ${what} (${addressOf(change) ?? `id ${id}`}${scanned}): ${[effect, taken ?? []].flat().join(". ")}`;
}

function addressOf({ definition, recorded }: Change): string | undefined {
  const address = recorded?.outputs[definition?.publicUse?.address ?? ""];
  return typeof address === "string" && address !== "" ? address : undefined;
}
