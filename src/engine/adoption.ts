// What becomes of an object that is on the account already: one that equals the config in every readable
// field is taken over instead of doubled. That also heals a run that was killed after a create.
import type { AccountSession } from "../api/session";
import type { Definition, Found, Props } from "./definition";
import { describe } from "./describe";
import type { Holders } from "./holders";
import { ToldError } from "./told-error";

/** What `takeOver` would take over. @throws ToldError when several objects match */
export async function findExisting(
  definition: Definition,
  holders: Holders,
  session: AccountSession,
  args: Props,
): Promise<Found | undefined> {
  return theOnly(definition, holders, args, await definition.lifecycle.findIdentical(session, args));
}

/** The existing object, which from now on no second entry of this process can take. @throws ToldError when several match */
export async function takeOver(
  definition: Definition,
  holders: Holders,
  session: AccountSession,
  args: Props,
): Promise<Found | undefined> {
  const found = await definition.lifecycle.findIdentical(session, args);
  // Nothing may come between the look and the claim: creates run side by side.
  const existing = theOnly(definition, holders, args, found);
  if (existing) holders.take(definition.type, existing.id);
  return existing;
}

function theOnly(
  definition: Definition,
  holders: Holders,
  args: Props,
  found: readonly Found[],
): Found | undefined {
  const free = found.filter(({ id }) => !holders.isTaken(definition.type, id));
  if (free.length > 1) {
    const ids = free.map(({ id }) => id).join(", ");
    throw new ToldError(
      `${describe(definition, args)}: the account holds ${free.length} objects equal to it (ids ${ids}), and which of ` +
        "them is meant cannot be told; delete or change the superfluous ones",
    );
  }
  return free[0];
}
