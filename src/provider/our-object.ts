// A resource of the state, and whether its id still belongs to the recorded object: after a restored backup, an id may be
// another object's.

import type { Claimant } from "../api/lists/owners";
import { sanitize } from "../api/sanitize";
import type { AccountSession } from "../api/session";
import { fixedDifference } from "../kind/compare";
import type { Definition, Props } from "../kind/definition";
import { lifecycleOf } from "../kind/lifecycle/lifecycle";
import type { RemoteObject } from "../kind/lifecycle/remote-object";
import { takeRequest } from "../kind/request";
import { type Metadata, managedOf, metadataOf } from "../kind/state";
import type { Entry } from "./entries";
import type { ProviderProcess } from "./provider-process";
import { ReportedError } from "./reported-error";

/** What the engine passes about an existing resource, parsed. Messages name it as its claimant. */
export interface OpenResource extends Claimant {
  readonly definition: Definition;
  readonly provider: ProviderProcess;
  readonly id: string;
  readonly state: Props;
  readonly args: Props;
  /** Empty if a program asks for an object that it only reads. */
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
  // Ids repeat between accounts.
  if (metadata.account === undefined && !takeRequest(state).request.external)
    throw new ReportedError(
      "the state does not record the account, so the object may be somebody else's. Nothing was changed. Run `pulumi state " +
        `delete URN\`. To manage the object all the same, ${provider.door.manage({ id })}`,
    );
  const args = managedOf(definition, state);
  return { definition, provider, id, state, args, metadata, session, name, urn };
}

/** The id of the object that an entry has. `undefined`: it has none, or this run has found that it is gone. */
export function presentId(provider: ProviderProcess, { definition, ownId }: Entry): string | undefined {
  return ownId === undefined || provider.ownersOf(definition).isGone(ownId) ? undefined : ownId;
}

/** Two records of the state may have one object. @returns the problem of the second entry */
export function claimProblem(provider: ProviderProcess, entry: Entry, id: string): string | undefined {
  const other = provider.ownersOf(entry.definition).claim(id, entry, id);
  if (!other) return undefined;
  const next = "Run `pulumi state delete URN` for one of them, which changes nothing on the account";
  return `${other.name} has the same object (id ${id}). ${next}`;
}

/** A reading that is older decides and updates nothing. */
export const MAX_AGE_MS = 60_000;

/**
 * The object of a resource. Call it before anything is sent for the object. `undefined`: it is absent.
 * @throws ReportedError if the id belongs to another object; ApiError if nothing can be said
 */
export async function findOurObject(
  { definition, provider, id, args, session }: OpenResource,
  maxAgeMs?: number,
): Promise<RemoteObject | undefined> {
  provider.ownersOf(definition).expect(id);
  const [shown] = await lifecycleOf(definition).prove(session, id, { maxAgeMs });
  const field = shown && fixedDifference(definition, args, shown.fields);
  if (field === undefined) return shown;
  throw new ReportedError(
    `${definition.type} ${id} has another ${field} than the state, so it may be another object. Nothing was changed. Run ` +
      "`pulumi state delete URN` (`pulumi stack --show-urns` lists it), which changes nothing on the account. If it is " +
      `the same object, ${provider.door.manage({ id })}. If it is another one, run the command again`,
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
