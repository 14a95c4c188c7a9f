// Finds the objects of a list by a key that is made of what they hold.
import type { Item } from "../../api/list/item";
import type { ItemIndex } from "../../api/list/snapshot";

export class KeyIndex implements ItemIndex {
  readonly #keyOf: (item: Item) => string | undefined;
  readonly #byKey = new Map<string, Map<string, Item>>();

  /** @param keyOf `undefined` for an object that has no key */
  constructor(keyOf: (item: Item) => string | undefined) {
    this.#keyOf = keyOf;
  }

  put(id: string, item: Item): void {
    const key = this.#keyOf(item);
    if (key === undefined) return;
    const alike = this.#byKey.get(key);
    if (alike) alike.set(id, item);
    else this.#byKey.set(key, new Map([[id, item]]));
  }

  drop(id: string, item: Item): void {
    const key = this.#keyOf(item);
    if (key !== undefined) this.#byKey.get(key)?.delete(id);
  }

  find(key: string): [id: string, item: Item][] {
    return [...(this.#byKey.get(key) ?? [])];
  }
}
