// Updates an object, or only its record in the state.

import { compare } from "../kind/compare";
import type { Props } from "../kind/definition";
import { lifecycleOf } from "../kind/lifecycle/lifecycle";
import { cannotUpdate } from "../kind/on-existing";
import { composeState, managedOf, outputsOf, PENDING_ID } from "../kind/state";
import { findOurObject, MAX_AGE_MS, type OpenResource } from "./our-object";
import { pendingProblem } from "./pending";
import { ReportedError } from "./reported-error";

export async function update(resource: OpenResource, news: Props): Promise<{ outs: Props }> {
  const { definition, provider, id, state, metadata, session } = resource;
  provider.report.isApplying = true;
  // An update cannot give the record another id.
  if (id === PENDING_ID) throw new ReportedError(await pendingProblem(resource));
  provider.ownersOf(definition).keep(id);

  const args = managedOf(definition, news);
  const { changed, cleared } = compare(definition, state, args);
  const outputs = outputsOf(definition, state);
  const recorded = { ...metadata, id, account: await session.accountRecord() };
  const problem = cannotUpdate(definition, args, changed);
  if (problem !== undefined) throw new ReportedError(problem);
  // A field that is only no longer managed changes nothing on the service.
  if (changed.length + cleared.length === 0) return { outs: composeState(news, args, outputs, recorded) };

  const shown = await findOurObject(resource, MAX_AGE_MS);
  if (!shown)
    throw new ReportedError(
      `the account has no ${definition.type} ${id}, because somebody deleted it. Nothing was changed. Run ` +
        "`pulumi up --refresh`, which creates it again, or `pulumi refresh`",
    );
  const response = await lifecycleOf(definition).update(session, shown, args, cleared);
  return { outs: composeState(news, args, { ...outputs, ...response.outputs }, recorded) };
}
