// Entries that mean the same object: two resources for one object would fight over it.
import type { Definition, Props } from "../../kind/definition";
import { identifyingFields, identityOf } from "../../kind/identity";
import { Unresolved } from "../parse/tree";
import { type Diagnostics, type Location, locationText } from "../report/diagnostics";
import { formatList } from "../source/printable";

interface First {
  readonly label: string;
  readonly place: Location;
}

export class Duplicates {
  readonly #diagnostics: Diagnostics;
  readonly #first = new Map<Definition, Map<string, First>>();

  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  /** Tells an entry that means the same object as an earlier one. */
  entry(definition: Definition, args: Props, label: string, place: Location): void {
    const fields = identifyingFields(definition, args);
    if (fields.some((name) => args[name] instanceof Unresolved)) return;
    const identity = identityOf(definition, args);
    if (identity === undefined) return;
    let firsts = this.#first.get(definition);
    if (!firsts) {
      firsts = new Map();
      this.#first.set(definition, firsts);
    }
    const first = firsts.get(identity);
    if (!first) {
      firsts.set(identity, { label, place });
      return;
    }
    this.#diagnostics.error(
      place,
      `${label} is the same object as ${first.label} (${locationText(first.place)}): they have the same ${formatList(fields)}`,
      "remove one of the two",
    );
  }

  /** Tells a member of a list that stands there a second time. */
  assigned(label: string, place: Location, first: Location): void {
    const message = `${label}: this is assigned twice; the first is at ${locationText(first)}`;
    this.#diagnostics.error(place, message, "remove one of the two");
  }
}
