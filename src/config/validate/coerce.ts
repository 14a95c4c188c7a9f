// What comes from outside is text. Where it stands alone and the schema wants a number or a boolean, it is one.

import type { Node, Pair, ScalarNode } from "../parse/tree";
import type { SchemaInspector } from "../schema/schema-inspector";

/** The node with such values in the type that the schema has at their places. */
export function coerce(node: Node, shape: SchemaInspector, path: readonly PropertyKey[] = []): Node {
  if (!node.isFilled) return node;
  if (node.kind === "scalar") return typedScalar(node, shape, path);
  if (node.kind === "list") {
    return { ...node, items: node.items.map((item, index) => coerce(item, shape, [...path, index])) };
  }
  const pairs = new Map<string, Pair>();
  for (const [key, pair] of node.pairs) {
    pairs.set(key, { ...pair, value: coerce(pair.value, shape, [...path, key]) });
  }
  return { ...node, pairs };
}

function typedScalar(node: ScalarNode, shape: SchemaInspector, path: readonly PropertyKey[]): ScalarNode {
  const { value, origin } = node;
  if (typeof value !== "string" || !origin?.isWhole) return node;
  const types = new Set(shape.at(path).map(({ type }) => type));
  if (types.has("boolean") && /^(true|false)$/.test(value)) return { ...node, value: value === "true" };
  // Where text is possible too, such as in a reference, digits are an id all the same.
  const isNumber = (types.has("integer") || types.has("number")) && /^(0|[1-9]\d{0,14})$/.test(value);
  return isNumber ? { ...node, value: Number(value) } : node;
}
