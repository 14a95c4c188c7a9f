// The keys of all entries in all files.

import { suggest } from "../../api/suggest";
import { findNode, type Node } from "../parse/tree";
import { type Diagnostics, type Location, locationText } from "../report/diagnostics";
import type { Reference } from "../schema/schema-inspector";
import { quotedWord } from "../source/printable";
import type { Source } from "../source/source";

export class EntryKeys {
  readonly #sections = new Map<string, Map<string, Location>>();

  /** Adds a key. Returns the location of the first entry with this key if there is one. */
  add(section: string, key: string, location: Location): Location | undefined {
    const keys = this.#sections.get(section) ?? new Map<string, Location>();
    this.#sections.set(section, keys);
    const first = keys.get(key);
    if (!first) keys.set(key, location);
    return first;
  }

  of(section: string): ReadonlyMap<string, Location> {
    return this.#sections.get(section) ?? new Map();
  }
}

/** A suggestion compares all keys. After this many wrong references the cause is not a typo. */
const MAX_SUGGESTIONS = 20;
/** The help lists the keys of a section if they are few and short. */
const MAX_LISTED_KEYS = 10;
const MAX_LISTED_LENGTH = 40;

/** References in the member of a list. */
export interface ReferenceUse {
  readonly references: readonly Reference[];
  readonly source: Source;
  readonly member: Node;
  readonly label: string;
}

/**
 * @param keys include those of entries with errors: a reference to one is not another error
 * @param misspelled sections whose keys are not known
 */
export function checkReferences(
  uses: readonly ReferenceUse[],
  keys: EntryKeys,
  misspelled: ReadonlySet<string>,
  diagnostics: Diagnostics,
): void {
  let missing = 0;
  for (const { references, source, member, label } of uses) {
    for (const { section, key, path } of references) {
      const known = keys.of(section);
      const node = findNode(member, path)?.node;
      if (!node || known.has(key) || misspelled.has(section)) continue;
      const location = { source, range: node };
      if (node.kind === "scalar" && node.interpolation) {
        const message = `${label}: ${section} has no entry with the key from ${node.interpolation.expressions}`;
        diagnostics.errorOnce(location, "reference", label, message);
        continue;
      }
      missing += 1;
      const suggestion = missing > MAX_SUGGESTIONS ? undefined : suggest(key, known.keys());
      const message = `${label}: ${section} has no entry ${quotedWord(key)}`;
      if (suggestion === undefined)
        diagnostics.errorOnce(
          location,
          "reference",
          label,
          message,
          helpFor(section, key, [...known.keys()]),
        );
      else diagnostics.errorOnce(location, "reference", label, `${message}; did you mean "${suggestion}"?`);
    }
  }
}

function helpFor(section: string, key: string, keys: readonly string[]): string {
  if (/^[1-9]\d*$/.test(key)) return `write an id without quotes: ${key}`;
  if (keys.length === 0)
    return `the config has no ${section}; to use an existing object, write its id (a number)`;
  const isShort = keys.length <= MAX_LISTED_KEYS && keys.every(({ length }) => length <= MAX_LISTED_LENGTH);
  return `allowed: ${isShort ? keys.join(", ") : `a key of ${section}`}, or the id (a number) of an existing object`;
}

export interface Rename {
  readonly section: string;
  readonly label: string;
  readonly from: string;
  readonly source: Source;
  readonly value: Node;
}

export function checkRenames(renames: readonly Rename[], keys: EntryKeys, diagnostics: Diagnostics): void {
  const firsts = new Map<string, Rename>();
  for (const rename of renames) {
    const { section, label, from } = rename;
    const location = locationOf(rename);
    const message = `${label}: renamedFrom${nameOf(rename)}`;
    const current = keys.of(section).get(from);
    const first = firsts.get(`${section}.${from}`);
    if (current) {
      diagnostics.error(
        location,
        "rename",
        `${message} is still a key of ${section} (${locationText(current)})`,
        "remove renamedFrom, or remove the entry with the old key",
      );
    } else if (first) {
      diagnostics.error(
        location,
        "rename",
        `${message} is also used by ${first.label} (${locationText(locationOf(first))})`,
        "only one entry can be renamed from this key",
      );
    } else firsts.set(`${section}.${from}`, rename);
  }
}

function locationOf({ source, value }: Rename): Location {
  return { source, range: value };
}

function nameOf({ from, value }: Rename): string {
  const interpolation = value.kind === "scalar" ? value.interpolation : undefined;
  return interpolation ? `, the value of ${interpolation.expressions},` : ` ${quotedWord(from)}`;
}
