// Converts the nodes of the YAML library to our tree: resolves aliases and merge keys within limits, and checks keys.
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type ParsedNode,
  type YAMLMap,
  type Scalar as YamlScalar,
} from "yaml";
import { type Code, type Diagnostics, locationText } from "../report/diagnostics";
import { controlCharacterIn } from "../source/printable";
import type { Range, Source } from "../source/source";
import { type Budget, LimitExceededError } from "./budget";
import { colonWithoutSpace, oddText } from "./hints";
import type { MapNode, Node, Pair, Scalar } from "./tree";

/** A config needs a handful; thousands are an attack or a mistake. */
const MAX_ANCHORS = 256;
/** Per list: passing more values as the arguments of one call would exhaust the stack. */
const MAX_LIST_VALUES = 20_000;

export const MERGE_KEY = "<<";

export interface Tree {
  readonly node: Node;
  /** Whether something is wrong, except for a duplicate key, of which the first one counts. */
  readonly isBroken: boolean;
}

/**
 * @param diagnostics unset if nothing is reported
 * @param budget shared by all files of the config
 * @throws LimitExceededError
 */
export function buildTree(
  root: ParsedNode,
  source: Source,
  diagnostics: Diagnostics | undefined,
  budget: Budget,
): Tree {
  const builder = new TreeBuilder(source, diagnostics, budget);
  return { node: builder.node(root, 0), isBroken: builder.isBroken };
}

/** Both are set after the anchored value is complete. */
interface Anchor {
  node?: Node;
  values?: number;
  text?: number;
}

class TreeBuilder {
  readonly #source: Source;
  readonly #diagnostics: Diagnostics | undefined;
  readonly #budget: Budget;
  readonly #anchors = new Map<string, Anchor>();
  #anchorCount = 0;
  #errorCount = 0;

  constructor(source: Source, diagnostics: Diagnostics | undefined, budget: Budget) {
    this.#source = source;
    this.#diagnostics = diagnostics;
    this.#budget = budget;
  }

  get isBroken(): boolean {
    return this.#errorCount > 0;
  }

  /** @param at where a missing value is */
  node(yaml: ParsedNode | null, at: number): Node {
    if (yaml === null) return { kind: "scalar", value: null, written: "", start: at, end: at };
    const range = rangeOf(yaml);
    if (isAlias(yaml)) return this.#alias(yaml.source, range);
    const { values, text } = this.#budget;
    this.#take(1, isScalar(yaml) && typeof yaml.value === "string" ? yaml.value.length : 0, range);
    if (yaml.anchor === undefined) return this.#unanchored(yaml, range);

    this.#anchorCount += 1;
    if (this.#anchorCount > MAX_ANCHORS) {
      const message = `the file has more than ${MAX_ANCHORS} anchors (&)`;
      throw new LimitExceededError(range, message, "write the values without anchors");
    }
    const anchor: Anchor = {};
    this.#anchors.set(yaml.anchor, anchor);
    anchor.node = this.#unanchored(yaml, range);
    anchor.values = values - this.#budget.values;
    anchor.text = text - this.#budget.text;
    return anchor.node;
  }

