// Makes the tree of a YAML document in one pass: aliases, merge keys and `${…}` are resolved.
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type ParsedNode,
  type Scalar,
  visit,
  type YAMLMap,
} from "yaml";
import { locationText } from "../report/diagnostics";
import { INCLUDE } from "../schema/loader-fields";
import type { Place } from "../schema/place";
import type { Range } from "../source/source";
import type { Expressions } from "./expressions";
import { controlCharacterProblem, FOREIGN_TEMPLATE, oddText, type Problem, valueMissing } from "./hints";
import { converted, reportExpressions, UNRESOLVED } from "./interpolated";
import { ConfigNode, rangeOf, type TreeFile } from "./tree";

/** Deeper values would exhaust the stack. */
const MAX_DEPTH = 100;
/** Of one file, with every alias expanded. An entry with all fields has about 15. */
const MAX_VALUES = 1_000_000;

interface Pair {
  readonly key: ParsedNode;
  readonly value: ParsedNode | null;
}

/** The pass through one document. */
export class TreeBuilder {
  readonly root: ConfigNode;
  /** What is wrong with the text of keys and values, and with aliases. */
  readonly problems: Problem[] = [];
  /** Values that come from `${…}`. */
  readonly interpolated: ConfigNode[] = [];
  readonly #templates: ConfigNode[] = [];
  readonly #document: Document.Parsed;
  readonly #file: TreeFile;
  readonly #expressions: Expressions;
  readonly #duplicates: { readonly key: ParsedNode; readonly first: ParsedNode }[] = [];
  #targets: ReadonlyMap<Alias, ParsedNode | undefined> | undefined;
  #count = 0;

  constructor(document: Document.Parsed, place: Place, file: TreeFile, expressions: Expressions) {
    this.#document = document;
    this.#file = file;
    this.#expressions = expressions;
    this.root = new ConfigNode(file, place, document.contents);
    this.#fill(this.root, 0);
  }

