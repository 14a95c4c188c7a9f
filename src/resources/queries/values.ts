// Values of a response, as a read returns them. A missing text is "", a missing counter is 0.
import type { Props } from "../../kind/definition";

export const text = (value: unknown): string => (value === undefined || value === null ? "" : String(value));

/** The given fields as text. */
export function texts<Name extends string>(item: Props, ...names: Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, text(item[name])])) as Record<Name, string>;
}

export const count = (value: unknown): number => Number(value) || 0;

/** Labels come from visitors, so the table has no prototype. */
export function counts(value: unknown): Record<string, number> {
  const table: Record<string, number> = Object.create(null);
  if (value === null || typeof value !== "object") return table;
  for (const [label, number] of Object.entries(value)) table[label] = count(number);
  return table;
}

/** `undefined` for what is no JSON object. */
export function toObject(value: unknown): Props | undefined {
  return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Props) : undefined;
}
