// The keys of all entries in all files, and what refers to them: members of lists, and `renamedFrom`.
import { didYouMean, suggest } from "../../api/suggest";
import { ENTRY_KEY } from "../schema/loader-fields";
import type { ConfigNode } from "../yaml/tree";
import { FirstNodes } from "./duplicates";

/** A suggestion compares all keys. After this many wrong references the cause is not a typo. */
const MAX_SUGGESTIONS = 20;
/** The help lists the keys of a section if they are few and short. */
const MAX_LISTED_KEYS = 10;
const MAX_LISTED_LENGTH = 40;

/** A key that something in the file names. */
export interface KeyUse {
  readonly section: string;
  readonly key: string;
  readonly node: ConfigNode;
}

export class EntryKeys {
  readonly references: KeyUse[] = [];
  readonly renames: KeyUse[] = [];
  readonly #sections = new Map<string, FirstNodes>();

  /** Adds a key. Also that of an entry with errors: a reference to it is not another error. @returns whether it is the first */
  add(section: string, node: ConfigNode): boolean {
    const help = "keys must be unique across all files";
    return this.#keysOf(section).addOnce(String(node.step), node, `${node.label}: duplicate key`, help);
  }

  /** @param isUnknown whether not all keys of a section are known. Then its references cannot be checked */
  checkReferences(isUnknown: (section: string) => boolean): void {
    let missing = 0;
    for (const use of this.references) {
      const { section, key, node } = use;
      const keys = this.#keysOf(section);
      if (keys.has(key) || isUnknown(section)) continue;
      missing += node.origin ? 0 : 1;
      const suggestion = node.origin || missing > MAX_SUGGESTIONS ? undefined : suggest(key, keys.keys());
      const message = `${node.label}: ${section} has no entry ${shown(use)}`.trimEnd();
      const help = suggestion === undefined ? helpFor(use, [...keys.keys()]) : undefined;
      node.error("reference", message + didYouMean(suggestion), help);
    }
  }

  /** `renamedFrom` names a key that no entry has any more, and only one entry can have it. */
  checkRenames(): void {
    const firsts = new FirstNodes();
    for (const use of this.renames) {
      const { section, key, node } = use;
      const current = this.#keysOf(section).get(key);
      const first = firsts.firstWith(`${section}.${key}`, node);
      const wrong = (problem: string, help: string) =>
        node.error("rename", `${node.label} ${shown(use)} ${problem}`, help);
      if (current)
        wrong(
          `is still a key of ${section} (${current.keyPosition})`,
          "remove renamedFrom, or remove the entry with the old key",
        );
      else if (first)
        wrong(
          `is also used by ${first.parent!.label} (${first.keyPosition})`,
          "only one entry can be renamed from this key",
        );
    }
  }

  #keysOf(section: string): FirstNodes {
    const keys = this.#sections.get(section) ?? new FirstNodes();
    this.#sections.set(section, keys);
    return keys;
  }
}

/** The key, unless it comes from outside the file or is none that a person writes. */
function shown({ key, node }: KeyUse): string {
  if (node.origin) return `with the value of ${node.origin.from}`;
  return node.mayShow && ENTRY_KEY.test(key) ? `"${key}"` : "";
}

function helpFor({ section, key, node }: KeyUse, keys: readonly string[]): string {
  // A field that takes no id takes an address.
  const isId = [node, ...node.children.values()].some(({ place }) => place.types.has("number"));
  const other = isId
    ? "the id (a number) of an existing object"
    : `an address, such as ${node.place.examples[0]}`;
  if (isId && /^[1-9]\d*$/.test(key)) return `write an id without quotes: ${key}`;
  if (!isId && key.includes(".")) return `write an address with https://, or a key of ${section}`;
  if (keys.length === 0) return `the config has no ${section}; write ${other}`;
  const isShort = keys.length <= MAX_LISTED_KEYS && keys.every(({ length }) => length <= MAX_LISTED_LENGTH);
  return `allowed: ${isShort ? keys.join(", ") : `a key of ${section}`}, or ${other}`;
}
