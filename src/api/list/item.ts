// Items of lists and figures of envelopes. A service may spell ids and figures as numbers or as text.

/** An item of a list, as the service spells it. */
export type Item = Readonly<Record<string, unknown>>;

/** An id that can be part of a path and leads to no other path. */
const PATH_SAFE_ID = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,199}$/;

/**
 * An id as text: a safe integer, or text of letters, digits, "-", ".", "_" and "~", because it becomes part of paths.
 * `undefined` for anything else. JSON.parse has rounded a number beyond 2^53, so that is not an id any more.
 */
export function idText(id: unknown): string | undefined {
  if (typeof id === "number") return Number.isSafeInteger(id) ? String(id) : undefined;
  if (typeof id !== "string") return undefined;
  const text = id.trim();
  return PATH_SAFE_ID.test(text) ? text : undefined;
}

/** A count of 0 or more, from a number or from digits. */
export function toCount(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
