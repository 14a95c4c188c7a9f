// What this process knows about the objects of one list. It alone knows, and it alone answers: which object has an id or an
// identity, with what the list shows, with "absent", or with an error.
//
// One complete reading is enough to show an object. Its absence needs a proof where something says that it exists: the
// state, the user, or a request that may have taken effect. Then two complete readings lack it, and the second one begins
// 10 s after everything that a list may not show yet (service.md 112).
import { type DoubtfulListError, emptyList, shortList } from "./doubts";
import { AmbiguousError, ApiError, isRejection, MissingListError, mayHaveWorked } from "./errors";
import type { Item, Listing, ListSpec } from "./list";
import { type Claimant, Owners } from "./owners";
import {
  type ListedItem,
  LONG_AGO,
  MAX_LATE_MS,
  type Reading,
  Readings,
  type ReadingsOptions,
  SETTLE_MS,
  type Which,
} from "./readings";

export type { ListedItem, Which };

export interface Look {
  /** The asking entry's object that its new one replaces: an empty list may lack it. @default none */
  readonly replacedId?: string | undefined;
  /** A reading that ended more than 60 s ago does not count. @default any age */
  readonly isRecent?: boolean | undefined;
}

export interface Proof extends Look {
  /** What any reading may show. Other values count in a settled one: a list may be older than a change. @default all */
  expects?(item: Item): boolean;
  /** Called if the proof waits for the effect of an unclear request. @param seconds from now */
  onWait?(seconds: number): void;
}

export interface Creation {
  /** How well an item fits what it creates. 0: not at all. Of several creates, it is that of the one that it fits best. */
  match(item: Item): number;
  /**
   * Sends the request, once.
   * @param onSend for the client, which calls it whenever the request goes out
   * @param isRepeat an earlier request had no clear result
   * @throws AmbiguousError if this one may have taken effect
   */
  send(onSend: () => void, isRepeat: boolean): Promise<ListedItem>;
  /** Called if an unclear result is going to be decided. @param seconds from now */
  onWait(seconds: number): void;
  /** Who keeps the object from then on. */
  readonly owner: Claimant;
  readonly replacedId?: string | undefined;
}

export type Created =
  /** @param isFound a list shows it, and its request had no clear result */
  | { readonly kind: "created"; readonly object: ListedItem; readonly isFound: boolean }
  /** It may exist. `candidates`: new objects, none of them certainly it. `unread`: why no list tells. */
  | {
      readonly kind: "undecided";
      readonly failure: ApiError;
      readonly candidates: readonly ListedItem[];
      readonly unread?: ApiError;
    };

export interface InventoryOptions extends ReadingsOptions {
  /** @default new ones */
  readonly owners?: Owners | undefined;
  /** The user says that the list counts although it is empty, or shorter than it says. @default false */
  readonly isTrusted?: boolean | undefined;
  /** Whether another list of the account shows an object. */
  othersShow(): Promise<boolean>;
  /** Tells the user about a wait, or about a list that counts in spite of a doubt. */
  log(severity: "info" | "warn", message: string): void;
}

/** Everything about one id, besides its rows in the readings and its owner. */
interface Known {
  /** When the response to its create arrived. */
  createdAt?: number;
  deleted?: "sent" | "done";
  /** Two readings have proven that it is absent. */
  isGone?: true;
  /** Number of the last reading before a request about it failed. */
  failedIn?: number;
  /** When the last request about it went out whose result is unclear. */
  unclearAt?: number;
}

/** A create of this process. */
interface Attempt extends Pick<Creation, "match"> {
  /** Number of the last reading before its request first went out. */
  readings: number;
  /** When its request last went out. */
  sentAt: number;
}

/** What an update sends, and what a late entry compares, must not be older. */
const RECENT_MS = 60_000;
/** After that, an empty list is no short disturbance of the service. */
const EMPTY_MS = 60_000;
const NOTHING: Which = { texts: [], isIt: () => false };

export class Inventory {
  readonly owners: Owners;
  readonly #spec: ListSpec;
  readonly #options: InventoryOptions;
  readonly #readings: Readings;
  readonly #known = new Map<string, Known>();
  readonly #attempts: Attempt[] = [];
  /** One per reading, because all who ask get the same error. */
  readonly #doubts = new Map<Reading, DoubtfulListError>();
  /** What the user knows. */
  readonly #logged = new Set<string>();

