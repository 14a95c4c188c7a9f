// Reads an object for a refresh.
import { quote } from "../api/sanitize";
import type { Definition, Props, RemoteState } from "../kind/definition";
import { looksRewritten } from "../kind/field";
import { PENDING_ID } from "../kind/lifecycle/create-once";
import { METADATA } from "../kind/metadata";
import { composeState, hiddenInputOf, outputsOf } from "../kind/state";
import type { ProviderProcess } from "./provider-process";

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
  const { args, metadata, session } = await process.open(definition, state);
  if (id === PENDING_ID) return { id, props: state };

  const remote = await definition.lifecycle.read(session, id, metadata.writtenAt);
  if (!remote) return { id: "" };
  // An unchanged state is returned as it is, because the engine and the SDK compare every property.
  if (metadata.account !== undefined && METADATA in state && isUnchanged(definition, state, remote)) {
    return { id, props: state };
  }

  const actual = actualArgs(definition, process, id, args, remote);
  const outputs = { ...outputsOf(definition, state), ...remote.outputs };
  const account = metadata.account ?? (await session.accountRecord());
  const props = composeState(state, actual, outputs, { ...metadata, id, account });
  const hasDrifted = Object.keys(args).some((name) => actual[name] !== args[name]);
  return hasDrifted ? { id, props, inputs: { ...hiddenInputOf(state), ...actual } } : { id, props };
}

function isUnchanged({ fields }: Definition, state: Props, remote: RemoteState): boolean {
  const isUnmanaged = (name: string) => state[name] === undefined || state[name] === null;
  return (
    Object.entries(remote.fields).every(
      ([name, value]) => isUnmanaged(name) || fields[name]?.same(state[name], value),
    ) && Object.entries(remote.outputs).every(([name, value]) => (value ?? undefined) === state[name])
  );
}

/** The current value of every managed readable argument, in the old spelling if the meaning is equal. */
function actualArgs(
  { type, fields }: Definition,
  process: ProviderProcess,
  id: string,
  args: Props,
  remote: RemoteState,
): Props {
  const actual: Props = {};
  for (const [name, stored] of Object.entries(args)) {
    const value = remote.fields[name];
    const isSame = value === undefined || fields[name]?.same(stored, value);
    const isRewritten = !isSame && looksRewritten(stored, value);
    if (isRewritten) {
      process.log.warn(`${type} ${id}: the service rewrites ${name}. Write it as ${quote(value)}`);
    }
    actual[name] = isSame || isRewritten ? stored : value;
  }
  return actual;
}
