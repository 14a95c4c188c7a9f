// Updates an object, or only its record in the state.

import { isRejection } from "../api/errors";
import { compare } from "../kind/compare";
import type { Definition, Props } from "../kind/definition";
import { identifyingFields } from "../kind/identity";
import { lifecycleOf } from "../kind/lifecycle/lifecycle";
import { cannotUpdate } from "../kind/on-existing";
import { composeState, managedOf, outputsOf } from "../kind/state";
import { checkRecord, findOurObject, MAX_AGE_MS, type OpenResource } from "./our-object";
import { failPending, isPending } from "./pending";
import { ReportedError } from "./reported-error";

const IF_REJECTED = "If the object was changed or deleted by hand, run `pulumi up --refresh`";

/** What to do if the service rejects the update of an object to these arguments. */
export function ifUpdateRejected({ ifRejected }: Definition, args: Props): string {
  return [ifRejected?.(args), IF_REJECTED].filter(Boolean).join(". ");
}

export async function update(resource: OpenResource, news: Props): Promise<{ outs: Props }> {
  const { definition, provider, id, state, metadata, session, name } = resource;
  const { type } = definition;
  provider.report.isApplying = true;
  if (isPending(id)) return failPending(resource);
  provider.ownersOf(definition).keep(id);
  checkRecord(resource, "changed");

  const args = managedOf(definition, news);
  const { changed, cleared } = compare(definition, state, args);
  const outputs = outputsOf(definition, state);
  const recorded = { ...metadata, id, account: await session.accountRecord() };
  const problem = cannotUpdate(definition, args, changed);
  if (problem !== undefined) throw new ReportedError(`${name}: ${problem}`);
  // A field that is only no longer managed changes nothing on the service.
  if (changed.length + cleared.length === 0) return { outs: composeState(news, args, outputs, recorded) };

  const shown = await findOurObject(resource, MAX_AGE_MS);
  if (!shown)
    throw new ReportedError(
      `${name}: the account has no ${type} ${id}, because somebody deleted it. Nothing was changed. Run ` +
        "`pulumi up --refresh`, which creates it again, or `pulumi refresh`",
    );
  const response = await lifecycleOf(definition)
    .update(session, shown, args, cleared)
    .catch(async (error) => {
      throw (await whyTaken(resource, args, error)) ?? error;
    });
  return { outs: composeState(news, args, { ...outputs, ...response.outputs }, recorded) };
}

/** Some services reject what identifies another object. The list shows which one that is. */
async function whyTaken(
  { definition, id, session, name }: OpenResource,
  args: Props,
  error: unknown,
): Promise<ReportedError | undefined> {
  const { type } = definition;
  if (!isRejection(error)) return undefined;
  const found = await lifecycleOf(definition)
    .glance?.(session, args)
    .catch(() => []);
  const other = found?.find((one) => one.id !== id);
  if (!other) return undefined;
  return new ReportedError(
    `update of ${name}: ${error.message}. ${type} ${other.id} has the same ` +
      `${identifyingFields(definition, args).join(" and ")}. If another resource of this stack has that object, apply ` +
      "its change or removal first. If not, change this one",
  );
}
