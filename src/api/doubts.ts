// What a user reads if a list may lack objects that exist.
import { ApiError } from "./errors";
import type { ListSpec } from "./list";

const NOTHING_SENT = "so nothing was sent and nothing left the state. Run the command again later";

/** The list is empty, and nothing says that it may be. */
export function emptyError(spec: ListSpec): ApiError {
  return new ApiError(
    `GET ${spec.path}: the list is empty, but the state has objects of it, ${NOTHING_SENT}. If all of them were really ` +
      `deleted, run it with ${trust(spec)}, or remove each from the state with \`pulumi state delete URN\``,
  );
}

/** The list is shorter than its own `result`. */
export function shortError(spec: ListSpec, listed: number, counted: number): ApiError {
  return new ApiError(
    `GET ${spec.path}: the list has ${listed} of the ${counted} objects that it counts, and lacks one that the state or the ` +
      `config has, ${NOTHING_SENT}. If the service always counts more than it lists, run it with ${trust(spec)}`,
  );
}

function trust({ path, section = path }: ListSpec): string {
  return `LINK_MANAGEMENT_TRUST_LISTS=${section}`;
}
