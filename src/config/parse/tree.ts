// A parsed config file: only text, numbers, booleans, null, lists and mappings with text keys, each with its
// place. Aliases are resolved (the same node may stand in several places), so nothing here is YAML any more.
import type { Range } from "../source/source";

export type Scalar = string | number | boolean | null;

/** Stands for a value that is not known here: no schema takes it, and its issues are no mistakes. */
export class Unresolved {
  readonly #written: string;

  /** @param written the text that it stands in */
  constructor(written: string) {
    this.#written = written;
  }

  toString(): string {
    return this.#written;
  }
}

/** Where a value comes from, if not from the file alone. */
export interface Origin {
  /** The `${…}` that fill it in. It is what messages show in place of the value. */
  readonly written: string;
  readonly isSecret: boolean;
  /** Whether it is nothing but one `${…}`, and so may stand for a number or a boolean. */
  readonly isWhole: boolean;
}

interface Base extends Range {
  /** Something in it was already told as a mistake, so that what it lacks is no second one. */
  readonly isDamaged?: boolean;
  /** Whether a value in it has an origin. */
  readonly isFilled?: boolean;
}

export interface ScalarNode extends Base {
  readonly kind: "scalar";
  readonly value: Scalar | Unresolved;
  /** As written, without quotes. */
  readonly written: string;
  readonly origin?: Origin;
}

export interface ListNode extends Base {
  readonly kind: "list";
  readonly items: readonly Node[];
}

export interface Pair {
  readonly key: string;
  readonly keyRange: Range;
  readonly value: Node;
}

export interface MapNode extends Base {
  readonly kind: "map";
  readonly pairs: ReadonlyMap<string, Pair>;
  /** Pairs that were told as a mistake: keys that stand there already, that are no text, or have no value. */
  readonly unused: readonly Pair[];
}

export type Node = ScalarNode | ListNode | MapNode;

export function isNull(node: Node): boolean {
  return node.kind === "scalar" && node.value === null;
}

/** The values in a node that have an origin. */
export function filledIn(node: Node): readonly ScalarNode[] {
  if (!node.isFilled) return [];
  if (node.kind === "scalar") return [node];
  const inner = node.kind === "list" ? node.items : [...node.pairs.values()].map(({ value }) => value);
  return inner.flatMap(filledIn);
}

/** Whether something in a node is not known here. */
export function hasUnresolved(node: Node): boolean {
  return filledIn(node).some(({ value }) => value instanceof Unresolved);
}

/** The plain value of a node, for a schema to look at. */
export function plainValue(node: Node): unknown {
  switch (node.kind) {
    case "scalar":
      return node.value;
    case "list":
      return node.items.map(plainValue);
    case "map":
      return plainPairs(node.pairs.values());
  }
}

/** The plain object of some pairs. */
export function plainPairs(pairs: Iterable<Pair>): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  for (const pair of pairs) {
    // Plain assignment would set the prototype instead of a property.
    if (pair.key === "__proto__") {
      const property = {
        value: plainValue(pair.value),
        enumerable: true,
        configurable: true,
        writable: true,
      };
      Object.defineProperty(value, pair.key, property);
    } else {
      value[pair.key] = plainValue(pair.value);
    }
  }
  return value;
}

/** Where a path of keys and positions leads; `undefined` when nothing stands there. */
export function pairOrNodeAt(
  root: Node,
  path: readonly PropertyKey[],
): { node: Node; pair?: Pair } | undefined {
  let node = root;
  let pair: Pair | undefined;
  for (const step of path) {
    if (node.kind === "map") {
      pair = node.pairs.get(String(step));
      if (!pair) return undefined;
      node = pair.value;
    } else if (node.kind === "list") {
      const item = node.items[Number(step)];
      if (!item) return undefined;
      pair = undefined;
      node = item;
    } else {
      return undefined;
    }
  }
  return pair ? { node, pair } : { node };
}
