// Creates an object, or adopts the one that `check` found.
import type { AccountSession } from "../api/session";
import type { CreateContext, Definition, Props, RemoteObject } from "../kind/definition";
import { type EntryPlan, planOf } from "../kind/entry";
import { PENDING_ID, PendingCreateError } from "../kind/lifecycle/create-once";
import { PartialError, ReportedError } from "../kind/reported-error";
import { composeState, managedOf } from "../kind/state";
import type { ProviderProcess } from "./provider-process";
import type { Subject } from "./subjects";

export async function create(
  definition: Definition,
  process: ProviderProcess,
  inputs: Props,
): Promise<{ id: string; outs: Props }> {
  const { type, lifecycle } = definition;
  process.noteApply();
  process.keepSecrets(definition, inputs);
  const args = managedOf(definition, inputs);
  const plan = planOf(inputs);
  const subject = process.subjects.of(definition, inputs);
  const session = await process.session();
  const metadataFor = async (id: string) => ({
    id,
    ...(await session.ownership()),
    writtenAt: session.now(),
  });

  try {
    const object =
      plan.adopt === undefined
        ? await lifecycle.create(session, args, contextOf(definition, process, subject, plan))
        : await adopt(definition, process, session, args, {
            id: plan.adopt,
            changed: plan.changed ?? [],
            name: subject.name,
          });
    process.claim(type, object.id);
    const outputs = process.maskOutputs(definition, inputs, object.outputs);
    return { id: object.id, outs: composeState(inputs, args, outputs, await metadataFor(object.id)) };
  } catch (error) {
    if (!(error instanceof PendingCreateError)) throw error;
    // The engine keeps the resource in the state, so that no later run creates a second object.
    const metadata = { ...(await metadataFor(PENDING_ID)), pending: true as const };
    throw new PartialError(`create of ${subject.name}: ${error.message}`, PENDING_ID, {
      ...composeState(inputs, args, {}, metadata),
      __provider: inputs.__provider,
    });
  }
}

function contextOf(
  definition: Definition,
  process: ProviderProcess,
  subject: Subject,
  { adoptsExisting = false }: EntryPlan,
): CreateContext {
  const { type } = definition;
  return {
    log: process.logFor(subject),
    adoptsExisting,
    isClaimed: (id) => process.isClaimed(type, id),
    claim: (id) => process.claim(type, id),
  };
}

async function adopt(
  { type, lifecycle }: Definition,
  process: ProviderProcess,
  session: AccountSession,
  args: Props,
  { id, changed, name }: { readonly id: string; readonly changed: readonly string[]; readonly name: string },
): Promise<RemoteObject> {
  // Two resources in different components may have one name, and the checks of both have passed.
  if (process.isClaimed(type, id)) {
    throw new ReportedError(`${name}: ${type} ${id} is already managed by another entry of this stack`);
  }
  process.claim(type, id);
  const object = await lifecycle.existing?.withId(session, id);
  if (!object)
    throw new ReportedError(`${name}: ${type} ${id} was to be adopted, but is gone. Run the command again`);
  const shown = changed.length > 0 ? await lifecycle.update(session, id, args, []) : {};
  process.adoptions.adopted(type, id);
  return { ...object, outputs: { ...object.outputs, ...shown } };
}
