// Creates an object, or adopts the one that `check` found.

import { PendingCreateError } from "../api/errors";
import type { Claimant } from "../api/lists/owners";
import type { Definition, Props, RemoteObject } from "../kind/definition";
import { type Decision, decisionOf, PENDING_ID } from "../kind/entry";
import { lifecycleOf } from "../kind/lifecycle/lifecycle";
import { composeState, type Metadata, managedOf } from "../kind/state";
import { MAX_AGE_MS } from "./our-object";
import type { ProviderProcess } from "./provider-process";
import { PartialError, ReportedError } from "./reported-error";

export interface NewResource {
  readonly definition: Definition;
  readonly args: Props;
  readonly decision: Decision;
  /** Who has the object from then on. */
  readonly owner: Claimant;
}

interface Created {
  readonly id: string;
  readonly outs: Props;
}

/** @param inputs as `check` returned them */
export function newResource(definition: Definition, provider: ProviderProcess, inputs: Props): NewResource {
  const args = managedOf(definition, inputs);
  const decision = decisionOf(inputs);
  const { name = definition.type, urn = "" } = provider.entries.withKey(decision.entry) ?? {};
  return { definition, args, decision, owner: { name, urn } };
}

export async function create(
  resource: NewResource,
  provider: ProviderProcess,
  inputs: Props,
): Promise<Created> {
  if (resource.decision.dependencyFailed) throw new ReportedError("an argument has no value in the update");
  return createObject(resource, provider, inputs).catch((error) => {
    if (!(error instanceof PartialError)) throw error;
    // The SDK adds it to the outputs of a create that succeeds.
    const { __provider } = inputs;
    throw new PartialError(error.message, error.id, { ...error.properties, __provider });
  });
}

/** @param inputs for the hidden input. @throws PartialError if the state must keep the resource */
export async function createObject(
  resource: NewResource,
  provider: ProviderProcess,
  inputs: Props = {},
): Promise<Created> {
  const { definition, args, decision, owner } = resource;
  provider.report.isApplying = true;
  // Known before the request: without it, there would be an object and no record.
  const session = await provider.session();
  const account = await session.accountRecord();
  const outsOf = (id: string, shown: Props, more: Partial<Metadata> = {}) =>
    composeState(inputs, args, shown, { id, account, ...more });
  try {
    const make = decision.adopt === undefined ? createNew : adopt;
    const object = await make(resource, provider);
    provider.ownersOf(definition).keep(object.id, owner);
    return { id: object.id, outs: outsOf(object.id, object.outputs) };
  } catch (error) {
    if (!(error instanceof PendingCreateError)) throw error;
    const pending = { at: session.clock.now(), after: error.after };
    const message =
      `create of ${owner.name}: ${error.message}. Run \`pulumi up --refresh\`, which finds it, or creates it if ` +
      "there is none";
    throw new PartialError(message, PENDING_ID, outsOf(PENDING_ID, {}, { pending }));
  }
}

async function createNew(resource: NewResource, provider: ProviderProcess): Promise<RemoteObject> {
  const { definition, args, decision, owner } = resource;
  const lifecycle = lifecycleOf(definition);
  const { mayExist, beside } = decision;
  const session = await provider.session();
  if (mayExist && definition.list) {
    // What an entry of this run has does not count, such as the object that this one replaces.
    const owners = provider.ownersOf(definition);
    const isOther = (id: string) => owners.has(id) || beside?.includes(id) === true;
    const found = await lifecycle.prove(session, args, { isOther });
    const ids = found.map(({ id }) => id);
    if (ids.length > 0) {
      throw new ReportedError(
        `${owner.name}: exists (id ${ids.join(", ")}), although the first list of this run lacked it. Nothing was created. Run the command again`,
      );
    }
  }
  return lifecycle.create(session, args, { ...decision, owner, log: provider.logFor(owner) });
}

async function adopt(resource: NewResource, provider: ProviderProcess): Promise<RemoteObject> {
  const { definition, args, decision, owner } = resource;
  const { type } = definition;
  const lifecycle = lifecycleOf(definition);
  const { adopt: id = "", update } = decision;
  const session = await provider.session();
  const [object] = await lifecycle.prove(session, id, { sinceMs: MAX_AGE_MS });
  if (!object)
    throw new ReportedError(
      `${owner.name}: ${type} ${id} was to be adopted, but is gone. Run the command again`,
    );
  const response = update ? await lifecycle.update(session, object, args, []) : object;
  provider.report.noteAdopted(definition, id, update === true);
  return { ...response, outputs: { ...object.outputs, ...response.outputs } };
}
