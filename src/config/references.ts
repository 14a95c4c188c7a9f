// References by key: whether the entries that they name stand in the file.
import type { Diagnostics } from "./diagnostics";
import { listed, quoted } from "./plain-text";
import type { FoundReference } from "./shape";
import type { Source } from "./source";
import { suggest } from "./suggest";
import { type Node, pairOrNodeAt } from "./tree";

/** Looking for the key that was meant takes time where there are thousands; after so many the cause is another. */
const MOST_SUGGESTIONS = 20;
/** So many keys are still worth listing, if none is longer than that. */
const FEW = 10;
const SHORT = 40;

const NO_KEYS: ReadonlySet<string> = new Set();

interface Use extends FoundReference {
  readonly node: Node;
  readonly label: string;
}

export class References {
  readonly #source: Source;
  readonly #diagnostics: Diagnostics;
  readonly #isComplete: boolean;
  readonly #keys = new Map<string, Set<string>>();
  readonly #uses: Use[] = [];

  /** @param isComplete whether all keys of the file will be noted; otherwise nothing can be missing */
  constructor(source: Source, diagnostics: Diagnostics, isComplete: boolean) {
    this.#source = source;
    this.#diagnostics = diagnostics;
    this.#isComplete = isComplete;
  }

  /** A key of the file. One whose entry has errors counts: a reference to it is no second mistake. */
  note(section: string, key: string): void {
    const keys = this.#keys.get(section);
    if (keys) keys.add(key);
    else this.#keys.set(section, new Set([key]));
  }

  use(references: readonly FoundReference[], root: Node, label: string): void {
    for (const reference of references) {
      const node = pairOrNodeAt(root, reference.path)?.node;
      if (node) this.#uses.push({ ...reference, node, label });
    }
  }

  /** Tells the references that lead nowhere; called when all keys are noted. */
  check(): void {
    if (!this.#isComplete) return;
    let misses = 0;
    for (const { section, key, node, label } of this.#uses) {
      const keys = this.#keys.get(section);
      if (keys?.has(key)) continue;
      misses += 1;
      const meant = misses > MOST_SUGGESTIONS ? undefined : suggest(key, keys ?? []);
      const message = `${label}: ${section} has no entry ${quoted(key)}`;
      const place = { source: this.#source, spot: node };
      if (meant === undefined)
        this.#diagnostics.error(place, message, waysOut(section, key, keys ?? NO_KEYS));
      else this.#diagnostics.error(place, `${message}; did you mean "${meant}"?`);
    }
  }
}

function waysOut(section: string, key: string, keys: ReadonlySet<string>): string {
  if (/^\d+$/.test(key)) return `an id of the account is written without quotes: ${key}`;
  if (keys.size === 0)
    return `this file has no ${section}; an object of the account is named by its id, a number`;
  const isWorthListing = keys.size <= FEW && [...keys].every(({ length }) => length <= SHORT);
  if (!isWorthListing) return `name a key of ${section}, or the id of an object of the account`;
  return `${section} has ${listed([...keys])}; an object of the account is named by its id, a number`;
}
