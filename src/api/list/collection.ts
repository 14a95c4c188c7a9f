// The snapshot of one list in one process: listed once, shared by all who ask, kept up to date with our own
// changes; and the proof that an object which is missing from it is gone.
import type { Clock } from "../clock";
import { FAILURE_TTL_MS } from "../limits";
import type { Item } from "./item";
import type { CollectionSpec } from "./page";
import { type ItemIndex, type Listing, Snapshot } from "./snapshot";

export type { Item } from "./item";
export type { CollectionSpec } from "./page";

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
  list(): Promise<Listing>;
}

/** While this process goes on changing a list, a confirmation waits this many settle times at most. */
const LONGEST_WAIT = 6;
/** Looks for what ambiguous creates made fall on full parts of the settle time, so that several share one. */
const LOOKS_PER_SETTLE_TIME = 10;

export class Collection {
  readonly spec: CollectionSpec;
  readonly #parts: CollectionParts;
  #snapshot: Snapshot | undefined;
  #failure: { readonly at: number; readonly error: unknown } | undefined;
  #running: { readonly begunAt: number; readonly snapshot: Promise<Snapshot> } | undefined;
  #next: Promise<Snapshot> | undefined;
  #listings = 0;
  /** In which listing an entry was first shown. */
  readonly #firstShown = new Map<string, number>();
  /** Listings that are waited for, by the time from which they may begin. */
  readonly #looks = new Map<number, Promise<void>>();
  #lastCreate: Promise<unknown> = Promise.resolve();
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
   * The entry as `items` has it; where it is missing, as `confirmMissing` finds it.
   * @throws what they throw
   */
  async find(id: string, writtenAt?: number): Promise<Item | undefined> {
    return (await this.items()).get(id) ?? this.confirmMissing(id, writtenAt);
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
    this.#next ??= this.#running.snapshot
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        return this.#list();
      });
    return (await this.#next).items;
  }

  /** How many times the list was read completely in this process. */
  get listings(): number {
    return this.#listings;
  }

  /**
   * Entries that no listing showed so far and that this process did not make; in the order of the list.
   * @param listings what `listings` was then
   */
  newSince(listings: number): readonly [id: string, item: Item][] {
    return [...(this.#snapshot?.items ?? [])].filter(
      ([id]) => (this.#firstShown.get(id) ?? 0) > listings && !this.#added.has(id),
    );
  }

  /**
   * Makes sure of a listing that began at `from` or later. Those who wait for one at about the same time share it.
   * @param from ms since 1970
   * @throws ApiError when the list cannot be read
   */
  async listedFrom(from: number): Promise<void> {
    await this.#listedFrom(this.#toLocal(from));
  }

  /**
   * One listing more than those that are complete, and one that no change has shifted which shifted the last of them.
   * Callers of the same moment share it.
   */
  async listedAgain(): Promise<void> {
    const last = this.#snapshot;
    if (last && !last.isOnePage) await this.#listedFrom(last.times.independentFrom);
    else if (this.#running) await this.#running.snapshot;
    else await this.refresh();
  }

  async #listedFrom(due: number): Promise<void> {
    if (this.#snapshot && this.#snapshot.times.begunAt >= due) return;
    const step = this.#parts.settleTime / LOOKS_PER_SETTLE_TIME;
    const at = step === 0 ? due : Math.ceil(due / step) * step;
    const look = this.#looks.get(at) ?? this.#look(at).finally(() => this.#looks.delete(at));
    this.#looks.set(at, look);
    await look;
  }

  /** Runs creates one after the other, for kinds whose objects cannot be told apart. */
  inTurn<T>(create: () => Promise<T>): Promise<T> {
    const turn = this.#lastCreate.then(create);
    this.#lastCreate = turn.catch(() => {});
    return turn;
  }

  /**
   * The entry, or `undefined` when it is proven gone: two listings in a row lack it, of which the second began at
   * least the settle time after it was written and after the last change of this process to the list, and, where the
   * list has several pages, after the end of the first one. All who wait for such a listing share one.
   * @param writtenAt when the object was last written, ms since 1970; may lie in an earlier process
   * @param judgedFrom listings that began before (ms since 1970) do not prove that it is there: its deletion was
   * tried then, or may take effect until then
   * @throws ApiError when the list cannot be read
   */
  async confirmMissing(id: string, writtenAt?: number, judgedFrom?: number): Promise<Item | undefined> {
    // The clock that wrote it may be ahead of ours.
    const settledAt =
      Math.min(this.#now(), writtenAt === undefined ? Number.NEGATIVE_INFINITY : this.#toLocal(writtenAt)) +
      this.#parts.settleTime;
    const due = this.#dueAt(settledAt);
    const freshFrom = judgedFrom === undefined ? Number.NEGATIVE_INFINITY : this.#toLocal(judgedFrom);
    await this.items();
    for (;;) {
      if (this.#removed.has(id)) return undefined;
      const snapshot = this.#snapshot!;
      const item = snapshot.items.get(id);
      if (item && snapshot.times.begunAt >= freshFrom) return item;
      if (item && freshFrom > this.#now()) await this.#confirm(freshFrom);
      else if (item) await this.refresh();
      else if (snapshot.proves(id, settledAt) && (snapshot.times.isQuiet || snapshot.times.begunAt >= due))
        return undefined;
      else await this.#confirm(Math.max(due, snapshot.times.independentFrom));
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

  /** A time of the wall clock by the monotonic one. */
  #toLocal(wall: number): number {
    return wall + this.#now() - this.#parts.clock.now();
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
    return this.#running?.snapshot ?? this.#list();
  }

  /** In an outage every resource of a kind asks, one after the other, and each would wait for all repeats. */
  #throwRecentFailure(): void {
    if (this.#failure && this.#now() < this.#failure.at + FAILURE_TTL_MS) throw this.#failure.error;
  }

  #list(): Promise<Snapshot> {
    const begunAt = this.#now();
    const listing = { begunAt, snapshot: this.#listNow(begunAt) };
    this.#running = listing;
    const done = () => {
      if (this.#running === listing) this.#running = undefined;
    };
    listing.snapshot.then(done, done);
    return listing.snapshot;
  }

  async #listNow(begunAt: number): Promise<Snapshot> {
    const isQuiet = begunAt >= this.#lastWriteAt + this.#parts.settleTime;
    try {
      const listing = await this.#parts.list();
      const independentFrom = listing.isOnePage ? begunAt : this.#now() + this.#parts.settleTime;
      const snapshot = new Snapshot({ begunAt, isQuiet, independentFrom }, listing, this.#snapshot);
      this.#listings++;
      for (const id of snapshot.listedIds)
        if (!this.#firstShown.has(id)) this.#firstShown.set(id, this.#listings);
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

  async #look(at: number): Promise<void> {
    if (at > this.#now()) await this.#parts.pause(at - this.#now());
    if (this.#snapshot && this.#snapshot.times.begunAt >= at) return;
    if (this.#running && this.#running.begunAt >= at) await this.#running.snapshot;
    else await this.refresh();
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
