// A create of which nobody knows whether it took effect, and which no list shows: it is kept in the state, and the next
// update sends it again, knowing that it may have worked.
import { AmbiguousError } from "../api/errors";
import type { Props } from "./definition";
import { ToldError } from "./told-error";

/** Thrown by a lifecycle's create when the object with that id may be there all the same. */
export class UnconfirmedError extends AmbiguousError {
  readonly id: string;

  constructor(id: string, cause: AmbiguousError) {
    super(`${cause.message}; it is kept in the state, and the next \`pulumi up\` sends it again`, { cause });
    this.id = id;
  }
}

/** An error by which the engine keeps the resource in the state, and tells what is wrong with it. */
export class PartialError extends ToldError {
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

export function isUnconfirmed(state: Props): boolean {
  return state.unconfirmed === true;
}
