// What this process knows about the objects of one list. It alone knows, and it alone answers: which object has an id or an
// identity, with what the list shows, with "absent", or with an error.
//
// One complete reading is enough to show an object. Its absence needs a proof where something says that it exists: the
// state, the user, or a request that may have taken effect. Then two complete readings lack it, and the second one begins
// 10 s after everything that a list may not show yet (service.md 112).
import type { Advice } from "../advice";
import { isRejection, mayHaveWorked } from "../errors";
import { type Created, type Creation, Creations } from "./creations";
import { type DoubtfulListError, Doubts, type DoubtsOptions } from "./doubts";
import { KnownObjects } from "./known-objects";
import type { Item, ListSpec } from "./list";
import type { Owners } from "./owners";
import {
  type ListedItem,
  LONG_AGO,
  type Reading,
  Readings,
  type ReadingsOptions,
  SETTLE_MS,
  shownAt,
  type Which,
} from "./readings";

export type { Created, Creation, ListedItem, Which };

export interface Look {
  /** The asking entry's object that its new one replaces: an empty list may lack it. @default none */
  readonly replacedId?: string;
  /** A reading that ended more than 60 s ago does not count. @default any age */
  readonly isRecent?: boolean;
}

export interface Proof extends Look {
  /** What any reading may show. Other values count in a settled one: a list may be older than a change. @default all */
  expects?(item: Item): boolean;
  /** Called if the proof waits for the effect of an unclear request. @param seconds from now */
  onWait?(seconds: number): void;
}

export interface InventoryOptions extends ReadingsOptions, DoubtsOptions {
  readonly advice: Advice;
  readonly owners: Owners;
}

/** What an update sends, and what a late entry compares, must not be older. */
const RECENT_MS = 60_000;

export class Inventory {
  readonly owners: Owners;
  readonly #readings: Readings;
  readonly #known: KnownObjects;
  readonly #doubts: Doubts;
  readonly #creations: Creations;

  constructor(spec: ListSpec, options: InventoryOptions) {
    this.owners = options.owners;
    this.#readings = new Readings(spec, options);
    this.#known = new KnownObjects(this.#readings, this.owners, options.advice);
    this.#doubts = new Doubts(spec, options, this.#known);
    this.#creations = new Creations(this.#known, this.#doubts);
  }

