// Who has which object of a kind: the state before this run, and the entries of the program that this process has seen.
// Nothing is sent about an object without asking here.

/** An entry of the program. */
export interface Claimant {
  /** In messages. */
  readonly name: string;
  /** Tells entries with one name apart. "": nobody knows it. */
  readonly urn: string;
}

interface Owner extends Claimant {
  /**
   * - `read`: the program only reads the object.
   * - `claimed`: it is the object of the entry in the state, or will be adopted.
   * - `kept`: created, adopted or compared for the entry.
   */
  readonly how: "read" | "claimed" | "kept";
}

const NOBODY = { name: "", urn: "" };

export class Owners {
  /** By id. */
  readonly #owners = new Map<string, Owner>();
  /** What entries of the state have. */
  readonly #recorded = new Set<string>();
  /** What the state has, also only to delete it: a list must not lack it. */
  readonly expected = new Set<string>();
  /** The list showed objects before a create of an earlier run. */
  hadObjects = false;
  readonly #spared = new Set<string>();
  /** Deleted by this process. Later requests repeat the state before it. */
  readonly #freed = new Set<string>();
  /** The record of the state with each object, as far as a refresh has read it. */
  readonly #records = new Map<string, { readonly key: string; readonly isDecided: boolean }>();
  /** Pending creates that look for their objects. */
  readonly #searches = new Set<Promise<unknown>>();

  /**
   * The state before this run.
   * @param ids also of entries that no `check` sees
   * @param spared those of them that a replacement of an earlier run still has to delete
   */
  record(ids: Iterable<string>, spared: Iterable<string> = []): void {
    for (const id of ids) {
      this.expect(id);
      if (!this.#freed.has(id)) this.#recorded.add(id);
    }
    for (const id of spared) this.#spared.add(id);
  }

  expect(id: string): void {
    if (!this.#freed.has(id)) this.expected.add(id);
  }

  /**
   * A refresh has found the object of a record.
   * @param key of the record
   * @param isDecided it was pending until now
   * @returns whether another record has it. That of an object which a replacement still has to delete does not count
   */
  isSharedBy(id: string, key: string, isDecided: boolean): boolean {
    const first = this.#records.get(id) ?? { key, isDecided };
    this.#records.set(id, first);
    return first.key !== key && (first.isDecided || isDecided);
  }

  /** Another pending create waits for the search of this one, which may take an object. */
  searching<T>(search: Promise<T>): Promise<T> {
    this.#searches.add(search);
    return search.finally(() => this.#searches.delete(search));
  }

  async searched(): Promise<void> {
    await Promise.allSettled(this.#searches);
  }

  /**
   * Who else has the object, by a claim or by the state. `undefined`: nobody, or the program only reads it.
   * @param ownId of the entry's object in the state
   */
  takenBy(id: string, { urn }: Pick<Claimant, "urn">, ownId?: string): Claimant | undefined {
    const owner = this.#owners.get(id);
    if (owner && owner.how !== "read") return owner.urn === urn ? undefined : owner;
    return this.#recorded.has(id) && id !== ownId ? { name: "a resource of the state", urn: "" } : undefined;
  }

  /** The entry has the object by the state, or will adopt it. @returns `takenBy`; if set, nothing changes */
  claim(id: string, { name, urn }: Claimant, ownId?: string): Claimant | undefined {
    const other = this.takenBy(id, { urn }, ownId);
    if (!other && this.#owners.get(id)?.how !== "kept") this.#owners.set(id, { name, urn, how: "claimed" });
    return other;
  }

  /** Created, adopted or compared for its entry: no delete removes it. @param claimant @default that of the claim */
  keep(id: string, claimant: Claimant = this.#owners.get(id) ?? NOBODY): void {
    this.#owners.set(id, { ...claimant, how: "kept" });
  }

  /** The program only reads the object: no delete removes it, and an entry may adopt it. */
  read(id: string): void {
    if (!this.#owners.has(id)) this.#owners.set(id, { ...NOBODY, how: "read" });
  }

  /** It is gone. Some services give its id to the next object. */
  free(id: string): void {
    this.#freed.add(id);
    this.#recorded.delete(id);
    this.expected.delete(id);
    this.#owners.delete(id);
    this.#records.delete(id);
  }

  /** Whether an entry of this process has claimed it or keeps it. */
  has(id: string): boolean {
    const how = this.#owners.get(id)?.how;
    return how === "claimed" || how === "kept";
  }

  /** The entry of this process that has it. */
  ownerOf(id: string): Claimant | undefined {
    return this.#owners.get(id);
  }

  /** Why no delete may remove it. `undefined`: one may. */
  whySpared(id: string): "kept" | "read" | undefined {
    const how = this.#owners.get(id)?.how;
    if (how === "read") return how;
    return how === "kept" || this.#spared.has(id) ? "kept" : undefined;
  }
}
