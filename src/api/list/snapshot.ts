// One complete listing with our own changes applied.
import type { Item } from "./page";

/** A list that was read to its end. */
export interface Listing {
  readonly items: Map<string, Item>;
  /** One page shows the list at one time. Several pages may each show another time. */
  readonly isOnePage: boolean;
  readonly pages: number;
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
  readonly pages: number;
  /** The ids that the service listed. */
  readonly listedIds: ReadonlySet<string>;
  readonly previous: Pick<Snapshot, "times" | "listedIds"> | undefined;
  readonly #items: Map<string, Item>;

  constructor(times: ListingTimes, { items, isOnePage, pages }: Listing, previous: Snapshot | undefined) {
    this.times = times;
    this.isOnePage = isOnePage;
    this.pages = pages;
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
    this.#items.set(id, item);
  }

  drop(id: string): void {
    this.#items.delete(id);
  }
}
