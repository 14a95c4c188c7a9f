// What this process knows about the objects of one list. It alone knows, and it alone answers: which object has an id or an
// identity, with what the list shows, with "absent", or with an error.
//
// A question says from when on readings count. One of them is enough to show an object. It is absent if two lack it, the
// second one 10 s after the first and after the last own change (service.md 66). There is no setting for a list that proves
// no absence, because it shows fewer objects than it counts or the whole account shows none: each is one error that changes
// nothing.
import { ApiError, isRejection, mayHaveWorked, SessionError } from "../errors";
import type { Item, ListSpec } from "./list";
import type { Claimant, Owners } from "./owners";
import {
  type ListedItem,
  LONG_AGO,
  type Reading,
  Readings,
  type ReadingsOptions,
  SETTLE_MS,
  type Which,
} from "./readings";

export interface InventoryOptions extends ReadingsOptions {
  readonly owners: Owners;
  /**
   * Whether a list of the account shows an object, in a reading that starts no earlier than this time, or the state has none.
   * @throws ApiError
   */
  accountShows(from: number): Promise<boolean>;
  log(message: string): void;
}

export class Inventory {
  readonly owners: Owners;
  readonly #spec: ListSpec;
  readonly #options: InventoryOptions;
  readonly #readings: Readings;
  #hasLogged = false;

  constructor(spec: ListSpec, options: InventoryOptions) {
    this.#spec = spec;
    this.#options = options;
    this.#readings = new Readings(spec, options);
    this.owners = options.owners;
  }

  /** All items by id, from one reading per process, with own changes: to show or export. It decides nothing. @throws ApiError */
  async all(): Promise<ReadonlyMap<string, Item>> {
    const reading = await this.#readings.from(LONG_AGO);
    this.#checkComplete(reading, false);
    return reading.items;
  }

