// The nodes of a YAML document by path, through aliases and merge keys.
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type ParsedNode,
  visit,
  type YAMLMap,
} from "yaml";
import type { Range } from "../source/source";
import { controlCharacterProblem, oddText, type Problem, valueMissing } from "./hints";

/** In place of a key, as in YAML 1.1: the fields of other mappings. */
export const MERGE_KEY = "<<";

export type Path = readonly PropertyKey[];

export interface Pair {
  readonly key: Range;
  readonly value: ParsedNode | null;
}

export interface Place {
  /** Behind its alias. */
  readonly node: ParsedNode | null;
  /** Unset in a list. */
  readonly key?: Range;
}

export class Nodes {
  /** What is wrong with keys, merge keys and aliases, as far as they were read. */
  readonly problems: Problem[] = [];
  /** Equal keys of a mapping. */
  readonly duplicates: { readonly range: Range; readonly first: Range }[] = [];
  readonly #document: Document.Parsed;
  readonly #text: string;
  readonly #pairs = new WeakMap<YAMLMap.Parsed, Map<string, Pair>>();
  #targets: ReadonlyMap<Alias, ParsedNode | undefined> | undefined;

  constructor(document: Document.Parsed, text: string) {
    this.#document = document;
    this.#text = text;
  }

  get root(): ParsedNode | null {
    return this.#document.contents;
  }

  at(path: Path): Place | undefined {
    let place: Place = { node: this.resolve(this.root) };
    for (const step of path) {
      const { node } = place;
      if (isMap(node)) {
        const pair = this.pairsOf(node).get(String(step));
        if (!pair) return undefined;
        place = { node: this.resolve(pair.value), key: pair.key };
      } else if (isSeq(node) && typeof step === "number" && step < node.items.length) {
        place = { node: this.resolve(node.items[step] as ParsedNode) };
      } else return undefined;
    }
    return place;
  }

  /** What an alias refers to; any other node is itself. */
  resolve(node: ParsedNode | null): ParsedNode | null {
    if (!isAlias(node)) return node;
    // The library would search the whole document for each alias.
    this.#targets ??= aliasTargets(this.#document);
    const target = this.#targets.get(node);
    if (target) return target;
    // Without quotes, a password that starts with "*" is an alias.
    this.problems.push({
      range: rangeOf(node),
      message: "this alias (*) names no value before it",
      help: 'add its anchor (&) to a value above, or put text that starts with "*" in quotes',
    });
    return null;
  }

  /** The pairs of a mapping, and those of its merge keys that it lacks. */
  pairsOf(map: YAMLMap.Parsed): ReadonlyMap<string, Pair> {
    const known = this.#pairs.get(map);
    if (known) return known;
    const pairs = new Map<string, Pair>();
    this.#pairs.set(map, pairs);
    const merged: YAMLMap.Parsed[] = [];
    for (const { key, value } of map.items) {
      const range = key ? rangeOf(key) : rangeOf(map);
      if (map.flow && value === null) this.problems.push(valueMissing(this.#text, range));
      else if (isMergeKey(key) && merged.length > 0)
        this.problems.push({
          range,
          message: "duplicate merge key (<<)",
          help: "write <<: [*first, *second]",
        });
      else if (isMergeKey(key)) merged.push(...this.#mergedMaps(value, range));
      else {
        const name = this.#keyText(key, range);
        if (name === undefined) continue;
        const first = pairs.get(name);
        if (first) this.duplicates.push({ range, first: first.key });
        else pairs.set(name, { key: range, value });
      }
    }
    // They keep their place, which is that of their anchor.
    for (const one of merged)
      for (const [name, pair] of this.pairsOf(one)) if (!pairs.has(name)) pairs.set(name, pair);
    return pairs;
  }

  /** The mappings that a merge key names, those first that take precedence. */
  #mergedMaps(value: ParsedNode | null, range: Range): readonly YAMLMap.Parsed[] {
    const resolved = this.resolve(value);
    const nodes = isSeq(resolved)
      ? resolved.items.map((item) => this.resolve(item as ParsedNode))
      : [resolved];
    const maps = nodes.filter((node): node is YAMLMap.Parsed => isMap(node));
    if (maps.length < nodes.length || maps.length === 0)
      this.problems.push({
        range,
        message: "a merge key (<<) needs mappings",
        help: "write <<: *base, or <<: [*first, *second], with anchors (&) of mappings",
      });
    return maps;
  }

  /** `undefined` for a key without a usable text. */
  #keyText(key: ParsedNode | null, range: Range): string | undefined {
    const value = isScalar(key) ? key.value : undefined;
    const text = this.#text.slice(range.start, range.end);
    const problem =
      typeof value === "string"
        ? (oddText(text, range.start, true) ?? controlCharacterProblem(value, range))
        : keyProblem(key, range);
    if (problem) this.problems.push(problem);
    else if (value === "__proto__")
      this.problems.push({ range, message: "this key is not allowed", code: "key" });
    else return value as string;
    return undefined;
  }
}

/** An alias refers to the last anchor of its name before it. */
function aliasTargets(document: Document.Parsed): ReadonlyMap<Alias, ParsedNode | undefined> {
  const anchors = new Map<string, ParsedNode>();
  const targets = new Map<Alias, ParsedNode | undefined>();
  visit(document, {
    Node(_key, node) {
      if (isAlias(node)) {
        const target = anchors.get(node.source);
        // A value that contains its own alias would be endless.
        const isBefore = target && target.range[1] <= node.range![0];
        targets.set(node, isBefore ? target : undefined);
      } else if (node.anchor !== undefined) anchors.set(node.anchor, node as ParsedNode);
    },
  });
  return targets;
}

function keyProblem(key: ParsedNode | null, range: Range): Problem {
  if (isScalar(key) && key.source === "") return { range, message: 'missing key before the ":"' };
  return { range, message: "this key is not text", help: "write it in quotes", code: "key" };
}

function isMergeKey(key: ParsedNode | null): boolean {
  return isScalar(key) && key.value === MERGE_KEY && key.type === "PLAIN";
}

export function rangeOf({ range: [start, end] }: ParsedNode): Range {
  return { start, end };
}
