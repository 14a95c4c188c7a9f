// Arguments that manage an existing object without a change: the service never shows its content, and nothing is sent
// without it.
import type { Definition, Props } from "../definition";

type Kind = Pick<Definition, "type" | "missingContent">;

/** Whether nothing may be sent for these arguments. */
export function isExistingOnly({ missingContent }: Pick<Kind, "missingContent">, args: Props): boolean {
  return missingContent?.(args) !== undefined;
}

/** Why these arguments cannot create an object. `undefined` if they can. */
export function cannotCreate({ type, missingContent }: Kind, args: Props): string | undefined {
  const missing = missingContent?.(args);
  if (missing === undefined) return undefined;
  return `without ${missing}, it can only manage an existing ${type}: add them, or set onExisting: { id: 4711 }`;
}

/** Why these arguments cannot update an object. `undefined` if they can, or if nothing changes. */
export function cannotUpdate(
  { missingContent }: Kind,
  args: Props,
  changed: readonly string[],
): string | undefined {
  const missing = missingContent?.(args);
  if (missing === undefined || changed.length === 0) return undefined;
  return `an update of ${changed.join(", ")} needs ${missing}: add them, or undo the change`;
}
