// The entries of the program that this process has seen. The engine passes neither names nor other entries.

import { identifyingFields, identityOf } from "../kind/compare";
import type { Definition, Props } from "../kind/definition";
import { isDecided } from "../kind/on-existing";
import { type EntryRequest, entryKey } from "../kind/request";
import { hasUnknown } from "../kind/schema";

/** A resource of the program: what the program says about it, and what the engine passes. */
export interface Entry extends EntryRequest {
  readonly definition: Definition;
  readonly args: Props;
  /** Whether the state has it. */
  readonly isRecorded: boolean;
}

export class Entries {
  readonly #byKey = new Map<string | undefined, Entry>();
  /** Existing resources that were checked and not compared yet, by the key that the state has of them. */
  readonly #checked = new Map<string | undefined, Entry>();
  /** The first entry with an identity, by type and identity. */
  readonly #identified = new Map<string, Entry>();

  /** @param recordedKey of an existing resource. @returns the key of the entry, which `entryKey` makes */
  add(entry: Entry, recordedKey: string | undefined): string | undefined {
    const key = entryKey(entry.urn);
    if (key !== undefined) this.#byKey.set(key, entry);
    if (recordedKey !== undefined) this.#checked.set(recordedKey, entry);
    return key;
  }

  /** The entry of a resource that is compared, after its check. `undefined`: a refresh asks, without one. */
  takeChecked(recordedKey: string | undefined): Entry | undefined {
    const entry = this.#checked.get(recordedKey);
    this.#checked.delete(recordedKey);
    return entry;
  }

  withKey(key: string | undefined): Entry | undefined {
    return this.#byKey.get(key);
  }

  /** Two entries with one identity would be one object, unless one says what it is. @returns the problem of the second one */
  identify(entry: Entry): string | undefined {
    const { definition, args, onExisting } = entry;
    if (isDecided(onExisting)) return undefined;
    const fields = identifyingFields(definition, args);
    const identity = definition.at === "account" ? "" : identityOf(definition, args);
    if (identity === undefined || fields.some((field) => hasUnknown(args[field]))) return undefined;
    const key = `${definition.type} ${identity}`;
    const other = this.#identified.get(key) ?? entry;
    this.#identified.set(key, other);
    if (other.urn === entry.urn || (other.isRecorded && entry.isRecorded)) return undefined;
    const next = definition.list ? ", or set onExisting: duplicate to create two" : "";
    return `is the same object as ${other.name}. Remove one of them${next}`;
  }
}
