// The listings of one list in one process: at most one runs at a time, concurrent callers share it, and our own changes
// are applied to every result, because a list may be stale.
import type { Clock } from "../clock";
import { FAILURE_TTL_MS } from "../limits";
import { type Listing, Snapshot } from "./snapshot";

export interface ListingsOptions {
  readonly clock: Clock;
  /** How long a list may be stale. */
  readonly settleTimeMs: number;
  /** Waits. @throws ClosedError when the session is closed meanwhile */
  pause(ms: number): Promise<void>;
  /** Reads the whole list. */
  read(): Promise<Listing>;
}

/** A change made by this process. A list may not show it for a while. */
interface Patch {
  readonly at: number;
  readonly apply: (snapshot: Snapshot) => void;
}

/** Scheduled listings start at multiples of this part of the settle time, so that several callers share one. */
const SLOTS_PER_SETTLE_TIME = 10;

export class Listings {
  readonly #options: ListingsOptions;
  #latest: Snapshot | undefined;
  #failure: { readonly at: number; readonly error: unknown } | undefined;
  #running: { readonly startedAt: number; readonly snapshot: Promise<Snapshot> } | undefined;
  #next: Promise<Snapshot> | undefined;
  #count = 0;
  /** The listing that first showed an item. */
  readonly #firstListedIn = new Map<string, number>();
  /** Scheduled listings, by their earliest start. */
  readonly #scheduled = new Map<number, Promise<void>>();
  #patches: Patch[] = [];
  #lastWriteAt = Number.NEGATIVE_INFINITY;

  constructor(options: ListingsOptions) {
    this.#options = options;
  }

  get latest(): Snapshot | undefined {
    return this.#latest;
  }

  /** Complete listings so far. */
  get count(): number {
    return this.#count;
  }

  /** When this process last changed the list, by the monotonic clock. */
  get lastWriteAt(): number {
    return this.#lastWriteAt;
  }

  /** Number of the listing that first showed an item. 0 for none. */
  firstListedIn(id: string): number {
    return this.#firstListedIn.get(id) ?? 0;
  }

  /** Applies a change of this process to the latest listing, and to later ones that may not show it yet. */
  write(apply: Patch["apply"]): void {
    const at = this.#now();
    this.#lastWriteAt = at;
    this.#patches.push({ at, apply });
    if (this.#latest) apply(this.#latest);
  }

  /** The latest listing. Reads the list only if there is none. A failed listing is not repeated for a while. */
  async current(): Promise<Snapshot> {
    if (this.#latest) return this.#latest;
    this.throwRecentFailure();
    return this.#running?.snapshot ?? this.#start();
  }

  /** A listing that starts after this call. Callers that wait for the same start share it. */
  async refresh(): Promise<Snapshot> {
    if (!this.#running) return this.#start();
    this.#next ??= this.#running.snapshot
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        return this.#start();
      });
    return this.#next;
  }

  /** Waits for a listing that started at `due` (monotonic) or later. Callers with about the same time share one. */
  async startedFrom(due: number): Promise<void> {
    if (this.#latest && this.#latest.times.startedAt >= due) return;
    const slot = this.#options.settleTimeMs / SLOTS_PER_SETTLE_TIME;
    const at = slot === 0 ? due : Math.ceil(due / slot) * slot;
    const listing = this.#scheduled.get(at) ?? this.#startAt(at).finally(() => this.#scheduled.delete(at));
    this.#scheduled.set(at, listing);
    await listing;
  }

  /** Waits for one more listing, which no change can affect that affected the latest one. */
  async again(): Promise<void> {
    const last = this.#latest;
    if (last && !last.isOnePage) await this.startedFrom(last.times.independentFrom);
    else if (this.#running) await this.#running.snapshot;
    else await this.refresh();
  }

  /** In an outage, every resource of a kind asks in turn. Each would wait for all retries. */
  throwRecentFailure(): void {
    if (this.#failure && this.#now() < this.#failure.at + FAILURE_TTL_MS) throw this.#failure.error;
  }

  #now(): number {
    return this.#options.clock.monotonic();
  }

  #start(): Promise<Snapshot> {
    const startedAt = this.#now();
    const running = { startedAt, snapshot: this.#read(startedAt) };
    this.#running = running;
    const done = () => {
      if (this.#running === running) this.#running = undefined;
    };
    running.snapshot.then(done, done);
    return running.snapshot;
  }

  async #startAt(at: number): Promise<void> {
    if (at > this.#now()) await this.#options.pause(at - this.#now());
    if (this.#latest && this.#latest.times.startedAt >= at) return;
    if (this.#running && this.#running.startedAt >= at) await this.#running.snapshot;
    else await this.refresh();
  }

  async #read(startedAt: number): Promise<Snapshot> {
    const { settleTimeMs } = this.#options;
    const isQuiet = startedAt >= this.#lastWriteAt + settleTimeMs;
    try {
      const listing = await this.#options.read();
      const independentFrom = listing.isOnePage ? startedAt : this.#now() + settleTimeMs;
      const snapshot = new Snapshot({ startedAt, isQuiet, independentFrom }, listing, this.#latest);
      this.#count++;
      for (const id of snapshot.listedIds)
        if (!this.#firstListedIn.has(id)) this.#firstListedIn.set(id, this.#count);
      this.#patches = this.#patches.filter(({ at }) => at > startedAt - settleTimeMs);
      for (const { apply } of this.#patches) apply(snapshot);
      this.#failure = undefined;
      this.#latest = snapshot;
      return snapshot;
    } catch (error) {
      this.#failure = { at: this.#now(), error };
      throw error;
    }
  }
}
