// The objects of one list in one process: read once, shared by all callers, kept up to date with our own changes. Also
// proves that a missing object is gone.
import type { Clock } from "./clock";
import { ApiError } from "./errors";
import type { Item, ListSpec } from "./list";

/** A list shows every change after this time. */
export const SETTLE_MS = 10_000;
const LONG_AGO = Number.NEGATIVE_INFINITY;

type Items = Map<string, Item>;

export interface CollectionOptions {
  readonly clock: Clock;
  /** The user accepts that an empty list proves every missing object gone (`maxDeletions: 100%`). */
  readonly trustsEmpty: boolean;
  /** @throws StoppedError */
  pause(ms: number): Promise<void>;
  /** @throws ApiError */
  read(): Promise<ReadonlyMap<string, Item>>;
}

/** One reading of the list. Times are ms since 1970. */
interface Snapshot {
  readonly items: Items;
  /** Whether the service listed nothing. */
  readonly isEmpty: boolean;
  readonly startedAt: number;
  readonly endedAt: number;
}

export class Collection {
  /** How often the list was read. */
  readings = 0;
  readonly #spec: ListSpec;
  readonly #options: CollectionOptions;
  #latest: Snapshot | undefined;
  #reading: Promise<Snapshot> | undefined;
  /** The next reading, which callers share, and when it may start. */
  #again: Promise<Snapshot> | undefined;
  #againFrom = LONG_AGO;
  /** The number of the reading that first showed an object. */
  readonly #shownIn = new Map<string, number>();
  readonly #added = new Set<string>();
  readonly #removed = new Set<string>();
  /**
   * From then on, a reading shows all own changes, also those of the process before: it ended before our first reading. Until
   * then, pages may be of different times.
   */
  #settledAt = LONG_AGO;
  /** Ids that somebody looked for in vain. */
  readonly #missing = new Set<string>();
  /** Changes of this process, which a list may not show for a while. */
  #patches: { readonly at: number; readonly apply: (items: Items) => void }[] = [];

  constructor(spec: ListSpec, options: CollectionOptions) {
    this.#spec = spec;
    this.#options = options;
  }

  get isListed(): boolean {
    return this.#latest !== undefined;
  }

