// Reads an object that the stack does not manage: all of its readable properties.
import type { Definition, Props } from "../kind/definition";
import { takeRequest } from "../kind/entry";
import { metadataOf } from "../kind/metadata";
import { ReportedError } from "../kind/reported-error";
import { composeState } from "../kind/state";
import type { ProviderProcess } from "./provider-process";

export interface ReadResult {
  /** Empty if the object is gone. */
  readonly id: string;
  readonly props?: Props;
  /** Only if a managed argument drifted. Otherwise the engine keeps the inputs of the state. */
  readonly inputs?: Props;
}

/** @param state of a refresh, with metadata; for a `get` of the program, only its hidden inputs */
export async function readExternal(
  definition: Definition,
  process: ProviderProcess,
  id: string,
  state: Props,
): Promise<ReadResult> {
  const { type, lifecycle } = definition;
  const { request } = takeRequest(state);
  const { account: recorded } = metadataOf(state);
  const session = await process.sessionOf(request);
  await session.guard(recorded);

  const found = await lifecycle.read(session, id, undefined);
  const isRefresh = recorded !== undefined;
  if (!found) {
    if (isRefresh) return { id: "" };
    throw new ReportedError(
      `the account of the API key has no ${type} ${id}, which the program reads. Correct the key or the id`,
    );
  }
  if (!isRefresh) {
    process.noteProgram();
    process.noteRead(type, id);
  }
  const mask = (values: Props) => process.maskOutputs(definition, state, values);
  // They are not compared, and the states of earlier versions do not have them.
  const documented = Object.entries(found.fields).filter(([name]) => !definition.fields[name]?.undocumented);
  // Without the hidden input: it is different in every run.
  const props = composeState({}, mask(Object.fromEntries(documented)), mask(found.outputs), {
    id,
    ...(await session.ownership()),
    // A refresh compares it, and only a move of the service is worth a change.
    ...(isRefresh && session.settings.movedFrom === undefined && { account: recorded }),
    external: true,
  });
  return { id, props };
}
