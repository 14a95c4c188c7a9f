// Creates an object, or adopts the one that `check` found.
import { readShown } from "../kind/compare";
import type { Definition, Props, RemoteObject } from "../kind/definition";
import { type Decision, decisionOf, PENDING_ID } from "../kind/entry";
import { PendingCreateError } from "../kind/lifecycle/create-once";
import { composeState, type Metadata, managedOf, withConfirmed } from "../kind/state";
import type { ProviderProcess } from "./provider-process";
import { PartialError, ReportedError } from "./reported-error";

/** What a create gets. */
interface NewResource {
  readonly definition: Definition;
  readonly args: Props;
  readonly decision: Decision;
  /** In messages. */
  readonly name: string;
}

export async function create(
  definition: Definition,
  provider: ProviderProcess,
  inputs: Props,
): Promise<{ id: string; outs: Props }> {
  const { type } = definition;
  const { objects, report } = provider;
  report.isApplying = true;
  const args = managedOf(definition, inputs);
  const name = objects.nameOfNew(type, args);
  const resource: NewResource = { definition, args, decision: decisionOf(inputs), name };
  const { decision } = resource;
  if (decision.dependencyFailed) throw new ReportedError("an argument has no value in the update");
  // Known before the request: without it, there would be an object and no record.
  const account = await (await provider.session()).accountRecord();
  const outsOf = (id: string, shown: Props, more: Partial<Metadata> = {}) =>
    composeState(inputs, args, shown, { id, account, ...more });
  /** The engine keeps the resource in the state. */
  const recorded = (error: Error, id: string, outs: Props) =>
    new PartialError(`create of ${name}: ${error.message}`, id, { ...outs, __provider: inputs.__provider });

  try {
    const make = decision.adopt === undefined ? createNew : adopt;
    const object = await make(resource, provider);
    objects.keep(type, object.id, name, args);
    const { confirmed } = readShown(definition, args, object);
    return { id: object.id, outs: outsOf(object.id, object.outputs, withConfirmed({}, confirmed)) };
  } catch (error) {
    if (error instanceof PendingCreateError) {
      const pending = decision.duplicate ? "duplicate" : true;
      throw recorded(error, PENDING_ID, outsOf(PENDING_ID, {}, { pending }));
    }
    throw error;
  }
}

async function createNew(resource: NewResource, provider: ProviderProcess): Promise<RemoteObject> {
  const { definition, args, decision, name } = resource;
  const { type, lifecycle } = definition;
  const { objects } = provider;
  const session = await provider.session();
  const isOwned = (id: string) => objects.isOwned(type, id);
  if (decision.mayExist && lifecycle.matching) {
    const { replaces, beside } = decision;
    const found = await lifecycle.matching(session, args, { claim: "user", replaces });
    // What an entry of this run has does not count, such as the object that this one replaces.
    const ids = found.map(({ id }) => id).filter((id) => !isOwned(id) && !beside?.includes(id));
    if (ids.length > 0) {
      throw new ReportedError(
        `${name}: exists (id ${ids.join(", ")}), although the first list of this run lacked it. Nothing was created. Run the command again`,
      );
    }
  }
  const own = (id: string) => objects.keep(type, id, name, args);
  return lifecycle.create(session, args, { ...decision, log: provider.logFor(name), isOwned, own });
}

async function adopt(resource: NewResource, provider: ProviderProcess): Promise<RemoteObject> {
  const { definition, args, decision, name } = resource;
  const { type, lifecycle } = definition;
  const { adopt: id = "", update } = decision;
  const session = await provider.session();
  const object = await lifecycle.find(session, id, { claim: "user", ...(update && { update: args }) });
  if (!object)
    throw new ReportedError(`${name}: ${type} ${id} was to be adopted, but is gone. Run the command again`);
  const response = update ? await lifecycle.update(session, object, args, []) : object;
  provider.report.noteAdopted(definition, id, update === true);
  return { ...response, outputs: { ...object.outputs, ...response.outputs } };
}
