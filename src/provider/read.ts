// Reads an object for a refresh, or for a program that does not manage it (Pulumi's `get`).
import type { AccountSession } from "../api/session";
import { readShown } from "../kind/compare";
import type { Definition, Props } from "../kind/definition";
import { takeRequest } from "../kind/entry";
import { PENDING_ID } from "../kind/lifecycle/create-once";
import { METADATA, type Metadata, metadataText } from "../kind/metadata";
import { ReportedError } from "../kind/reported-error";
import { composeState, hiddenInputOf, outputsOf } from "../kind/state";
import type { ProviderProcess } from "./provider-process";
import { type ReadResult, readExternal } from "./read-external";
import { ensureSameObject } from "./same-object";

export async function read(
  definition: Definition,
  process: ProviderProcess,
  id: string,
  state: Props,
): Promise<ReadResult> {
  const { args, metadata, session } = await process.open(definition, state);
  if (takeRequest(state).request.isRead || metadata.external) {
    return readExternal(definition, process, id, state);
  }
  if (id === PENDING_ID) return { id, props: await afterMove(session, state, metadata) };

  await ensureSameObject(definition, process, { id, state, metadata, session });
  const found = await definition.lifecycle.read(session, id, metadata.writtenAt);
  if (!found) {
    if (metadata.account === undefined) throw new ReportedError(notFound(definition, id));
    return { id: "" };
  }
  const { actual, confirmed } = readShown(definition, args, found.fields, metadata.confirmed);
  const outputs = {
    ...outputsOf(definition, state),
    ...process.maskOutputs(definition, state, found.outputs),
  };
  const hasDrifted = Object.keys(args).some((name) => actual[name] !== args[name]);
  const isRecorded =
    metadata.account !== undefined &&
    METADATA in state &&
    confirmed.length === (metadata.confirmed ?? []).length &&
    Object.entries(outputs).every(([name, value]) => value === state[name]);
  // An unchanged state is returned as it is, because the engine and the SDK compare every property.
  if (isRecorded && !hasDrifted) return { id, props: await afterMove(session, state, metadata) };

  const recorded = {
    ...metadata,
    ...(confirmed.length > 0 && { confirmed }),
    id,
    ...(await session.ownership()),
  };
  const props = composeState(state, actual, outputs, recorded);
  return hasDrifted ? { id, props, inputs: { ...hiddenInputOf(state), ...actual } } : { id, props };
}

/** While the service moves, every read records the new address. */
async function afterMove(session: AccountSession, state: Props, metadata: Partial<Metadata>): Promise<Props> {
  if (session.settings.movedFrom === undefined) return state;
  return { ...state, [METADATA]: metadataText({ ...metadata, ...(await session.ownership()) }) };
}

/** Without a recorded account, the object may exist on another one. */
function notFound({ type }: Definition, id: string): string {
  return (
    `the account of the API key has no ${type} ${id}, and the state does not record its account. Correct the key or ` +
    "the id, or remove the resource with `pulumi state delete`, which does not change the account"
  );
}
