// What a table held a short while ago, for lists that lag behind.

/** A row and its place among all rows that were ever there. */
export interface Entry<T> {
  readonly row: T;
  readonly order: number;
}

interface Change<T> {
  readonly at: number;
  readonly id: number;
  /** undefined: the change created the row. */
  readonly before: Entry<T> | undefined;
}

/** Longest time that can be looked back on, in ms. */
export const LONGEST_LAG_MS = 60_000;

const MOST_CHANGES = 10_000;

/** The latest changes of one table: those of the last minute, 10,000 at most. */
export class History<T> {
  #changes: Change<T>[] = [];

  /** Takes note of a change of the row `id` at the time `at`, before which it was `before`. */
  note(at: number, id: number, before: Entry<T> | undefined): void {
    const horizon = at - LONGEST_LAG_MS;
    if (this.#changes.length >= MOST_CHANGES || (this.#changes[0]?.at ?? at) < horizon) {
      this.#changes = this.#changes.filter((change) => change.at >= horizon).slice(-MOST_CHANGES / 2);
    }
    this.#changes.push({ at, id, before });
  }

  /** The rows at `time`, oldest first, given those of now. */
  rowsAt(time: number, now: ReadonlyMap<number, Entry<T>>): T[] {
    const then = new Map(now);
    for (const { at, id, before } of this.#changes.toReversed()) {
      if (at <= time) break;
      if (before === undefined) then.delete(id);
      else then.set(id, before);
    }
    return [...then.values()].sort((a, b) => a.order - b.order).map(({ row }) => row);
  }
}
