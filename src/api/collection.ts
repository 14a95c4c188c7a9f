// What exists: the one place that interprets a list. It answers which object has an id, and which objects have an
// identity, with what the list shows, with "absent", or with an error.
//
// One complete reading is enough to show an object. Its absence needs a proof where something says that it exists: two
// complete readings lack it, and the second one begins 10 s after everything that a list may not show yet.
import { ApiError, MissingListError } from "./errors";
import type { Item, ListSpec } from "./list";
import {
  type ListedItem,
  LONG_AGO,
  MAX_LATE_MS,
  type Reading,
  Readings,
  type ReadingsOptions,
  SETTLE_MS,
} from "./readings";

export type { ListedItem };

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
  /** A reading that ended more than 60 s ago does not count. @default any age */
  readonly isRecent?: boolean;
  /** A list may be older than the last own write: what is not expected must be in a later reading, too. @default all is */
  isExpected?(item: Item): boolean;
}

/** A create of this process. */
export interface CreateAttempt {
  /** The number of readings before its request first went out. */
  readings: number;
  /** When its request last went out. */
  sentAt: number;
  /** How well an item fits what it creates. 0: not at all. Of several creates, it is that of the one that it fits best. */
  match(item: Item): number;
  readonly replaces: Question["replaces"];
}

/** What an update sends, and what a create compares, must not be older. */
const RECENT_MS = 60_000;

type Action = "create" | "send delete" | "delete";

export class Collection {
  readonly #spec: ListSpec;
  readonly #readings: Readings;
  /** What this process did to an object at last. Of a delete that was sent, the result may be unknown or a failure. */
  readonly #actions = new Map<string, { readonly action: Action; readonly at: number }>();
  /** Ids that the state records, as far as somebody asked for them, and their number, as far as a program says it. */
  readonly #recorded = new Set<string>();
  #recordedCount = 0;
  readonly #attempts: CreateAttempt[] = [];
  /** One per reading, because all who ask get the same error. */
  readonly #emptyErrors = new Map<Reading, ApiError>();

  constructor(spec: ListSpec, options: ReadingsOptions) {
    this.#spec = spec;
    const read = () =>
      options.read().catch((error) => {
        throw this.#withAdvice(error);
      });
    this.#readings = new Readings(spec, { ...options, read });
  }

