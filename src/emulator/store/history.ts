// Recent changes of a collection, so that lists can show an earlier state.

/** An object and its position by creation. */
export interface Entry<T> {
  readonly object: T;
  readonly order: number;
}

interface Change<T> {
  readonly at: number;
  readonly id: number;
  /** undefined: the change created the object. */
  readonly before: Entry<T> | undefined;
}

/** How far back the history reaches. */
export const MAX_LAG_MS = 60_000;

const MAX_CHANGES = 10_000;

/** The changes of the last minute, at most 10,000. */
export class History<T> {
  #changes: Change<T>[] = [];

  /** Records a change at the time `at` of the object `id`, which was `before` until then. */
  record(at: number, id: number, before: Entry<T> | undefined): void {
    const oldest = at - MAX_LAG_MS;
    if (this.#changes.length >= MAX_CHANGES || (this.#changes[0]?.at ?? at) < oldest) {
      this.#changes = this.#changes.filter((change) => change.at >= oldest).slice(-MAX_CHANGES / 2);
    }
    this.#changes.push({ at, id, before });
  }

  /** The objects at `time`, oldest first. `current` are the objects of now. */
  objectsAt(time: number, current: ReadonlyMap<number, Entry<T>>): T[] {
    const entries = new Map(current);
    for (const { at, id, before } of this.#changes.toReversed()) {
      if (at <= time) break;
      if (before === undefined) entries.delete(id);
      else entries.set(id, before);
    }
    return [...entries.values()].sort((a, b) => a.order - b.order).map(({ object }) => object);
  }
}
