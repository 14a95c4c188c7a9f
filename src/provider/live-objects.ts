// Which objects of the account the entries of this run have. The engine passes neither names nor what other entries own.
import type { Definition, Props } from "../kind/definition";
import type { EntryRequest } from "../kind/entry";
import { identifyingFields, identityOf, saysMore } from "../kind/identity";
import { isDecided } from "../kind/on-existing";
import { hasUnknown } from "../kind/unknown";

/** A resource of the program, as `check` gets it. */
export interface Entry {
  readonly definition: Definition;
  readonly args: Props;
  readonly request: EntryRequest;
  /** In messages. */
  readonly name: string;
}

/** What an entry of the program has to do with an object. */
interface Claim {
  /** In messages. */
  readonly name: string;
  /** Tells entries with one name apart. "" for an object that this process has created, or that the program only reads. */
  readonly urn: string;
  /**
   * - `external`: the program only reads it. No delete of this process removes it, but an entry may adopt it.
   * - `recorded`: it is the object of the entry in the state, or will be adopted.
   * - `kept`: created, adopted or compared for the entry. No delete of this process removes it.
   */
  readonly how: "external" | "recorded" | "kept";
  /** As the entry writes them. @default not known */
  readonly args?: Props | undefined;
}

export class LiveObjects {
  /** By type and id. */
  readonly #claims = new Map<string, Claim>();
  /** The first entry with an identity, by type and identity. */
  readonly #identified = new Map<string, Entry>();
  /** Names of new entries, by type and arguments: a create gets nothing else. */
  readonly #newNames = new Map<string, string>();

  claimOf(type: string, id: string): Claim["how"] | undefined {
    return this.#claims.get(`${type} ${id}`)?.how;
  }

  /** Whether an entry of the program has the object, or will adopt it. */
  isOwned(type: string, id: string): boolean {
    return ["recorded", "kept"].includes(this.claimOf(type, id) ?? "");
  }

  /** The entry has the object, or will adopt it. @returns the problem if another entry was first */
  claim({ definition, args, request: { urn }, name }: Entry, id: string): string | undefined {
    const key = `${definition.type} ${id}`;
    const other = this.#claims.get(key);
    if (other && other.how !== "external" && other.urn !== urn) {
      const next =
        "Run `pulumi refresh --yes` to see who has it, or set onExisting: duplicate for a new entry";
      return `${other.name} has or adopts the same object (id ${id}). ${next}`;
    }
    if (other?.how !== "kept") this.#claims.set(key, { urn, name, how: "recorded", args });
    return undefined;
  }

  /**
   * @param name of an object that was created. @default that of the entry that has claimed it
   * @param given its arguments. @default those of that entry
   */
  keep(type: string, id: string, name = this.nameOf(type, id), given?: Props): void {
    const key = `${type} ${id}`;
    const { urn = "", args = given } = this.#claims.get(key) ?? {};
    this.#claims.set(key, { urn, name, how: "kept", args });
  }

  /** Whether the entry that has the object says more of what identifies it than another one, which means another object. */
  isDistinct({ definition, args, request }: Entry, id: string): boolean {
    const owner = this.#claims.get(`${definition.type} ${id}`)?.args;
    return (
      request.distinctIds?.includes(id) === true || (owner !== undefined && saysMore(definition, owner, args))
    );
  }

  /** The object was deleted. Some services give its id to the next one. */
  release(type: string, id: string): void {
    this.#claims.delete(`${type} ${id}`);
  }

  claimExternal(type: string, id: string): void {
    const key = `${type} ${id}`;
    if (!this.#claims.has(key)) this.#claims.set(key, { name: key, urn: "", how: "external" });
  }

  /** Two entries with one identity would be one object, unless one says what it is. @returns the problem of the second one */
  identify(entry: Entry): string | undefined {
    const { definition, args, request } = entry;
    const { type, yaml } = definition;
    const isSingle = yaml.shape === "single";
    if (!isSingle && isDecided(request.onExisting)) return undefined;
    const fields = identifyingFields(definition, args);
    const identity = isSingle ? "" : identityOf(definition, args);
    if (identity === undefined || fields.some((field) => hasUnknown(args[field]))) return undefined;
    const key = `${type} ${identity}`;
    const other = this.#identified.get(key);
    if (!other) this.#identified.set(key, entry);
    if (!other || other.request.urn === request.urn) return undefined;
    const areRecorded = other.request.ownId !== undefined && request.ownId !== undefined;
    if (areRecorded && !isSingle) return undefined;
    const same = `is the same object as ${other.name}`;
    if (isSingle) return `${same}: a stack has one ${type}. Remove one of them`;
    return `${same}: same ${fields.join(" and ")}. Remove one of them, or set onExisting: duplicate to create two`;
  }

  /** How the create names an entry. */
  rememberName({ definition, args, name }: Entry): void {
    this.#newNames.set(keyOfNew(definition.type, args), name);
  }

  /** A refresh and a destroy run no program: then an object is named by its id. */
  nameOf(type: string, id: string): string {
    return this.#claims.get(`${type} ${id}`)?.name ?? `${type} ${id}`;
  }

  nameOfNew(type: string, args: Props): string {
    return this.#newNames.get(keyOfNew(type, args)) ?? type;
  }
}

function keyOfNew(type: string, args: Props): string {
  return `${type} ${JSON.stringify(args)}`;
}
