// Finds entries for the same object: two resources would overwrite each other's changes.
import type { Definition, Props } from "../../kind/definition";
import { identifyingFields, identityOf } from "../../kind/identity";
import { Unresolved } from "../parse/tree";
import { type Diagnostics, type Location, locationText } from "../report/diagnostics";
import { formatList } from "../source/printable";

export class Duplicates {
  readonly #diagnostics: Diagnostics;
  /** By kind and identity. */
  readonly #firsts = new Map<string, { label: string; location: Location }>();

  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  /** Reports an entry for the same object as an earlier one. */
  check(definition: Definition, args: Props, label: string, location: Location): void {
    const fields = identifyingFields(definition, args);
    if (fields.some((name) => args[name] instanceof Unresolved)) return;
    const identity = identityOf(definition, args);
    if (identity === undefined) return;
    const id = `${definition.type} ${identity}`;
    const first = this.#firsts.get(id);
    if (!first) {
      this.#firsts.set(id, { label, location });
      return;
    }
    this.#diagnostics.error(
      location,
      `${label} is the same object as ${first.label} (${locationText(first.location)}): same ${formatList(fields)}`,
      "remove one of them, or set onExisting: duplicate under its options to create two",
    );
  }
}
