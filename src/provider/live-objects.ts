// Which objects of the account the entries of this run have. The engine passes neither names nor what other entries own.
import type { Definition, Props } from "../kind/definition";
import type { EntryRequest } from "../kind/entry";
import { identifyingFields, identitiesOf } from "../kind/identity";
import { isDecided } from "../kind/on-existing";
import { hasUnknown } from "../kind/unknown";

/** What an entry of the program has to do with an object. */
interface Claim {
  /** In messages. */
  readonly entry: string;
  /** Tells entries with one name apart. "" for an object that this process has created. */
  readonly urn: string;
  /**
   * - `external`: the program only reads it. No delete of this process removes it, but an entry may adopt it.
   * - `recorded`: it is the object of the entry in the state, or will be adopted.
   * - `kept`: created, adopted or compared for the entry. No delete of this process removes it.
   */
  readonly how: "external" | "recorded" | "kept";
}

/** An entry with an identity. */
interface Identified {
  readonly name: string;
  readonly urn: string;
  readonly isRecorded: boolean;
}

export class LiveObjects {
  readonly #claims = new Map<string, Claim>();
  /** Of the entries of the program, by type and identity. */
  readonly #identified = new Map<string, Identified>();
  /** By type and arguments: a create gets nothing else. */
  readonly #namesOfNew = new Map<string, string>();

  claimOf(type: string, id: string): Claim["how"] | undefined {
    return this.#claims.get(`${type} ${id}`)?.how;
  }

  /** Whether an entry of the program has the object, or will adopt it. */
  isOwned(type: string, id: string): boolean {
    return ["recorded", "kept"].includes(this.claimOf(type, id) ?? "");
  }

  /** The entry that a check has named has the object, or will adopt it. @returns the problem if another one was first */
  claim(type: string, id: string, { urn }: EntryRequest, entry: string): string | undefined {
    const other = this.#claims.get(`${type} ${id}`);
    if (other && other.how !== "external" && other.urn !== urn) {
      const next =
        "Run `pulumi refresh --yes` to see who has it, or set onExisting: duplicate for a new entry";
      return `${other.entry} has or adopts the same object (id ${id}). ${next}`;
    }
    if (other?.how !== "kept") this.#claims.set(`${type} ${id}`, { urn, entry, how: "recorded" });
    return undefined;
  }

  /** @param entry of an object that was created. @default the entry that has claimed it */
  keep(type: string, id: string, entry = this.nameOf(type, id)): void {
    const { urn = "" } = this.#claims.get(`${type} ${id}`) ?? {};
    this.#claims.set(`${type} ${id}`, { urn, entry, how: "kept" });
  }

  /** The object was deleted. Some services give its id to the next one. */
  release(type: string, id: string): void {
    this.#claims.delete(`${type} ${id}`);
  }

  claimExternal(type: string, id: string): void {
    const key = `${type} ${id}`;
    if (!this.#claims.has(key)) this.#claims.set(key, { entry: key, urn: "", how: "external" });
  }

  /** Two entries with one identity would be one object, unless one says what it is. @returns the problem of the second one */
  identify(definition: Definition, args: Props, request: EntryRequest, name: string): string | undefined {
    const { type, yaml } = definition;
    const isOnly = yaml.shape === "single";
    if (!isOnly && isDecided(request.onExisting)) return undefined;
    const fields = identifyingFields(definition, args);
    const [identity] = isOnly ? [""] : identitiesOf(definition, args);
    if (identity === undefined || fields.some((field) => hasUnknown(args[field]))) return undefined;
    const other = this.#identified.get(`${type} ${identity}`);
    const { urn, ownId } = request;
    const isRecorded = ownId !== undefined;
    if (!other) this.#identified.set(`${type} ${identity}`, { name, urn, isRecorded });
    if (!other || other.urn === urn || (other.isRecorded && isRecorded && !isOnly)) return undefined;
    const same = `is the same object as ${other.name}`;
    if (isOnly) return `${same}: a stack has one ${type}. Remove one of them`;
    return `${same}: same ${fields.join(" and ")}. Remove one of them, or set onExisting: duplicate to create two`;
  }

  /** How messages name an entry, also in the calls that follow its check. */
  rememberName(type: string, { entry }: EntryRequest, args: Props): string {
    const name = entry || type;
    this.#namesOfNew.set(key(type, args), name);
    return name;
  }

  /** A refresh and a destroy run no program: then an object is named by its id. */
  nameOf(type: string, id: string): string {
    return this.#claims.get(`${type} ${id}`)?.entry ?? `${type} ${id}`;
  }

  nameOfNew(type: string, args: Props): string {
    return this.#namesOfNew.get(key(type, args)) ?? type;
  }
}

function key(type: string, args: Props): string {
  return `${type} ${JSON.stringify(args)}`;
}
