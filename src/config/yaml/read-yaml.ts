// Reads a YAML file into a tree, in one pass over its document: aliases, merge keys and `${…}` are resolved.
import { isAlias, isMap, isScalar, isSeq, type ParsedNode, type Scalar, visit, type YAMLMap } from "yaml";
import type { Problem } from "../report/report";
import { IGNORED } from "../schema/file-schema";
import type { Range } from "../source/source";
import { withoutDamage } from "./damage";
import { EXPRESSION_START } from "./expressions";
import { parse, WHOLE_FILE } from "./syntax-errors";
import { controlCharacterIn, cutOff, oddText, valueMissing } from "./text";
import {
  ConfigNode,
  duplicateKey,
  forbiddenKey,
  isMapping,
  type ReadFile,
  START,
  type Step,
  type TreeFile,
} from "./tree";

/** The values of one file, with every alias expanded. An entry with all fields has about 15. */
const MAX_VALUES = 1_000_000;
const MERGE_HELP = "write <<: *base, or <<: [*first, *second], with anchors (&) of mappings";

type Pair = YAMLMap.Parsed["items"][number];

export function readYaml(file: TreeFile): ReadFile {
  const { document, problems, damage } = parse(file.source);
  const root = new ConfigNode(file, START);
  const { contents } = document;
  const reader = new Reader(file, contents);
  root.open({});
  if (isMap(contents)) reader.fill(root, contents);
  const { faults, limit } = reader;
  return limit
    ? withoutDamage(root, [limit], [WHOLE_FILE], faults)
    : withoutDamage(root, problems, damage, faults);
}

/** The pass through one document. */
class Reader {
  /** What is wrong with keys, texts and aliases: the entries with them are not checked further. */
  readonly faults: Problem[] = [];
  /** The first value beyond what can be read. */
  limit: Problem | undefined;
  readonly #anchors: ReadonlyMap<string, readonly ParsedNode[]>;
  readonly #file: TreeFile;
  /** Whether each text is what it looks like: the file has no character beyond ASCII, and no escape sequence. */
  readonly #isPlain: boolean;
  #count = 0;

  constructor(file: TreeFile, contents: ParsedNode | null) {
    this.#file = file;
    const { text } = file.source;
    this.#anchors = text.includes("*") ? anchorsIn(contents) : new Map();
    this.#isPlain = !/[^\t\n\r -~]|\\/.test(text);
  }

  fill(node: ConfigNode, written: ParsedNode | null): void {
    if (written === null || this.#exceedsLimit(node)) return;
    if (isScalar(written)) this.#setScalar(node, written as Scalar.Parsed);
    else if (isMap(written)) {
      node.open({});
      this.#fillMapping(node, written as YAMLMap.Parsed);
    } else if (isSeq(written)) {
      node.open([]);
      for (const [index, item] of written.items.entries()) {
        const value = this.#resolved(item as ParsedNode);
        const [start] = (value ?? (item as ParsedNode)).range;
        this.#add(node, index, value, { start, end: start + 1 });
      }
    }
  }

  #add(parent: ConfigNode, step: Step, value: ParsedNode | null, keyRange: Range): ConfigNode {
    const child = parent.add(step, keyRange);
    // What its anchors name is read where it is used.
    if (!parent.parent && String(step).startsWith(IGNORED)) return child;
    this.fill(child, value);
    parent.take(child);
    return child;
  }

  #exceedsLimit(node: ConfigNode): boolean {
    this.#count += 1;
    if (this.#count <= MAX_VALUES) return false;
    const { keyRange: range } = node.path[0] ?? node;
    this.limit ??= { range, message: "the file is too large with its aliases (*) expanded" };
    return true;
  }

