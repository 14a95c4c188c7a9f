// Deletes an object, unless a live entry owns or reads it.
import type { Definition, Props } from "../kind/definition";
import { PENDING_ID } from "../kind/lifecycle/create-once";
import { ReportedError } from "../kind/reported-error";
import type { ProviderProcess } from "./provider-process";
import { ensureSameObject } from "./same-object";

export async function deleteObject(
  definition: Definition,
  process: ProviderProcess,
  id: string,
  state: Props,
): Promise<void> {
  const { type, lifecycle } = definition;
  const subject = process.subjects.of(definition, state, id);
  process.noteApply();
  const { metadata, session } = await process.open(definition, state);
  if (id === PENDING_ID) {
    process.logFor(subject).info("the pending create left the state");
    return;
  }
  // The engine may still have a delete of an earlier run for an object that a live entry has adopted since.
  if (process.isClaimed(type, id)) {
    process.logFor(subject).info(`${type} ${id} belongs to a live entry: removed from the state only`);
    return;
  }
  if (process.isRead(type, id)) {
    process.log.warn(`${type} ${id} stays, because the program reads it: removed from the state only`);
    return;
  }
  // Ids repeat between accounts, so the object may be somebody else's.
  if (metadata.account === undefined) {
    throw new ReportedError(
      `${subject.name}: the state does not record its account, so nothing was deleted. Run \`pulumi refresh --yes\` first`,
    );
  }
  await ensureSameObject(definition, process, { id, state, metadata, session });
  const message = await lifecycle.delete(session, id, metadata.writtenAt);
  if (!message) return;
  process.shutdownMessages.push(() => {
    const text = message();
    if (text === undefined) return undefined;
    const { name, urn } = subject;
    return { text: `${name}: ${text}`, ...(urn !== undefined && { urn }) };
  });
}
