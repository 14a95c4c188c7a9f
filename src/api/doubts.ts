// A list that may lack objects that exist.
import { ApiError } from "./errors";
import type { ListSpec } from "./list";
import { TRUST_LISTS } from "./settings";

export class DoubtfulListError extends ApiError {
  /** For a run in which the list counts all the same. */
  readonly warning: string;

  /** @param fact what is doubtful @param next what to do if the list is right */
  constructor({ path, section = path }: ListSpec, fact: string, next: (trust: string) => string) {
    const trust = `${TRUST_LISTS}=${section}`;
    super(
      `GET ${path}: ${fact}, so nothing was sent and nothing left the state. Run the command again later. ${next(trust)}`,
    );
    this.warning = `GET ${path}: ${fact}. Without ${trust}, the run stops`;
  }
}

/** The list is empty, and nothing says that it may be. */
export function emptyList(spec: ListSpec): DoubtfulListError {
  return new DoubtfulListError(
    spec,
    "the list is empty, but the state has objects of it",
    (trust) =>
      `If all of them were really deleted, run it with ${trust}, or remove each from the state with \`pulumi state delete URN\``,
  );
}

/** The list is shorter than its own `result`. */
export function shortList(spec: ListSpec, listed: number, counted: number): DoubtfulListError {
  return new DoubtfulListError(
    spec,
    `the list has ${listed} of the ${counted} objects that it counts, and lacks one that the state or the config has`,
    (trust) => `If the service always counts more than it lists, run it with ${trust}`,
  );
}
