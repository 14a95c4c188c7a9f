// Reads an object for a refresh, or for a program that does not manage it (Pulumi's `get`).

import { readShown } from "../kind/compare";
import type { Props } from "../kind/definition";
import { lifecycleOf } from "../kind/lifecycle/lifecycle";
import { type EntryRequest, takeRequest } from "../kind/request";
import { composeState, hiddenInputOf, outputsOf, PENDING_ID } from "../kind/state";
import { findOurObject, type OpenResource } from "./our-object";
import { settle } from "./pending";
import { ReportedError } from "./reported-error";

export interface ReadResult {
  /** Empty if the object is gone. */
  readonly id: string;
  readonly props?: Props;
  /** Only if a managed argument drifted. Otherwise the engine keeps the inputs of the state. */
  readonly inputs?: Props;
}

const GONE: ReadResult = { id: "" };

export async function read(resource: OpenResource): Promise<ReadResult> {
  const { definition, provider, id, state, args, metadata } = resource;
  const isRecorded = metadata.account !== undefined;
  const request = isRecorded ? undefined : takeRequest(state).request;
  if (request?.external || metadata.external) return readExternal(resource, request);
  const account = await accountOf(resource);
  const recordedOutputs = outputsOf(definition, state);
  const isPending = id === PENDING_ID;
  const found = isPending ? await settle(resource) : await findOurObject(resource);
  if (found === "open")
    return { id, props: composeState(state, args, recordedOutputs, { ...metadata, account }) };
  if (!found && isRecorded) {
    provider.ownersOf(definition).free(id);
    return GONE;
  }
  // The object may exist on another account, if none is recorded.
  if (!found) {
    throw notFound(
      resource,
      ", and the state does not record its account. Correct the key or the id, or remove the resource with `pulumi state " +
        "delete`, which does not change the account",
    );
  }
  const actual = readShown(definition, args, found.fields);
  const outputs = { ...recordedOutputs, ...found.outputs };
  const hasSameRecord = !isPending && account === metadata.account;
  const isSame = (values: Props) => Object.keys(values).every((name) => values[name] === state[name]);
  // An unchanged state is returned as it is, because the engine and the SDK compare every property.
  if (hasSameRecord && isSame(actual) && isSame(outputs)) return { id, props: state };
  const props = composeState(state, actual, outputs, {
    ...metadata,
    id: found.id,
    account,
    pending: undefined,
  });
  const hasDrifted = Object.keys(args).some((name) => actual[name] !== args[name]);
  return { id: found.id, props, ...(hasDrifted && { inputs: { ...hiddenInputOf(state), ...actual } }) };
}

/** The recorded account. An import has none yet, and while the service moves, every read records the new address. */
async function accountOf({ session, metadata: { account } }: OpenResource): Promise<string> {
  const isKept = account !== undefined && session.settings.movedFrom === undefined;
  return isKept ? account : session.accountRecord();
}

function notFound({ definition, id }: OpenResource, rest: string): ReportedError {
  return new ReportedError(`the account of the API key has no ${definition.type} ${id}${rest}`);
}

/**
 * All readable properties of an object that the stack does not manage.
 * @param request of the program. Unset in a refresh
 */
async function readExternal(resource: OpenResource, request: EntryRequest | undefined): Promise<ReadResult> {
  const { definition, provider, id, session } = resource;
  if (request) await session.guard(...request.accounts);
  const [found] = await lifecycleOf(definition).prove(session, id);
  if (!found && !request) return GONE;
  if (!found) throw notFound(resource, ", which the program reads. Correct the key or the id");
  if (request) {
    provider.report.hasProgram = true;
    provider.ownersOf(definition).read(id);
  }
  // Best-effort fields are not compared. The hidden input is left out: it is different in every run.
  const compared = Object.entries(found.fields).filter(([name]) => !definition.fields[name]?.bestEffort);
  const metadata = { id, account: await accountOf(resource), external: true as const };
  return { id, props: composeState({}, Object.fromEntries(compared), found.outputs, metadata) };
}