  #alias(name: string, range: Range): Node {
    const anchor = this.#anchors.get(name);
    if (anchor?.node) {
      this.#take(anchor.values!, anchor.text!, range);
      return anchor.node;
    }
    // Without quotes, a password that starts with "*" is an alias.
    if (anchor) this.#error(range, "this alias refers to a value that contains it");
    else {
      const help = 'add the anchor to a value above, or put text that starts with "*" in quotes';
      this.#error(range, "this alias has no anchor (&) before it", help);
    }
    return { kind: "scalar", value: null, written: "", ...range };
  }

  #unanchored(yaml: ParsedNode, range: Range): Node {
    if (isMap(yaml)) return this.#map(yaml as YAMLMap.Parsed, range);
    if (isSeq(yaml)) {
      if (yaml.items.length > MAX_LIST_VALUES)
        throw new LimitExceededError(range, `the list has more than ${MAX_LIST_VALUES} values`);
      const items = yaml.items.map((item) => this.node(item as ParsedNode, range.start));
      return { kind: "list", items, ...range };
    }
    const { value, source: written, type } = yaml as YamlScalar.Parsed;
    this.#checkText(value, type, this.#source.text.slice(range.start, range.end), range, false);
    return { kind: "scalar", value: value as Scalar, written, ...range };
  }

  #map(yaml: YAMLMap.Parsed, range: Range): MapNode {
    const pairs = new Map<string, Pair>();
    const errorsBefore = this.#errorCount;
    let merged: readonly MapNode[] | undefined;
    for (const { key: yamlKey, value: yamlValue } of yaml.items) {
      const keyRange = yamlKey ? rangeOf(yamlKey) : range;
      const isMissing = yaml.flow && yamlValue === null;
      const isMerge = isScalar(yamlKey) && yamlKey.value === MERGE_KEY && yamlKey.type === "PLAIN";
      // After another error, it is most likely the rest of a text with a comma.
      if (isMissing && this.#errorCount === errorsBefore) this.#rejectMissingValue(keyRange);
      const key = isMissing || isMerge ? undefined : this.#key(yamlKey, keyRange);
      const value = this.node(yamlValue, keyRange.end);
      if (isMerge && !isMissing) merged = this.#merge(value, keyRange, merged !== undefined);
      if (key === undefined) continue;
      const first = pairs.get(key);
      if (first) {
        const where = locationText({ source: this.#source, range: first.keyRange });
        this.#report(keyRange, `duplicate key; the first one is at ${where}`, undefined, "duplicate");
      } else pairs.set(key, { key, keyRange, value });
    }
    // They keep their location, which is that of their anchor.
    for (const map of merged ?? [])
      for (const pair of map.pairs.values()) if (!pairs.has(pair.key)) pairs.set(pair.key, pair);
    return { kind: "map", pairs, ...range };
  }

  /** The mappings that a merge key names, those first that take precedence. */
  #merge(value: Node, range: Range, isSecond: boolean): readonly MapNode[] {
    const nodes = value.kind === "list" ? value.items : [value];
    const maps = nodes.filter((node) => node.kind === "map");
    const isValid = maps.length === nodes.length && maps.length > 0;
    if (isValid && !isSecond) return maps;
    // An alias without an anchor is reported already.
    if (
      isValid ||
      !nodes.some((node) => node.end > node.start && node.kind === "scalar" && node.written === "")
    )
      this.#error(
        range,
        isValid ? "duplicate merge key (<<)" : "a merge key (<<) needs mappings",
        "write <<: *base, or <<: [*first, *second], with anchors (&) of mappings",
      );
    return maps;
  }

  /** A missing space, or the rest of a text with a comma. */
  #rejectMissingValue(keyRange: Range): void {
    const { start, end } = keyRange;
    const key = this.#source.text.slice(start, end);
    const help =
      'write key: value; a comma ends the value, so put text with a comma in quotes, such as "rgb(0,0,0)"';
    const problem = oddText(key, start, false) ??
      colonWithoutSpace(key, start) ?? { range: keyRange, message: "a value is missing here", help };
    this.#error(problem.range, problem.message, problem.help);
  }

  /** `undefined` for a key without a usable text. */
  #key(yaml: ParsedNode | null, range: Range): string | undefined {
    if (!isScalar(yaml)) {
      const found = isMap(yaml) ? "a mapping" : isSeq(yaml) ? "a list" : "an alias";
      this.#error(range, `this key is ${found}; keys must be plain text`, undefined, "key");
      return undefined;
    }
    const { value, source, type } = yaml as YamlScalar.Parsed;
    this.#checkText(value, type, source, range, true);
    if (typeof value === "string") return value;
    if (value === null && source === "") {
      const blanks = /^ */.exec(this.#source.text.slice(range.start, range.start + 100))![0].length;
      const colon = { start: range.start + blanks, end: range.start + blanks + 1 };
      this.#error(colon, 'missing key before the ":"');
      return undefined;
    }
    const found = value === null ? "null" : `a ${typeof value}`;
    this.#error(range, `this key is ${found}; keys must be text`, "write it in quotes", "key");
    return undefined;
  }

  #checkText(value: unknown, type: string | undefined, text: string, range: Range, isKey: boolean): void {
    if (typeof value !== "string") return;
    const odd = type === "PLAIN" ? oddText(text, range.start, isKey) : undefined;
    const code = controlCharacterIn(value);
    if (odd) this.#error(odd.range, odd.message, odd.help);
    else if (code !== undefined)
      this.#error(range, `the text contains the control character ${code}`, "remove it");
  }

  #take(values: number, text: number, range: Range): void {
    this.#budget.values -= values;
    this.#budget.text -= text;
    if (this.#budget.values >= 0 && this.#budget.text >= 0) return;
    const message = "the config is too large with its aliases (*) expanded";
    throw new LimitExceededError(range, message, "use fewer aliases");
  }

  #error(range: Range, message: string, help?: string, code: Code = "syntax"): void {
    this.#errorCount += 1;
    this.#report(range, message, help, code);
  }

  #report(range: Range, message: string, help: string | undefined, code: Code): void {
    this.#diagnostics?.error({ source: this.#source, range }, code, message, help);
  }
}

function rangeOf(yaml: ParsedNode): Range {
  return { start: yaml.range[0], end: yaml.range[1] };
}
