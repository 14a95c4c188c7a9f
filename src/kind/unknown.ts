// Values that are not known in a preview.

/** The engine's placeholder for a value that is known only after an apply. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export function isUnknown(value: unknown): boolean {
  return value === UNKNOWN;
}

/** Whether a value is unknown or contains an unknown. */
export function hasUnknown(value: unknown): boolean {
  if (isUnknown(value)) return true;
  if (value === null || typeof value !== "object") return false;
  return Object.values(value).some(hasUnknown);
}

/** Whether the argument that a path begins with contains an unknown. A schema issue there is no failure yet. */
export function isUnknownAt(args: Record<PropertyKey, unknown>, [name]: readonly PropertyKey[]): boolean {
  return hasUnknown(name === undefined ? args : args[name]);
}
