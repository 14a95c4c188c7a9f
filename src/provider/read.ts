// Reads an object for a refresh, or for a program that does not manage it (Pulumi's `get`).
import type { AccountSession } from "../api/session";
import { readShown } from "../kind/compare";
import type { Definition, Props } from "../kind/definition";
import { type EntryRequest, PENDING_ID, takeRequest } from "../kind/entry";
import { composeState, hiddenInputOf, type Metadata, outputsOf } from "../kind/state";
import { findOurObject } from "./our-object";
import type { OpenResource, ProviderProcess } from "./provider-process";
import { ReportedError } from "./reported-error";

export interface ReadResult {
  /** Empty if the object is gone. */
  readonly id: string;
  readonly props?: Props;
  /** Only if a managed argument drifted. Otherwise the engine keeps the inputs of the state. */
  readonly inputs?: Props;
}

export async function read(
  definition: Definition,
  process: ProviderProcess,
  id: string,
  state: Props,
): Promise<ReadResult> {
  const resource = await process.openResource(definition, state);
  const { args, metadata, session } = resource;
  const { request } = takeRequest(state);
  if (request.external || metadata.external) return readExternal(definition, process, id, request, resource);
  const account = await accountOf(session, metadata);
  if (id === PENDING_ID) {
    return { id, props: composeState(state, args, outputsOf(definition, state), { ...metadata, account }) };
  }

  const recorded = { id, state, metadata, session };
  const found = await findOurObject(definition, process, recorded, { claim: "state" });
  if (!found) {
    if (metadata.account === undefined) throw new ReportedError(notFound(definition, id));
    return { id: "" };
  }
  const { actual, confirmed } = readShown(definition, args, found.fields, metadata.confirmed);
  const outputs = { ...outputsOf(definition, state), ...found.outputs };
  const newMetadata = { ...metadata, id, account, ...(confirmed.length > 0 && { confirmed }) };
  const props = composeState(state, actual, outputs, newMetadata);
  const isRecorded = account === metadata.account && confirmed.length === (metadata.confirmed ?? []).length;
  // An unchanged state is returned as it is, because the engine and the SDK compare every property.
  if (isRecorded && isSame({ ...actual, ...outputs }, state)) return { id, props: state };
  const hasDrifted = Object.keys(args).some((name) => actual[name] !== args[name]);
  return hasDrifted ? { id, props, inputs: { ...hiddenInputOf(state), ...actual } } : { id, props };
}

function isSame(values: Props, state: Props): boolean {
  return Object.keys(values).every((name) => values[name] === state[name]);
}

/** The recorded account. An import has none yet, and while the service moves, every read records the new address. */
async function accountOf(session: AccountSession, { account }: Partial<Metadata>): Promise<string> {
  const isKept = account !== undefined && session.settings.movedFrom === undefined;
  return isKept ? account : session.accountRecord();
}

/** Without a recorded account, the object may exist on another one. */
function notFound({ type }: Definition, id: string): string {
  return (
    `the account of the API key has no ${type} ${id}, and the state does not record its account. Correct the key or ` +
    "the id, or remove the resource with `pulumi state delete`, which does not change the account"
  );
}

/** All readable properties of an object that the stack does not manage. */
async function readExternal(
  definition: Definition,
  process: ProviderProcess,
  id: string,
  request: EntryRequest,
  { metadata, session }: OpenResource,
): Promise<ReadResult> {
  const { type, lifecycle, fields } = definition;
  await session.guard(...request.accounts);
  const found = await lifecycle.find(session, id, { claim: "user" });
  const isRefresh = metadata.account !== undefined;
  if (!found) {
    if (isRefresh) return { id: "" };
    throw new ReportedError(
      `the account of the API key has no ${type} ${id}, which the program reads. Correct the key or the id`,
    );
  }
  if (!isRefresh) {
    process.report.hasProgram = true;
    process.objects.claimExternal(type, id);
  }
  // Best-effort ones are not compared. The hidden input is left out: it is different in every run.
  const compared = Object.entries(found.fields).filter(([name]) => !fields[name]?.bestEffort);
  const account = await accountOf(session, metadata);
  const props = composeState({}, Object.fromEntries(compared), found.outputs, {
    id,
    account,
    external: true,
  });
  return { id, props };
}
