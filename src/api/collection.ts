// What exists: the one place that interprets a list. It answers which object has an id, and which objects have an
// identity, with what the list shows, with "absent", or with an error.
//
// One complete reading is enough to show an object. Its absence needs a proof where something says that it exists: two
// complete readings lack it, and the second one begins 10 s after everything that a list may not show yet.
import { ApiError } from "./errors";
import type { Item, ListSpec } from "./list";
import { type Reading, Readings, type ReadingsOptions, SETTLE_MS } from "./readings";

const LONG_AGO = Number.NEGATIVE_INFINITY;

export type ListedItem = readonly [id: string, item: Item];

/** Who says that an object exists: a recorded id, the user (`adopt`), or a request of ours that may have taken effect. */
export type Claim = "state" | "user" | "request" | "nobody";

export interface Question {
  /** Of "nobody", one reading is enough. Of the others, absence is proven. */
  readonly claim: Claim;
  /** When a request ended that changed what the list shows: a reading that began earlier does not count. @default any */
  readonly since?: number;
  /** One reading shows enough of absence, because the request that follows finds out. @default only for "nobody" */
  readonly isTentative?: boolean;
  /** The object that the asking entry replaces: an empty list may lack it. @default none */
  readonly replaces?: string | undefined;
  /** An older reading does not count. @default any age */
  readonly maxAgeMs?: number;
  /** A list may be older than the last own write: what is not expected must be in a later reading, too. @default all is */
  isExpected?(item: Item): boolean;
}

/** A create of this process. */
export interface CreateAttempt {
  /** The number of readings before it was sent. */
  readonly readings: number;
  /** Whether an item has the identity of what it creates. */
  isIt(item: Item): boolean;
  readonly replaces: Question["replaces"];
}

export interface CollectionOptions extends ReadingsOptions {
  /** The user trusts an empty list of this section (LINK_MANAGEMENT_TRUST_EMPTY_LISTS). */
  readonly trustsEmpty: boolean;
}

export class Collection {
  readonly #spec: ListSpec;
  readonly #trustsEmpty: boolean;
  readonly #readings: Readings;
  /** The number of the reading that first showed an object. */
  readonly #shownIn = new Map<string, number>();
  /** When this process created an object. */
  readonly #added = new Map<string, number>();
  /** When this process deleted an object. */
  readonly #removed = new Map<string, number>();
  /** Ids for which this process sends or has sent a delete. */
  readonly #deleting = new Set<string>();
  /** Ids that the state records, as far as somebody asked for them, and their number, as far as a program says it. */
  readonly #recorded = new Set<string>();
  #recordedCount = 0;
  readonly #attempts: CreateAttempt[] = [];
  #firstAt = LONG_AGO;
  #writtenAt = LONG_AGO;
  /** One per reading, because all who ask get the same error. */
  readonly #emptyErrors = new Map<Reading, ApiError>();

  constructor(spec: ListSpec, options: CollectionOptions) {
    this.#spec = spec;
    this.#trustsEmpty = options.trustsEmpty;
    this.#readings = new Readings(spec, { ...options, read: () => this.#read(options) });
  }

  get isListed(): boolean {
    return this.#readings.latest !== undefined;
  }

