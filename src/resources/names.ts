// What installations reject about the names of channels and campaigns, although api.md does not say so.
import type { LintWarning, Props } from "../kind/definition";

export function nameWarnings({ name }: Props): readonly LintWarning[] {
  if (typeof name !== "string" || [...name.trim()].length !== 1) return [];
  return [{ field: "name", message: "some installations reject a name of one character" }];
}

/** @param before the arguments before an update */
export function ifNameRejected({ name }: Props, before?: Props): string | undefined {
  if (before)
    return before.name === name ? undefined : "If the name is taken, in any letter case, set another one";
  return (
    "If the name is taken, in any letter case, set another one, or onExisting: { id: … } under options to manage the " +
    "existing object"
  );
}