  #setScalar(node: ConfigNode, written: Scalar.Parsed): void {
    const { value, source, type } = written;
    const range = rangeOf(written);
    if (typeof value === "string") this.#setText(node, value, range, type === "PLAIN");
    // YAML reads 0123 as 123 and 1e3 as 1000, which are the ids of other objects, and 1.10 as 1.1.
    else node.set(typeof value === "number" && source !== String(value) ? Number.NaN : value, range);
  }

  #setText(node: ConfigNode, text: string, range: Range, isPlain: boolean): void {
    this.#checkText(text, range, isPlain, false);
    const cut = isPlain ? cutOff(this.#file.source.text, range.end) : undefined;
    if (cut) this.#file.report({ ...cut, severity: "warning" });
    const hasExpression = text.includes(EXPRESSION_START) && node.path[0]?.step !== "include";
    const { value, origin } = hasExpression ? this.#file.expressions.fill(text, node) : { value: text };
    node.set(value, range, origin);
  }

  /** What an alias refers to; anything else is itself. */
  #resolved(written: ParsedNode | null): ParsedNode | null {
    if (!isAlias(written)) return written;
    // A value that contains its own alias would be endless.
    const isBefore = ({ range: [, end] }: ParsedNode) => end <= written.range[0];
    const target = this.#anchors.get(written.source)?.findLast(isBefore);
    if (target) return target;
    // Without quotes, a password that starts with "*" is an alias.
    const help = 'add its anchor (&) to a value above, or put text that starts with "*" in quotes';
    this.#fault(rangeOf(written), "this alias (*) names no value before it", help);
    return null;
  }

  /** Adds the pairs of a mapping, and those of its merge keys that it lacks. They keep their place, that of their anchor. */
  #fillMapping(node: ConfigNode, map: YAMLMap.Parsed, isMerged = false): void {
    const merges: Pair[] = [];
    let above: ConfigNode | undefined;
    let reported: ConfigNode | undefined;
    for (const pair of map.items) {
      const { key, value } = pair;
      const name = (key as Scalar | null)?.value;
      const range = rangeOf(key ?? map);
      // The parser marks merge keys by a symbol, unless they are in quotes.
      if (typeof name === "symbol") merges.push(pair);
      else if (this.#isKey(map, pair, range)) {
        const step = String(name);
        const first = node.get(step);
        if (above && belongsInto(above, step, value)) {
          const message = `wrong indentation: ${step} is a field of ${above.label}`;
          if (above !== reported) this.#fault(range, message, "indent it more than the key above it");
          reported = above;
        } else if (!first) above = this.#add(node, step, this.#resolved(value), range);
        else if (!isMerged) this.#file.report(duplicateKey(first, range));
      }
    }
    for (const one of this.#mergedMaps(merges))
      if (!this.#exceedsLimit(node)) this.#fillMapping(node, one, true);
  }

  /** The mappings that a merge key names, those first that take precedence. */
  #mergedMaps([merge, second]: readonly Pair[]): readonly YAMLMap.Parsed[] {
    if (!merge) return [];
    if (second) this.#fault(rangeOf(second.key), "duplicate merge key (<<)", MERGE_HELP);
    const named = this.#resolved(merge.value);
    const nodes = isSeq(named) ? named.items.map((item) => this.#resolved(item as ParsedNode)) : [named];
    const maps = nodes.filter((one): one is YAMLMap.Parsed => isMap(one));
    if (maps.length < nodes.length || maps.length === 0)
      this.#fault(rangeOf(merge.key), "a merge key (<<) needs mappings", MERGE_HELP);
    return maps;
  }

  /** Reports a key that is none. */
  #isKey(map: YAMLMap.Parsed, { key, value }: Pair, range: Range): boolean {
    const name = isScalar(key) ? key.value : undefined;
    const forbidden = typeof name === "string" ? forbiddenKey(name, range) : undefined;
    if (map.flow && value === null) this.faults.push(valueMissing(this.#file.source.text, range));
    else if (typeof name !== "string")
      this.#fault(range, "this key is not text", "write it in quotes, or choose one with a letter");
    else if (forbidden) this.faults.push(forbidden);
    else return this.#checkText(name, range, true, true);
    return false;
  }

  /** @returns whether the text is what it looks like */
  #checkText(text: string, range: Range, isPlain: boolean, isKey: boolean): boolean {
    if (this.#isPlain) return true;
    const { text: all } = this.#file.source;
    const { start, end } = range;
    const written = all.slice(start, end);
    const odd = isPlain ? oddText(written, start, isKey) : undefined;
    const control = controlCharacterIn(text);
    if (odd) {
      // Copied spaces are at the start of every line below.
      const isIndentation = isKey && /^\s/.test(written);
      this.faults.push(isIndentation ? { ...odd, range: { start, end: all.length } } : odd);
    } else if (control) this.#fault(range, `the text contains the control character ${control}`, "remove it");
    return !odd && !control;
  }

  #fault(range: Range, message: string, help?: string): void {
    this.faults.push({ range, message, help });
  }
}

/** Whether a key is most likely a field of the mapping above it, and not indented enough: it would be no entry here. */
function belongsInto(above: ConfigNode, name: string, written: ParsedNode | null): boolean {
  const isPossible =
    above.value === null || (isScalar(written) && isMapping(above.value) && !above.children.has(name));
  if (!isPossible || !above.place.fields.includes(name)) return false;
  // The section below an empty "defaults:" is right where it is.
  if (above.parent!.place.fields.includes(name)) return false;
  return above.value === null || above.parent!.place.types.has("record");
}

function rangeOf({ range: [start, end] }: ParsedNode): Range {
  return { start, end };
}

/** The values with each anchor. The library would search all of them for each alias. */
function anchorsIn(contents: ParsedNode | null): ReadonlyMap<string, readonly ParsedNode[]> {
  const anchors = new Map<string, ParsedNode[]>();
  visit(contents, {
    Value(_key, node) {
      const { anchor } = node;
      if (anchor !== undefined) anchors.set(anchor, [...(anchors.get(anchor) ?? []), node as ParsedNode]);
    },
  });
  return anchors;
}
