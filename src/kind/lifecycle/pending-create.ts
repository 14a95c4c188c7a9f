// A create of which nobody knows whether it took effect. It is kept in the state, so that the next run knows of it: what
// may be sent twice is sent again by an update; of the rest the user has to say which object it made.
import { AmbiguousError, type ApiError } from "../../api/errors";
import type { Props } from "../definition";
import { ReportedError } from "../reported-error";

/** Thrown by a lifecycle's create when the object with that id may be there all the same. */
export class UnconfirmedError extends AmbiguousError {
  readonly id: string;

  constructor(id: string, next: string, cause: ApiError) {
    super(`${cause.message}; ${next}`, { cause });
    this.id = id;
  }
}

/** Stands in the place of the id while only the user can tell which object a create made. */
export const UNDECIDED = "undecided";

/** An error by which the engine keeps the resource in the state, and tells what is wrong with it. */
export class PartialError extends ReportedError {
  readonly id: string;
  readonly properties: Props;
  readonly reasons: readonly string[];

  constructor(message: string, id: string, properties: Props) {
    super(message);
    this.id = id;
    this.properties = properties;
    this.reasons = [message];
  }
}

/**
 * What is to be done about an entry whose object only the user knows: once the entry says it, it is replaced.
 * @param onExisting of the entry
 * @throws ToldError as long as it says nothing
 */
export function decide(type: string, onExisting: unknown): { changes: true; replaces: string[] } {
  if (onExisting === "duplicate" || (typeof onExisting === "object" && onExisting !== null)) {
    return { changes: true, replaces: ["onExisting"] };
  }
  throw new ReportedError(
    `${type}: an earlier run could not tell whether its create worked, and a second one might make it twice. Look at the ` +
      'account, and name what was made by the option onExisting: { id: … }; if nothing was made, "duplicate" creates it. ' +
      "That replaces the entry in the state, which protect forbids: leave it out in that run, or run `pulumi state unprotect` before",
  );
}
