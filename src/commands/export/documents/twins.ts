// Objects of a kind that their fields do not identify: only their ids do.
import type { Definition, Props } from "../../../kind/definition";
import { identitiesOf, isSameObject } from "../../../kind/identity";
import { readAll } from "../../../kind/state";
import type { KindObjects } from "./objects";

export class Twins {
  readonly #definition: Definition;
  readonly #fields = new Map<string, Props>();
  readonly #ids = new Map<string, Set<string>>();

  /** @param kind all of its objects, also those of other entries */
  constructor({ definition, objects }: KindObjects) {
    this.#definition = definition;
    for (const { id, item } of objects) {
      const fields = readAll(definition.fields, item);
      this.#fields.set(id, fields);
      for (const one of identitiesOf(definition, fields))
        this.#ids.set(one, (this.#ids.get(one) ?? new Set()).add(id));
    }
  }

  /** Whether an entry with these arguments may be another object than the one with that id. */
  has(id: string, args: Props): boolean {
    const wanted = identitiesOf(this.#definition, args);
    for (const one of wanted) {
      for (const other of this.#ids.get(one) ?? []) {
        if (other !== id && isSameObject(this.#definition, args, this.#fields.get(other) ?? {})) return true;
      }
    }
    return wanted.length === 0;
  }
}
