// The last two readings of a list, which all callers share, up to date with own changes.
import type { Clock } from "../clock";
import type { Listing, ListSpec } from "./list";
import { LONG_AGO, type OwnChange, Reading, SETTLE_MS } from "./reading";

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
      if (this.#failed && this.#now - this.#failed.at < SETTLE_MS) throw this.#failed.error;
      this.#nextFrom = Math.max(this.#nextFrom, start);
      this.#next ??= this.#read().finally(() => {
        this.#next = undefined;
      });
      await this.#next;
    }
    return this.latest;
  }

  change(id: string, change: OwnChange["change"]): void {
    const own = { at: this.#now, id, change };
    this.changedAt = own.at;
    this.#changes.push(own);
    for (const reading of [this.latest, this.previous]) reading?.apply(own);
  }

  async #read(): Promise<void> {
    // By then, all callers that learn of a missing object together are here.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#nextFrom > this.#now) await this.#options.pause(this.#nextFrom - this.#now);
    const startedAt = this.#now;
    this.#failed = undefined;
    const listing = await this.#options.read().catch((error: unknown) => {
      this.#failed = { at: this.#now, error };
      throw error;
    });
    const reading = new Reading(this.#spec, startedAt, this.#now, listing);
    this.#changes = this.#changes.filter(({ at }) => at > startedAt - SETTLE_MS);
    for (const own of this.#changes) reading.apply(own);
    if (this.firstAt === LONG_AGO) this.firstAt = startedAt;
    // What this process has just deleted, an old list may still show.
    for (const id of listing.items.keys()) if (reading.items.has(id)) this.seen.add(id);
    this.previous = this.latest;
    this.latest = reading;
  }

  get #now(): number {
    return this.#options.clock.monotonic();
  }
}
