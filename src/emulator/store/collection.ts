// One table of an account: rows by id, in the order of their creation.
import { type Entry, History } from "./history";

interface Row {
  readonly id: number;
}

/** What a collection needs of the store that owns it. */
export interface Owner {
  /** Next free id of a table; ids are never used twice, nor by two accounts. */
  nextId(table: string): number;
  /** Takes note of an id that was given from outside, so that it is not handed out again. */
  usedId(table: string, id: number): unknown;
  /** Called after every change. */
  changed(): void;
  /** Milliseconds since 1970. */
  now(): number;
}

export interface Table<T extends Row, New> {
  readonly name: string;
  /** Fills a new row from what is given. */
  readonly complete: (fields: New, id: number) => Omit<T, "id">;
  /** Removes what refers to a row that is being deleted. */
  readonly onDelete?: (id: number) => void;
}

/** Rows of one kind. Rows are frozen; a change replaces the row. */
export class Collection<T extends Row, New = Partial<Omit<T, "id">>> {
  readonly #entries = new Map<number, Entry<T>>();
  readonly #history = new History<T>();
  #created = 0;
  readonly #owner: Owner;
  readonly #table: Table<T, New>;

  constructor(owner: Owner, table: Table<T, New>) {
    this.#owner = owner;
    this.#table = table;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** All rows, oldest first. */
  list(): T[] {
    return Array.from(this.#entries.values(), ({ row }) => row);
  }

  /** The rows that were there at `time` (milliseconds since 1970), as they were then; a minute back at most. */
  listAt(time: number): T[] {
    return this.#history.rowsAt(time, this.#entries);
  }

  get(id: number): T | undefined {
    return this.#entries.get(id)?.row;
  }

  /**
   * A new row with the next id, or with `id` where one is given.
   * @throws {RangeError} when `id` is taken.
   */
  create(fields: New & { readonly id?: number }): T {
    const { id: wanted, ...rest } = fields;
    if (wanted !== undefined && this.#entries.has(wanted)) {
      throw new RangeError(`${this.#table.name} ${wanted} exists already.`);
    }
    if (wanted !== undefined) this.#owner.usedId(this.#table.name, wanted);
    const id = wanted ?? this.#owner.nextId(this.#table.name);
    const row = Object.freeze({ id, ...this.#table.complete(rest as New, id) }) as unknown as T;
    this.#history.note(this.#owner.now(), id, undefined);
    this.#add(row);
    this.#owner.changed();
    return row;
  }

  /**
   * Replaces the fields that `changes` names.
   * @throws {RangeError} when there is no such row.
   */
  update(id: number, changes: Partial<Omit<T, "id">>): T {
    const old = this.#entries.get(id);
    if (old === undefined) throw new RangeError(`There is no ${this.#table.name} ${id}.`);
    const row = Object.freeze({ ...old.row, ...changes, id });
    this.#history.note(this.#owner.now(), id, old);
    this.#entries.set(id, { row, order: old.order });
    this.#owner.changed();
    return row;
  }

  /** Deletes a row and what refers to it; false when there is no such row. */
  delete(id: number): boolean {
    const old = this.#entries.get(id);
    if (old === undefined) return false;
    this.#history.note(this.#owner.now(), id, old);
    this.#entries.delete(id);
    this.#table.onDelete?.(id);
    this.#owner.changed();
    return true;
  }

  /**
   * Puts back rows of a state file, ids and order as they were; a lagging list shows them at once.
   * @throws {TypeError} for what are no rows.
   */
  restore(rows: readonly T[]): void {
    if (!Array.isArray(rows)) throw new TypeError(`the list of ${this.#table.name} rows is missing`);
    this.#entries.clear();
    for (const row of rows as readonly T[]) {
      if (!Number.isSafeInteger(row?.id)) throw new TypeError(`a ${this.#table.name} row has no id`);
      this.#owner.usedId(this.#table.name, row.id);
      this.#add(Object.freeze(row));
    }
  }

  #add(row: T): void {
    this.#created += 1;
    this.#entries.set(row.id, { row, order: this.#created });
  }
}
