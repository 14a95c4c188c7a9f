// Updates an object, or only its record in the state.
import { isRejection } from "../api/errors";
import { compare } from "../kind/compare";
import type { Definition, Props } from "../kind/definition";
import { identifyingFields } from "../kind/identity";
import { cannotUpdate } from "../kind/on-existing";
import { composeState, managedOf, outputsOf } from "../kind/state";
import { findOurObject } from "./our-object";
import type { ProviderProcess } from "./provider-process";
import { ReportedError, withoutRecord } from "./reported-error";

export async function update(
  definition: Definition,
  process: ProviderProcess,
  id: string,
  olds: Props,
  news: Props,
): Promise<{ outs: Props }> {
  const { type, lifecycle } = definition;
  process.report.isApplying = true;
  const { args: before, metadata, session } = await process.openResource(definition, olds);
  const args = managedOf(definition, news);
  const name = process.objects.nameOf(type, id);
  process.objects.keep(type, id);
  if (metadata.account === undefined) throw withoutRecord(name, "changed");

  const { changed, cleared } = compare(definition, before, args);
  const outputs = outputsOf(definition, olds);
  const recorded = { ...metadata, id, account: await session.accountRecord() };
  const problem = cannotUpdate(definition, args, changed);
  if (problem !== undefined) throw new ReportedError(problem);
  // A field that is only no longer managed changes nothing on the service.
  if (changed.length + cleared.length === 0) return { outs: composeState(news, args, outputs, recorded) };

  const resource = { id, state: olds, metadata, session };
  const shown = await findOurObject(definition, process, resource, { claim: "state", update: args });
  if (!shown) throw new ReportedError(`${name}: the account has no ${type} ${id}, ${AFTER_DELETION}`);
  const response = await lifecycle.update(session, { id, ...shown }, args, cleared).catch(async (error) => {
    throw (await takenBy(definition, process, id, args, error)) ?? error;
  });
  // A list must show the new value before another one is drift.
  const confirmed = metadata.confirmed?.filter((name) => !changed.includes(name));
  const written = { ...recorded, ...(confirmed && { confirmed }) };
  return { outs: composeState(news, args, { ...outputs, ...response }, written) };
}

/** Some services reject what identifies another object. The list shows which one that is. */
async function takenBy(
  definition: Definition,
  process: ProviderProcess,
  id: string,
  args: Props,
  error: unknown,
): Promise<ReportedError | undefined> {
  const { type, lifecycle } = definition;
  if (!isRejection(error)) return undefined;
  const session = await process.session();
  const found = await lifecycle.matching?.(session, args, { claim: "nobody" }).catch(() => []);
  const other = found?.find((one) => one.id !== id);
  return (
    other &&
    new ReportedError(
      `update of ${process.objects.nameOf(type, id)}: ${error.message}. ${type} ${other.id} has the same ` +
        `${identifyingFields(definition, args).join(" and ")}. If another entry of this stack has that object, apply the ` +
        "change or the removal of that entry first. If not, change this entry",
    )
  );
}

const AFTER_DELETION =
  "because somebody deleted it. Nothing was changed. Run `pulumi up --refresh`, which creates it again, or `pulumi refresh`";
