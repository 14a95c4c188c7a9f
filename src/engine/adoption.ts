// What becomes of an object that is on the account already: one that equals the config in every readable
// field is taken over instead of doubled. That also heals a run that was killed after a create.
import type { AccountSession } from "../api/session";
import type { Definition, Found, Props } from "./definition";
import { describe } from "./describe";
import type { Runtime } from "./runtime";
import { ToldError } from "./told-error";

/** @throws ToldError when several objects match, since which one is meant cannot be told. */
export async function findExisting(
  definition: Definition,
  runtime: Runtime,
  session: AccountSession,
  args: Props,
): Promise<Found | undefined> {
  const found = (await definition.lifecycle.findIdentical(session, args)).filter(
    ({ id }) => !runtime.holders.isTaken(definition.type, id),
  );
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(", ");
    throw new ToldError(
      `${describe(definition, args)}: the account holds ${found.length} objects equal to it (ids ${ids}), and which of ` +
        "them is meant cannot be told; delete or change the superfluous ones",
    );
  }
  return found[0];
}