  /** All items by id, from one reading per process, with own changes applied. A live view. @throws ApiError */
  async items(): Promise<ReadonlyMap<string, Item>> {
    return (await this.#readings.latestSince(LONG_AGO)).items;
  }

  /** The object with an id. `undefined`: it is absent. @throws ApiError if nothing can be said */
  withId(id: string, question: Question): Promise<Item | undefined> {
    if (question.claim === "state") this.#recorded.add(id);
    return this.#ask(({ items }) => items.get(id), question);
  }

  /**
   * The objects with an identity. Empty: none. @throws ApiError if nothing can be said
   * @param identities texts, as those of the list
   * @param isIt decides among the objects with one of the texts
   */
  async withIdentity(
    identities: readonly string[],
    isIt: (item: Item) => boolean,
    question: Omit<Question, "isExpected">,
  ): Promise<readonly ListedItem[]> {
    const found = (reading: Reading) => {
      const all = reading.like(identities).filter(([, item]) => isIt(item));
      return all.length === 0 ? undefined : all;
    };
    return (await this.#ask(found, question)) ?? [];
  }

  /** How many objects the state has, before the first question about a new entry. */
  noteRecorded(count: number): void {
    this.#recordedCount = Math.max(this.#recordedCount, count);
  }

  /** Call before a create: from then on, unknown objects may be its result. @throws ApiError */
  async beginCreate(isIt: CreateAttempt["isIt"], replaces?: string): Promise<CreateAttempt> {
    await this.#ask(() => undefined, { claim: "nobody", replaces });
    const attempt = { readings: this.#readings.count, isIt, replaces };
    this.#attempts.push(attempt);
    return attempt;
  }

  /**
   * What a create without a clear result may have created, from a reading that shows its effect: objects that are new since
   * then, without those of other creates. @param since when it ended @throws ApiError; StoppedError
   */
  async resultsOf(attempt: CreateAttempt, since: number): Promise<readonly ListedItem[]> {
    const reading = await this.#readings.startedFrom(since + SETTLE_MS);
    this.#checkEmpty(reading, attempt.replaces);
    const isOther = (item: Item) => this.#attempts.some((other) => other !== attempt && other.isIt(item));
    return [...reading.items].filter(
      ([id, item]) =>
        (this.#shownIn.get(id) ?? 0) > attempt.readings &&
        !this.#added.has(id) &&
        (attempt.isIt(item) || !isOther(item)),
    );
  }

  /** Whether this process knows the object already, so that no create can have made it. */
  isKnown(id: string): boolean {
    return this.#shownIn.has(id) || this.#added.has(id);
  }

  added(id: string, item: Item): void {
    this.#removed.delete(id);
    this.#deleting.delete(id);
    this.#added.set(id, this.#readings.now);
    this.#write(id, (shown) => shown ?? item);
  }

  /** This process changed fields of an object. The names are those of the list. */
  changed(id: string, fields: Item): void {
    this.#write(id, (shown) => shown && { ...shown, ...fields });
  }

  /** A delete is about to be sent. @returns whether this process knows that the object exists */
  beginDelete(id: string): boolean {
    this.#deleting.add(id);
    return this.isKnown(id);
  }

  removed(id: string): void {
    this.#removed.set(id, this.#readings.now);
    // Some services give the id to the next object.
    this.#shownIn.delete(id);
    this.#added.delete(id);
    this.#write(id, () => undefined);
  }

  wasAdded(id: string): boolean {
    return this.#added.has(id);
  }

  wasRemoved(id: string): boolean {
    return this.#removed.has(id);
  }

  async #ask<Found>(
    find: (reading: Reading) => Found | undefined,
    question: AnyQuestion<Found>,
  ): Promise<Found | undefined> {
    const {
      claim,
      since = LONG_AGO,
      maxAgeMs = Number.POSITIVE_INFINITY,
      isExpected = () => true,
    } = question;
    const { isTentative = claim === "nobody" } = question;
    await this.#readings.latestSince(this.#readings.now - maxAgeMs);
    let reading = await this.#readings.startedFrom(since);
    const settledAt = Math.max(this.#firstAt, claim === "state" ? this.#writtenAt : since) + SETTLE_MS;
    for (;;) {
      const found = find(reading);
      const isSettled = reading.startedAt >= settledAt;
      if (found !== undefined && (isSettled || isExpected(found))) return found;
      if (found === undefined && (isSettled || isTentative)) {
        this.#checkEmpty(reading, question.replaces);
        const { previous } = this.#readings;
        const isProven =
          previous && find(previous) === undefined && !this.#isDoubtful(previous, question.replaces);
        if (isProven || isTentative) return undefined;
      }
      reading = await this.#readings.startedFrom(settledAt, reading);
    }
  }

  /** A service that lost its data, or whose database is away, lists nothing. */
  #checkEmpty(reading: Reading, replaces: string | undefined): void {
    if (!this.#isDoubtful(reading, replaces)) return;
    const { path, section = path } = this.#spec;
    const error =
      this.#emptyErrors.get(reading) ??
      new ApiError(
        `GET ${path}: the list is empty, but the state has objects of it, so nothing was sent and nothing left the state. Run ` +
          "the command again later. If all of them were really deleted, run it with " +
          `LINK_MANAGEMENT_TRUST_EMPTY_LISTS=${section}, or remove each from the state with \`pulumi state delete URN\``,
      );
    this.#emptyErrors.set(reading, error);
    throw error;
  }

  /** Whether an empty list lacks an object that exists as far as this process knows, and that it does not delete. */
  #isDoubtful({ isEmpty, startedAt }: Reading, replaces: string | undefined): boolean {
    if (!isEmpty || this.#trustsEmpty || this.#spec.mayBeEmpty) return false;
    // A list may not show a new object yet.
    const added = [...this.#added].filter(([, at]) => at + SETTLE_MS <= startedAt).map(([id]) => id);
    const known = [...this.#recorded, ...this.#shownIn.keys(), ...added];
    const gone = new Set([...this.#deleting, ...(replaces === undefined ? [] : [replaces])]);
    return known.some((id) => !gone.has(id)) || this.#recordedCount > gone.size;
  }

  #write(id: string, apply: (item: Item | undefined) => Item | undefined): void {
    this.#writtenAt = this.#readings.now;
    this.#readings.changed(id, apply);
  }

  async #read({ read }: CollectionOptions): Promise<ReadonlyMap<string, Item>> {
    const startedAt = this.#readings.now;
    const listed = await read();
    if (this.#readings.count === 0) this.#firstAt = startedAt;
    const mayBeOld = (id: string) => startedAt < (this.#removed.get(id) ?? LONG_AGO) + SETTLE_MS;
    for (const id of listed.keys())
      if (!this.#shownIn.has(id) && !mayBeOld(id)) this.#shownIn.set(id, this.#readings.count + 1);
    return listed;
  }
}

type AnyQuestion<Found> = Omit<Question, "isExpected"> & { isExpected?(found: Found): boolean };
