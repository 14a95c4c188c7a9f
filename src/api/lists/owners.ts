// Who has which object of a kind: the state before this run, and the entries of the program that this process has seen.
// Nothing is sent about an object without asking here.

/** An entry of the program. */
export interface Claimant {
  /** In messages. */
  readonly name: string;
  /** Tells entries with one name apart. "": nobody knows it. */
  readonly urn: string;
}

/**
 * What is known of an object.
 * - `named`: the state has it, also only to delete it, or a member of it.
 * - `recorded`: an entry of the state has it, which no `check` has seen yet.
 * - `read`: the program only reads it.
 * - `claimed`: it is the object of the entry in the state, or will be adopted.
 * - `kept`: adopted or compared for the entry.
 * - `created`: by this process, for the entry.
 * - `gone`: deleted by this process or found absent. Later requests repeat the state before that.
 */
type Standing = "named" | "recorded" | "read" | "claimed" | "kept" | "created" | "gone";

const NOBODY: Claimant = { name: "", urn: "" };

export class Owners {
  readonly #owners = new Map<string, Claimant & { readonly how: Standing }>();
  /** The list showed objects before a create of an earlier run. */
  hadObjects = false;

  /**
   * The state before this run.
   * @param ids also of entries that no `check` sees
   * @param spared those of them that a replacement of an earlier run still has to delete
   */
  record(ids: Iterable<string>, spared: Iterable<string> = []): void {
    for (const id of ids) if (this.#is(id, undefined, "named")) this.#set(id, "recorded");
    for (const id of spared) if (!this.isGone(id)) this.keep(id);
  }

  /** The state, or an assignment, says that it exists. */
  expect(id: string): void {
    if (this.#is(id, undefined)) this.#set(id, "named");
  }

  /** Whether a list must show it: the state or an entry has it, and nobody has removed it. */
  expects(id: string): boolean {
    return !this.#is(id, undefined, "gone");
  }

  /** Whether a list must show any object: it may not show yet what this process has created. */
  get expectsAny(): boolean {
    return this.hadObjects || [...this.#owners.keys()].some((id) => !this.#is(id, "created", "gone"));
  }

  /**
   * Who else has the object, by a claim or by the state. `undefined`: nobody, or the program only reads it.
   * @param ownId of the entry's object in the state
   */
  takenBy(id: string, { urn }: Pick<Claimant, "urn">, ownId?: string): Claimant | undefined {
    const owner = this.#owners.get(id);
    if (!owner || this.#is(id, "named", "read", "gone")) return undefined;
    if (owner.urn !== "") return owner.urn === urn ? undefined : owner;
    return id === ownId ? undefined : { name: "a resource of the state", urn: "" };
  }

  /** The entry has the object by the state, or will adopt it. @returns `takenBy`; if set, nothing changes */
  claim(id: string, entry: Claimant, ownId?: string): Claimant | undefined {
    const other = this.takenBy(id, entry, ownId);
    if (!other) this.#set(id, this.has(id) ? this.#owners.get(id)!.how : "claimed", entry);
    return other;
  }

  /** Adopted or compared for its entry: no delete removes it. @param entry @default that of the claim */
  keep(id: string, entry = this.ownerOf(id)): void {
    this.#set(id, this.wasCreated(id) ? "created" : "kept", entry);
  }

  /** Created for its entry: no delete removes it. */
  create(id: string, entry: Claimant): void {
    this.#set(id, "created", entry);
  }

  /** The program only reads the object: no delete removes it, and an entry may adopt it. */
  read(id: string): void {
    if (!this.has(id)) this.#set(id, "read");
  }

  /** It is gone. Some services give its id to the next object. */
  free(id: string): void {
    this.#set(id, "gone");
  }

  /** Whether an entry of this process has claimed it or keeps it. */
  has(id: string): boolean {
    return this.#is(id, "claimed", "kept", "created");
  }

  wasCreated(id: string): boolean {
    return this.#is(id, "created");
  }

  isGone(id: string): boolean {
    return this.#is(id, "gone");
  }

  /** The entry of this process that has it. */
  ownerOf(id: string): Claimant | undefined {
    return this.#owners.get(id);
  }

  /** Whether no delete may remove it: an entry of this run has it, or the program reads it. */
  isSpared(id: string): boolean {
    return this.#is(id, "read", "kept", "created");
  }

  #is(id: string, ...standings: readonly (Standing | undefined)[]): boolean {
    return standings.includes(this.#owners.get(id)?.how);
  }

  #set(id: string, how: Standing, { name, urn }: Claimant = NOBODY): void {
    this.#owners.set(id, { name, urn, how });
  }
}
