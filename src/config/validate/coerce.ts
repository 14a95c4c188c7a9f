// Interpolated values are text. A value that is a single expression becomes a number or boolean if the schema wants one.
import type { Node, ScalarNode } from "../parse/tree";
import type { SchemaInspector } from "../schema/schema-inspector";

export function coerce<T extends Node>(node: T, inspector: SchemaInspector, path?: readonly PropertyKey[]): T;
export function coerce(node: Node, inspector: SchemaInspector, path: readonly PropertyKey[] = []): Node {
  if (!node.isInterpolated) return node;
  if (node.kind === "scalar") return coerceScalar(node, inspector, path);
  if (node.kind === "list") {
    return { ...node, items: node.items.map((item, index) => coerce(item, inspector, [...path, index])) };
  }
  const pairs = [...node.pairs.values()].map(
    (pair) => [pair.key, { ...pair, value: coerce(pair.value, inspector, [...path, pair.key]) }] as const,
  );
  return { ...node, pairs: new Map(pairs) };
}

function coerceScalar(
  node: ScalarNode,
  inspector: SchemaInspector,
  path: readonly PropertyKey[],
): ScalarNode {
  const { value, interpolation } = node;
  if (typeof value !== "string" || !interpolation?.isWhole) return node;
  const types = new Set(inspector.at(path).map(({ type }) => type));
  // Any value is allowed. A password of digits must stay text.
  if (types.has("null")) return node;
  if (types.has("boolean") && /^(true|false)$/.test(value)) return { ...node, value: value === "true" };
  // Digits are an id even if text is allowed too, as in a reference.
  const isNumber = (types.has("integer") || types.has("number")) && /^(0|[1-9]\d{0,14})$/.test(value);
  return isNumber ? { ...node, value: Number(value) } : node;
}
