// A create with an unknown result, whose object nothing readable identifies (a QR code without a name). It stays in the
// state and stops further updates of its entry, until the user says which object it created.
import { AmbiguousError } from "../../api/errors";

/** The Pulumi id of a pending create. It is part of states: a compatibility promise. */
export const PENDING_ID = "undecided";

/** What the user does about it. */
export const DECIDE_PENDING =
  "Look at the account, and set onExisting: { id: … } if the object exists, or onExisting: duplicate if it does not. " +
  "This replaces the entry in the state: if it is protected, run `pulumi state unprotect` first";

/** Thrown by a create whose result stays unknown. */
export class PendingCreateError extends AmbiguousError {}
