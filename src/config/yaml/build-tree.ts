// Makes the tree of a YAML document in one pass: aliases, merge keys and `${…}` are resolved.
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type ParsedNode,
  type Scalar,
  type YAMLMap,
} from "yaml";
import type { Code, Problem } from "../report/diagnostics";
import { INCLUDE, OPTIONS } from "../schema/loader-fields";
import type { Place } from "../schema/place";
import type { Range } from "../source/source";
import { Aliases } from "./aliases";
import { EXPRESSION_START, type Expressions, UNRESOLVED } from "./expressions";
import { controlCharacterIn, foreignTemplate, isForeignTemplate, oddText, valueMissing } from "./text";
import { ConfigNode, rangeOf, type Step, type TreeFile } from "./tree";

/** Deeper values would exhaust the stack. */
const MAX_DEPTH = 100;
/** Of one file, with every alias expanded. An entry with all fields has about 15. */
const MAX_VALUES = 1_000_000;
const MERGE_HELP = "write <<: *base, or <<: [*first, *second], with anchors (&) of mappings";

interface Pair {
  readonly key: ParsedNode;
  readonly value: ParsedNode | null;
}

/** The pass through one document. */
export class TreeBuilder {
  readonly root: ConfigNode;
  /** What makes the tree useless: wrong keys, texts, aliases, too many values. */
  readonly faults: Problem[] = [];
  /** What no schema sees: equal keys, templates of other tools. */
  readonly problems: Problem[] = [];
  /** Values that come from `${…}`. */
  readonly interpolated: ConfigNode[] = [];
  readonly #aliases: Aliases;
  readonly #file: TreeFile;
  readonly #expressions: Expressions;
  #count = 0;

  constructor(document: Document.Parsed, place: Place, file: TreeFile, expressions: Expressions) {
    this.#aliases = new Aliases(document);
    this.#file = file;
    this.#expressions = expressions;
    this.root = new ConfigNode(file, place, document.contents);
    this.#fill(this.root, 0);
  }

  #fill(node: ConfigNode, depth: number): void {
    const { written } = node;
    if (written === null || this.#isTooLarge(node, depth)) return;
    if (isScalar(written)) node.value = this.#scalar(written as Scalar.Parsed, node);
    else {
      node.children = new Map();
      node.value = isSeq(written) ? [] : {};
      if (isMap(written)) this.#fillMapping(node, written as YAMLMap.Parsed, depth);
      else if (isSeq(written))
        written.items.forEach((item, index) => {
          this.#add(node, depth, index, item as ParsedNode);
        });
    }
  }

  #add(parent: ConfigNode, depth: number, step: Step, item: ParsedNode | null, key?: ParsedNode): void {
    const place = parent.place.below(step);
    const child = new ConfigNode(this.#file, place, this.#resolve(item), parent, step, key);
    (parent.children as Map<Step, ConfigNode>).set(step, child);
    this.#fill(child, depth + 1);
    (parent.value as Record<Step, unknown>)[step] = child.value;
  }

  #isTooLarge(node: ConfigNode, depth: number): boolean {
    this.#count += 1;
    const isDeep = depth > MAX_DEPTH;
    if (!isDeep && this.#count <= MAX_VALUES) return false;
    const message = isDeep
      ? `the file is nested more than ${MAX_DEPTH} levels deep`
      : "the file is too large with its aliases (*) expanded";
    const { keyRange: range } = isDeep ? node : (node.path[0] ?? node);
    // One of them is enough.
    if (this.faults.every(({ code }) => code !== "limit"))
      this.faults.push({ range, message, code: "limit" });
    return true;
  }

  #scalar({ value, source, type, range }: Scalar.Parsed, node: ConfigNode): unknown {
    // YAML reads 0123 as 123 and 1e3 as 1000, which are the ids of other objects.
    if (Number.isInteger(value)) return source === String(value) ? value : Number.NaN;
    if (typeof value !== "string") return value;
    const [start, end] = range;
    this.#checkText(value, { start, end }, type === "PLAIN", false);
    // Most text has neither.
    if (/[${]/.test(value)) {
      if (isForeignTemplate(value))
        this.problems.push({ ...foreignTemplate({ start, end }), code: "suspicious", severity: "warning" });
      if (value.includes(EXPRESSION_START)) return this.#interpolated(value, node);
    }
    return this.#file.source.isSpreadsheet ? node.place.valueOfText(value) : value;
  }

