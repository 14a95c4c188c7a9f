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

/** A date and time `YYYY-MM-DD HH:MM:SS` without a time zone, as the service writes it. */
export const date = (description: string): OutputField<string> => shownText("date", description);

/** A counter, which may be text. */
export function counter(name: string, description: string): OutputField<number> {
  return {
    description,
    type: "number",
    read: (item: Props) => {
      const value = item[name];
      if (value === undefined || value === null || value === "") return undefined;
      const count = Number(value);
      return Number.isFinite(count) ? count : undefined;
    },
  };
}
