// Creates an object, or adopts the one that `check` found.
import type { CreateContext, Definition, Props, RemoteObject } from "../kind/definition";
import { type Decision, decisionOf, PENDING_ID } from "../kind/entry";
import { PendingCreateError } from "../kind/lifecycle/create-once";
import { composeState, type Metadata, managedOf } from "../kind/state";
import type { ProviderProcess } from "./provider-process";
import { PartialError, ReportedError } from "./reported-error";

export async function create(
  definition: Definition,
  process: ProviderProcess,
  inputs: Props,
): Promise<{ id: string; outs: Props }> {
  const { type, lifecycle } = definition;
  process.report.isApplying = true;
  const args = managedOf(definition, inputs);
  const decision = decisionOf(inputs);
  const name = process.objects.nameOfNew(type, args);
  if (decision.dependencyFailed) throw new ReportedError("an argument has no value in the update");
  const session = await process.session();
  const metadataOf = async (id: string): Promise<Metadata> => ({
    id,
    account: await session.accountRecord(),
  });

  try {
    const object =
      decision.adopt !== undefined && lifecycle.existing
        ? await adopt(definition, process, args, decision, name)
        : await lifecycle.create(session, args, contextOf(definition, process, name, decision));
    process.objects.own(type, object.id);
    return { id: object.id, outs: composeState(inputs, args, object.outputs, await metadataOf(object.id)) };
  } catch (error) {
    if (!(error instanceof PendingCreateError)) throw error;
    // The engine keeps the resource in the state, so that no later run creates a second object.
    const metadata = { ...(await metadataOf(PENDING_ID)), pending: true as const };
    throw new PartialError(`create of ${name}: ${error.message}`, PENDING_ID, {
      ...composeState(inputs, args, {}, metadata),
      __provider: inputs.__provider,
    });
  }
}

function contextOf(
  definition: Definition,
  process: ProviderProcess,
  name: string,
  decision: Decision,
): CreateContext {
  const { type } = definition;
  return {
    log: process.logFor(name),
    adoptsExisting: decision.adopt !== undefined,
    isOwned: (id) => process.objects.isOwned(type, id),
    own: (id) => process.objects.own(type, id),
  };
}

async function adopt(
  { type, lifecycle }: Definition,
  process: ProviderProcess,
  args: Props,
  { adopt: id = "", update }: Decision,
  name: string,
): Promise<RemoteObject> {
  // Two resources in different components may have one name, and the checks of both have passed.
  if (process.objects.isOwned(type, id)) {
    throw new ReportedError(`${name}: ${type} ${id} is already managed by another entry of this stack`);
  }
  process.objects.own(type, id);
  const session = await process.session();
  const object = await lifecycle.existing?.withId(session, id);
  if (!object)
    throw new ReportedError(`${name}: ${type} ${id} was to be adopted, but is gone. Run the command again`);
  const shown = update ? await lifecycle.update(session, id, args, []) : {};
  process.report.noteAdopted(update === true);
  return { ...object, outputs: { ...object.outputs, ...shown } };
}
