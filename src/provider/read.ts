// Reads an object for a refresh, or for a program that does not manage it (Pulumi's `get`).
import type { AccountSession } from "../api/session";
import { rewriteWarning, rewrittenFields } from "../kind/compare";
import type { Definition, Props, RemoteState } from "../kind/definition";
import { takeRequest } from "../kind/entry";
import { PENDING_ID } from "../kind/lifecycle/create-once";
import { METADATA, type Metadata, metadataText } from "../kind/metadata";
import { ReportedError } from "../kind/reported-error";
import { composeState, hiddenInputOf, managedOf, outputsOf } from "../kind/state";
import { confirm, type Reading, readingOf, unreadableWarning } from "../kind/undocumented";
import type { ProviderProcess } from "./provider-process";
import { type ReadResult, readExternal } from "./read-external";
import { ensureSameObject } from "./same-object";
import { secretNames } from "./secrets";

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
  const remote = { ...found, outputs: process.maskOutputs(definition, state, found.outputs) };
  // An unchanged state is returned as it is, because the engine and the SDK compare every property.
  if (
    metadata.account !== undefined &&
    METADATA in state &&
    isUnchanged(definition, state, metadata, remote)
  ) {
    return { id, props: await afterMove(session, state, metadata) };
  }

  const readings = readUndocumented(definition, process, id, state, metadata, remote);
  const actual = actualArgs(definition, process, id, state, remote, readings);
  const outputs = { ...outputsOf(definition, state), ...remote.outputs };
  const given = [...readings.keys()].filter((name) => readings.get(name) === "given");
  const recorded = { ...metadata, ...confirm(metadata, given), id, account: await session.accountRecord() };
  const props = composeState(state, actual, outputs, recorded);
  const hasDrifted = Object.keys(args).some((name) => actual[name] !== args[name]);
  return hasDrifted ? { id, props, inputs: { ...hiddenInputOf(state), ...actual } } : { id, props };
}

/** While the service moves, every read records the new address. */
async function afterMove(session: AccountSession, state: Props, metadata: Partial<Metadata>): Promise<Props> {
  if (session.settings.movedFrom === undefined) return state;
  return { ...state, [METADATA]: metadataText({ ...metadata, account: await session.accountRecord() }) };
}

function isUnchanged(
  { fields }: Definition,
  state: Props,
  { confirmed = [] }: Partial<Metadata>,
  remote: RemoteState,
): boolean {
  const isUnmanaged = (name: string) => state[name] === undefined || state[name] === null;
  const isKnown = (name: string) => !fields[name]?.undocumented || confirmed.includes(name);
  return (
    Object.entries(remote.fields).every(
      ([name, value]) => isUnmanaged(name) || (fields[name]?.same(state[name], value) && isKnown(name)),
    ) && Object.entries(remote.outputs).every(([name, value]) => value === state[name])
  );
}

/** Without a recorded account, the object may exist on another one. */
function notFound({ type }: Definition, id: string): string {
  return (
    `the account of the API key has no ${type} ${id}, and the state does not record its account. Correct the key or ` +
    "the id, or remove the resource with `pulumi state delete`, which does not change the account"
  );
}

/** What the list shows of the managed undocumented arguments. */
function readUndocumented(
  definition: Definition,
  process: ProviderProcess,
  id: string,
  state: Props,
  metadata: Partial<Metadata>,
  { fields: remote }: RemoteState,
): ReadonlyMap<string, Reading> {
  const readings = new Map<string, Reading>();
  const secrets = secretNames(definition, state);
  for (const [name, given] of Object.entries(managedOf(definition, state))) {
    if (!definition.fields[name]?.undocumented) continue;
    const shown = remote[name];
    const isSecret = process.maskOutputs(definition, state, { [name]: shown })[name] !== shown;
    const reading = readingOf(definition, name, given, shown, metadata, isSecret);
    readings.set(name, reading);
    if (reading !== "unreadable" || shown === undefined) continue;
    if (!process.isFirst(`${definition.type} ${name}`)) continue;
    const log = process.logFor(process.subjects.of(definition, state, id));
    log.warn(unreadableWarning(name, isSecret || secrets.has(name) ? undefined : shown));
  }
  return readings;
}

/** The current value of every managed readable argument, in the old spelling if the meaning is equal. */
function actualArgs(
  definition: Definition,
  process: ProviderProcess,
  id: string,
  state: Props,
  { fields: remote }: RemoteState,
  readings: ReadonlyMap<string, Reading>,
): Props {
  const args = managedOf(definition, state);
  const secrets = secretNames(definition, state);
  const rewritten = rewrittenFields(definition, args, remote);
  const log = process.logFor(process.subjects.of(definition, state, id));
  for (const name of rewritten) log.warn(rewriteWarning(name, remote, secrets));
  return Object.fromEntries(
    Object.entries(args).map(([name, stored]) => {
      const value = remote[name];
      const isKept =
        value === undefined ||
        definition.fields[name]?.same(stored, value) ||
        rewritten.includes(name) ||
        readings.get(name) === "unreadable";
      return [name, isKept ? stored : value];
    }),
  );
}
