// Values that a preview does not know yet.

/** What the engine sends in place of a value that is known only after an apply. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export function isUnknown(value: unknown): boolean {
  return value === UNKNOWN;
}

/** Whether a value is unknown or holds an unknown anywhere inside. */
export function hasUnknown(value: unknown): boolean {
  if (isUnknown(value)) return true;
  if (value === null || typeof value !== "object") return false;
  return Object.values(value).some(hasUnknown);
}

/** Whether the way to a value, or anything below it, is unknown: a schema issue there is no failure. */
export function isUnknownAt(root: unknown, path: readonly PropertyKey[]): boolean {
  let value = root;
  for (const step of path) {
    if (isUnknown(value)) return true;
    if (value === null || typeof value !== "object") return false;
    value = (value as Record<PropertyKey, unknown>)[step];
  }
  return hasUnknown(value);
}
