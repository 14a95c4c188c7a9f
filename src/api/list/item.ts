// Entries of lists and figures of envelopes, which a service may spell as numbers or as text.

/** An entry of a list, as the service spells it. */
export type Item = Readonly<Record<string, unknown>>;

/** What may stand in a path as it is, and leads to no other path. */
const PLAIN_ID = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,199}$/;

/**
 * An id as text: a safe whole number, or text of letters, digits, "-", ".", "_" and "~", since it becomes a part of
 * paths. `undefined` for anything else; a number beyond 2^53 was rounded when the JSON was read and is no id any more.
 */
export function idText(id: unknown): string | undefined {
  if (typeof id === "number") return Number.isSafeInteger(id) ? String(id) : undefined;
  if (typeof id !== "string") return undefined;
  const text = id.trim();
  return PLAIN_ID.test(text) ? text : undefined;
}

/** A count of 0 or more, given as a number or as digits. */
export function countOf(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
