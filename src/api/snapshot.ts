// One completed listing, kept up to date with our own changes, and the indexes over its entries.
import type { Item } from "./item";

/** Finds entries by what they hold: told of every entry that comes and of every one that goes. */
export interface ItemIndex {
  put(id: string, item: Item): void;
  drop(id: string, item: Item): void;
}

export class Snapshot {
  /** When the listing began, by the monotonic clock. */
  readonly begunAt: number;
  /** Whether every change that this process made before was settled by then, so that none can have moved a page. */
  readonly isQuiet: boolean;
  /** What the service listed. */
  readonly listedIds: ReadonlySet<string>;
  /** What the listing before this one showed. */
  readonly listedBefore: ReadonlySet<string> | undefined;
  readonly #items: Map<string, Item>;
  readonly #indexes = new Map<string, ItemIndex>();

  constructor(
    { begunAt, isQuiet }: Pick<Snapshot, "begunAt" | "isQuiet">,
    listed: Map<string, Item>,
    before: Snapshot | undefined,
  ) {
    this.begunAt = begunAt;
    this.isQuiet = isQuiet;
    this.listedIds = new Set(listed.keys());
    this.listedBefore = before?.listedIds;
    this.#items = listed;
  }

  /** What the service listed, with our own changes on top. A live view, not a copy. */
  get items(): ReadonlyMap<string, Item> {
    return this.#items;
  }

  put(id: string, item: Item): void {
    this.#dropFromIndexes(id);
    this.#items.set(id, item);
    for (const index of this.#indexes.values()) index.put(id, item);
  }

  drop(id: string): void {
    this.#dropFromIndexes(id);
    this.#items.delete(id);
  }

  /** The index of that name, built by the first who asks and kept up to date from then on. */
  index<Index extends ItemIndex>(name: string, make: () => Index): Index {
    const known = this.#indexes.get(name);
    if (known) return known as Index;
    const index = make();
    for (const [id, item] of this.#items) index.put(id, item);
    this.#indexes.set(name, index);
    return index;
  }

  #dropFromIndexes(id: string): void {
    const item = this.#items.get(id);
    if (item) for (const index of this.#indexes.values()) index.drop(id, item);
  }
}
