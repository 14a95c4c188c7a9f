// The objects of one list in one process: read once, shared by all callers, kept up to date with our own changes.
// Also proves that a missing object is gone.

import { Listings, type ListingsOptions } from "./listings";
import type { Item, ListSpec } from "./page";

export type { Item, ListSpec } from "./page";

export interface CollectionOptions extends ListingsOptions {
  /** When the session began, by the monotonic clock. */
  readonly startedAt: number;
}

/** While this process keeps changing a list, a confirmation waits at most this many settle times. */
const MAX_SETTLE_TIMES = 6;

export class Collection {
  readonly spec: ListSpec;
  /** Identities of items, which a kind computes once. Every new resource looks at all items. */
  readonly identities = new WeakMap<Item, readonly string[]>();
  readonly #options: CollectionOptions;
  readonly #listings: Listings;
  readonly #added = new Set<string>();
  readonly #removed = new Set<string>();
  #lastCreate: Promise<unknown> = Promise.resolve();
  #confirmAt = Number.NEGATIVE_INFINITY;
  #confirming: Promise<void> | undefined;

  constructor(spec: ListSpec, options: CollectionOptions) {
    this.spec = spec;
    this.#options = options;
    this.#listings = new Listings(options);
  }

  get isListed(): boolean {
    return this.#listings.latest !== undefined;
  }

  /** Pages of the latest listing. 0 without one. */
  get pages(): number {
    return this.#listings.latest?.pages ?? 0;
  }

  get listings(): number {
    return this.#listings.count;
  }

  /**
   * All items by id, from one listing per process with our own changes applied. A live view, not a copy. A failed
   * listing is not repeated for a while.
   * @throws ApiError; IncompleteListError if the list could not be read completely
   */
  async items(): Promise<ReadonlyMap<string, Item>> {
    return (await this.#listings.current()).items;
  }

  /** The item from `items`, or if it is missing, the result of `confirmMissing`. @throws ApiError */
  async find(id: string, writtenAt?: number): Promise<Item | undefined> {
    return (await this.items()).get(id) ?? this.confirmMissing(id, writtenAt);
  }

  /** All items, from a listing that starts after this call. @throws ApiError */
  async refresh(): Promise<ReadonlyMap<string, Item>> {
    return (await this.#listings.refresh()).items;
  }

  /**
   * Items that this process did not create and that no listing up to number `listings` showed, in the order of the list.
   */
  newSince(listings: number): readonly [id: string, item: Item][] {
    return [...(this.#listings.latest?.items ?? [])].filter(
      ([id]) => this.#listings.firstListedIn(id) > listings && !this.#added.has(id),
    );
  }

  /**
   * Waits for a listing that started at `from` or later. Callers with about the same time share one.
   * @param from ms since 1970
   * @throws ApiError if the list cannot be read
   */
  async listedFrom(from: number): Promise<void> {
    await this.#listings.startedFrom(this.#toMonotonic(from));
  }

  /** Waits for one more listing, which no change can affect that affected the last one. @throws ApiError */
  async listedAgain(): Promise<void> {
    await this.#listings.again();
  }

  /** Runs creates one at a time, for kinds whose objects cannot be distinguished. */
  serially<T>(create: () => Promise<T>): Promise<T> {
    const run = this.#lastCreate.then(create);
    this.#lastCreate = run.catch(() => {});
    return run;
  }

  /**
   * The item, or `undefined` if it is proven gone. Proof: two consecutive listings lack it. The second one started at
   * least the settle time after the object was written and after this process last changed the list. With several
   * pages, it also started after the first one ended. Concurrent callers share the listings.
   * @param writtenAt when the object was last written, ms since 1970; possibly by an earlier process
   * @param judgedFrom listings that started earlier (ms since 1970) do not prove that the object exists, because its
   * deletion may have taken effect since
   * @throws ApiError if the list cannot be read
   */
  async confirmMissing(id: string, writtenAt?: number, judgedFrom?: number): Promise<Item | undefined> {
    // The clock of the process that wrote it may be ahead of ours.
    const written = writtenAt === undefined ? Number.NEGATIVE_INFINITY : this.#toMonotonic(writtenAt);
    const settledAt = Math.min(this.#now(), written) + this.#options.settleTimeMs;
    const due = this.#confirmationDue(settledAt);
    const freshFrom = judgedFrom === undefined ? Number.NEGATIVE_INFINITY : this.#toMonotonic(judgedFrom);
    await this.items();
    for (;;) {
      if (this.#removed.has(id)) return undefined;
      const snapshot = this.#listings.latest!;
      const { startedAt, isQuiet, independentFrom } = snapshot.times;
      const item = snapshot.items.get(id);
      if (item && startedAt >= freshFrom) return item;
      if (item && freshFrom > this.#now()) await this.#confirm(freshFrom);
      else if (item) await this.refresh();
      else if (snapshot.proves(id, settledAt) && (isQuiet || startedAt >= due)) return undefined;
      else await this.#confirm(Math.max(due, independentFrom));
    }
  }

  added(id: string, item: Item): void {
    this.#added.add(id);
    this.#removed.delete(id);
    this.#listings.write((snapshot) => {
      if (!snapshot.items.has(id)) snapshot.put(id, item);
    });
  }

  /** This process changed fields of an object. The names are those of the list. */
  changed(id: string, fields: Item): void {
    this.#listings.write((snapshot) => {
      const item = snapshot.items.get(id);
      if (item) snapshot.put(id, { ...item, ...fields });
    });
  }

  removed(id: string): void {
    this.#removed.add(id);
    this.#listings.write((snapshot) => snapshot.drop(id));
  }

  wasAdded(id: string): boolean {
    return this.#added.has(id);
  }

  wasRemoved(id: string): boolean {
    return this.#removed.has(id);
  }

  #now(): number {
    return this.#options.clock.monotonic();
  }

  #toMonotonic(wallTime: number): number {
    return wallTime + this.#now() - this.#options.clock.now();
  }

  /** When a listing may start that proves an object gone. */
  #confirmationDue(settledAt: number): number {
    const { settleTimeMs, startedAt } = this.#options;
    let due = settledAt;
    // Once a caller has to wait, wait until all writes before this session have settled. Then one listing serves
    // the objects that are asked for later, too.
    if (due > this.#now()) due = Math.max(due, startedAt + settleTimeMs);
    return Math.max(due, this.#listings.lastWriteAt + settleTimeMs);
  }

  /** One listing for all waiting callers. It starts when the last of them needs it. */
  async #confirm(due: number): Promise<void> {
    this.#listings.throwRecentFailure();
    this.#confirmAt = Math.max(this.#confirmAt, due);
    this.#confirming ??= this.#confirmWhenDue().finally(() => {
      this.#confirming = undefined;
    });
    await this.#confirming;
  }

  async #confirmWhenDue(): Promise<void> {
    const { pause, settleTimeMs } = this.#options;
    const latest = this.#now() + MAX_SETTLE_TIMES * settleTimeMs;
    // Callers that learned from one listing that they miss an object have asked by then, and share a confirmation.
    await new Promise((resolve) => setImmediate(resolve));
    for (;;) {
      const now = this.#now();
      const lastWrite = this.#listings.lastWriteAt + settleTimeMs;
      const due = Math.max(this.#confirmAt, Math.min(latest, lastWrite));
      if (due <= now) break;
      await pause(due - now);
    }
    await this.refresh();
  }
}
