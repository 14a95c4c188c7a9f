// The snapshot of one list in one process: listed once, shared by all who ask, kept up to date with our own
// changes; and the proof that an object which is missing from it is gone.
import type { Clock } from "./clock";
import type { Item } from "./item";
import { FAILURE_KEPT_MS } from "./limits";
import type { CollectionSpec } from "./list-page";
import { type ItemIndex, Snapshot } from "./snapshot";

export type { Item } from "./item";
export type { CollectionSpec } from "./list-page";

/** A change made by this process, which a list may not show for a while. */
interface Patch {
  readonly at: number;
  readonly apply: (snapshot: Snapshot) => void;
}

export interface CollectionParts {
  readonly clock: Clock;
  /** Milliseconds for which a list may lag. */
  readonly settleTime: number;
  /** When the session began, by the monotonic clock. */
  readonly begunAt: number;
  /** Waits; @throws ClosedError when the session is closed meanwhile. */
  pause(ms: number): Promise<void>;
  /** Reads the whole list. */
  list(): Promise<Map<string, Item>>;
}

/** While this process goes on changing a list, a confirmation waits this many settle times at most. */
const LONGEST_WAIT = 6;

export class Collection {
  readonly spec: CollectionSpec;
  readonly #parts: CollectionParts;
  #snapshot: Snapshot | undefined;
  #failure: { readonly at: number; readonly error: unknown } | undefined;
  #running: Promise<Snapshot> | undefined;
  #next: Promise<Snapshot> | undefined;
  #patches: Patch[] = [];
  #lastWriteAt = Number.NEGATIVE_INFINITY;
  readonly #added = new Set<string>();
  readonly #removed = new Set<string>();
  readonly #takenOver = new Set<string>();
  #confirmAt = Number.NEGATIVE_INFINITY;
  #confirming: Promise<void> | undefined;

  constructor(spec: CollectionSpec, parts: CollectionParts) {
    this.spec = spec;
    this.#parts = parts;
  }

  /** Whether the list was read in this process. */
  get listed(): boolean {
    return this.#snapshot !== undefined;
  }

  /**
   * All entries by id: of one listing per process, with our own changes. A live view, not a copy. A listing that
   * failed is not repeated for those who ask shortly after.
   * @throws ApiError; IncompleteListError when the list could not be read completely
   */
  async items(): Promise<ReadonlyMap<string, Item>> {
    return (await this.#current()).items;
  }

  /**
   * An index over all entries, of the same listing as `items`.
   * @param make makes the index of that name, once per listing
   * @throws what `items` throws
   */
  async index<Index extends ItemIndex>(name: string, make: () => Index): Promise<Index> {
    return (await this.#current()).index(name, make);
  }

  /** All entries, by a listing that begins after this call; callers that come before it begins share it. */
  async refresh(): Promise<ReadonlyMap<string, Item>> {
    if (!this.#running) return (await this.#list()).items;
    this.#next ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        return this.#list();
      });
    return (await this.#next).items;
  }

  /**
   * The entry, or `undefined` when it is proven gone: two listings in a row lack it, of which the second began at
   * least the settle time after it was written and after the last change of this process to the list. All who
   * wait for such a listing share one.
   * @param writtenAt when the object was last written, ms since 1970; may lie in an earlier process
   * @param judgedFrom listings that began before (ms since 1970) do not prove that it is there: its deletion was
   * tried then, or may take effect until then
   * @throws ApiError when the list cannot be read
   */
  async confirmMissing(id: string, writtenAt?: number, judgedFrom?: number): Promise<Item | undefined> {
    const toLocal = (wall: number) => wall + this.#now() - this.#parts.clock.now();
    // The clock that wrote it may be ahead of ours.
    const settledAt =
      Math.min(this.#now(), writtenAt === undefined ? Number.NEGATIVE_INFINITY : toLocal(writtenAt)) +
      this.#parts.settleTime;
    const due = this.#dueAt(settledAt);
    const freshFrom = judgedFrom === undefined ? Number.NEGATIVE_INFINITY : toLocal(judgedFrom);
    await this.items();
    for (;;) {
      if (this.#removed.has(id)) return undefined;
      const snapshot = this.#snapshot!;
      const item = snapshot.items.get(id);
      if (item && snapshot.begunAt >= freshFrom) return item;
      if (item && freshFrom > this.#now()) await this.#confirm(freshFrom);
      else if (item) await this.refresh();
      else if (lacksTwice(snapshot, id) && (snapshot.begunAt >= due || isProof(snapshot, settledAt)))
        return undefined;
      else await this.#confirm(due);
    }
  }

  /** An object was created by this process. */
  added(id: string, item: Item): void {
    this.#added.add(id);
    this.#removed.delete(id);
    this.#write((snapshot) => {
      if (!snapshot.items.has(id)) snapshot.put(id, item);
    });
  }

  /** Fields of an object were changed by this process; named as the list names them. */
  changed(id: string, fields: Item): void {
    this.#write((snapshot) => {
      const item = snapshot.items.get(id);
      if (item) snapshot.put(id, { ...item, ...fields });
    });
  }

  /** An object was deleted by this process. */
  removed(id: string): void {
    this.#removed.add(id);
    this.#write((snapshot) => snapshot.drop(id));
  }

  /** An object that was there before belongs to an entry of this process from now on. */
  takenOver(id: string): void {
    this.#takenOver.add(id);
  }

  /** Whether this process took it over. */
  wasTakenOver(id: string): boolean {
    return this.#takenOver.has(id);
  }

  /** Whether this process created it. */
  wasAdded(id: string): boolean {
    return this.#added.has(id);
  }

  /** Whether this process deleted it. */
  wasRemoved(id: string): boolean {
    return this.#removed.has(id);
  }

  #now(): number {
    return this.#parts.clock.monotonic();
  }

