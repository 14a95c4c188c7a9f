// What the state records about an entry, and why the entry may not go on with it.
import type { Definition } from "../definition";
import type { EntryRequest } from "../entry";

/** The Pulumi id of a pending create. It is part of states: a compatibility promise. */
export const PENDING_ID = "undecided";

/** What the user does about a pending create. */
export const DECIDE_PENDING =
  "Look at the account, and set onExisting: { id: … } if the object exists, or onExisting: duplicate if it does not. " +
  "This replaces the entry in the state: in a program, if it is protected, run `pulumi state unprotect` first";

/**
 * Why an entry cannot go on with what the state records about it. `undefined` if it can.
 * @internal
 */
export function recordedProblem(
  { lifecycle }: Pick<Definition, "lifecycle">,
  { pending, ownId, onExisting }: Pick<EntryRequest, "pending" | "ownId" | "onExisting">,
): string | undefined {
  if (pending !== undefined) {
    return pending === "decided" ? undefined : `an earlier create has an unknown result. ${DECIDE_PENDING}`;
  }
  if (typeof onExisting !== "object" || !lifecycle.existing) return undefined;
  if (ownId === undefined || ownId === String(onExisting.id)) return undefined;
  return (
    `onExisting names id ${onExisting.id}, but the entry manages id ${ownId}. Correct onExisting, or remove it. To manage ` +
    "the other object instead, run `pulumi state delete` for the entry first"
  );
}
