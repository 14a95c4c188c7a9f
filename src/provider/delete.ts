// Deletes an object, unless another resource has it by now.
import { lifecycleOf } from "../kind/lifecycle/lifecycle";
import { PENDING_ID } from "../kind/state";
import { findOurObject, type OpenResource } from "./our-object";
import { forgetPending } from "./pending";

export async function deleteObject(resource: OpenResource): Promise<void> {
  const { definition, provider, id, session, name } = resource;
  const owners = provider.ownersOf(definition);
  provider.report.isApplying = true;
  if (id === PENDING_ID) return forgetPending(resource);
  // The engine may still have a delete of an earlier run for an object that a live entry has adopted since.
  if (owners.isSpared(id))
    return provider.logFor(resource).info("another resource has it: removed from the state only");
  // What no list shows is deleted as well, because it may be too new.
  const isShown = definition.list && (await session.inventory(definition.list).all()).has(id);
  if (isShown) await findOurObject(resource);
  const ending = await lifecycleOf(definition).delete(session, id);
  owners.free(id);
  if (ending) provider.report.endings.push([name, ending]);
}
