// The keys of all entries of all files, and where they stand.
import type { Place } from "./diagnostics";

const NONE: ReadonlyMap<string, Place> = new Map();

export class Keys {
  readonly #sections = new Map<string, Map<string, Place>>();

  /** Notes a key; the answer is where it stands already. */
  note(section: string, key: string, place: Place): Place | undefined {
    let keys = this.#sections.get(section);
    if (!keys) {
      keys = new Map();
      this.#sections.set(section, keys);
    }
    const first = keys.get(key);
    if (!first) keys.set(key, place);
    return first;
  }

  of(section: string): ReadonlyMap<string, Place> {
    return this.#sections.get(section) ?? NONE;
  }
}