  #write(apply: Patch["apply"]): void {
    const at = this.#now();
    this.#lastWriteAt = at;
    this.#patches.push({ at, apply });
    if (this.#snapshot) apply(this.#snapshot);
  }

  async #current(): Promise<Snapshot> {
    if (this.#snapshot) return this.#snapshot;
    this.#throwRecentFailure();
    return this.#running ?? this.#list();
  }

  /** In an outage every resource of a kind asks, one after the other, and each would wait for all repeats. */
  #throwRecentFailure(): void {
    if (this.#failure && this.#now() < this.#failure.at + FAILURE_KEPT_MS) throw this.#failure.error;
  }

  #list(): Promise<Snapshot> {
    const listing = this.#listNow();
    this.#running = listing;
    const done = () => {
      if (this.#running === listing) this.#running = undefined;
    };
    listing.then(done, done);
    return listing;
  }

  async #listNow(): Promise<Snapshot> {
    const begunAt = this.#now();
    const isQuiet = begunAt >= this.#lastWriteAt + this.#parts.settleTime;
    try {
      const snapshot = new Snapshot({ begunAt, isQuiet }, await this.#parts.list(), this.#snapshot);
      // A list may lag, so what was changed shortly before it began is put on top as well.
      this.#patches = this.#patches.filter(({ at }) => at > begunAt - this.#parts.settleTime);
      for (const { apply } of this.#patches) apply(snapshot);
      this.#failure = undefined;
      this.#snapshot = snapshot;
      return snapshot;
    } catch (error) {
      this.#failure = { at: this.#now(), error };
      throw error;
    }
  }

  /** When the listing that proves an object gone may begin. */
  #dueAt(settledAt: number): number {
    const { settleTime, begunAt } = this.#parts;
    let due = settledAt;
    // Whoever has to wait waits until all that was written before this session is settled: then one listing
    // serves also those objects that are asked for later.
    if (due > this.#now()) due = Math.max(due, begunAt + settleTime);
    return Math.max(due, this.#lastWriteAt + settleTime);
  }

  /** One listing that begins when the last of all who wait may have it. */
  async #confirm(due: number): Promise<void> {
    this.#throwRecentFailure();
    this.#confirmAt = Math.max(this.#confirmAt, due);
    this.#confirming ??= this.#confirmWhenDue().finally(() => {
      this.#confirming = undefined;
    });
    await this.#confirming;
  }

  async #confirmWhenDue(): Promise<void> {
    const { pause, settleTime } = this.#parts;
    const latest = this.#now() + LONGEST_WAIT * settleTime;
    // All who learned of one listing that they miss something have asked by then, and get one confirmation.
    await new Promise((resolve) => setImmediate(resolve));
    for (;;) {
      const now = this.#now();
      const due = Math.max(this.#confirmAt, Math.min(latest, this.#lastWriteAt + settleTime));
      if (due <= now) break;
      await pause(due - now);
    }
    await this.refresh();
  }
}

function lacksTwice({ items, listedBefore }: Snapshot, id: string): boolean {
  return !items.has(id) && listedBefore !== undefined && !listedBefore.has(id);
}

/** What this process changed after a listing took nothing out of that listing. */
function isProof({ begunAt, isQuiet }: Snapshot, settledAt: number): boolean {
  return isQuiet && begunAt >= settledAt;
}
