// A resource of the state, and whether its id still belongs to the recorded object: after a restored backup, an id may be
// another object's.

import type { Claimant } from "../api/lists/owners";
import { sanitize } from "../api/sanitize";
import type { AccountSession } from "../api/session";
import type { Definition, Props } from "../kind/definition";
import { fixedDifference } from "../kind/identity";
import { lifecycleOf } from "../kind/lifecycle/lifecycle";
import type { RemoteObject } from "../kind/lifecycle/remote-object";
import { type Metadata, managedOf, metadataOf } from "../kind/state";
import type { ProviderProcess } from "./provider-process";
import { ReportedError } from "./reported-error";

/** What the engine passes about an existing resource, parsed. Messages name it as its claimant. */
export interface OpenResource extends Claimant {
  readonly definition: Definition;
  readonly provider: ProviderProcess;
  readonly id: string;
  readonly state: Props;
  readonly args: Props;
  readonly metadata: Partial<Metadata>;
  /** Its key belongs to the account of the resource. */
  readonly session: AccountSession;
}

/** @param claimant as which messages name it. @throws WrongAccountError if the key belongs to another account */
export async function openResource(
  definition: Definition,
  provider: ProviderProcess,
  id: string,
  state: Props,
  { name, urn }: Claimant,
): Promise<OpenResource> {
  const metadata = metadataOf(state);
  const session = await provider.session();
  await session.guard(metadata.account);
  const args = managedOf(definition, state);
  return { definition, provider, id, state, args, metadata, session, name, urn };
}

/** Ids repeat between accounts: without a record of its account, the object may be somebody else's. */
export function checkRecord({ metadata, name }: OpenResource, verb: "changed" | "deleted"): void {
  if (metadata.account !== undefined) return;
  throw new ReportedError(
    `${name}: the state does not record its account, so nothing was ${verb}. Run \`pulumi refresh --yes\` first`,
  );
}

/** A reading that is older decides and updates nothing. */
export const MAX_AGE_MS = 60_000;

/**
 * The object of a resource. Call it before anything is sent for the object. `undefined`: it is absent.
 * @throws ReportedError if the id belongs to another object; ApiError if nothing can be said
 */
export async function findOurObject(
  { definition, provider, id, args, metadata, session, name }: OpenResource,
  maxAgeMs?: number,
): Promise<RemoteObject | undefined> {
  provider.ownersOf(definition).expect(id);
  const [shown] = await lifecycleOf(definition).prove(session, id, { maxAgeMs });
  // An import has no record of the account: its arguments are what the user wrote.
  if (!shown || metadata.account === undefined) return shown;
  const field = fixedDifference(definition, args, shown.fields);
  if (field === undefined) return shown;
  throw new ReportedError(
    `${name}: ${definition.type} ${id} has another ${field} than the state, so it may be another object. ` +
      "Nothing was changed. Run `pulumi state delete URN` (`pulumi stack --show-urns` lists it), which changes nothing on " +
      `the account. If it is the same object, ${provider.door.manage({ id })}. If it is another one, run the command again`,
  );
}

/** What people recognize an object by: the id, and the address if the service sets it. */
export function shownName(
  { publicUse }: Definition,
  { id, outputs }: Pick<RemoteObject, "id" | "outputs">,
): string {
  const address = outputs[publicUse?.address ?? ""];
  return typeof address === "string" ? `id ${id} at ${sanitize(address)}` : `id ${id}`;
}
