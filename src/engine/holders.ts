// One object, one holder. Two entries of a state can name the same object: a key renamed without telling, a
// forced replacement, the leftovers of a killed run. Only the last of them may delete it.

export class Holders {
  readonly #holders = new Map<string, Set<string>>();
  readonly #taken = new Set<string>();

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
}
