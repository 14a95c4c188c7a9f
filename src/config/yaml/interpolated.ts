// Values that come from `${…}`.
import type { ConfigNode } from "./tree";

/** A value that is not known here: a `${…}` without a value. A function, because no schema accepts one. */
export const UNRESOLVED: unknown = () => {};

/** Whether a part of a value is not known here. */
export function hasUnresolved(value: unknown): boolean {
  if (value === UNRESOLVED) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(hasUnresolved);
}

/** What is wrong with the expressions of a value. */
export function reportExpressions(node: ConfigNode): void {
  for (const { written, problem, help } of node.origin?.problems ?? []) {
    const { start } = node.range;
    // With an escape sequence in it, the whole value is its range.
    const offset = node.text.indexOf(written);
    const own = { start: start + offset, end: start + offset + written.length };
    node.error("expression", problem!, help, offset === -1 ? node.range : own);
  }
}

/** A value that is a single expression becomes a number or boolean if the schema wants one. */
export function converted(text: string, types: ReadonlySet<string>): unknown {
  // Any value is allowed there. A password of digits must stay text.
  if (types.has("null")) return text;
  if (types.has("boolean") && /^(true|false)$/.test(text)) return text === "true";
  // Digits are an id even if text is allowed too, as in a reference.
  return types.has("number") && /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text;
}