  #fill(node: ConfigNode, depth: number): void {
    const { written } = node;
    if (written === null || this.#isTooLarge(node, depth)) return;
    if (isScalar(written)) this.#fillScalar(written as Scalar.Parsed, node);
    else {
      const children = new Map<string | number, ConfigNode>();
      node.children = children;
      if (isSeq(written))
        node.value = written.items.map((item, index) =>
          this.#add(children, node, depth, index, item as ParsedNode),
        );
      else {
        const value: Record<string, unknown> = {};
        node.value = value;
        this.#fillMapping(written as YAMLMap.Parsed, false, node, depth, (name, item, key) => {
          value[name] = this.#add(children, node, depth, name, item, key);
        });
      }
    }
  }

  #add(
    children: Map<string | number, ConfigNode>,
    parent: ConfigNode,
    depth: number,
    step: string | number,
    item: ParsedNode | null,
    key?: ParsedNode,
  ): unknown {
    const child = new ConfigNode(
      this.#file,
      parent.place.below(step),
      this.#resolve(item),
      parent,
      step,
      key,
    );
    children.set(step, child);
    this.#fill(child, depth + 1);
    return child.value;
  }

  #isTooLarge(node: ConfigNode, depth: number): boolean {
    this.#count += 1;
    const isDeep = depth > MAX_DEPTH;
    if (!isDeep && this.#count <= MAX_VALUES) return false;
    const message = isDeep
      ? `the file is nested more than ${MAX_DEPTH} levels deep`
      : "the file is too large with its aliases (*) expanded";
    let at = node;
    while (!isDeep && at.parent?.parent) at = at.parent;
    // One of them is enough.
    if (this.problems.every(({ code }) => code !== "limit"))
      this.problems.push({ range: at.keyRange, message, code: "limit" });
    return true;
  }

  #fillScalar(written: Scalar.Parsed, node: ConfigNode): void {
    const { value, source, type } = written;
    // YAML reads 0123 as 123 and 1e3 as 1000, which are the ids of other objects.
    if (Number.isInteger(value)) node.value = source === String(value) ? value : Number.NaN;
    else if (typeof value !== "string") node.value = value;
    else {
      const range = rangeOf(written);
      const odd = type === "PLAIN" ? oddText(this.#text(range), range.start, false) : undefined;
      const problem = odd ?? controlCharacterProblem(value, range);
      if (problem) this.problems.push(problem);
      else if (FOREIGN_TEMPLATE.test(value)) this.#templates.push(node);
      node.value = value.includes("$") ? this.#interpolated(value, node) : value;
    }
  }

  #interpolated(text: string, node: ConfigNode): unknown {
    const isVerbatim = node.step === INCLUDE || node.parent?.step === INCLUDE;
    const result = isVerbatim ? undefined : this.#expressions.fill(text);
    if (!result) return text;
    if (result.from !== "" || result.problems.length > 0) {
      node.origin = result;
      this.interpolated.push(node);
    }
    if (result.text === undefined) return UNRESOLVED;
    return result.isWhole ? converted(result.text, node.place.types) : result.text;
  }

  /** What an alias refers to; anything else is itself. */
  #resolve(written: ParsedNode | null): ParsedNode | null {
    if (!isAlias(written)) return written;
    // The library would search the whole document for each alias.
    this.#targets ??= aliasTargets(this.#document);
    const target = this.#targets.get(written);
    if (target) return target;
    // Without quotes, a password that starts with "*" is an alias.
    this.problems.push({
      range: rangeOf(written),
      message: "this alias (*) names no value before it",
      help: 'add its anchor (&) to a value above, or put text that starts with "*" in quotes',
    });
    return null;
  }

  /** Adds the pairs of a mapping, and those of its merge keys that it lacks. They keep their place, that of their anchor. */
  #fillMapping(
    map: YAMLMap.Parsed,
    isMerged: boolean,
    node: ConfigNode,
    depth: number,
    add: (name: string, item: ParsedNode | null, key: ParsedNode) => void,
  ): void {
    const merges: Pair[] = [];
    for (const pair of map.items as Pair[]) {
      const { key, value } = pair;
      const name = (key as Scalar | null)?.value;
      // The parser marks merge keys by a symbol, unless they are in quotes.
      if (typeof name === "symbol") merges.push(pair);
      else if (!this.#reportKey(map, pair)) {
        const first = node.children.get(String(name));
        if (!first) add(String(name), value, key);
        else if (!isMerged) this.#duplicates.push({ key, first: first.key! });
      }
    }
    for (const one of this.#mergedMaps(merges))
      if (!this.#isTooLarge(node, depth)) this.#fillMapping(one, true, node, depth, add);
  }

  /** The mappings that a merge key names, those first that take precedence. */
  #mergedMaps([merge, second]: readonly Pair[]): readonly YAMLMap.Parsed[] {
    if (!merge) return [];
    const help = "write <<: *base, or <<: [*first, *second], with anchors (&) of mappings";
    if (second) this.problems.push({ range: rangeOf(second.key), message: "duplicate merge key (<<)", help });
    const resolved = this.#resolve(merge.value);
    const nodes = isSeq(resolved)
      ? resolved.items.map((item) => this.#resolve(item as ParsedNode))
      : [resolved];
    const maps = nodes.filter((node): node is YAMLMap.Parsed => isMap(node));
    if (maps.length < nodes.length || maps.length === 0)
      this.problems.push({ range: rangeOf(merge.key), message: "a merge key (<<) needs mappings", help });
    return maps;
  }

  /** @returns whether something is wrong with the text of a key */
  #reportKey(map: YAMLMap.Parsed, { key, value }: Pair): boolean {
    const range = rangeOf(key ?? map);
    const isLost = map.flow && value === null;
    const problem = isLost ? valueMissing(this.#file.source.text, range) : this.#keyProblem(key, range);
    if (problem) this.problems.push(problem);
    return problem !== undefined;
  }

  #keyProblem(key: ParsedNode | null, range: Range): Problem | undefined {
    const { value, source = undefined } = isScalar(key) ? key : { value: undefined };
    if (source === "" && value === null) return { range, message: 'missing key before the ":"' };
    if (typeof value !== "string")
      return { range, message: "this key is not text", help: "write it in quotes", code: "key" };
    if (value === "__proto__") return { range, message: "this key is not allowed", code: "key" };
    return oddText(this.#text(range), range.start, true) ?? controlCharacterProblem(value, range);
  }

  #text({ start, end }: Range): string {
    return this.#file.source.text.slice(start, end);
  }

  /** Reports what no schema sees: equal keys, wrong `${…}`, templates of other tools. */
  report(): void {
    const { source, diagnostics } = this.#file;
    for (const { key, first } of this.#duplicates) {
      const message = `duplicate key; the first one is at ${locationText({ source, range: rangeOf(first) })}`;
      const help = "rename or remove one of them";
      diagnostics.add("error", { code: "duplicate", source, range: rangeOf(key), message, help });
    }
    for (const node of this.interpolated) reportExpressions(node);
    for (const node of this.#templates)
      node.warning(
        "suspicious",
        `${node.label} looks like a template of another tool, which nothing fills in here`,
        "write ${env:NAME} for an environment variable, or ${config:NAME} for a value of the stack config",
      );
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
