// One collection of an account: objects by id, in the order of their creation.

/** How far back {@link Collection.listAt} reaches. */
const HISTORY_MS = 60_000;

/** What a collection needs to know. */
export interface CollectionOptions<T extends { readonly id: number }> {
  /** Completes a new record. */
  readonly complete: (id: number) => Omit<T, "id">;
  /** The next id, or `taken` if it is given: that id is never assigned again. */
  readonly nextId: (taken: number | undefined) => number;
  /** Called after every change; `deletedId` after a deletion. */
  readonly changed: (deletedId?: number) => void;
  /** The time for the history. undefined: no history is kept. */
  readonly now: () => number | undefined;
}

/** Objects of one type. A change replaces the record, so that older lists stay as they are. */
export class Collection<T extends { readonly id: number }> {
  readonly #options: CollectionOptions<T>;
  #records: readonly T[] = [];
  #history: { readonly until: number; readonly records: readonly T[] }[] = [];

  constructor(options: CollectionOptions<T>) {
    this.#options = options;
  }

  /** All objects, oldest first. */
  list(): readonly T[] {
    return this.#records;
  }

  /** The objects at a time within the last minute. Empty at -Infinity. */
  listAt(time: number): readonly T[] {
    if (time === Number.NEGATIVE_INFINITY) return [];
    return this.#history.find(({ until }) => time < until)?.records ?? this.#records;
  }

  /** An object by its id. */
  get(id: number): T | undefined {
    return this.#records.find((record) => record.id === id);
  }

  /**
   * Creates an object with the next id, or with `id` if given. Missing and undefined fields get a default.
   * @throws {RangeError} if the id exists
   */
  create(fields: Partial<T>): T {
    if (fields.id !== undefined && this.get(fields.id)) throw new RangeError(`Id ${fields.id} exists.`);
    const id = this.#options.nextId(fields.id);
    const given = Object.entries(fields).filter(([, value]) => value !== undefined);
    const record = { ...this.#options.complete(id), ...Object.fromEntries(given), id } as unknown as T;
    this.#replace([...this.#records, record]);
    return record;
  }

  /**
   * Replaces fields of an object.
   * @throws {RangeError} if it does not exist
   */
  update(id: number, fields: Partial<Omit<T, "id">>): T {
    const old = this.get(id);
    if (old === undefined) throw new RangeError(`No object ${id}.`);
    const record = { ...old, ...fields, id };
    this.#replace(this.#records.map((other) => (other === old ? record : other)));
    return record;
  }

  /** Deletes an object and what refers to it. Returns whether it existed. */
  delete(id: number): boolean {
    if (this.get(id) === undefined) return false;
    this.#replace(
      this.#records.filter((record) => record.id !== id),
      id,
    );
    return true;
  }

  /** Lists of earlier times show the objects of now. */
  forgetHistory(): void {
    this.#history = [];
  }

  #replace(records: readonly T[], deletedId?: number): void {
    const until = this.#options.now();
    if (until !== undefined) {
      const recent = this.#history.filter((version) => version.until >= until - HISTORY_MS);
      this.#history = [...recent, { until, records: this.#records }];
    }
    this.#records = records;
    this.#options.changed(deletedId);
  }
}
