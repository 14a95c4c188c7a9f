// The objects of one type of an account.

/** Objects by id, in the order of their creation. A change replaces the record, and the list of all. */
export class Collection<T extends { readonly id: number }> {
  readonly #account: { nextId: number; revision: number };
  readonly #newRecord: (id: number) => T;
  readonly #deleted: (id: number) => void;
  readonly #records = new Map<number, T>();
  /** All of them, until a change. */
  #list: readonly T[] | undefined;

  /** @param deleted called with the id of an object that is gone */
  constructor(
    account: { nextId: number; revision: number },
    newRecord: (id: number) => T,
    deleted: (id: number) => void,
  ) {
    this.#account = account;
    this.#newRecord = newRecord;
    this.#deleted = deleted;
  }

  /** All objects, oldest first. */
  list(): readonly T[] {
    this.#list ??= [...this.#records.values()];
    return this.#list;
  }

  get(id: number): T | undefined {
    return this.#records.get(id);
  }

  /**
   * Creates an object with the next id, or with `id` if given. Missing and undefined fields get a default.
   * @throws {RangeError} if the id exists
   */
  create(fields: Partial<T>): T {
    const { id = this.#takeId() } = fields;
    if (this.get(id)) throw new RangeError(`Id ${id} exists.`);
    const given = Object.entries(fields).filter(([, value]) => value !== undefined);
    return this.#put({ ...this.#newRecord(id), ...Object.fromEntries(given) });
  }

  /**
   * Replaces fields of an object.
   * @throws {RangeError} if it does not exist
   */
  update(id: number, fields: Partial<Omit<T, "id">>): T {
    const old = this.get(id);
    if (old === undefined) throw new RangeError(`No object ${id}.`);
    return this.#put({ ...old, ...fields, id });
  }

  /** Deletes an object and what refers to it. Returns whether it existed. */
  delete(id: number): boolean {
    if (!this.#records.delete(id)) return false;
    this.#changed();
    this.#deleted(id);
    return true;
  }

  #takeId(): number {
    let id = this.#account.nextId;
    for (const taken of this.#records.keys()) id = Math.max(id, taken + 1);
    this.#account.nextId = id + 1;
    return id;
  }

  #put(record: T): T {
    this.#records.set(record.id, record);
    this.#changed();
    return record;
  }

  #changed(): void {
    this.#list = undefined;
    this.#account.revision += 1;
  }
}
