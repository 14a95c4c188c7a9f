// Creates objects exactly once. A second request is sent only after a list shows that the first one had no effect.
import { AmbiguousError, type ApiError } from "../errors";
import type { Doubts } from "./doubts";
import type { KnownObjects } from "./known-objects";
import type { Item } from "./list";
import type { Claimant } from "./owners";
import { type ListedItem, LONG_AGO, type Reading, SETTLE_MS, shownAt } from "./readings";

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
  readonly replacedId?: string;
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

/** A create of this process. */
interface Attempt extends Pick<Creation, "match"> {
  /** Number of the last reading before its request first went out. */
  readings: number;
  /** When its request last went out. */
  sentAt: number;
}

export class Creations {
  readonly #known: KnownObjects;
  readonly #doubts: Doubts;
  /** All of this process: each explains one new object. */
  readonly #attempts: Attempt[] = [];

  constructor(known: KnownObjects, doubts: Doubts) {
    this.#known = known;
    this.#doubts = doubts;
  }

  /** As of `Inventory.create`. */
  async run(creation: Creation): Promise<Created> {
    const { owner } = creation;
    await this.#begin(creation);
    const attempt: Attempt = {
      match: creation.match,
      readings: Number.POSITIVE_INFINITY,
      sentAt: LONG_AGO,
    };
    this.#attempts.push(attempt);
    const onSend = () => {
      attempt.sentAt = this.#known.readings.now;
      attempt.readings = Math.min(attempt.readings, this.#known.readings.count);
    };
    for (let isRepeat = false; ; isRepeat = true) {
      try {
        const object = await creation.send(onSend, isRepeat);
        this.#known.created(object, owner);
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
          this.#known.owners.keep(object[0], owner);
          return { kind: "created", object, isFound: true };
        }
        if (isRepeat || candidates.length > 0) return { kind: "undecided", failure, candidates };
      }
    }
  }

  /** Nothing is sent while the list is empty in doubt. @throws ApiError */
  async #begin({ replacedId }: Creation): Promise<void> {
    const reading = await this.#known.readings.get(() => true);
    if (reading.isEmpty) this.#doubts.check(reading, replacedId);
  }

  /** A reading that shows the effect of an unclear create, if it has one. @throws ApiError; StoppedError */
  async #shownAfter({ sentAt }: Attempt, { replacedId, onWait }: Creation): Promise<Reading> {
    const { readings } = this.#known;
    const from = Math.max(readings.now + SETTLE_MS, shownAt(sentAt));
    onWait(readings.secondsUntil(from));
    const reading = await readings.get(({ startedAt }) => startedAt >= from, from);
    this.#doubts.check(reading, replacedId);
    return reading;
  }

  /** What is new since an unclear create, without the results of others. */
  #resultsOf(attempt: Attempt, { items }: Reading): readonly ListedItem[] {
    const { readings, owners } = this.#known;
    const isNew = (id: string) => (readings.shownIn.get(id) ?? 0) > attempt.readings;
    const isOther = (item: Item) => this.#attempts.some((other) => other.match(item) > attempt.match(item));
    return [...items].filter(
      ([id, item]) => isNew(id) && !this.#known.wasCreated(id) && !owners.has(id) && !isOther(item),
    );
  }
}