  constructor(spec: ListSpec, options: InventoryOptions) {
    this.owners = options.owners ?? new Owners();
    this.#spec = spec;
    this.#options = options;
    const read = (onSend: () => void): Promise<Listing> =>
      options.read(onSend).catch((error) => {
        throw this.#withAdvice(error);
      });
    this.#readings = new Readings(spec, { ...options, read });
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
    if (found.length === 0) this.#checkEmpty(reading, look.replacedId);
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
        const doubt = this.#doubtOf(reading, replacedId);
        if (doubt) settledAt = Math.max(settledAt, await this.#endOf(doubt, reading));
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
  async create(creation: Creation): Promise<Created> {
    const { owner } = creation;
    await this.glance(NOTHING, creation);
    const attempt: Attempt = {
      match: creation.match,
      readings: Number.POSITIVE_INFINITY,
      sentAt: LONG_AGO,
    };
    this.#attempts.push(attempt);
    const onSend = () => {
      attempt.sentAt = this.#readings.now;
      attempt.readings = Math.min(attempt.readings, this.#readings.count);
    };
    for (let isRepeat = false; ; isRepeat = true) {
      try {
        const object = await creation.send(onSend, isRepeat);
        this.#created(object, owner);
        return { kind: "created", object, isFound: false };
      } catch (failure) {
        // What is rejected has created nothing. An attempt before is decided by now.
        if (!(failure instanceof AmbiguousError)) throw failure;
        const reading = await this.#shownAfter(attempt, creation).catch((unread: ApiError) => unread);
        if (reading instanceof Error) return { kind: "undecided", failure, candidates: [], unread: reading };
        // Without a wait between this and `keep`: other creates run side by side.
        const candidates = this.#resultsOf(attempt, reading);
        const [object, ...others] = candidates.filter(([, item]) => attempt.match(item) > 0);
        if (object && others.length === 0) {
          this.owners.keep(object[0], owner);
          return { kind: "created", object, isFound: true };
        }
        if (isRepeat || candidates.length > 0) return { kind: "undecided", failure, candidates };
      }
    }
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
      this.#note(id, { failedIn: readings.count, ...(mayHaveWorked(error) && { unclearAt: sentAt }) });
      throw error;
    }
  }

  /** Sends a DELETE. A success is believed, else a proof decides. @throws what `send` throws, if the object is still there */
  async remove(id: string, send: (onSend: () => void) => Promise<unknown>): Promise<void> {
    const wasKnown = this.#isKnown(id);
    this.#note(id, { deleted: "sent" });
    try {
      await this.write(id, send, () => undefined);
    } catch (error) {
      // What this process has not seen may be gone already.
      if (!mayHaveWorked(error) && (wasKnown || !isRejection(error))) throw error;
      // An old list may still show it.
      if ((await this.prove(id, { expects: () => false })).length > 0) throw error;
      this.#readings.changed(id, () => undefined);
    }
    this.#note(id, { deleted: "done" });
    this.#readings.shownIn.delete(id);
    this.owners.free(id);
  }

  wasCreated(id: string): boolean {
    const { createdAt, deleted } = this.#known.get(id) ?? {};
    return createdAt !== undefined && deleted === undefined;
  }

  wasRemoved(id: string): boolean {
    return this.#known.get(id)?.deleted === "done";
  }

  /** The latest reading, unless it is older than the last failed request about the object, or too old. */
  #reading(which: Which, { isRecent = false }: Look): Promise<Reading> {
    const { failedIn = 0 } = this.#knownOf(which);
    const isYoung = (one: Reading) => !isRecent || this.#readings.ageOf(one) <= RECENT_MS;
    return this.#readings.get((one) => one.number > failedIn && isYoung(one));
  }

  /** From when on a list shows everything that it may not show yet. */
  #settledAt(which: Which, { onWait }: Proof): number {
    const { firstAt, changedAt, now } = this.#readings;
    const { unclearAt = LONG_AGO } = this.#knownOf(which);
    const shownAt = unclearAt + MAX_LATE_MS + SETTLE_MS;
    if (shownAt > now) onWait?.(Math.ceil((shownAt - now) / 1000));
    return Math.max(shownAt, firstAt + SETTLE_MS, typeof which === "string" ? changedAt + SETTLE_MS : 0);
  }

