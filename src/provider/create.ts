// Carries out the decision about a new resource: creates an object, or adopts the one that `check` found.

import { PendingCreateError } from "../api/errors";
import type { Claimant } from "../api/lists/owners";
import type { Definition, Props } from "../kind/definition";
import { lifecycleOf } from "../kind/lifecycle/lifecycle";
import type { RemoteObject } from "../kind/lifecycle/remote-object";
import { type Adopt, type Create, decisionOf } from "../kind/request";
import { composeState, type Metadata, PENDING_ID } from "../kind/state";
import { MAX_AGE_MS } from "./our-object";
import type { ProviderProcess } from "./provider-process";
import { PartialError, ReportedError } from "./reported-error";

interface NewResource {
  readonly definition: Definition;
  readonly provider: ProviderProcess;
  readonly args: Props;
  /** Its entry, which has the object from then on. */
  readonly owner: Claimant;
}

/**
 * Carries out the decision.
 * @param inputs as `check` returned them
 * @throws PartialError if the state must keep the resource
 */
export async function create(resource: NewResource, inputs: Props): Promise<{ id: string; outs: Props }> {
  const { definition, provider, args, owner } = resource;
  provider.report.isApplying = true;
  // Known before the request: without it, there would be an object and no record.
  const session = await provider.session();
  const account = await session.accountRecord();
  const outsOf = (id: string, shown: Props, more: Partial<Metadata> = {}) =>
    composeState(inputs, args, shown, { id, account, ...more });
  const decision = decisionOf(inputs);
  if (decision.do === "skip") throw new ReportedError("an argument has no value in the update");
  if ("why" in decision) throw new ReportedError(decision.why);
  try {
    const { id, outputs } = await (decision.do === "adopt"
      ? adopt(resource, decision)
      : createNew(resource, decision.do === "create" ? decision : undefined));
    provider.ownersOf(definition).keep(id, owner);
    return { id, outs: outsOf(id, outputs) };
  } catch (error) {
    if (!(error instanceof PendingCreateError)) throw error;
    const pending = { at: session.clock.now(), after: error.after };
    const next = "Run `pulumi up --refresh`, which finds it, or creates it if there is none";
    // The SDK adds the source of the provider to the outputs of a create that succeeds.
    const { __provider } = inputs;
    const outs = outsOf(PENDING_ID, {}, { pending });
    throw new PartialError(`${error.message}. ${next}`, PENDING_ID, {
      ...outs,
      ...(__provider !== undefined && { __provider }),
    });
  }
}

async function createNew(
  { definition, provider, args, owner }: NewResource,
  { onExisting, beside = [] }: Partial<Create> = {},
): Promise<RemoteObject> {
  const session = await provider.session();
  const lifecycle = lifecycleOf(definition);
  const mayExist = onExisting === "adopt" || onExisting === "overwrite";
  if (mayExist && definition.list) {
    // What an entry of this run has does not count, such as the object that this one replaces.
    const owners = provider.ownersOf(definition);
    const isOther = (id: string) => owners.has(id) || beside.includes(id);
    const ids = (await lifecycle.prove(session, args, { isOther })).map(({ id }) => id);
    if (ids.length > 0)
      throw new ReportedError(
        `exists (id ${ids.join(", ")}), although the first list of this run lacked it. Nothing was created. Run the command again`,
      );
  }
  return lifecycle.create(session, args, { mayExist, owner, log: provider.logFor(owner) });
}

async function adopt(
  { definition, provider, args }: NewResource,
  { id, overwrites }: Adopt,
): Promise<RemoteObject> {
  const session = await provider.session();
  const lifecycle = lifecycleOf(definition);
  const [object] = await lifecycle.prove(session, id, { maxAgeMs: MAX_AGE_MS });
  if (!object)
    throw new ReportedError(`${definition.type} ${id} was to be adopted, but is gone. Run the command again`);
  const response = overwrites ? await lifecycle.update(session, object, args, []) : object;
  return { ...response, outputs: { ...object.outputs, ...response.outputs } };
}
