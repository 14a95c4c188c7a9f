// Merge keys: `<<: *base` adds the fields of another mapping that the mapping itself does not have.
import { isScalar, type ParsedNode } from "yaml";
import type { MapNode, Node, Pair } from "./tree";

export const MERGE_KEY = "<<";
export const MERGE_FORMS = "write <<: *base, or <<: [*first, *second], with anchors (&) of mappings";

/** In quotes, it is a key like any other. */
export function isMergeKey(key: ParsedNode | null): boolean {
  return isScalar(key) && key.value === MERGE_KEY && key.type === "PLAIN";
}

/** The mappings that a merge key names, those first that take precedence. `undefined` if it is something else. */
export function mergedMaps(value: Node): readonly MapNode[] | undefined {
  const nodes = value.kind === "list" ? value.items : [value];
  const maps = nodes.filter((node) => node.kind === "map");
  return maps.length === nodes.length && maps.length > 0 ? maps : undefined;
}

/** Adds the pairs that are missing. They keep their location, which is that of their anchor. */
export function addMerged(pairs: Map<string, Pair>, merged: readonly MapNode[]): void {
  for (const map of merged) {
    for (const pair of map.pairs.values()) {
      if (!pairs.has(pair.key)) pairs.set(pair.key, pair);
    }
  }
}
