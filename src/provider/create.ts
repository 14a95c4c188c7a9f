// Creates an object, or adopts the one that `check` found.
import type { CreateContext, Definition, Props, RemoteObject } from "../kind/definition";
import { type Decision, decisionOf, PENDING_ID } from "../kind/entry";
import { CreatedError, PendingCreateError } from "../kind/lifecycle/create-once";
import { composeState, type Metadata, managedOf, readAll } from "../kind/state";
import type { ProviderProcess } from "./provider-process";
import { PartialError, ReportedError } from "./reported-error";

export async function create(
  definition: Definition,
  process: ProviderProcess,
  inputs: Props,
): Promise<{ id: string; outs: Props }> {
  const { type } = definition;
  const { objects, report } = process;
  report.isApplying = true;
  const args = managedOf(definition, inputs);
  const decision = decisionOf(inputs);
  const name = objects.nameOfNew(type, args);
  if (decision.dependencyFailed) throw new ReportedError("an argument has no value in the update");
  const session = await process.session();
  // Known before the request: without it, there would be an object and no record.
  const account = await session.accountRecord();
  const outsOf = (id: string, outputs: Props, more: Partial<Metadata> = {}) =>
    composeState(inputs, args, outputs, { id, account, ...more });
  /** The engine keeps the resource in the state. */
  const recorded = (error: Error, id: string, outputs: Props, more?: Partial<Metadata>) =>
    new PartialError(`create of ${name}: ${error.message}`, id, {
      ...outsOf(id, outputs, more),
      __provider: inputs.__provider,
    });

  try {
    const object =
      decision.adopt === undefined
        ? await createNew(definition, process, args, decision, name)
        : await adopt(definition, process, args, decision, name);
    objects.keep(type, object.id, name);
    return { id: object.id, outs: outsOf(object.id, object.outputs) };
  } catch (error) {
    if (error instanceof PendingCreateError) {
      throw recorded(error, PENDING_ID, {}, { pending: decision.duplicate ? "duplicate" : true });
    }
    if (error instanceof CreatedError) {
      const [id, item] = error.created;
      throw recorded(error, id, readAll(definition.outputs, item));
    }
    throw error;
  }
}

async function createNew(
  { type, lifecycle }: Definition,
  process: ProviderProcess,
  args: Props,
  decision: Decision,
  name: string,
): Promise<RemoteObject> {
  const session = await process.session();
  const isOwned = (id: string) => process.objects.isOwned(type, id);
  if (decision.mayExist && lifecycle.matching) {
    // What an entry of this run has does not count, such as the object that this one replaces.
    const found = await lifecycle.matching(session, args, {
      claim: "user",
      replaces: decision.replaces,
    });
    const ids = found.map(({ id }) => id).filter((id) => !isOwned(id));
    if (ids.length > 0) {
      throw new ReportedError(
        `${name}: exists (id ${ids.join(", ")}), although the first list of this run lacked it. Nothing was created. Run the command again`,
      );
    }
  }
  const context: CreateContext = {
    log: process.logFor(name),
    mayExist: decision.mayExist === true,
    isDuplicate: decision.duplicate === true,
    replaces: decision.replaces,
    isOwned,
    own: (id) => process.objects.keep(type, id, name),
  };
  return lifecycle.create(session, args, context);
}

async function adopt(
  { type, lifecycle }: Definition,
  process: ProviderProcess,
  args: Props,
  { adopt: id = "", update }: Decision,
  name: string,
): Promise<RemoteObject> {
  const session = await process.session();
  const shown = await lifecycle.find(session, id, { claim: "user", ...(update && { update: args }) });
  if (!shown)
    throw new ReportedError(`${name}: ${type} ${id} was to be adopted, but is gone. Run the command again`);
  const object = { id, ...shown };
  const response = update ? await lifecycle.update(session, object, args, []) : {};
  process.report.noteAdopted(update === true);
  return { ...object, outputs: { ...object.outputs, ...response } };
}
