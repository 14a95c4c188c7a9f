// Values that are not known in a preview.

/** The engine's placeholder for a value that is known only after an apply. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Whether a value is unknown or contains an unknown. */
export function hasUnknown(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value === UNKNOWN;
  return Object.values(value).some(hasUnknown);
}
