// One complete listing with our own changes applied, and the indexes over its items.
import type { Item } from "./page";

/** A list that was read to its end. */
export interface Listing {
  readonly items: Map<string, Item>;
  /** One page shows the list at one time. Several pages may each show another time. */
  readonly isOnePage: boolean;
}

/** Finds items by their contents. It is informed about every item that is added and removed. */
export interface ItemIndex {
  put(id: string, item: Item): void;
  drop(id: string, item: Item): void;
}

/** When a listing was made, by the monotonic clock, and what follows. */
export interface ListingTimes {
  readonly startedAt: number;
  /** Whether all earlier changes of this process had settled, so that none can have moved an item to another page. */
  readonly isQuiet: boolean;
  /** A change that moved items during this listing moves none in a listing that starts then or later. */
  readonly independentFrom: number;
}

export class Snapshot {
  readonly times: ListingTimes;
  readonly isOnePage: boolean;
  /** The ids that the service listed. */
  readonly listedIds: ReadonlySet<string>;
  /** The previous listing. */
  readonly previous: Pick<Snapshot, "times" | "listedIds"> | undefined;
  readonly #items: Map<string, Item>;
  readonly #indexes = new Map<string, ItemIndex>();

  constructor(times: ListingTimes, { items, isOnePage }: Listing, previous: Snapshot | undefined) {
    this.times = times;
    this.isOnePage = isOnePage;
    this.listedIds = new Set(items.keys());
    // Only a part of it: the whole would keep every earlier listing in memory.
    this.previous = previous && { times: previous.times, listedIds: previous.listedIds };
    this.#items = items;
  }

  /** What the service listed, with our own changes applied. A live view, not a copy. */
  get items(): ReadonlyMap<string, Item> {
    return this.#items;
  }

  /**
   * Whether this listing, as the second one without the object, proves that the object is gone. Lists show the object
   * from `settledAt` on. An object can disappear between pages of different age, because a recent change moved it to
   * another page. So with several pages, both listings must be recent enough, and no change may affect both.
   */
  proves(id: string, settledAt: number): boolean {
    const { times, previous } = this;
    if (this.#items.has(id) || !previous || previous.listedIds.has(id)) return false;
    if (times.startedAt < settledAt) return false;
    return (
      this.isOnePage ||
      (previous.times.startedAt >= settledAt && times.startedAt >= previous.times.independentFrom)
    );
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

  /** The index of that name. The first caller builds it, and it is kept up to date from then on. */
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
