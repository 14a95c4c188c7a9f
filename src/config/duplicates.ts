// Entries that mean the same object: two resources for one object would fight over it.
import type { Definition, Props } from "../engine/definition";
import { type Diagnostics, placeText } from "./diagnostics";
import { listed } from "./plain-text";
import type { Source, Spot } from "./source";

interface First {
  readonly label: string;
  readonly spot: Spot;
}

export class Duplicates {
  readonly #source: Source;
  readonly #diagnostics: Diagnostics;
  readonly #first = new Map<Definition, Map<string, First>>();

  constructor(source: Source, diagnostics: Diagnostics) {
    this.#source = source;
    this.#diagnostics = diagnostics;
  }

  /** Tells an entry that means the same object as an earlier one. */
  entry(definition: Definition, args: Props, label: string, spot: Spot): void {
    const identity = definition.identity(args);
    if (identity === undefined) return;
    let firsts = this.#first.get(definition);
    if (!firsts) {
      firsts = new Map();
      this.#first.set(definition, firsts);
    }
    const first = firsts.get(identity);
    if (!first) {
      firsts.set(identity, { label, spot });
      return;
    }
    const fields = identifying(definition, args, identity);
    const same = fields.length === 0 ? "" : `: they have the same ${listed(fields)}`;
    this.#diagnostics.error(
      { source: this.#source, spot },
      `${label} is the same object as ${first.label} (${this.#place(first.spot)})${same}`,
      "remove one of the two",
    );
  }

  /** Tells a member of a list that stands there a second time. */
  assigned(label: string, spot: Spot, first: Spot): void {
    const message = `${label}: this is assigned twice; the first is at ${this.#place(first)}`;
    this.#diagnostics.error({ source: this.#source, spot }, message, "remove one of the two");
  }

  #place(spot: Spot): string {
    return placeText({ source: this.#source, spot });
  }
}

/** The fields that make the identity: with another value it would be another one. */
function identifying(definition: Definition, args: Props, identity: string): string[] {
  return Object.keys(args).filter((name) => definition.identity({ ...args, [name]: "\0" }) !== identity);
}
