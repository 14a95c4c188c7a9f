// What this process knows about the objects of one list. It alone knows, and it alone answers: which object has an id or an
// identity, with what the list shows, with "absent", or with an error.
//
// A question says from when on readings count. One of them is enough to show an object. It is absent if two lack it, the
// second one 10 s after the first and after the last own change (service.md 66). What `doubts.ts` says about a list comes
// first.
import { ApiError, isRejection, mayHaveWorked } from "../errors";
import { emptyAccount, hidden, isHiding, uncounted } from "./doubts";
import type { Item, ListSpec } from "./list";
import type { Claimant, Owners } from "./owners";
import { type ListedItem, LONG_AGO, type Reading, SETTLE_MS, type Which } from "./reading";
import { Readings, type ReadingsOptions } from "./readings";

/** A request takes effect this long after it went out at the latest: as long as the client waits for a response. */
const MAX_LATE_MS = 30_000;

export interface InventoryOptions extends ReadingsOptions {
  readonly owners: Owners;
  /**
   * Whether a list of the account shows an object, in a reading that starts no earlier than this time, or the state has none.
   * @throws ApiError
   */
  accountShows(from: number): Promise<boolean>;
  warn(message: string): void;
}

export class Inventory {
  readonly owners: Owners;
  readonly #spec: ListSpec;
  readonly #options: InventoryOptions;
  readonly #readings: Readings;
  /** When this process created an object. */
  readonly #created = new Map<string, number>();
  /** What it deleted, or is deleting. */
  readonly #removed = new Set<string>();
  #hasWarned = false;

  constructor(spec: ListSpec, options: InventoryOptions) {
    this.#spec = spec;
    this.#options = options;
    this.#readings = new Readings(spec, options);
    this.owners = options.owners;
  }

  /** All items by id, from one reading per process, with own changes: to show or export. It decides nothing. @throws ApiError */
  async all(): Promise<ReadonlyMap<string, Item>> {
    const reading = await this.#readings.from(LONG_AGO);
    this.#checkShort(reading, false);
    return reading.items;
  }

