// What is valid in an entry and most likely a mistake.
import type { Definition, Finding, Props } from "./definition";

/** Of each field on its own, and of all together. What is not text is not known yet. */
export function warningsOf(
  { fields, rules }: Pick<Definition, "fields" | "rules">,
  given: Props,
): readonly Finding[] {
  const ofFields = Object.entries(fields).flatMap(([name, { warning }]): Finding[] => {
    const value = given[name];
    const message = typeof value === "string" && value !== "" ? warning?.(value) : undefined;
    return message === undefined ? [] : [{ path: [name], severity: "warning", message }];
  });
  const together = rules?.(given, "entry") ?? [];
  return [...ofFields, ...together.filter(({ severity }) => severity === "warning")];
}
