// What nobody can undo, and what people outside the account notice. And what else a reviewer should know.
import { qrCode } from "../../resources/kinds";
import type { Change, Row } from "./plan";
import type { Preview } from "./preview";

/** Warnings about objects that the rows name, too: of the deletion guard, and of a replacement. */
const REPEATED =
  /^\d+ public objects? will be deleted unless|^\d+ entr(?:y is|ies are) no longer in|: a change of [\w, ]+ replaces /;

/** @param scans of QR codes by id, as far as they are known */
export function withDangers(changes: readonly Change[], scans: ReadonlyMap<string, number>): readonly Row[] {
  return changes.flatMap((change) => {
    const [object, ...fields] = change.rows;
    const danger = dangerOf(change, scans);
    return [{ ...object!, ...(danger !== undefined && { danger }) }, ...fields];
  });
}

function dangerOf(change: Change, scans: ReadonlyMap<string, number>): string | undefined {
  const { operation, adopts, isGone, definition, recorded } = change;
  const { id = "", outputs = {} } = recorded ?? {};
  const taken = adopts.update ? `will adopt and update the existing object ${adopts.adopt}` : undefined;
  const effect = isLost(change) ? definition?.publicUse?.breaks(outputs) : undefined;
  if (effect === undefined) return taken && `${taken}. Destroying the stack deletes it`;
  const address = outputs[definition?.publicUse?.address ?? ""];
  const scanned = definition === qrCode && scans.has(id) ? `, ${scans.get(id)} scans` : "";
  const what = isGone ? "was deleted by hand" : `will be ${operation}d`;
  return `${what} (${address || `id ${id}`}${scanned}): ${[effect, taken ? `It ${taken}` : []].flat().join(". ")}`;
}

/** Also by hand: the object that is created again is another one. */
export function isLost({ operation, isGone }: Change): boolean {
  if (isGone) return operation !== "gone";
  return operation === "delete" || operation === "replace";
}

/** @param preview the messages of the preview */
export function notesOf(changes: readonly Change[], preview: Pick<Preview, "messages">): readonly string[] {
  const adopted = changes.filter(({ operation, adopts }) => operation === "adopt" || adopts.adopt).length;
  const [subject, it] =
    adopted === 1 ? ["1 existing object is", "it"] : [`${adopted} existing objects are`, "them"];
  const forgotten = changes.filter(({ rows }) => rows.some(({ operation }) => operation === "forget"));
  const reasons = forgotten.map(({ definition, recorded }) =>
    recorded?.retainOnDelete
      ? "it has retainOnDelete"
      : (definition?.whyRetained ?? "its object is already gone"),
  );
  return [
    ...(adopted === 0 ? [] : [`${subject} adopted. Destroying the stack deletes ${it}`]),
    ...[...new Set(reasons)].map((why) => `forget: only the state loses an object, because ${why}`),
    ...preview.messages("info").filter((text) => text.includes(": creates another one, beside ")),
    ...preview.messages("warning").filter((text) => !REPEATED.test(text)),
  ];
}