  /** The highest id of `all`. `undefined`: nothing tells new objects from old ones. @throws ApiError */
  async newestId(): Promise<number | undefined> {
    return (await this.#readings.from(LONG_AGO)).newestId;
  }

  /** As of `all`, if there is a reading already. Sends nothing. */
  get known(): ReadonlyMap<string, Item> | undefined {
    return this.#readings.latest?.items;
  }

  /**
   * What one reading shows, where nothing says that an object exists. An empty list needs a second one while the state has
   * objects of it.
   * @param maxAgeMs readings that ended before do not count. @default any age
   * @throws ApiError if the list cannot be read, or proves nothing
   */
  async glance(which: Which, maxAgeMs?: number): Promise<readonly ListedItem[]> {
    const reading = await this.#readings.from(this.#startOf(maxAgeMs));
    const found = reading.find(which);
    if (found.length > 0) return found;
    if (reading.isEmpty && this.#expectsObjects(reading)) return this.prove(which, maxAgeMs);
    this.#checkComplete(reading, false);
    return found;
  }

  /**
   * What exists. Waits for later readings before it says that nothing does.
   * @param maxAgeMs as of `glance`
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

  /** Whether a reading from a time on shows any object. One that the service rejects shows none. */
  async shows(from: number): Promise<boolean> {
    try {
      return !(await this.#readings.from(from)).isEmpty;
    } catch (error) {
      if (error instanceof ApiError && !error.session) return false;
      throw error;
    }
  }

  /**
   * This process has created an object. No delete removes it.
   * @throws ApiError if it existed before: a second record of it would delete it with the first one
   */
  created([id, item]: ListedItem, owner: Claimant): void {
    if (this.#readings.seen.has(id) || this.owners.has(id)) {
      throw new ApiError(
        `the service responded with id ${id}, which existed before, so nothing was recorded`,
        { reason: "existed", id },
      );
    }
    this.owners.create(id, owner);
    this.#readings.change(id, (shown) => shown ?? item);
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
      this.#readings.changedAt = this.#readings.now;
      throw error;
    }
  }

  /**
   * Sends a DELETE. A success is believed. Else one complete reading decides that starts when lists show every earlier change:
   * an object that it lacks is deleted, also from an empty list.
   * @throws what `send` throws, if the object is still there, or nothing shows that it is not
   */
  async remove(id: string, send: () => Promise<unknown>): Promise<void> {
    try {
      await this.write(id, send, () => undefined);
    } catch (error) {
      const isOpen = mayHaveWorked(error) || isRejection(error);
      if (!isOpen || !(await this.#isDeleted(id, mayHaveWorked(error)))) throw error;
    }
    // Some services give the id to the next object.
    this.#readings.seen.delete(id);
    this.owners.free(id);
  }

  async #prove(which: Which, from: number, isPending: boolean): Promise<readonly ListedItem[]> {
    const isRecorded = isPending || typeof which === "string";
    // An absence needs two readings. The first one may be earlier.
    let reading = await this.#readings.from(isPending ? from - SETTLE_MS : from);
    for (;;) {
      const found = reading.startedAt < from ? [] : reading.find(which);
      if (found.length > 0) return found;
      const before = this.#readings.previous;
      await this.#checkAccount(reading, before, isPending);
      this.#checkComplete(reading, isRecorded);
      const changedAt = typeof which === "string" ? this.#readings.changedAt : LONG_AGO;
      const settledAt = Math.max(from, Math.max(this.#readings.firstAt, changedAt) + SETTLE_MS);
      const isSecond = before !== undefined && before.startedAt >= from - SETTLE_MS;
      // Other lists have shown an object since the first of two empty readings, and perhaps not since the second one.
      const isFirstEmpty = reading.isEmpty && !before?.isEmpty;
      const proves =
        isSecond && !isFirstEmpty && !isShort(before, isRecorded) && before.find(which).length === 0;
      if (proves && reading.startedAt >= settledAt) {
        if (typeof which === "string") this.owners.free(which);
        return [];
      }
      reading = await this.#readings.from(settledAt, reading);
    }
  }

  /** From when on readings count. A list may be longer than one can read in that time. */
  #startOf(maxAgeMs = Number.POSITIVE_INFINITY): number {
    const start = this.#readings.now - maxAgeMs;
    const { latest } = this.#readings;
    return latest && latest.endedAt >= start ? LONG_AGO : start;
  }

  /** Whether a request that failed has deleted the object, or somebody else before it. */
  async #isDeleted(id: string, isUnclear: boolean): Promise<boolean> {
    const readings = this.#readings;
    try {
      if (!isUnclear && (await readings.from(readings.now)).items.has(id)) return false;
      const { items, counted } = await readings.from(readings.now + SETTLE_MS);
      return counted === undefined && !items.has(id);
    } catch (error) {
      // The error of the request says more.
      if (error instanceof ApiError) return false;
      throw error;
    }
  }

  /** Whether a list must show any object: it may not show yet what this process has created. */
  #expectsObjects(reading: Reading): boolean {
    return this.owners.expected.some((id) => !(this.owners.wasCreated(id) && reading.isBehind(id)));
  }

  /**
   * An empty list proves nothing if the whole account is. Another list must show an object after the first of two empty
   * readings, and so before the second one is asked for.
   * @param isPending the state has what is looked for, without an id
   * @throws ApiError
   */
  async #checkAccount(reading: Reading, before: Reading | undefined, isPending: boolean): Promise<void> {
    if (!reading.isEmpty || !(isPending || this.#expectsObjects(reading))) return;
    const from = before?.isEmpty ? before.startedAt : reading.startedAt;
    if (await this.#options.accountShows(from)) return;
    throw new SessionError(
      "the account lists no object at all, but the state has some (their only one may have been deleted by hand). It may be " +
        "another installation, or one that has lost its data, so nothing was changed. Run the command again later. If the " +
        "account was emptied on purpose, run `pulumi destroy --refresh=false`",
    );
  }

  /** @throws ApiError for a list that proves no absence */
  #checkComplete(reading: Reading, isRecorded: boolean): void {
    const { items, counted } = reading;
    if (counted === undefined) return;
    const what = `GET ${this.#spec.path}: the list counts ${counted} objects, and shows ${items.size}`;
    // What it counts is not documented.
    if (!isShort(reading, isRecorded)) {
      if (!this.#hasLogged) this.#options.log(`${what}. The others may be created again`);
      this.#hasLogged = true;
      return;
    }
    throw new ApiError(
      `${what}. So it does not prove that an object is gone: nothing was sent and nothing left the state. Run the command ` +
        "again later. If an object of the state was deleted, `pulumi state delete URN` (`pulumi stack --show-urns` lists it) " +
        "removes it from the state",
    );
  }
}

/** Whether a list that shows fewer objects than it counts may lack one. @param isRecorded the state says that it exists */
function isShort({ counted, isHiding }: Reading, isRecorded: boolean): boolean {
  return counted !== undefined && (isRecorded || isHiding);
}
