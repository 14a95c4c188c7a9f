// References by key: whether the entries that they name are there.

import { type Node, pairOrNodeAt } from "../parse/tree";
import type { Diagnostics } from "../report/diagnostics";
import { suggest } from "../report/suggest";
import type { FoundReference } from "../schema/schema-inspector";
import { formatList, quoted } from "../source/printable";
import type { Source } from "../source/source";
import type { Keys } from "./keys";

/** Looking for the key that was meant takes time where there are thousands; after so many the cause is another. */
const MOST_SUGGESTIONS = 20;
/** So many keys are still worth listing, if none is longer than that. */
const FEW = 10;
const SHORT = 40;

interface Use extends FoundReference {
  readonly source: Source;
  readonly node: Node;
  readonly label: string;
}

export class References {
  readonly #keys: Keys;
  readonly #diagnostics: Diagnostics;
  readonly #uses: Use[] = [];

  /** @param keys those of entries with errors count too: a reference to one is no second mistake */
  constructor(keys: Keys, diagnostics: Diagnostics) {
    this.#keys = keys;
    this.#diagnostics = diagnostics;
  }

  use(references: readonly FoundReference[], source: Source, root: Node, label: string): void {
    for (const reference of references) {
      const node = pairOrNodeAt(root, reference.path)?.node;
      if (node) this.#uses.push({ ...reference, source, node, label });
    }
  }

  /** Tells the references that lead nowhere; called when all keys are noted. */
  check(): void {
    let misses = 0;
    for (const { section, key, source, node, label } of this.#uses) {
      const keys = this.#keys.of(section);
      if (keys.has(key)) continue;
      const place = { source, range: node };
      if (node.kind === "scalar" && node.origin) {
        const message = `${label}: ${section} has no entry of the name that ${node.origin.written} gives`;
        this.#diagnostics.error(place, message);
        continue;
      }
      misses += 1;
      const meant = misses > MOST_SUGGESTIONS ? undefined : suggest(key, keys.keys());
      const message = `${label}: ${section} has no entry ${quoted(key)}`;
      if (meant === undefined) this.#diagnostics.error(place, message, waysOut(section, key, keys));
      else this.#diagnostics.error(place, `${message}; did you mean "${meant}"?`);
    }
  }
}

function waysOut(section: string, key: string, keys: ReadonlyMap<string, unknown>): string {
  if (/^\d+$/.test(key)) return `an id of the account is written without quotes: ${key}`;
  if (keys.size === 0)
    return `there are no ${section} in the config; an object of the account is named by its id, a number`;
  const isWorthListing = keys.size <= FEW && [...keys.keys()].every(({ length }) => length <= SHORT);
  if (!isWorthListing) return `name a key of ${section}, or the id of an object of the account`;
  return `${section} has ${formatList([...keys.keys()])}; an object of the account is named by its id, a number`;
}
