// The readings of one list in one process: the last two, shared by all callers and kept up to date with own changes.
import type { Clock } from "../clock";
import type { Item, Listing, ListSpec } from "./list";

/** A list shows every change after this time. */
export const SETTLE_MS = 10_000;

/** A request takes effect this long after it went out at the latest: as long as the client waits for a response. */
const MAX_LATE_MS = 30_000;

/** From when on a list shows the effect of a request without a clear response, if it has one. */
export function shownAt(sentAt: number): number {
  return sentAt + MAX_LATE_MS + SETTLE_MS;
}

export const LONG_AGO = Number.NEGATIVE_INFINITY;

export interface ReadingsOptions {
  readonly clock: Clock;
  /** @throws StoppedError */
  pause(ms: number): Promise<void>;
  /** Reads the whole list, while no own write of it is in flight. @param onSend whenever a request goes out @throws ApiError */
  read(onSend: () => void): Promise<Listing>;
}

export type ListedItem = readonly [id: string, item: Item];

/** One object by its id, or those with an identity: texts of `ListSpec.identitiesOf`, and who decides among them. */
export type Which = string | { readonly texts: readonly string[]; isIt(item: Item): boolean };

/** What the list showed. Times are those of the clock that never jumps, in ms. */
export class Reading {
  readonly items = new Map<string, Item>();
  /** The service listed nothing. Own changes do not count. */
  readonly isEmpty: boolean;
  /** How many objects the service counts, if it lists fewer of them. */
  readonly counted: number | undefined;
  readonly #identitiesOf: (item: Item) => readonly string[];
  /** Of the items as they are and as they were. Made at the first question: a refresh asks by id only. */
  #idsByIdentity: Map<string, Set<string>> | undefined;

  constructor(
    { identitiesOf = () => [] }: ListSpec,
    { items, counted }: Listing,
    /** From 1. */
    readonly number: number,
    readonly startedAt: number,
    /** By both clocks. */
    readonly ended: { readonly at: number; readonly wall: number },
  ) {
    this.isEmpty = items.size === 0;
    this.counted = counted;
    this.#identitiesOf = identitiesOf;
    for (const [id, item] of items) this.items.set(id, item);
  }

  /** Applies a change of this process. */
  change({ id, change }: Pick<OwnChange, "id" | "change">): void {
    const item = change(this.items.get(id));
    if (!item) return void this.items.delete(id);
    this.items.set(id, item);
    if (this.#idsByIdentity) this.#index(this.#idsByIdentity, id, item);
  }

  find(which: Which): readonly ListedItem[] {
    if (typeof which === "string") {
      const item = this.items.get(which);
      return item ? [[which, item]] : [];
    }
    const index = this.#idsByIdentity ?? new Map<string, Set<string>>();
    if (!this.#idsByIdentity) for (const [id, item] of this.items) this.#index(index, id, item);
    this.#idsByIdentity = index;
    const ids = new Set(which.texts.flatMap((text) => [...(index.get(text) ?? [])]));
    return [...ids].flatMap((id) => this.find(id)).filter(([, item]) => which.isIt(item));
  }

  #index(index: Map<string, Set<string>>, id: string, item: Item): void {
    for (const identity of this.#identitiesOf(item)) {
      index.set(identity, (index.get(identity) ?? new Set()).add(id));
    }
  }
}

/** A change of this process, which a list may not show for a while. */
interface OwnChange {
  readonly at: number;
  readonly id: string;
  /** The item from now on. `undefined`: the list does not show it. */
  readonly change: (item: Item | undefined) => Item | undefined;
}

export class Readings {
  latest: Reading | undefined;
  previous: Reading | undefined;
  /** How often the list was read. */
  count = 0;
  /** When the first reading began. */
  firstAt = LONG_AGO;
  /** When this process last changed an object, or may have. */
  changedAt = LONG_AGO;
  /** When the first of the last empty readings began. `undefined`: the last one was not empty. */
  emptyFrom: number | undefined;
  /** The number of the reading that first showed an object. */
  readonly shownIn = new Map<string, number>();
  readonly #spec: ListSpec;
  readonly #options: ReadingsOptions;
  #ownChanges: OwnChange[] = [];
  /** The next reading, which callers share, and when it may start. */
  #next: Promise<void> | undefined;
  #nextFrom = LONG_AGO;

  constructor(spec: ListSpec, options: ReadingsOptions) {
    this.#spec = spec;
    this.#options = options;
  }

  /** Only this time proves: the machine's clock can be set while a run waits. */
  get now(): number {
    return this.#options.clock.monotonic();
  }

  /** For a message. */
  secondsUntil(at: number): number {
    return Math.ceil((at - this.now) / 1000);
  }

  /** ms since the end of a reading, by the clock that says more: the one that never jumps stands still in a suspended machine. */
  ageOf({ ended }: Reading): number {
    return Math.max(this.now - ended.at, this.#options.clock.now() - ended.wall);
  }

  /**
   * The latest reading if it is enough. Else the next one that is, of which callers share one.
   * @param from when the next one may start
   * @throws ApiError; StoppedError
   */
  async get(isEnough: (reading: Reading) => boolean, from = LONG_AGO): Promise<Reading> {
    while (!this.latest || !isEnough(this.latest)) {
      this.#nextFrom = Math.max(this.#nextFrom, from);
      this.#next ??= this.#readWhenDue().finally(() => {
        this.#next = undefined;
      });
      await this.#next;
    }
    return this.latest;
  }

  /** This process changed an object. */
  changed(id: string, change: OwnChange["change"]): void {
    const own = { at: this.now, id, change };
    this.changedAt = own.at;
    this.#ownChanges.push(own);
    this.latest?.change(own);
    this.previous?.change(own);
  }

  async #readWhenDue(): Promise<void> {
    // By then, all callers that learn of a missing object together are here.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#nextFrom > this.now) await this.#options.pause(this.#nextFrom - this.now);
    // It may wait for own writes and for the limiter.
    let sentAt: number | undefined;
    const listing = await this.#options.read(() => {
      sentAt ??= this.now;
    });
    const startedAt = sentAt ?? this.now;
    const ended = { at: this.now, wall: this.#options.clock.now() };
    const reading = new Reading(this.#spec, listing, this.count + 1, startedAt, ended);
    this.#ownChanges = this.#ownChanges.filter(({ at }) => at > startedAt - SETTLE_MS);
    for (const own of this.#ownChanges) reading.change(own);
    if (this.count++ === 0) this.firstAt = startedAt;
    this.emptyFrom = reading.isEmpty ? (this.emptyFrom ?? startedAt) : undefined;
    // What this process has just deleted, an old list may still show.
    const shown = [...listing.items.keys()].filter((id) => reading.items.has(id) && !this.shownIn.has(id));
    for (const id of shown) this.shownIn.set(id, this.count);
    this.previous = this.latest;
    this.latest = reading;
  }
}