  /**
   * What one reading shows, where nothing says that an object exists. An empty list needs a second one while the state has
   * objects of it.
   * @param maxAgeMs readings that ended before do not count. @default any age
   * @throws ApiError if the list cannot be read, or proves nothing
   */
  async glance(which: Which, maxAgeMs = Number.POSITIVE_INFINITY): Promise<readonly ListedItem[]> {
    const isYoung =
      this.#readings.latest !== undefined && this.#readings.latest.endedAt >= this.#now - maxAgeMs;
    const reading = await this.#readings.from(isYoung ? LONG_AGO : this.#now - maxAgeMs);
    const found = reading.find(which);
    if (found.length > 0) return found;
    if (reading.isEmpty && this.#expects(reading)) return this.prove(which, maxAgeMs);
    this.#checkShort(reading, false);
    return found;
  }

  /**
   * What exists. Waits for later readings before it says that nothing does.
   * @param sinceMs readings count from so long ago. Less than 0: from a later time on. @default all readings
   * @param isRecorded the state says that it exists. @default it does for an id
   * @throws ApiError as `glance`, or if the list is shorter than it says; StoppedError
   */
  async prove(
    which: Which,
    sinceMs = Number.POSITIVE_INFINITY,
    isRecorded = typeof which === "string",
  ): Promise<readonly ListedItem[]> {
    const from = this.#now - sinceMs;
    let reading = await this.#readings.from(from);
    for (;;) {
      const found = reading.find(which);
      if (found.length > 0) return found;
      const before = this.#readings.previous;
      await this.#checkAccount(reading, before, isRecorded && typeof which !== "string");
      this.#checkShort(reading, isRecorded);
      const lastAt = typeof which === "string" ? this.#readings.changedAt : LONG_AGO;
      const settledAt = Math.max(from, this.#readings.firstAt + SETTLE_MS, lastAt + SETTLE_MS);
      const isWhole = !before?.short || !(isRecorded || isHiding(before.short));
      const isSecond = before !== undefined && before.startedAt >= from - SETTLE_MS && isWhole;
      if (reading.startedAt >= settledAt && isSecond && before.find(which).length === 0) {
        if (typeof which === "string") this.owners.free(which);
        return [];
      }
      reading = await this.#readings.from(settledAt, reading);
    }
  }

  /** Whether a reading from a time on shows any object. @throws ApiError */
  async shows(from: number): Promise<boolean> {
    return !(await this.#readings.from(from)).isEmpty;
  }

  /**
   * This process has created an object. No delete removes it.
   * @throws ApiError if it existed before: a second record of it would delete it with the first one
   */
  created([id, item]: ListedItem, owner: Claimant): void {
    if (this.#readings.seen.has(id) || this.wasCreated(id) || this.owners.has(id)) {
      throw new ApiError(
        `the service responded with id ${id}, which existed before, so nothing was recorded`,
        { reason: "existed", id },
      );
    }
    this.#removed.delete(id);
    this.owners.expect(id);
    this.#created.set(id, this.#now);
    this.#readings.change(id, (shown) => shown ?? item);
    this.owners.keep(id, owner);
  }

  /**
   * Sends requests that change one object.
   * @param effect the item from now on
   * @throws what `send` throws
   */
  async write<T>(
    id: string,
    send: () => Promise<T>,
    effect: (shown: Item | undefined, response: T) => Item | undefined,
  ) {
    try {
      const response = await send();
      this.#readings.change(id, (shown) => effect(shown, response));
      return response;
    } catch (error) {
      this.#readings.changedAt = this.#now;
      throw error;
    }
  }

  /**
   * Sends a DELETE. A success is believed. Else one complete reading decides that starts when lists show every earlier change:
   * an object that it lacks is deleted, also from an empty list.
   * @throws what `send` throws, if the object is still there, or nothing shows that it is not
   */
  async remove(id: string, send: () => Promise<unknown>): Promise<void> {
    this.#removed.add(id);
    try {
      await this.write(id, send, () => undefined);
    } catch (error) {
      const isUnclear = mayHaveWorked(error);
      const isOpen = isUnclear || isRejection(error);
      if (!isOpen || !(await this.#isDeleted(id, isUnclear))) {
        this.#removed.delete(id);
        throw error;
      }
    }
    // Some services give the id to the next object.
    this.#readings.seen.delete(id);
    this.#created.delete(id);
    this.owners.free(id);
  }

  wasCreated(id: string): boolean {
    return this.#created.has(id);
  }

  wasRemoved(id: string): boolean {
    return this.#removed.has(id);
  }

  /** Whether a request that failed has deleted the object, or somebody else before it. */
  async #isDeleted(id: string, isUnclear: boolean): Promise<boolean> {
    try {
      if (!isUnclear && (await this.#readings.from(this.#now)).items.has(id)) return false;
      const { items, short } = await this.#readings.from(this.#now + SETTLE_MS);
      return !short && !items.has(id);
    } catch (error) {
      // The error of the request says more.
      if (error instanceof ApiError) return false;
      throw error;
    }
  }

  /** Whether the list must show an object: one of the state, or one that this process created long enough before. */
  #expects({ startedAt }: Reading): boolean {
    const isDue = (id: string) => (this.#created.get(id) ?? LONG_AGO) + SETTLE_MS <= startedAt;
    return [...this.owners.expected].some((id) => !this.#removed.has(id) && isDue(id));
  }

  /**
   * An empty list proves nothing if the whole account is. Another list must show an object after the first of two empty
   * readings, and so before the second one is asked for.
   * @param isPending the state has what is looked for, without an id
   * @throws ApiError
   */
  async #checkAccount(reading: Reading, before: Reading | undefined, isPending: boolean): Promise<void> {
    if (!reading.isEmpty || !(isPending || this.#expects(reading))) return;
    const from = before?.isEmpty ? before.startedAt : reading.startedAt;
    if (!(await this.#options.accountShows(from))) throw emptyAccount();
  }

  /** A list that is shorter than it says proves no absence of what the state has. @throws ApiError */
  #checkShort({ items, short }: Reading, isRecorded: boolean): void {
    if (!short) return;
    const { path } = this.#spec;
    if (isRecorded || isHiding(short)) throw hidden(path, items.size, short);
    if (!this.#hasWarned) this.#options.warn(uncounted(path, items.size, short));
    this.#hasWarned = true;
  }

  get #now(): number {
    return this.#options.clock.monotonic();
  }
}

/**
 * How long ago lists began to show the effect of an unclear request, for `prove`. Always less than 0: by then, a refresh has
 * asked about the objects of other records, too.
 * @param at when its failure was noticed, as `now`: ms since 1970
 */
export function shownSince(at: number, now: number): number {
  return Math.min(Math.max(now - at, 0) - MAX_LATE_MS - SETTLE_MS, -SETTLE_MS);
}
