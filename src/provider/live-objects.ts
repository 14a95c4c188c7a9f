// Which objects of the account the entries of this run have. The engine passes neither names nor what other entries own.
import type { Props } from "../kind/definition";
import type { EntryRequest } from "../kind/entry";

export class LiveObjects {
  readonly #owned = new Set<string>();
  readonly #read = new Set<string>();
  readonly #entries = new Map<string, string>();
  readonly #names = new Map<string, string>();

  /** Created, adopted or compared by this process for an entry of the program. No delete of this process removes it. */
  own(type: string, id: string): void {
    this.#owned.add(`${type} ${id}`);
  }

  isOwned(type: string, id: string): boolean {
    return this.#owned.has(`${type} ${id}`);
  }

  /** An entry has the object, or will adopt it. @returns the problem if another one was first */
  take(type: string, id: string, entry: string): string | undefined {
    const key = `${type} ${id}`;
    const other = this.#entries.get(key) ?? entry;
    this.#entries.set(key, other);
    if (other === entry) return undefined;
    const next = "Run `pulumi refresh --yes` to see who has it, or set onExisting: duplicate for a new entry";
    return `${other} has or adopts the same object (id ${id}). ${next}`;
  }

  /** The program only reads it. No delete of this process removes it, but an entry may adopt it. */
  read(type: string, id: string): void {
    this.#read.add(`${type} ${id}`);
  }

  isRead(type: string, id: string): boolean {
    return this.#read.has(`${type} ${id}`);
  }

  /** How messages name an entry, also in the calls that follow its check. @param args a create gets nothing else */
  name(type: string, { entry, ownId }: EntryRequest, args: Props): string {
    const name = entry || type;
    this.#names.set(key(type, args), name);
    if (ownId !== undefined) this.#names.set(`${type} ${ownId}`, name);
    return name;
  }

  /** A refresh and a destroy run no program: then an object is named by its id. */
  nameOf(type: string, id: string): string {
    return this.#names.get(`${type} ${id}`) ?? `${type} ${id}`;
  }

  nameOfNew(type: string, args: Props): string {
    return this.#names.get(key(type, args)) ?? type;
  }
}

function key(type: string, args: Props): string {
  return `${type} ${JSON.stringify(args)}`;
}
