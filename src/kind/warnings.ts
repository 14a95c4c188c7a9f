// What is valid in an entry and most likely a mistake.
import type { Definition, Finding, Props } from "./definition";
import { textFinding } from "./text-checks";

/** Of each field on its own, and of all together. What is not text is not known yet. */
export function warningsOf(
  { fields, rules }: Pick<Definition, "fields" | "rules">,
  given: Props,
): readonly Finding[] {
  const ofFields = Object.entries(fields).flatMap(([name, { text }]): Finding[] => {
    const value = given[name];
    if (text === undefined || typeof value !== "string" || value === "") return [];
    const found = textFinding(value, typeof text === "function" ? text(value) : text);
    return found ? [{ path: [name], ...found }] : [];
  });
  const together = rules?.(given, "entry") ?? [];
  return [...ofFields, ...together.filter(({ severity }) => severity === "warning")];
}