  /** All items by id, from one reading per process, with own changes: to show or export. It decides nothing. @throws ApiError */
  async all(): Promise<ReadonlyMap<string, Item>> {
    return (await this.#readings.get(() => true)).items;
  }

  /**
   * What one reading shows. Empty is enough where nothing says that the objects exist.
   * @throws ApiError if the list cannot be read, or is empty in doubt
   */
  async glance(which: Which, look: Look = {}): Promise<readonly ListedItem[]> {
    const reading = await this.#reading(which, look);
    const found = reading.find(which);
    if (found.length === 0 && reading.isEmpty) this.#doubts.check(reading, look.replacedId);
    return found;
  }

  /**
   * What exists. Empty: two readings lack it, the second one 10 s after all that a list may not show yet. Waits for it.
   * @throws ApiError as `glance`, or if the list is shorter than it says; StoppedError
   */
  async prove(which: Which, proof: Proof = {}): Promise<readonly ListedItem[]> {
    const { expects = () => true, replacedId } = proof;
    let reading = await this.#reading(which, proof);
    let settledAt = this.#settledAt(which, proof);
    for (;;) {
      const found = reading.find(which);
      const isSettled = reading.startedAt >= settledAt;
      if (found.length > 0 && (isSettled || found.every(([, item]) => expects(item)))) return found;
      if (found.length === 0 && isSettled) {
        const doubt = this.#doubts.of(reading, replacedId);
        if (doubt) settledAt = Math.max(settledAt, await this.#doubts.endOf(doubt, reading));
        const counts = reading.startedAt >= settledAt;
        if (counts && this.#lackedBefore(which, replacedId, doubt)) return this.#absent(which);
      }
      const last = reading;
      reading = await this.#readings.get((one) => one.startedAt >= settledAt && one !== last, settledAt);
    }
  }

  /**
   * Creates one object exactly once. An unclear result is decided by a reading that begins 40 s after the request went out,
   * and only what has certainly no effect is sent a second time.
   * @throws ApiError: nothing was created
   */
  create(creation: Creation): Promise<Created> {
    return this.#creations.run(creation);
  }

  /**
   * Sends requests that change one object. A failure leaves open what they did: older readings do not tell about it.
   * @param send as of a `Creation`
   * @param effect the item from now on. `undefined`: the list has none
   * @throws what `send` throws
   */
  async write<T>(
    id: string,
    send: (onSend: () => void) => Promise<T>,
    effect: (shown: Item | undefined, response: T) => Item | undefined,
  ): Promise<T> {
    const readings = this.#readings;
    let sentAt = LONG_AGO;
    try {
      const response = await send(() => {
        sentAt = readings.now;
      });
      readings.changed(id, (shown) => effect(shown, response));
      return response;
    } catch (error) {
      readings.changedAt = readings.now;
      this.#known.note(id, { failedIn: readings.count, ...(mayHaveWorked(error) && { unclearAt: sentAt }) });
      throw error;
    }
  }

  /** Sends a DELETE. A success is believed, else a proof decides. @throws what `send` throws, if the object is still there */
  async remove(id: string, send: (onSend: () => void) => Promise<unknown>): Promise<void> {
    const wasKnown = this.#known.existed(id);
    this.#known.note(id, { deleted: "sent" });
    try {
      await this.write(id, send, () => undefined);
    } catch (error) {
      // What this process has not seen may be gone already.
      if (!mayHaveWorked(error) && (wasKnown || !isRejection(error))) throw error;
      // An old list may still show it.
      if ((await this.prove(id, { expects: () => false })).length > 0) throw error;
      this.#readings.changed(id, () => undefined);
    }
    this.#known.removed(id);
  }

  /** Whether this process created it. */
  wasCreated(id: string): boolean {
    return this.#known.wasCreated(id);
  }

  wasRemoved(id: string): boolean {
    return this.#known.wasRemoved(id);
  }

  /** The latest reading, unless it is older than the last failed request about the object, or too old. */
  #reading(which: Which, { isRecent = false }: Look): Promise<Reading> {
    const { failedIn = 0 } = this.#known.of(which);
    const isYoung = (one: Reading) => !isRecent || this.#readings.ageOf(one) <= RECENT_MS;
    return this.#readings.get((one) => one.number > failedIn && isYoung(one));
  }

  /** From when on a list shows everything that it may not show yet. */
  #settledAt(which: Which, { onWait }: Proof): number {
    const { firstAt, changedAt, now } = this.#readings;
    const { unclearAt = LONG_AGO } = this.#known.of(which);
    const decidedAt = shownAt(unclearAt);
    if (decidedAt > now) onWait?.(this.#readings.secondsUntil(decidedAt));
    return Math.max(decidedAt, firstAt + SETTLE_MS, typeof which === "string" ? changedAt + SETTLE_MS : 0);
  }

  /** Whether the reading before lacks it, too. @param accepted the doubt about the last one, which counts all the same */
  #lackedBefore(
    which: Which,
    replacedId: string | undefined,
    accepted: DoubtfulListError | undefined,
  ): boolean {
    const { previous } = this.#readings;
    if (!previous || (!accepted && this.#doubts.of(previous, replacedId))) return false;
    return previous.number > (this.#known.of(which).failedIn ?? 0) && previous.find(which).length === 0;
  }

  #absent(which: Which): readonly ListedItem[] {
    if (typeof which === "string") this.#known.note(which, { isGone: true });
    return [];
  }
}