  /** Whether the reading before lacks it, too. @param accepted the doubt about the last one, which counts all the same */
  #lackedBefore(
    which: Which,
    replacedId: string | undefined,
    accepted: DoubtfulListError | undefined,
  ): boolean {
    const { previous } = this.#readings;
    if (!previous || (!accepted && this.#doubtOf(previous, replacedId))) return false;
    return previous.number > (this.#knownOf(which).failedIn ?? 0) && previous.find(which).length === 0;
  }

  #absent(which: Which): readonly ListedItem[] {
    if (typeof which === "string") this.#note(which, { isGone: true });
    return [];
  }

  /**
   * When a list counts in spite of a doubt. People delete their only domain by hand, and what a service creates only once is
   * never doubled: then another list that shows something, and a minute, are enough.
   * @throws ApiError `doubt`, if it never does
   */
  async #endOf(doubt: DoubtfulListError, { isEmpty, startedAt }: Reading): Promise<number> {
    const { isTrusted, othersShow, log } = this.#options;
    if (!isEmpty || !this.#spec.refusesEqual || !(await othersShow())) {
      this.#accept(doubt);
      return LONG_AGO;
    }
    if (isTrusted) return LONG_AGO;
    const { now, emptyFrom = startedAt } = this.#readings;
    const endsAt = emptyFrom + EMPTY_MS + SETTLE_MS;
    const seconds = Math.ceil((endsAt - now) / 1000);
    const why = `GET ${this.#spec.path} lists nothing, and other lists do`;
    if (seconds > 0 && !this.#logged.has(why)) log("info", `wait ${seconds} s: ${why}`);
    this.#logged.add(why);
    return endsAt;
  }

  /** @throws ApiError `doubt`, unless the user trusts the list */
  #accept(doubt: DoubtfulListError): void {
    const { isTrusted, log } = this.#options;
    if (!isTrusted) throw doubt;
    if (!this.#logged.has(doubt.warning)) log("warn", doubt.warning);
    this.#logged.add(doubt.warning);
  }

  /** A reading that shows the effect of an unclear create, if it has one. @throws ApiError; StoppedError */
  async #shownAfter({ sentAt }: Attempt, { replacedId, onWait }: Creation): Promise<Reading> {
    const { now } = this.#readings;
    const from = Math.max(now, sentAt + MAX_LATE_MS) + SETTLE_MS;
    onWait(Math.ceil((from - now) / 1000));
    const reading = await this.#readings.get(({ startedAt }) => startedAt >= from, from);
    const doubt = this.#doubtOf(reading, replacedId);
    if (doubt) this.#accept(doubt);
    return reading;
  }

  /** What is new since an unclear create, without the results of others. */
  #resultsOf(attempt: Attempt, { items }: Reading): readonly ListedItem[] {
    const isNew = (id: string) => (this.#readings.shownIn.get(id) ?? 0) > attempt.readings;
    const isOther = (item: Item) => this.#attempts.some((other) => other.match(item) > attempt.match(item));
    return [...items].filter(
      ([id, item]) => isNew(id) && !this.wasCreated(id) && !this.owners.has(id) && !isOther(item),
    );
  }

  /** @throws ApiError if the object existed before: a second record of it would delete it with the first one */
  #created([id, item]: ListedItem, owner: Claimant): void {
    if (this.#isKnown(id) || this.owners.has(id)) {
      throw new ApiError(
        `the service responded with id ${id}, which existed before, so nothing was recorded. To manage that object, set ` +
          `onExisting: { id: ${id} }`,
      );
    }
    this.#known.set(id, { createdAt: this.#readings.now });
    this.#readings.changed(id, (shown) => shown ?? item);
    this.owners.keep(id, owner);
  }

  /** A service that lost its data, or whose database is away, lists nothing. */
  #checkEmpty(reading: Reading, replacedId: string | undefined): void {
    const doubt = reading.isEmpty && this.#doubtOf(reading, replacedId);
    if (doubt) this.#accept(doubt);
  }

  /** Why a reading proves no absence. */
  #doubtOf(reading: Reading, replacedId: string | undefined): DoubtfulListError | undefined {
    const { isEmpty, counted, items } = reading;
    const isDoubtful = isEmpty ? this.#mayLack(reading, replacedId) : counted !== undefined;
    if (!isDoubtful) return undefined;
    const spec = this.#spec;
    const doubt =
      this.#doubts.get(reading) ?? (isEmpty ? emptyList(spec) : shortList(spec, items.size, counted!));
    this.#doubts.set(reading, doubt);
    return doubt;
  }

  /** Whether an empty list lacks an object that exists as far as this process knows, and that it does not delete. */
  #mayLack({ startedAt }: Reading, replacedId: string | undefined): boolean {
    if (this.#spec.mayBeEmpty) return false;
    const known = [...this.#known];
    const gone = new Set(known.filter(([, { deleted, isGone }]) => deleted || isGone).map(([id]) => id));
    if (replacedId !== undefined) gone.add(replacedId);
    // A list may not show a new object yet.
    const isDue = ({ createdAt }: Known) => createdAt !== undefined && createdAt + SETTLE_MS <= startedAt;
    const created = known.filter(([, facts]) => isDue(facts)).map(([id]) => id);
    const exists = (id: string) => !gone.has(id);
    return (
      this.owners.recordsOthers(gone) ||
      created.some(exists) ||
      [...this.#readings.shownIn.keys()].some(exists)
    );
  }

  #withAdvice(error: unknown): unknown {
    if (!(error instanceof MissingListError)) return error;
    return new MissingListError(
      `${error.message}. ${this.#spec.undocumented!.instead(this.owners.hasRecords)}`,
    );
  }

  /** Whether the object existed before what is sent now. */
  #isKnown(id: string): boolean {
    return this.#readings.shownIn.has(id) || this.wasCreated(id);
  }

  #knownOf(which: Which): Known {
    return (typeof which === "string" && this.#known.get(which)) || {};
  }

  #note(id: string, facts: Known): void {
    this.#known.set(id, { ...this.#known.get(id), ...facts });
  }
}
