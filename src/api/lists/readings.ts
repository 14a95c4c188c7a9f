// The last two readings of a list, which all callers share, up to date with own changes.
import type { Clock } from "../clock";
import type { Item, Listing, ListSpec } from "./list";

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
interface OwnChange {
  readonly at: number;
  readonly id: string;
  /** The item from now on. `undefined`: the list does not show it. */
  readonly change: (item: Item | undefined) => Item | undefined;
}

/** A whole list, as the service showed it at one time, with own changes. */
export class Reading {
  /** In ms, of the clock that never jumps. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** How many objects the list counts, if it shows fewer. */
  readonly counted: number | undefined;
  /** As of a listing. */
  readonly isHiding: boolean;
  /** Without own changes. */
  readonly isEmpty: boolean;
  readonly items: Map<string, Item>;
  readonly #spec: ListSpec;
  readonly #changed = new Set<string>();
  /** Ids by identity, of the items as they are and as they were. Made at the first question. */
  #index: Map<string, Set<string>> | undefined;

  constructor(spec: ListSpec, startedAt: number, endedAt: number, { items, counted, isHiding }: Listing) {
    this.#spec = spec;
    this.startedAt = startedAt;
    this.endedAt = endedAt;
    this.counted = counted;
    this.isHiding = isHiding === true;
    this.isEmpty = items.size === 0;
    this.items = new Map(items);
  }

  apply({ id, change }: OwnChange): void {
    const item = change(this.items.get(id));
    this.#changed.add(id);
    if (!item) return void this.items.delete(id);
    this.items.set(id, item);
    if (this.#index) this.#add(this.#index, id, item);
  }

  /** Whether the list may not show yet what this process did to the object. */
  isBehind(id: string): boolean {
    return this.#changed.has(id);
  }

  /** The highest id. `undefined` if ids are no numbers, or the list may lack the highest one. */
  get newestId(): number | undefined {
    let newest = 0;
    for (const id of this.items.keys()) newest = Math.max(newest, Number(id));
    return this.counted !== undefined || Number.isNaN(newest) ? undefined : newest;
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

export interface ReadingsOptions {
  readonly clock: Clock;
  /** @throws StoppedError */
  pause(ms: number): Promise<void>;
  /** Reads the whole list, while no own write of it is in flight. @throws ApiError */
  read(): Promise<Listing>;
}

export class Readings {
  latest: Reading | undefined;
  previous: Reading | undefined;
  /** When the first one started. */
  firstAt = LONG_AGO;
  /** When this process changed an object last, or tried to. */
  changedAt = LONG_AGO;
  /** What one of them has shown, by id. */
  readonly seen = new Set<string>();
  readonly #spec: ListSpec;
  readonly #options: ReadingsOptions;
  #changes: OwnChange[] = [];
  /** A list that could not be read is not asked again at once: the objects of a refresh ask one after the other. */
  #failed: { readonly at: number; readonly error: unknown } | undefined;
  #next: Promise<void> | undefined;
  #nextFrom = LONG_AGO;

  constructor(spec: ListSpec, options: ReadingsOptions) {
    this.#spec = spec;
    this.#options = options;
  }

  /** The latest one, or the next one. @param start when it starts at the earliest. @param after not this one */
  async from(start: number, after?: Reading): Promise<Reading> {
    while (!this.latest || this.latest === after || this.latest.startedAt < start) {
      if (this.#failed && this.now - this.#failed.at < SETTLE_MS) throw this.#failed.error;
      this.#nextFrom = Math.max(this.#nextFrom, start);
      this.#next ??= this.#read().finally(() => {
        this.#next = undefined;
      });
      await this.#next;
    }
    return this.latest;
  }

  change(id: string, change: OwnChange["change"]): void {
    const own = { at: this.now, id, change };
    this.changedAt = own.at;
    this.#changes.push(own);
    for (const reading of [this.latest, this.previous]) reading?.apply(own);
  }

  get now(): number {
    return this.#options.clock.monotonic();
  }

  async #read(): Promise<void> {
    // By then, all callers that learn of a missing object together are here.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#nextFrom > this.now) await this.#options.pause(this.#nextFrom - this.now);
    const startedAt = this.now;
    this.#failed = undefined;
    const listing = await this.#options.read().catch((error: unknown) => {
      this.#failed = { at: this.now, error };
      throw error;
    });
    const reading = new Reading(this.#spec, startedAt, this.now, listing);
    this.#changes = this.#changes.filter(({ at }) => at > startedAt - SETTLE_MS);
    for (const own of this.#changes) reading.apply(own);
    if (this.firstAt === LONG_AGO) this.firstAt = startedAt;
    // What this process has just deleted, an old list may still show.
    for (const id of listing.items.keys()) if (reading.items.has(id)) this.seen.add(id);
    this.previous = this.latest;
    this.latest = reading;
  }
}
