// The keys of all entries in all files.
import type { Location } from "../report/diagnostics";

export class EntryKeys {
  readonly #sections = new Map<string, Map<string, Location>>();

  /** Adds a key. Returns the location of the first entry with this key if there is one. */
  add(section: string, key: string, location: Location): Location | undefined {
    const keys = this.#sections.get(section) ?? new Map<string, Location>();
    this.#sections.set(section, keys);
    const first = keys.get(key);
    if (!first) keys.set(key, location);
    return first;
  }

  of(section: string): ReadonlyMap<string, Location> {
    return this.#sections.get(section) ?? new Map();
  }
}
