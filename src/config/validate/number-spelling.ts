// Whole numbers of a config file are ids and limits, written in plain digits. YAML reads 0123 as 123, 0x10 as 16, 1e3 as
// 1000 and 4711.0 as 4711, which are other objects.
import type { Node, ScalarNode } from "../parse/tree";
import type { SchemaInspector } from "../schema/schema-inspector";

/** The numbers where the schema has a whole number, but that are not written as one. */
export function misspelledNumbers(
  node: Node,
  inspector: SchemaInspector,
  path: readonly PropertyKey[] = [],
): ScalarNode[] {
  if (node.kind === "list") {
    return node.items.flatMap((item, index) => misspelledNumbers(item, inspector, [...path, index]));
  }
  if (node.kind === "map") {
    return [...node.pairs.values()].flatMap(({ key, value }) =>
      misspelledNumbers(value, inspector, [...path, key]),
    );
  }
  const { value, written, interpolation } = node;
  const isMisspelled = Number.isInteger(value) && !interpolation && written !== String(value);
  return isMisspelled && inspector.at(path).some(({ type }) => type === "integer") ? [node] : [];
}
