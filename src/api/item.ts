// Entries of lists and figures of envelopes, which a service may spell as numbers or as text.

/** An entry of a list, as the service spells it. */
export type Item = Readonly<Record<string, unknown>>;

/**
 * An id as text: a safe positive whole number or a non-empty text.
 * `undefined` for anything else; a number beyond 2^53 was rounded when the JSON was read and is no id any more.
 */
export function idText(id: unknown): string | undefined {
  if (typeof id === "number") return Number.isSafeInteger(id) ? String(id) : undefined;
  if (typeof id !== "string") return undefined;
  const text = id.trim();
  return text === "" || text.length > 200 ? undefined : text;
}

/** A count of 0 or more, given as a number or as digits. */
export function countOf(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