  #interpolated(written: string, node: ConfigNode): unknown {
    if (node.step === INCLUDE || node.parent?.step === INCLUDE) return written;
    const origin = this.#expressions.fill(written);
    if (origin.from !== "" || origin.problems.length > 0) {
      node.origin = origin;
      this.interpolated.push(node);
    }
    if (origin.isSecret)
      for (let one: ConfigNode | undefined = node; one; one = one.parent) one.hasSecret = true;
    const { text = UNRESOLVED, isWhole } = origin;
    return isWhole && typeof text === "string" ? node.place.valueOfText(text) : text;
  }

  /** What an alias refers to; anything else is itself. */
  #resolve(written: ParsedNode | null): ParsedNode | null {
    if (!isAlias(written)) return written;
    const target = this.#aliases.targetOf(written);
    if (target) return target;
    // Without quotes, a password that starts with "*" is an alias.
    const help = 'add its anchor (&) to a value above, or put text that starts with "*" in quotes';
    this.#fault(rangeOf(written), "this alias (*) names no value before it", help);
    return null;
  }

  /** Adds the pairs of a mapping, and those of its merge keys that it lacks. They keep their place, that of their anchor. */
  #fillMapping(node: ConfigNode, map: YAMLMap.Parsed, depth: number, isMerged = false): void {
    const merges: Pair[] = [];
    for (const pair of map.items as Pair[]) {
      const { key, value } = pair;
      const name = (key as Scalar | null)?.value;
      // The parser marks merge keys by a symbol, unless they are in quotes.
      if (typeof name === "symbol") merges.push(pair);
      else if (this.#isKey(map, pair)) {
        const first = node.get(String(name));
        if (!first) this.#add(node, depth, String(name), value, key);
        else if (isMerged) this.#checkHidden(first, value);
        else this.#reportDuplicate(key, first);
      }
    }
    for (const one of this.#mergedMaps(merges))
      if (!this.#isTooLarge(node, depth)) this.#fillMapping(node, one, depth, true);
  }

  /** The mappings that a merge key names, those first that take precedence. */
  #mergedMaps([merge, second]: readonly Pair[]): readonly YAMLMap.Parsed[] {
    if (!merge) return [];
    if (second) this.#fault(rangeOf(second.key), "duplicate merge key (<<)", MERGE_HELP);
    const named = this.#resolve(merge.value);
    const nodes = isSeq(named) ? named.items.map((item) => this.#resolve(item as ParsedNode)) : [named];
    const maps = nodes.filter((node): node is YAMLMap.Parsed => isMap(node));
    if (maps.length < nodes.length || maps.length === 0)
      this.#fault(rangeOf(merge.key), "a merge key (<<) needs mappings", MERGE_HELP);
    return maps;
  }

  #reportDuplicate(key: ParsedNode, first: ConfigNode): void {
    const message = `duplicate key; the first one is at ${first.keyPosition}`;
    const isSection = first.path.length === 1;
    const help = isSection
      ? "merge them: move these lines below the first one"
      : "rename or remove one of them";
    this.problems.push({ code: "duplicate", range: rangeOf(key), message, help });
  }

  /** An own mapping replaces the one of an anchor as a whole, which nobody notices until an object is deleted. */
  #checkHidden(own: ConfigNode, merged: ParsedNode | null): void {
    const hidden: unknown = this.#resolve(merged);
    if (
      own.step !== OPTIONS ||
      !isMap<unknown, unknown>(hidden) ||
      hidden.get("protect") !== true ||
      own.get("protect")
    )
      return;
    const { line } = this.#file.source.position(rangeOf(merged!).start);
    this.problems.push({
      ...{ code: "suspicious", severity: "warning", range: own.keyRange },
      message: `${own.label} replaces the options of the anchor (line ${line}), which has protect`,
      help: "write protect: true here, too, or protect: false",
    });
  }

  /** Reports a key that is none. */
  #isKey(map: YAMLMap.Parsed, { key, value }: Pair): boolean {
    const range = rangeOf(key ?? map);
    const { value: name, source = undefined } = isScalar(key) ? key : { value: undefined };
    if (map.flow && value === null) this.faults.push(valueMissing(this.#file.source.text, range));
    else if (source === "" && name === null) this.#fault(range, 'missing key before the ":"');
    else if (typeof name !== "string")
      this.#fault(range, "this key is not text", "write it in quotes, or choose one with a letter", "key");
    else if (name === "__proto__") this.#fault(range, "this key is not allowed", undefined, "key");
    else return this.#checkText(name, range, true, true);
    return false;
  }

  /** @returns whether the text is what it looks like */
  #checkText(text: string, range: Range, isPlain: boolean, isKey: boolean): boolean {
    const { start, end } = range;
    const odd = isPlain ? oddText(this.#file.source.text.slice(start, end), start, isKey) : undefined;
    const control = controlCharacterIn(text);
    if (odd && !(this.#isIndentation(odd) && this.faults.some((one) => this.#isIndentation(one))))
      this.faults.push(odd);
    else if (control) this.#fault(range, `the text contains the control character ${control}`, "remove it");
    return !odd && !control;
  }

  /** Copied spaces are at the start of every line. */
  #isIndentation({ range: { start } }: Problem): boolean {
    const { source } = this.#file;
    return source.text.slice(source.lineAt(start).start, start).trim() === "";
  }

  #fault(range: Range, message: string, help?: string, code: Code = "syntax"): void {
    this.faults.push({ range, message, help, code });
  }
}
