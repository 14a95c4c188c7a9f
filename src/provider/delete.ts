// Deletes an object, unless a live entry owns or reads it.
import type { Definition, Props } from "../kind/definition";
import { PENDING_ID } from "../kind/entry";
import type { ProviderProcess } from "./provider-process";
import { ReportedError } from "./reported-error";
import { ensureSameObject } from "./same-object";

export async function deleteObject(
  definition: Definition,
  process: ProviderProcess,
  id: string,
  state: Props,
): Promise<void> {
  const { type, lifecycle } = definition;
  const name = process.objects.nameOf(type, id);
  process.report.isApplying = true;
  const { metadata, session } = await process.open(definition, state);
  if (id === PENDING_ID) return process.logFor(name).info("the pending create left the state");
  // The engine may still have a delete of an earlier run for an object that a live entry has adopted since.
  if (process.objects.isOwned(type, id)) {
    return process.logFor(name).info("belongs to a live entry: removed from the state only");
  }
  if (process.objects.isRead(type, id)) {
    return process.logFor(name).warn("stays, because the program reads it: removed from the state only");
  }
  // Ids repeat between accounts, so the object may be somebody else's.
  if (metadata.account === undefined) {
    throw new ReportedError(
      `${name}: the state does not record its account, so nothing was deleted. Run \`pulumi refresh --yes\` first`,
    );
  }
  await ensureSameObject(definition, process, { id, state, metadata, session });
  const ending = await lifecycle.delete(session, id);
  if (ending) process.report.endings.push(() => withName(name, ending()));
}

function withName(name: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : `${name}: ${text}`;
}
