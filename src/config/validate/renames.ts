// `renamedFrom:` of entries: the key under which the state still has them.
import type { Diagnostics, Location } from "../report/diagnostics";
import { locationText } from "../report/diagnostics";
import { quoted } from "../source/printable";
import type { Keys } from "./keys";

interface Rename {
  readonly section: string;
  readonly label: string;
  readonly from: string;
  readonly place: Location;
}

export class Renames {
  readonly #keys: Keys;
  readonly #diagnostics: Diagnostics;
  readonly #all: Rename[] = [];

  constructor(keys: Keys, diagnostics: Diagnostics) {
    this.#keys = keys;
    this.#diagnostics = diagnostics;
  }

  note(rename: Rename): void {
    this.#all.push(rename);
  }

  /** Tells those that cannot be meant; called when all keys are noted. */
  check(): void {
    const firsts = new Map<string, Rename>();
    for (const rename of this.#all) {
      const { section, label, from, place } = rename;
      const holder = this.#keys.of(section).get(from);
      const first = firsts.get(`${section}.${from}`);
      if (holder) {
        this.#diagnostics.error(
          place,
          `${label}: renamedFrom names ${quoted(from)}, which is still a key of ${section} (${locationText(holder)})`,
          "an entry has its old key no more; remove renamedFrom or the entry there",
        );
      } else if (first) {
        this.#diagnostics.error(
          place,
          `${label}: renamedFrom names ${quoted(from)}, as that of ${first.label} does (${locationText(first.place)})`,
          "only one entry can go on as the one that had this key",
        );
      } else firsts.set(`${section}.${from}`, rename);
    }
  }
}
