// A parsed config file: text, numbers, booleans, null, lists, and mappings with text keys, each with its range.
// Aliases are resolved, so one node can occur several times. Nothing here depends on YAML.
import type { Range } from "../source/source";

export type Scalar = string | number | boolean | null;

/** A value that is not known here. No schema accepts it, and the issues that it causes are not errors. */
export class Unresolved {
  readonly #written: string;

  /** @param written the text with the unresolved expression */
  constructor(written: string) {
    this.#written = written;
  }

  toString(): string {
    return this.#written;
  }
}

/** How `${…}` expressions filled in a value. */
export interface Interpolation {
  /** The expressions, which messages show instead of the value. */
  readonly expressions: string;
  readonly isSecret: boolean;
  /** Keys of the stack config in it with a plain value. */
  readonly plainKeys: readonly string[];
  /** Whether the value is a single expression, which may become a number or a boolean. */
  readonly isWhole: boolean;
}

interface BaseNode extends Range {
  /** An error in its `${…}` is already reported, so errors that it may cause are not. */
  readonly hasReportedError?: boolean;
  /** Whether it is or contains an interpolated value. */
  readonly isInterpolated?: boolean;
}

export interface ScalarNode extends BaseNode {
  readonly kind: "scalar";
  readonly value: Scalar | Unresolved;
  /** As in the file, without quotes. */
  readonly written: string;
  readonly interpolation?: Interpolation;
}

export interface ListNode extends BaseNode {
  readonly kind: "list";
  readonly items: readonly Node[];
}

export interface Pair {
  readonly key: string;
  readonly keyRange: Range;
  readonly value: Node;
}

export interface MapNode extends BaseNode {
  readonly kind: "map";
  readonly pairs: ReadonlyMap<string, Pair>;
}

export type Node = ScalarNode | ListNode | MapNode;

export function isNull(node: Node): boolean {
  return node.kind === "scalar" && node.value === null;
}

/** The interpolated values in a node. */
export function interpolatedScalars(node: Node): readonly ScalarNode[] {
  if (!node.isInterpolated) return [];
  if (node.kind === "scalar") return [node];
  const inner = node.kind === "list" ? node.items : [...node.pairs.values()].map(({ value }) => value);
  return inner.flatMap(interpolatedScalars);
}

/** Whether a value in a node is not known here. */
export function hasUnresolved(node: Node): boolean {
  return interpolatedScalars(node).some(({ value }) => value instanceof Unresolved);
}

/** The plain value of a node, for validation with a schema. */
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

export function plainPairs(pairs: Iterable<Pair>): Record<string, unknown> {
  // Unlike an assignment, `fromEntries` turns the key `__proto__` into a plain property.
  return Object.fromEntries(Array.from(pairs, ({ key, value }) => [key, plainValue(value)]));
}

/** The node at a path of keys and indexes, with its pair if it is in a mapping. */
export function findNode(
  root: Node,
  path: readonly PropertyKey[],
): { node: Node; pair: Pair | undefined } | undefined {
  let node: Node | undefined = root;
  let pair: Pair | undefined;
  for (const step of path) {
    pair = node.kind === "map" ? node.pairs.get(String(step)) : undefined;
    node = node.kind === "list" ? node.items[Number(step)] : pair?.value;
    if (!node) return undefined;
  }
  return { node, pair };
}
