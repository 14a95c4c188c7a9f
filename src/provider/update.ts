// Updates an object, or only its record in the state.
import type { Definition, Props } from "../kind/definition";
import { DECIDE_PENDING, PENDING_ID } from "../kind/lifecycle/create-once";
import { ReportedError } from "../kind/reported-error";
import { composeState, managedOf, outputsOf } from "../kind/state";
import { compare } from "./compare";
import type { ProviderProcess } from "./provider-process";

export async function update(
  definition: Definition,
  process: ProviderProcess,
  id: string,
  olds: Props,
  news: Props,
): Promise<{ outs: Props }> {
  const { type, lifecycle } = definition;
  process.estimate.discard();
  const { args: before, metadata, session } = await process.open(definition, olds);
  if (id === PENDING_ID) {
    throw new ReportedError(`${type}: an earlier create has an unknown result. ${DECIDE_PENDING}`);
  }
  if (metadata.pending) {
    throw new ReportedError(
      `${type} ${id} is unconfirmed in the state of an earlier version. Run \`pulumi state delete\` for it, and then ` +
        "LINK_MANAGEMENT_ON_EXISTING=adopt pulumi up, which assigns it again",
    );
  }
  const args = managedOf(definition, news);
  process.keepSecret(session, definition, args);
  process.claim(type, id);

  const { changed, cleared } = compare(definition, before, args);
  const outputs = outputsOf(definition, olds);
  const recorded = { ...metadata, id, account: await session.accountRecord() };
  // A field that is only no longer managed changes nothing on the service.
  if (changed.length + cleared.length === 0) return { outs: composeState(args, outputs, recorded) };

  const { writtenAt } = metadata;
  const remote = await lifecycle.update(session, id, { olds: before, news: args, cleared, writtenAt });
  const metadataNow = { ...recorded, writtenAt: session.now() };
  return { outs: composeState(args, { ...outputs, ...remote.outputs }, metadataNow) };
}
