// What several kinds have in common.
import type { LintWarning, Props } from "../kind/definition";
import type { OutputField } from "../kind/field";
import { zod } from "../kind/schema";

/** In the config file: a key of that section, or the id of an object of the account. */
export function reference(section: string) {
  const z = zod();
  return z
    .union(
      [z.number().int().positive(), z.string().min(1)],
      `must be a key of ${section} or the id of an object`,
    )
    .meta({ reference: section });
}

/** Text that the service sets. null if the service says that there is none. */
export function shownText(name: string, description: string): OutputField<string> {
  return {
    description,
    read: (item: Props) => {
      const value = item[name];
      if (value === undefined) return undefined;
      return typeof value === "string" && value !== "" ? value : null;
    },
  };
}

/** An address that the service sets. */
export const address = (name: string, description: string): OutputField<string> => ({
  ...shownText(name, description),
  isAddress: true,
});

// Services reject some names of channels and campaigns, although api.md does not say so.

export function nameWarnings({ name }: Props): readonly LintWarning[] {
  if (typeof name !== "string" || [...name.trim()].length !== 1) return [];
  return [{ field: "name", message: "some deployments reject a name of one character" }];
}

/** @param before the arguments before an update */
export function ifNameRejected({ name }: Props, before?: Props): string | undefined {
  if (before)
    return before.name === name ? undefined : "If the name is taken, in any letter case, set another one";
  return (
    "If the name is taken, in any letter case, set another one, or the option onExisting: { id: … } to manage the existing " +
    "object"
  );
}
