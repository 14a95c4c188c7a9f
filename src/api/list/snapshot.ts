// One completed listing, kept up to date with our own changes, and the indexes over its entries.
import type { Item } from "./item";

/** A list that was read to its end. */
export interface Listing {
  readonly items: Map<string, Item>;
  /** One page shows the list as it was at one time; several may each show another time. */
  readonly isOnePage: boolean;
}

/** Finds entries by what they hold: told of every entry that comes and of every one that goes. */
export interface ItemIndex {
  put(id: string, item: Item): void;
  drop(id: string, item: Item): void;
}

/** When a listing was made, by the monotonic clock, and what follows from it. */
export interface ListingTimes {
  readonly begunAt: number;
  /** Whether every change that this process made before was settled by then, so that none can have moved a page. */
  readonly isQuiet: boolean;
  /** Whatever moved a page of this listing moves none of those that begin then or later. */
  readonly independentFrom: number;
}

export class Snapshot {
  readonly times: ListingTimes;
  readonly isOnePage: boolean;
  /** What the service listed. */
  readonly listedIds: ReadonlySet<string>;
  /** The listing before this one. */
  readonly before: Pick<Snapshot, "times" | "listedIds"> | undefined;
  readonly #items: Map<string, Item>;
  readonly #indexes = new Map<string, ItemIndex>();

  constructor(times: ListingTimes, { items, isOnePage }: Listing, before: Snapshot | undefined) {
    this.times = times;
    this.isOnePage = isOnePage;
    this.listedIds = new Set(items.keys());
    // Not all of it, which would keep every listing there was.
    this.before = before && { times: before.times, listedIds: before.listedIds };
    this.#items = items;
  }

  /** What the service listed, with our own changes on top. A live view, not a copy. */
  get items(): ReadonlyMap<string, Item> {
    return this.#items;
  }

  /**
   * Whether it proves, as the second listing without it, that an object is gone which lists must show from `settledAt`
   * on. Between pages of different age an object can fall out of sight, since what was changed shortly before or
   * meanwhile moves it to another page. So of several pages both listings must be such as show it, and no change may
   * have moved both.
   */
  proves(id: string, settledAt: number): boolean {
    const { times, before } = this;
    if (this.#items.has(id) || !before || before.listedIds.has(id) || times.begunAt < settledAt) return false;
    return (
      this.isOnePage || (before.times.begunAt >= settledAt && times.begunAt >= before.times.independentFrom)
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
