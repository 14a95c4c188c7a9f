// One collection of an account: objects by id, in the order of their creation.
import { type Entry, History } from "./history";

interface StoredObject {
  readonly id: number;
}

/** What collections and accounts need from the store. */
export interface StoreContext {
  /** Next free id of a collection. Ids are never reused, and are unique across accounts. */
  nextId(collection: string): number;
  /** Reserves an id that the caller chose, so that it is not assigned again. */
  reserveId(collection: string, id: number): void;
  /** Called after every change. */
  changed(): void;
  /** Milliseconds since 1970. */
  now(): number;
}

export interface CollectionDefinition<T extends StoredObject, New> {
  readonly name: string;
  /** Adds the missing fields of a new object. */
  readonly complete: (fields: New, id: number) => Omit<T, "id">;
  /** Removes references to a deleted object. */
  readonly onDelete?: (id: number) => void;
}

/** Objects of one type. Objects are frozen. A change replaces the object. */
export class Collection<T extends StoredObject, New = Partial<Omit<T, "id">>> {
  readonly #entries = new Map<number, Entry<T>>();
  readonly #history = new History<T>();
  #created = 0;
  readonly #context: StoreContext;
  readonly #definition: CollectionDefinition<T, New>;

  constructor(context: StoreContext, definition: CollectionDefinition<T, New>) {
    this.#context = context;
    this.#definition = definition;
  }

  /** Number of objects. */
  get size(): number {
    return this.#entries.size;
  }

  /** All objects, oldest first. */
  list(): T[] {
    return Array.from(this.#entries.values(), ({ object }) => object);
  }

  /** The objects as they were at `time` (milliseconds since 1970), at most a minute ago. */
  listAt(time: number): T[] {
    return this.#history.objectsAt(time, this.#entries);
  }

  /** An object by its id. */
  get(id: number): T | undefined {
    return this.#entries.get(id)?.object;
  }

  /**
   * Creates an object with the next id, or with `id` if given.
   * @throws {RangeError} if `id` is in use.
   */
  create(fields: New & { readonly id?: number }): T {
    const { id: givenId, ...rest } = fields;
    const { name, complete } = this.#definition;
    if (givenId !== undefined) {
      if (this.#entries.has(givenId)) throw new RangeError(`${name} ${givenId} already exists.`);
      this.#context.reserveId(name, givenId);
    }
    const id = givenId ?? this.#context.nextId(name);
    const object = Object.freeze({ id, ...complete(rest as New, id) }) as unknown as T;
    this.#history.record(this.#context.now(), id, undefined);
    this.#add(object);
    this.#context.changed();
    return object;
  }

  /**
   * Replaces the fields in `changes`.
   * @throws {RangeError} if the object does not exist.
   */
  update(id: number, changes: Partial<Omit<T, "id">>): T {
    const old = this.#entries.get(id);
    if (old === undefined) throw new RangeError(`No ${this.#definition.name} ${id}.`);
    const object = Object.freeze({ ...old.object, ...changes, id });
    this.#history.record(this.#context.now(), id, old);
    this.#entries.set(id, { object, order: old.order });
    this.#context.changed();
    return object;
  }

  /** Deletes an object and the references to it. Returns false if it does not exist. */
  delete(id: number): boolean {
    const old = this.#entries.get(id);
    if (old === undefined) return false;
    this.#history.record(this.#context.now(), id, old);
    this.#entries.delete(id);
    this.#definition.onDelete?.(id);
    this.#context.changed();
    return true;
  }

  /**
   * Replaces all objects with those of a state file. They keep ids and order. A stale list shows them immediately.
   * @throws {TypeError} for invalid objects.
   */
  restore(objects: readonly T[]): void {
    const { name } = this.#definition;
    if (!Array.isArray(objects)) throw new TypeError(`the list of ${name} objects is missing`);
    this.#entries.clear();
    for (const object of objects as readonly T[]) {
      if (!Number.isSafeInteger(object?.id)) throw new TypeError(`a ${name} object has no id`);
      this.#context.reserveId(name, object.id);
      this.#add(Object.freeze(object));
    }
  }

  #add(object: T): void {
    this.#created += 1;
    this.#entries.set(object.id, { object, order: this.#created });
  }
}
