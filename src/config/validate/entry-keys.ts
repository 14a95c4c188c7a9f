// The keys of all entries in all files, and what refers to them: members of lists, and `renamedFrom`.
import { suggest } from "../../api/suggest";
import { type Diagnostics, type Location, locationText } from "../report/diagnostics";
import { quotedWord } from "../source/printable";

/** A suggestion compares all keys. After this many wrong references the cause is not a typo. */
const MAX_SUGGESTIONS = 20;
/** The help lists the keys of a section if they are few and short. */
const MAX_LISTED_KEYS = 10;
const MAX_LISTED_LENGTH = 40;

/** A key that something in the file names. */
export interface KeyUse {
  readonly section: string;
  readonly key: string;
  /** Of the entry or list that uses it. */
  readonly label: string;
  readonly location: Location;
  /** What the key comes from, if it is not in the file. */
  readonly expression?: string | undefined;
}

export class EntryKeys {
  readonly #sections = new Map<string, Map<string, Location>>();
  /** Sections whose keys are not known. */
  readonly #misspelled = new Set<string>();
  readonly #references: KeyUse[] = [];
  readonly #renames: KeyUse[] = [];
  readonly #diagnostics: Diagnostics;

  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  /** Adds a key. Also that of an entry with errors: a reference to it is not another error. */
  add(section: string, key: string, location: Location): boolean {
    const keys = this.#sections.get(section) ?? new Map<string, Location>();
    this.#sections.set(section, keys);
    const first = keys.get(key);
    if (!first) keys.set(key, location);
    else {
      const message = `${section}: duplicate key ${quotedWord(key)}; the first one is at ${locationText(first)}`;
      this.#diagnostics.error(location, "duplicate", message, "keys must be unique across all files");
    }
    return first === undefined;
  }

  /** The entries of a section are there, under a misspelled name: nothing refers to a wrong key. */
  addMisspelled(section: string): void {
    this.#misspelled.add(section);
  }

  addReference(use: KeyUse): void {
    this.#references.push(use);
  }

  addRename(use: KeyUse): void {
    this.#renames.push(use);
  }

  /** @param isComplete whether all keys are known; otherwise references cannot be checked */
  checkUses(isComplete: boolean): void {
    if (isComplete) this.#checkReferences();
    this.#checkRenames();
  }

  #checkReferences(): void {
    let missing = 0;
    for (const { section, key, label, location, expression } of this.#references) {
      const keys = this.#keysOf(section);
      if (keys.has(key) || this.#misspelled.has(section)) continue;
      missing += expression === undefined ? 1 : 0;
      const canSuggest = expression === undefined && missing <= MAX_SUGGESTIONS;
      const suggestion = canSuggest ? suggest(key, keys.keys()) : undefined;
      const start = `${label}: ${section} has no entry`;
      const message =
        expression === undefined ? `${start} ${quotedWord(key)}` : `${start} with the key from ${expression}`;
      if (suggestion === undefined)
        this.#diagnostics.error(location, "reference", message, helpFor(section, key, [...keys.keys()]));
      else this.#diagnostics.error(location, "reference", `${message}; did you mean "${suggestion}"?`);
    }
  }

  /** `renamedFrom` names a key that no entry has any more, and only one entry can have it. */
  #checkRenames(): void {
    const firsts = new Map<string, KeyUse>();
    for (const use of this.#renames) {
      const { section, key, label, location, expression } = use;
      const name = expression === undefined ? ` ${quotedWord(key)}` : `, the value of ${expression},`;
      const current = this.#keysOf(section).get(key);
      const first = firsts.get(`${section}.${key}`);
      if (!current && !first) firsts.set(`${section}.${key}`, use);
      else {
        const problem = current
          ? `is still a key of ${section} (${locationText(current)})`
          : `is also used by ${first!.label} (${locationText(first!.location)})`;
        const help = current
          ? "remove renamedFrom, or remove the entry with the old key"
          : "only one entry can be renamed from this key";
        this.#diagnostics.error(location, "rename", `${label}: renamedFrom${name} ${problem}`, help);
      }
    }
  }

  #keysOf(section: string): ReadonlyMap<string, Location> {
    return this.#sections.get(section) ?? new Map();
  }
}

function helpFor(section: string, key: string, keys: readonly string[]): string {
  if (/^[1-9]\d*$/.test(key)) return `write an id without quotes: ${key}`;
  if (keys.length === 0)
    return `the config has no ${section}; to use an existing object, write its id (a number)`;
  const isShort = keys.length <= MAX_LISTED_KEYS && keys.every(({ length }) => length <= MAX_LISTED_LENGTH);
  return `allowed: ${isShort ? keys.join(", ") : `a key of ${section}`}, or the id (a number) of an existing object`;
}
