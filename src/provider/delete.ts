import { isSameObject } from "../kind/identity";
import { lifecycleOf } from "../kind/lifecycle/lifecycle";
import { alike } from "../kind/meaning";
import { checkRecord, findOurObject, type OpenResource } from "./our-object";
import { forgetPending, isPending } from "./pending";
import { ReportedError } from "./reported-error";

export async function deleteObject(resource: OpenResource): Promise<void> {
  const { definition, provider, id, session, name } = resource;
  const lifecycle = lifecycleOf(definition);
  const owners = provider.ownersOf(definition);
  const log = provider.logFor(resource);
  provider.report.isApplying = true;
  if (isPending(id)) return forgetPending(resource);
  const why = owners.whySpared(id);
  // The engine may still have a delete of an earlier run for an object that a live entry has adopted since.
  if (why === "kept") return log.info("another resource has it: removed from the state only");
  if (why === "read") return log.warn("stays, because the program reads it: removed from the state only");
  checkRecord(resource, "deleted");
  if (definition.list) await checkIdentity(resource);
  const ending = await lifecycle.delete(session, id);
  owners.free(id);
  if (!ending) return;
  provider.report.endings.push(() => {
    const text = ending();
    return text && `${name}: ${text}`;
  });
}

/**
 * Nothing is deleted that no refresh has recorded: with another identity, it may be an object that somebody needs. A
 * missing one is deleted as well, because a list may not show it yet.
 */
async function checkIdentity(resource: OpenResource): Promise<void> {
  const { definition, id, args, name, session, provider } = resource;
  const { type, fields, identity, list } = definition;
  const recorded = Object.fromEntries(Object.entries(args).filter(([field]) => !fields[field]?.bestEffort));
  provider.ownersOf(definition).expect(id);
  const isShown = (await session.inventory(list!).shown(id)) !== undefined;
  const shown = isShown ? await findOurObject(resource) : undefined;
  if (!shown || isSameObject(definition, recorded, shown.fields, alike) !== false) return;
  throw new ReportedError(
    `${name}: ${type} ${id} has another ${identity.flat().join(" or ")} than the state, because somebody changed it. ` +
      "Nothing was deleted. Look whether it is still needed. To delete it, run `pulumi up --refresh` (or " +
      "`pulumi refresh --yes`, then the command again)",
  );
}