  /** All items by id, from one reading per process, with own changes applied. A live view. @throws ApiError */
  async items(): Promise<ReadonlyMap<string, Item>> {
    return (await this.#readings.get(() => true)).items;
  }

  /** The object with an id. `undefined`: it is absent. @throws ApiError if nothing can be said */
  async withId(id: string, question: Question): Promise<Item | undefined> {
    if (question.claim === "state") this.#recorded.add(id);
    const [found] = await this.#ask((reading) => reading.withId(id), question);
    return found?.[1];
  }

  /**
   * The objects with an identity. Empty: none. @throws ApiError if nothing can be said
   * @param identities texts, as those of the list
   * @param isIt decides among the objects with one of the texts
   */
  withIdentity(
    identities: readonly string[],
    isIt: (item: Item) => boolean,
    question: Question,
  ): Promise<readonly ListedItem[]> {
    return this.#ask((reading) => reading.like(identities).filter(([, item]) => isIt(item)), question);
  }

  /** How many objects the state has, before the first question about a new entry. */
  noteRecorded(count: number): void {
    this.#recordedCount = Math.max(this.#recordedCount, count);
  }

  /** Call before a create: from then on, unknown objects may be its result. @throws ApiError */
  async beginCreate(match: CreateAttempt["match"], replaces?: string): Promise<CreateAttempt> {
    await this.#ask(() => [], { claim: "nobody", replaces });
    const attempt = { readings: Number.POSITIVE_INFINITY, sentAt: LONG_AGO, match, replaces };
    this.#attempts.push(attempt);
    return attempt;
  }

  /** The request of a create goes out. It may have waited for long. */
  sent(attempt: CreateAttempt): void {
    attempt.sentAt = this.#readings.now;
    attempt.readings = Math.min(attempt.readings, this.#readings.count);
  }

  /** When the effect of a request without a clear result has happened, if it has one: the `since` of a question. */
  effectOf(sentAt = LONG_AGO): number {
    return Math.max(this.#readings.now, sentAt + MAX_LATE_MS);
  }

  /** Seconds until a list shows that effect, for a message. */
  secondsUntilShown(sentAt: number | undefined): number {
    return Math.ceil((this.effectOf(sentAt) + SETTLE_MS - this.#readings.now) / 1000);
  }

  /**
   * What a create without a clear result has created, from a reading that shows its effect, also a late one: objects that are
   * new since then, without those of other creates. @throws ApiError; StoppedError
   */
  async resultsOf(attempt: CreateAttempt): Promise<readonly ListedItem[]> {
    const from = this.effectOf(attempt.sentAt) + SETTLE_MS;
    const reading = await this.#readings.get(({ startedAt }) => startedAt >= from, from);
    this.#checkEmpty(reading, attempt.replaces);
    const isOther = (item: Item) => this.#attempts.some((other) => other.match(item) > attempt.match(item));
    return [...reading.items].filter(
      ([id, item]) =>
        (this.#readings.shownIn.get(id) ?? 0) > attempt.readings && !this.wasAdded(id) && !isOther(item),
    );
  }

  /** Whether this process knows the object already, so that no create can have made it. */
  isKnown(id: string): boolean {
    return this.#readings.shownIn.has(id) || this.wasAdded(id);
  }

  wasAdded(id: string): boolean {
    return this.#actions.get(id)?.action === "create";
  }

  wasRemoved(id: string): boolean {
    return this.#actions.get(id)?.action === "delete";
  }

  added(id: string, item: Item): void {
    this.#note("create", id);
    this.#readings.changed(id, (shown) => shown ?? item);
  }

  /** This process changed fields of an object. The names are those of the list. */
  changed(id: string, fields: Item): void {
    this.#readings.changed(id, (shown) => shown && { ...shown, ...fields });
  }

  /** A delete is about to be sent. @returns whether this process knows that the object exists */
  beginDelete(id: string): boolean {
    const isKnown = this.isKnown(id);
    this.#note("send delete", id);
    return isKnown;
  }

  removed(id: string): void {
    this.#note("delete", id);
    // Some services give the id to the next object.
    this.#readings.shownIn.delete(id);
    this.#readings.changed(id, () => undefined);
  }

  async #ask(
    find: (reading: Reading) => readonly ListedItem[],
    question: Question,
  ): Promise<readonly ListedItem[]> {
    const { claim, since = LONG_AGO, replaces, isExpected = () => true } = question;
    const { isTentative = claim === "nobody", isRecent = false } = question;
    const readings = this.#readings;
    const isYoung = (one: Reading) => !isRecent || readings.ageOf(one) <= RECENT_MS;
    let reading = await readings.get((one) => one.startedAt >= since && isYoung(one), since);
    const settledAt = Math.max(readings.firstAt, claim === "state" ? readings.changedAt : since) + SETTLE_MS;
    for (;;) {
      const found = find(reading);
      const isSettled = reading.startedAt >= settledAt;
      if (found.length > 0 && (isSettled || found.every(([, item]) => isExpected(item)))) return found;
      if (found.length === 0 && (isSettled || isTentative)) {
        this.#checkEmpty(reading, replaces);
        const { previous } = readings;
        const isProven = previous && find(previous).length === 0 && !this.#isDoubtful(previous, replaces);
        if (isProven || isTentative) return found;
      }
      const last = reading;
      reading = await readings.get((one) => one.startedAt >= settledAt && one !== last, settledAt);
    }
  }

  #withAdvice(error: unknown): unknown {
    if (!(error instanceof MissingListError)) return error;
    const isRecorded = this.#recorded.size > 0 || this.#recordedCount > 0;
    return new MissingListError(`${error.message}. ${this.#spec.undocumented!.instead(isRecorded)}`);
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
    if (!isEmpty || this.#spec.mayBeEmpty) return false;
    const actions = [...this.#actions];
    const deleted = actions.filter(([, { action }]) => action !== "create").map(([id]) => id);
    // A list may not show a new object yet.
    const created = actions.filter(
      ([, { action, at }]) => action === "create" && at + SETTLE_MS <= startedAt,
    );
    const gone = new Set(replaces === undefined ? deleted : [...deleted, replaces]);
    const known = [...this.#recorded, ...this.#readings.shownIn.keys(), ...created.map(([id]) => id)];
    return known.some((id) => !gone.has(id)) || this.#recordedCount > gone.size;
  }

  #note(action: Action, id: string): void {
    this.#actions.set(id, { action, at: this.#readings.now });
  }
}
