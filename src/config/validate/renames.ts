// Checks `renamedFrom:` of all entries.
import { type Diagnostics, type Location, locationText } from "../report/diagnostics";
import { quoted } from "../source/printable";
import type { EntryKeys } from "./entry-keys";

export interface Rename {
  readonly section: string;
  readonly label: string;
  readonly from: string;
  readonly location: Location;
}

export function checkRenames(renames: readonly Rename[], keys: EntryKeys, diagnostics: Diagnostics): void {
  const firsts = new Map<string, Rename>();
  for (const rename of renames) {
    const { section, label, from, location } = rename;
    const message = `${label}: renamedFrom ${quoted(from)}`;
    const current = keys.of(section).get(from);
    const first = firsts.get(`${section}.${from}`);
    if (current) {
      diagnostics.error(
        location,
        `${message} is still a key of ${section} (${locationText(current)})`,
        "remove renamedFrom, or remove the entry with the old key",
      );
    } else if (first) {
      diagnostics.error(
        location,
        `${message} is also used by ${first.label} (${locationText(first.location)})`,
        "only one entry can be renamed from this key",
      );
    } else firsts.set(`${section}.${from}`, rename);
  }
}
