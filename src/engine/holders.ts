// One object, one holder. Two entries of a state can name the same object: a key renamed without telling, a
// forced replacement, the leftovers of a killed run. Only the last of them may delete it.

export class Holders {
  readonly #holders = new Map<string, Set<string>>();
  readonly #taken = new Set<string>();
  readonly #removals = new Map<string, Promise<unknown>>();

  /** Notes that an entry with this mark was seen to hold the object. */
  note(type: string, id: string, holder: string | undefined): void {
    const key = `${type} ${id}`;
    const holders = this.#holders.get(key) ?? new Set();
    holders.add(holder ?? "");
    this.#holders.set(key, holders);
  }

  /** Forgets one mark; true when nobody else is known to hold the object. */
  release(type: string, id: string, holder: string | undefined): boolean {
    const holders = this.#holders.get(`${type} ${id}`);
    holders?.delete(holder ?? "");
    return !holders || holders.size === 0;
  }

  /** An object made or taken over by this process belongs to that entry and to no second one. */
  take(type: string, id: string): void {
    this.#taken.add(`${type} ${id}`);
  }

  isTaken(type: string, id: string): boolean {
    return this.#taken.has(`${type} ${id}`);
  }

  /** Whether any entry is known to hold the object, one of an earlier run included. */
  isHeld(type: string, id: string): boolean {
    return this.isTaken(type, id) || (this.#holders.get(`${type} ${id}`)?.size ?? 0) > 0;
  }

  /**
   * Runs deletions of one object one after the other. The engine deletes two entries that name the same one side by
   * side, and the second finds it deleted.
   */
  inTurn<T>(type: string, id: string, remove: () => Promise<T>): Promise<T> {
    const key = `${type} ${id}`;
    const turn = (this.#removals.get(key) ?? Promise.resolve()).then(remove);
    this.#removals.set(
      key,
      turn.catch(() => {}),
    );
    return turn;
  }
}
