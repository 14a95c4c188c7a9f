// Pulumi's import: the engine knows only the id of the object.
import type { Claimant } from "../api/lists/owners";
import type { Definition, Props } from "../kind/definition";
import { lifecycleOf } from "../kind/lifecycle/lifecycle";
import { composeState } from "../kind/state";
import type { ProviderProcess } from "../provider/provider-process";
import type { ReadResult } from "../provider/read";
import { ReportedError } from "../provider/reported-error";

/**
 * Every readable field, so that the next preview shows no change. Best-effort ones are not compared.
 * @param hidden input
 * @throws ReportedError if another resource has the object: one of them would delete it for the other
 */
export async function importObject(
  { definition, name, urn }: Claimant & { readonly definition: Definition },
  provider: ProviderProcess,
  id: string,
  hidden: Props,
): Promise<ReadResult> {
  const session = await provider.session();
  const account = await session.accountRecord();
  const owners = provider.ownersOf(definition);
  const other = definition.list && owners.takenBy(id, { urn });
  if (other)
    throw new ReportedError(
      `${name}: ${other.name} has the same object (id ${id}), so it cannot be imported. Remove one of the two`,
    );
  const [found] = await lifecycleOf(definition).prove(session, id);
  if (!found) return { id: "" };
  owners.keep(id, { name, urn });
  const isKnown = ([field, value]: [string, unknown]) =>
    value !== undefined && value !== null && value !== "" && !definition.fields[field]?.bestEffort;
  const args = Object.fromEntries(Object.entries(found.fields).filter(isKnown));
  const inputs = { ...hidden, ...args };
  return { id, inputs, props: composeState(inputs, args, found.outputs, { id, account }) };
}
