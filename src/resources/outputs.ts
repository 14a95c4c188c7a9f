// Outputs that several kinds have.
import type { OutputField, Props } from "../kind/definition";

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
