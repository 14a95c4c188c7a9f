// What this process knows about the objects of one list. It alone knows, and it alone answers: which object has an id or an
// identity, with what the list shows, with "absent", or with an error.
//
// A question says from when on readings count. One of them is enough to show an object. It is absent if two lack it, the
// second one 10 s after the first and after the last own change (service.md 66). There is no setting for a list that proves
// no absence, because it shows fewer objects than it counts or the whole account shows none: each is one error that changes
// nothing.
import { AmbiguousError, ApiError, isRejection, SessionError } from "../errors";
import type { Clock } from "../limiter";
import type { Effect, Item, ListedItem, ListSpec, Reading, Which } from "./list";
import type { Claimant, Owners } from "./owners";

/** A list shows every change after this time. */
export const SETTLE_MS = 10_000;
const LONG_AGO = Number.NEGATIVE_INFINITY;

interface InventoryOptions {
  readonly spec: ListSpec;
  readonly clock: Clock;
  readonly owners: Owners;
  /** @throws StoppedError */
  pause(ms: number): Promise<void>;
  /** Reads the whole list, while no own write of it is in flight. @throws ApiError */
  read(): Promise<Reading>;
  /** When a list had shown an object, in a reading from a time on. @throws ApiError if none does, but the state has some */
  checkAccount(from: number): Promise<number>;
  log(message: string): void;
}

export class Inventory {
  readonly owners: Owners;
  readonly #options: InventoryOptions;
  #latest: Reading | undefined;
  #previous: Reading | undefined;
  /** What this process did to objects, which the list may not show for a while. */
  #changes: { readonly at: number; readonly id: string; readonly effect: Effect }[] = [];
  /** When this process changed an object last, or tried to. */
  #changedAt = LONG_AGO;
  /** A list that could not be read is not asked again at once: the objects of a refresh ask one after the other. */
  #failed: { readonly at: number; readonly error: unknown } | undefined;
  #next: Promise<void> | undefined;
  #nextFrom = LONG_AGO;
  #hasLogged = false;

  constructor(options: InventoryOptions) {
    this.#options = options;
    this.owners = options.owners;
  }

  /** All items by id, from one reading per process, with own changes: to show or export. It decides nothing. @throws ApiError */
  async all(): Promise<ReadonlyMap<string, Item>> {
    const reading = await this.#readingFrom(LONG_AGO);
    this.#checkComplete(reading, false);
    return reading.items;
  }

  /**
   * The highest id that one reading shows. `undefined`: ids are no numbers, or the list may lack the highest one.
   * @throws ApiError if the list cannot be read, or proves nothing
   */
  async newestId(): Promise<number | undefined> {
    await this.glance({ texts: [], isIt: () => false });
    const { items, counted } = this.#latest!;
    const newest = [...items.keys()].reduce((last, id) => Math.max(last, Number(id)), 0);
    return counted !== undefined || Number.isNaN(newest) ? undefined : newest;
  }

  /** The result of `all`, if there is a reading already. Sends nothing. */
  get known(): ReadonlyMap<string, Item> | undefined {
    return this.#latest?.items;
  }

  /**
   * What one reading shows, where nothing says that an object exists. An empty list needs a second one while the state has
   * objects of it.
   * @param maxAgeMs readings that ended before do not count. @default any age
   * @throws ApiError if the list cannot be read, or proves nothing
   */
  async glance(which: Which, maxAgeMs?: number): Promise<readonly ListedItem[]> {
    const reading = await this.#readingFrom(this.#startOf(maxAgeMs));
    const found = reading.find(which);
    if (found.length > 0) return found;
    if (reading.isEmpty && this.owners.expectsAny) return this.prove(which, maxAgeMs);
    this.#checkComplete(reading, false);
    return found;
  }

  /**
   * What exists. Waits for later readings before it says that nothing does.
   * @throws ApiError as `glance`; StoppedError
   */
  prove(which: Which, maxAgeMs?: number): Promise<readonly ListedItem[]> {
    return this.#prove(which, this.#startOf(maxAgeMs), false);
  }

  /**
   * What exists of a create without a clear result.
   * @param from when readings start at the earliest
   * @throws ApiError as `glance`; StoppedError
   */
  settled(isIt: (id: string, item: Item) => boolean, from: number): Promise<readonly ListedItem[]> {
    return this.#prove({ isIt }, from, true);
  }

