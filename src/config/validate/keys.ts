// The keys of all entries of all files, and where they stand.
import type { Location } from "../report/diagnostics";

const NONE: ReadonlyMap<string, Location> = new Map();

export class Keys {
  readonly #sections = new Map<string, Map<string, Location>>();

  /** Notes a key; the answer is where it stands already. */
  note(section: string, key: string, place: Location): Location | undefined {
    let keys = this.#sections.get(section);
    if (!keys) {
      keys = new Map();
      this.#sections.set(section, keys);
    }
    const first = keys.get(key);
    if (!first) keys.set(key, place);
    return first;
  }

  of(section: string): ReadonlyMap<string, Location> {
    return this.#sections.get(section) ?? NONE;
  }
}
