// What the aliases (*) of a document refer to. The library would search the whole document for each of them.
import { type Alias, type Document, isAlias, type ParsedNode, visit } from "yaml";

export class Aliases {
  readonly #document: Document.Parsed;
  #targets: ReadonlyMap<Alias, ParsedNode> | undefined;

  constructor(document: Document.Parsed) {
    this.#document = document;
  }

  /** The last value before the alias that has an anchor (&) of its name. */
  targetOf(alias: Alias): ParsedNode | undefined {
    this.#targets ??= targetsIn(this.#document);
    return this.#targets.get(alias);
  }
}

function targetsIn(document: Document.Parsed): ReadonlyMap<Alias, ParsedNode> {
  const anchors = new Map<string, ParsedNode>();
  const targets = new Map<Alias, ParsedNode>();
  visit(document, {
    Node(_key, node) {
      if (!isAlias(node)) {
        if (node.anchor !== undefined) anchors.set(node.anchor, node as ParsedNode);
        return;
      }
      const target = anchors.get(node.source);
      // A value that contains its own alias would be endless.
      if (target && target.range[1] <= node.range![0]) targets.set(node, target);
    },
  });
  return targets;
}
