import type { Definition, Props } from "./definition";
import { hasUnknown } from "./unknown";

/** Names an object in messages: its kind and what makes it that object. */
export function describe(definition: Definition, args: Props): string {
  const identity = hasUnknown(args) ? undefined : definition.identity(args);
  return identity === undefined ? definition.type : `${definition.type} ${identity}`;
}
