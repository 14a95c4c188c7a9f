// What is valid in an entry and most likely a mistake.
import type { Definition, LintWarning, Props } from "./definition";

/** Also those of each field on its own. What is not text is not known yet. */
export function warningsOf(
  { fields, lint }: Pick<Definition, "fields" | "lint">,
  args: Props,
): readonly LintWarning[] {
  const ofFields = Object.entries(fields).flatMap(([name, { warning }]) => {
    const value = args[name];
    const message = typeof value === "string" && value !== "" ? warning?.(value) : undefined;
    return message === undefined ? [] : [{ path: [name], message }];
  });
  return [...ofFields, ...(lint?.(args) ?? [])];
}
