// Deletes an object, unless a live entry owns or reads it.
import type { Definition, Props, RemoteState } from "../kind/definition";
import { PENDING_ID } from "../kind/entry";
import { isSameObject } from "../kind/identity";
import { findOurObject } from "./our-object";
import type { OpenResource, ProviderProcess } from "./provider-process";
import { ReportedError, withoutRecord } from "./reported-error";

export async function deleteObject(
  definition: Definition,
  process: ProviderProcess,
  id: string,
  state: Props,
): Promise<void> {
  const { type, lifecycle } = definition;
  const { objects, report } = process;
  const name = objects.nameOf(type, id);
  report.isApplying = true;
  const resource = await process.openResource(definition, state);
  const log = process.logFor(name);
  if (id === PENDING_ID) return log.info("the pending create left the state");
  const claim = objects.claimOf(type, id);
  // The engine may still have a delete of an earlier run for an object that a live entry has adopted since.
  if (claim === "kept") return log.info("belongs to a live entry: removed from the state only");
  if (claim === "external") {
    return log.warn("stays, because the program reads it: removed from the state only");
  }
  if (resource.metadata.account === undefined) throw withoutRecord(name, "deleted");
  if (lifecycle.list) await checkIdentity(definition, process, id, state, resource);
  const ending = await lifecycle.delete(resource.session, id);
  objects.release(type, id);
  if (ending) report.endings.push(() => withName(name, ending()));
}

/**
 * Nothing is deleted that no refresh has recorded: with another identity, it may be an object that somebody needs. A
 * missing one is deleted as well, because a list may not show it yet.
 */
async function checkIdentity(
  definition: Definition,
  process: ProviderProcess,
  id: string,
  state: Props,
  { args, metadata, session }: OpenResource,
): Promise<void> {
  const { type, fields } = definition;
  const isShown = (name: string) => !fields[name]?.bestEffort || metadata.confirmed?.includes(name);
  const recorded = Object.fromEntries(Object.entries(args).filter(([name]) => isShown(name)));
  const isExpected = (shown: RemoteState) => isSameObject(definition, recorded, shown.fields) !== false;
  const question = { claim: "state", isTentative: true, isExpected } as const;
  const shown = await findOurObject(definition, process, { id, state, metadata, session }, question);
  if (!shown || isExpected(shown)) return;
  throw new ReportedError(
    `${process.objects.nameOf(type, id)}: ${type} ${id} has another ${definition.identity.flat().join(" or ")} than the state, because somebody changed it. ` +
      "Nothing was deleted. Look whether it is still needed. To delete it, run `pulumi up --refresh` (or " +
      "`pulumi refresh --yes`, then the command again)",
  );
}

function withName(name: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : `${name}: ${text}`;
}
