// Entries that mean the same object: two resources for one object would fight over it.
import type { Definition, Props } from "../../kind/definition";
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
    const identity = definition.identity(args);
    if (identity === undefined || dependsOnUnresolved(definition, args, identity)) return;
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
    const fields = identifying(definition, args, identity);
    const same = fields.length === 0 ? "" : `: they have the same ${formatList(fields)}`;
    this.#diagnostics.error(
      place,
      `${label} is the same object as ${first.label} (${locationText(first.place)})${same}`,
      "remove one of the two",
    );
  }

  /** Tells a member of a list that stands there a second time. */
  assigned(label: string, place: Location, first: Location): void {
    const message = `${label}: this is assigned twice; the first is at ${locationText(first)}`;
    this.#diagnostics.error(place, message, "remove one of the two");
  }
}

function dependsOnUnresolved(definition: Definition, args: Props, identity: string): boolean {
  const open = Object.keys(args).filter((name) => args[name] instanceof Unresolved);
  return open.length > 0 && identifying(definition, args, identity).some((name) => open.includes(name));
}

/** The fields that make the identity: with another value it would be another one. */
function identifying(definition: Definition, args: Props, identity: string): string[] {
  return Object.keys(args).filter((name) => definition.identity({ ...args, [name]: "\0" }) !== identity);
}
