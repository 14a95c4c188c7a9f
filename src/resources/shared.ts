// What several kinds have in common.
import type { Props } from "../kind/definition";
import type { OutputField } from "../kind/field";
import { zod } from "../kind/schema";

/** In the config file: a key of that section, or the id of an object of the account. */
export function reference(section: string) {
  const z = zod();
  return z.union(
    [z.number().int().positive(), z.string().min(1)],
    `must be a key of ${section} or the id of an object`,
  );
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

/** Services reject the name of another channel or campaign, although api.md does not say so. */
export const IF_NAME_REJECTED =
  "If the name is taken, in any letter case, set another one. For a new entry, onExisting: { id: … } manages the existing object";
