// One reading of a list, kept up to date with own changes.
import type { Item, Listing, ListSpec, Shortage } from "./list";

/** A list shows every change after this time. */
export const SETTLE_MS = 10_000;
export const LONG_AGO = Number.NEGATIVE_INFINITY;

export type ListedItem = readonly [id: string, item: Item];

/**
 * One object by its id, or those for which `isIt` is true. With `texts`, only objects with one of these identities, as of
 * `ListSpec.identitiesOf`, can be.
 */
export type Which = string | { readonly texts?: readonly string[]; isIt(id: string, item: Item): boolean };

/** A change of this process, which a list may not show for a while. */
export interface OwnChange {
  readonly at: number;
  readonly id: string;
  /** The item from now on. `undefined`: the list does not show it. */
  readonly change: (item: Item | undefined) => Item | undefined;
}

export class Reading {
  /** In ms, of the clock that never jumps. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly short: Shortage | undefined;
  /** Without own changes. */
  readonly isEmpty: boolean;
  readonly items: Map<string, Item>;
  readonly #spec: ListSpec;
  /** Ids by identity, of the items as they are and as they were. Made at the first question. */
  #index: Map<string, Set<string>> | undefined;

  constructor(spec: ListSpec, startedAt: number, endedAt: number, { items, short }: Listing) {
    this.#spec = spec;
    this.startedAt = startedAt;
    this.endedAt = endedAt;
    this.short = short;
    this.isEmpty = items.size === 0;
    this.items = new Map(items);
  }

  apply({ id, change }: OwnChange): void {
    const item = change(this.items.get(id));
    if (!item) return void this.items.delete(id);
    this.items.set(id, item);
    if (this.#index) this.#add(this.#index, id, item);
  }

  find(which: Which): readonly ListedItem[] {
    if (typeof which === "string") {
      const item = this.items.get(which);
      return item ? [[which, item]] : [];
    }
    const found = this.#idsWith(which.texts).flatMap((id) => this.find(id));
    return found.filter(([id, item]) => which.isIt(id, item));
  }

  #idsWith(texts: readonly string[] | undefined): readonly string[] {
    if (!texts) return [...this.items.keys()];
    if (!this.#index) {
      this.#index = new Map();
      for (const [id, item] of this.items) this.#add(this.#index, id, item);
    }
    const index = this.#index;
    return [...new Set(texts.flatMap((text) => [...(index.get(text) ?? [])]))];
  }

  #add(index: Map<string, Set<string>>, id: string, item: Item): void {
    for (const text of this.#spec.identitiesOf?.(item) ?? [])
      index.set(text, (index.get(text) ?? new Set()).add(id));
  }
}
