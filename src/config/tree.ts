// A parsed config file: only text, numbers, booleans, null, lists and mappings with text keys, each with its
// place. Aliases are resolved (the same node may stand in several places), so nothing here is YAML any more.
import type { Spot } from "./source";

export type Scalar = string | number | boolean | null;

interface Base extends Spot {
  /** Something in it was already told as a mistake, so that what it lacks is no second one. */
  readonly isDamaged?: boolean;
}

export interface ScalarNode extends Base {
  readonly kind: "scalar";
  readonly value: Scalar;
  /** As written, without quotes. */
  readonly written: string;
}

export interface ListNode extends Base {
  readonly kind: "list";
  readonly items: readonly Node[];
}

export interface Pair {
  readonly key: string;
  readonly keySpot: Spot;
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