  /** When a reading from a time on had shown an object. `undefined`: it shows none, or the service rejects it. */
  async shownAt(from: number): Promise<number | undefined> {
    const reading = await this.#readingFrom(from).catch((error: unknown) => {
      if (error instanceof SessionError || !(error instanceof ApiError)) throw error;
    });
    return reading?.isEmpty === false ? reading.endedAt : undefined;
  }

  /**
   * This process has created an object. No delete removes it.
   * @throws ApiError if it existed before: a second record of it would delete it with the first one
   */
  created([id, item]: ListedItem, owner: Claimant): void {
    const problem = `the service responded with id ${id}, which existed before, so nothing was recorded`;
    if ([this.#latest, this.#previous].some((one) => one?.items.has(id)) || this.owners.has(id))
      throw new ApiError(problem, { reason: "existed", id });
    this.owners.create(id, owner);
    this.#change(id, (shown) => shown ?? item);
  }

  /**
   * Sends requests that change one object, and throws what they throw.
   * @param effect the item from now on
   */
  async write<T>(
    id: string,
    send: () => Promise<T>,
    effect: (shown: Item | undefined, response: T) => Item | undefined,
  ) {
    try {
      const response = await send();
      this.#change(id, (shown) => effect(shown, response));
      return response;
    } finally {
      this.#changedAt = this.#now;
    }
  }

  /**
   * Sends a DELETE. A success is believed. Else one complete reading decides that starts when lists show every earlier change:
   * an object that it lacks is deleted, by this process or somebody before it, also from an empty list.
   * @throws what `send` throws, if the object is still there, or nothing shows that it is not
   */
  async remove(id: string, send: () => Promise<unknown>): Promise<void> {
    try {
      await this.write(id, send, () => undefined);
    } catch (error) {
      if (!(error instanceof AmbiguousError || isRejection(error))) throw error;
      // An error of the reading says less.
      const reading = await this.#readingFrom(this.#now + SETTLE_MS).catch(() => Promise.reject(error));
      if (reading.counted !== undefined || reading.items.has(id)) throw error;
      this.#change(id, () => undefined);
    }
    // Some services give the id to the next object.
    this.owners.free(id);
  }

  #change(id: string, effect: Effect): void {
    this.#changedAt = this.#now;
    this.#changes.push({ at: this.#now, id, effect });
    for (const reading of [this.#latest, this.#previous]) reading?.apply(id, effect);
  }

  async #prove(which: Which, from: number, isPending: boolean): Promise<readonly ListedItem[]> {
    const isRecorded = isPending || typeof which === "string";
    // An absence needs two readings. The first one may be earlier.
    let reading = await this.#readingFrom(isPending ? from - SETTLE_MS : from);
    let shownAt = Infinity;
    for (;;) {
      const found = reading.startedAt < from ? [] : reading.find(which);
      if (found.length > 0) return found;
      const before = this.#previous;
      // An empty list proves nothing if the whole account is. Another one must show an object between two empty readings.
      const since = before?.isEmpty ? before.startedAt : reading.startedAt;
      const needsOther = reading.isEmpty && (isPending || this.owners.expectsAny);
      if (needsOther) shownAt = Math.min(shownAt, await this.#options.checkAccount(since));
      this.#checkComplete(reading, isRecorded);
      const settledAt = Math.max(from, typeof which === "string" ? this.#changedAt + SETTLE_MS : LONG_AGO);
      const firstAt = before && before.startedAt >= from - SETTLE_MS ? before.startedAt : Infinity;
      const { startedAt } = reading;
      const isShown = !needsOther || startedAt > shownAt;
      const isSecond = isShown && startedAt >= Math.max(settledAt, firstAt + SETTLE_MS);
      if (isSecond && !before!.mayLack(isRecorded) && before!.find(which).length === 0) {
        if (typeof which === "string") this.owners.free(which);
        return [];
      }
      reading = await this.#readingFrom(Math.max(settledAt, startedAt + SETTLE_MS), reading);
    }
  }

  get #now(): number {
    return this.#options.clock.monotonic();
  }

  /** From when on readings count. A list may be longer than one can read in that time. */
  #startOf(maxAgeMs = Number.POSITIVE_INFINITY): number {
    const start = this.#now - maxAgeMs;
    return this.#latest && this.#latest.endedAt >= start ? LONG_AGO : start;
  }

  /** @throws ApiError for a list that proves no absence */
  #checkComplete(reading: Reading, isRecorded: boolean): void {
    if (reading.counted === undefined) return;
    const what = `GET ${this.#options.spec.path}: the list counts ${reading.counted} objects, and shows ${reading.items.size}`;
    if (reading.mayLack(isRecorded))
      throw new ApiError(
        `${what}. So it does not prove that an object is gone: nothing was sent and nothing left the state. Run the command ` +
          "again later. If an object of the state was deleted, `pulumi state delete URN` (`pulumi stack --show-urns` lists it) " +
          "removes it from the state",
      );
    // What it counts is not documented.
    if (!this.#hasLogged) this.#options.log(`${what}. The others may be created again`);
    this.#hasLogged = true;
  }

  /** The latest reading, or the next one. @param start when it starts at the earliest. @param after not this one */
  async #readingFrom(start: number, after?: Reading): Promise<Reading> {
    while (!this.#latest || this.#latest === after || this.#latest.startedAt < start) {
      if (this.#failed && this.#now - this.#failed.at < SETTLE_MS) throw this.#failed.error;
      this.#nextFrom = Math.max(this.#nextFrom, start);
      this.#next ??= this.#read().finally(() => {
        this.#next = undefined;
      });
      await this.#next;
    }
    return this.#latest;
  }

  async #read(): Promise<void> {
    // By then, all callers that learn of a missing object together are here.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#nextFrom > this.#now) await this.#options.pause(this.#nextFrom - this.#now);
    const startedAt = this.#now;
    this.#failed = undefined;
    const reading = await this.#options.read().catch((error: unknown) => {
      this.#failed = { at: this.#now, error };
      throw error;
    });
    Object.assign(reading, { startedAt, endedAt: this.#now });
    this.#changes = this.#changes.filter(({ at }) => at > startedAt - SETTLE_MS);
    for (const { id, effect } of this.#changes) reading.apply(id, effect);
    this.#previous = this.#latest;
    this.#latest = reading;
  }
}