  /**
   * All items by id, from one reading per process with our own changes applied. A live view.
   * @param endedSince an older reading does not count, ms since 1970. @default any reading counts
   * @throws ApiError
   */
  async items(endedSince = LONG_AGO): Promise<ReadonlyMap<string, Item>> {
    const latest = this.#latest;
    return (latest && latest.endedAt >= endedSince ? latest : await this.#read()).items;
  }

  /**
   * From a reading that starts at that time or later. Callers share one.
   * @param after the number of an earlier reading, which does not count
   * @throws ApiError; StoppedError
   */
  async itemsFrom(time: number, after = 0): Promise<ReadonlyMap<string, Item>> {
    while (!this.#latest || this.#latest.startedAt < time || this.readings <= after) {
      this.#againFrom = Math.max(this.#againFrom, time);
      this.#again ??= this.#readWhenDue().finally(() => {
        this.#again = undefined;
      });
      await this.#again;
    }
    return this.#latest.items;
  }

  /** Items that no reading up to that number showed, and that this process did not create. */
  newSince(reading: number): readonly [id: string, item: Item][] {
    const isNew = (id: string) => (this.#shownIn.get(id) ?? 0) > reading && !this.#added.has(id);
    return [...(this.#latest?.items ?? [])].filter(([id]) => isNew(id));
  }

  /** As `items`, from a reading that shows all own changes. @throws ApiError; StoppedError */
  async settledItems(): Promise<ReadonlyMap<string, Item>> {
    await this.items();
    return this.itemsFrom(this.#settledAt);
  }

  /**
   * The item, or `undefined` if it is gone: two complete readings lack it. The second begins at least 10 s after the first
   * one of this process, and after its last write.
   * @param since readings that started earlier do not count. @default all count
   * @param trustsEmpty an empty list proves it
   * @throws ApiError if a list cannot be read, or if it is empty and proves nothing
   */
  async find(id: string, { since = LONG_AGO, trustsEmpty = false } = {}): Promise<Item | undefined> {
    const shown = (await this.items()).get(id);
    if (this.#removed.has(id) || (shown && this.#latest!.startedAt >= since)) return shown;
    this.#missing.add(id);
    const due = Math.max(this.#settledAt, since);
    for (let lacking = this.#lacks(id, since); lacking < 2 || this.#latest!.startedAt < due; lacking++) {
      const { isEmpty, endedAt } = this.#latest!;
      const from = Math.max(lacking === 0 ? since : due, isEmpty ? endedAt + SETTLE_MS : 0);
      const item = (await this.itemsFrom(from, this.readings)).get(id);
      if (!item) continue;
      this.#missing.delete(id);
      return item;
    }
    if (!trustsEmpty) this.#checkEmpty();
    return undefined;
  }

  /** How many readings from that time on lack an object. An object that none of them has shown is missing in all. */
  #lacks(id: string, since: number): number {
    const { items, startedAt } = this.#latest!;
    if (items.has(id) || startedAt < since) return 0;
    return this.#shownIn.has(id) ? 1 : this.readings;
  }

  /** A service that lost its data, or whose database is away, lists nothing. */
  #checkEmpty(): void {
    const { path, emptyProves = "one" } = this.#spec;
    const { size } = this.#missing;
    const proven = { nothing: 0, one: 1, all: size }[emptyProves];
    if (!this.#latest!.isEmpty || this.#options.trustsEmpty || size <= proven) return;
    throw new ApiError(
      `GET ${path}: the list is empty, and lacks ${size === 1 ? "an object" : `${size} objects`} of this stack. This proves ` +
        "nothing, so nothing was removed from the state. If all were really deleted, run the command with " +
        "LINK_MANAGEMENT_MAX_DELETIONS=100%",
    );
  }

  added(id: string, item: Item): void {
    this.#added.add(id);
    this.#removed.delete(id);
    this.#write((items) => void (items.has(id) || items.set(id, item)));
  }

  /** This process changed fields of an object. The names are those of the list. */
  changed(id: string, fields: Item): void {
    this.#write((items) => void (items.has(id) && items.set(id, { ...items.get(id), ...fields })));
  }

  removed(id: string): void {
    this.#removed.add(id);
    this.#write((items) => void items.delete(id));
  }

  wasAdded(id: string): boolean {
    return this.#added.has(id);
  }

  wasRemoved(id: string): boolean {
    return this.#removed.has(id);
  }

  #write(apply: (items: Items) => void): void {
    this.#settledAt = this.#now() + SETTLE_MS;
    this.#patches.push({ at: this.#now(), apply });
    if (this.#latest) apply(this.#latest.items);
  }

  async #readWhenDue(): Promise<Snapshot> {
    // By then, all callers that learn of a missing object together are here.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#againFrom > this.#now()) await this.#options.pause(this.#againFrom - this.#now());
    await this.#reading?.catch(() => {});
    return this.#read();
  }

  #read(): Promise<Snapshot> {
    this.#reading ??= this.#readNow().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readNow(): Promise<Snapshot> {
    const startedAt = this.#now();
    const listed = await this.#options.read();
    if (this.readings++ === 0) this.#settledAt = Math.max(this.#settledAt, startedAt + SETTLE_MS);
    for (const id of listed.keys()) if (!this.#shownIn.has(id)) this.#shownIn.set(id, this.readings);
    const items = new Map(listed);
    this.#patches = this.#patches.filter(({ at }) => at > startedAt - SETTLE_MS);
    for (const { apply } of this.#patches) apply(items);
    this.#latest = { items, isEmpty: listed.size === 0, startedAt, endedAt: this.#now() };
    return this.#latest;
  }

  #now(): number {
    return this.#options.clock.now();
  }
}
