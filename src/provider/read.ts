// Reads an object for a refresh, or for a program that does not manage it (Pulumi's `get`).

import { readShown } from "../kind/compare";
import type { Props } from "../kind/definition";
import { lifecycleOf } from "../kind/lifecycle/lifecycle";
import { takeRequest } from "../kind/request";
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
  if (metadata.account === undefined || metadata.external) return readExternal(resource);
  const recorded = { ...metadata, account: await accountOf(resource) };
  const recordedOutputs = outputsOf(definition, state);
  const found = id === PENDING_ID ? await settle(resource) : await findOurObject(resource);
  if (found === "open") return { id, props: composeState(state, args, recordedOutputs, recorded) };
  if (!found) {
    provider.ownersOf(definition).free(id);
    return GONE;
  }
  const actual = readShown(definition, args, found.fields);
  const outputs = { ...recordedOutputs, ...found.outputs };
  const isSame = (values: Props) => Object.keys(values).every((name) => values[name] === state[name]);
  // An unchanged state is returned as it is, because the engine and the SDK compare every property.
  if (found.id === id && recorded.account === metadata.account && isSame(actual) && isSame(outputs))
    return { id, props: state };
  const props = composeState(state, actual, outputs, { ...recorded, id: found.id, pending: undefined });
  const hasDrifted = Object.keys(args).some((name) => actual[name] !== args[name]);
  return { id: found.id, props, ...(hasDrifted && { inputs: { ...hiddenInputOf(state), ...actual } }) };
}

/** The recorded account. While the service moves, every read records the new address. */
async function accountOf({ session, metadata: { account } }: OpenResource): Promise<string> {
  const isKept = account !== undefined && session.settings.movedFrom === undefined;
  return isKept ? account : session.accountRecord();
}

/** All readable properties of an object that the stack does not manage: for a refresh, or for the program that asks. */
async function readExternal(resource: OpenResource): Promise<ReadResult> {
  const { definition, provider, id, state, session } = resource;
  const request = resource.metadata.account === undefined ? takeRequest(state).request : undefined;
  if (request) await session.guard(...request.accounts);
  const [found] = await lifecycleOf(definition).prove(session, id);
  if (!found && !request) return GONE;
  if (!found)
    throw new ReportedError(
      `the account of the API key has no ${definition.type} ${id}, which the program reads. Correct the key or the id`,
    );
  if (request) {
    provider.report.hasProgram = true;
    provider.ownersOf(definition).read(id);
  }
  // Best-effort fields are not compared. The hidden input is left out: it is different in every run.
  const compared = Object.entries(found.fields).filter(([name]) => !definition.fields[name]?.bestEffort);
  const metadata = { id, account: await accountOf(resource), external: true as const };
  return { id, props: composeState({}, Object.fromEntries(compared), found.outputs, metadata) };
}
