// Finds the objects of a list by their identity, without a scan for every new resource.
import type { Item } from "../../api/list/collection";
import type { ItemIndex } from "../../api/list/snapshot";

export class IdentityIndex implements ItemIndex {
  readonly #identitiesOf: (item: Item) => readonly string[];
  readonly #byIdentity = new Map<string, Map<string, Item>>();

  constructor(identitiesOf: (item: Item) => readonly string[]) {
    this.#identitiesOf = identitiesOf;
  }

  put(id: string, item: Item): void {
    for (const identity of this.#identitiesOf(item)) {
      const items = this.#byIdentity.get(identity);
      if (items) items.set(id, item);
      else this.#byIdentity.set(identity, new Map([[id, item]]));
    }
  }

  drop(id: string, item: Item): void {
    for (const identity of this.#identitiesOf(item)) this.#byIdentity.get(identity)?.delete(id);
  }

  find(identity: string): [id: string, item: Item][] {
    return [...(this.#byIdentity.get(identity) ?? [])];
  }
}
