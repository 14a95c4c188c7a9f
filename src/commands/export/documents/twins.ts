// Objects of a kind that their fields do not identify: only their ids do.
import type { Definition, Props } from "../../../kind/definition";
import { identitiesOf, mayBeSame } from "../../../kind/identity";
import { readAll } from "../../../kind/state";
import type { KindObjects } from "./objects";

export class Twins {
  readonly #definition: Definition;
  readonly #identities = new Map<string, readonly string[]>();
  readonly #ids = new Map<string, Set<string>>();

  /** @param kind all of its objects, also those of other entries */
  constructor({ definition, objects }: KindObjects) {
    this.#definition = definition;
    for (const { id, item } of objects) {
      const identities = identitiesOf(definition, readAll(definition.fields, item));
      this.#identities.set(id, identities);
      for (const one of identities) this.#ids.set(one, (this.#ids.get(one) ?? new Set()).add(id));
    }
  }

  /** Whether an entry with these arguments may be another object than the one with that id. */
  has(id: string, args: Props): boolean {
    const wanted = identitiesOf(this.#definition, args);
    for (const one of wanted) {
      for (const other of this.#ids.get(one) ?? []) {
        if (other !== id && mayBeSame(wanted, this.#identities.get(other) ?? [])) return true;
      }
    }
    return wanted.length === 0;
  }
}
