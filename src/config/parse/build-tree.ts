// Converts the nodes of the YAML library to our tree: resolves aliases within limits, and checks keys.
import {
  type Alias,
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
import { colonWithoutSpace } from "./likely-causes";
import { addMerged, isMergeKey, MERGE_FORMS, mergedMaps } from "./merge-keys";
import { curlyStart, oddText, type Problem } from "./odd-characters";
import type { ExpandedSize, ParseBudget } from "./parse-budget";
import type { MapNode, Node, Pair, Scalar, ScalarNode } from "./tree";

/** A config needs a handful; thousands are an attack or a mistake. */
const MAX_ANCHORS = 256;
/** Per list: passing more values as the arguments of one call would exhaust the stack. */
const MAX_LIST_VALUES = 20_000;

const KNOWN_TAGS: ReadonlySet<string> = new Set(
  ["str", "int", "float", "bool", "null", "map", "seq"].map((name) => `tag:yaml.org,2002:${name}`),
);

const COMMA_HELP =
  'write key: value; a comma ends the value, so put text with a comma in quotes, such as "rgb(0,0,0)"';

const ALIAS_HELP = 'add the anchor to a value above, or put text that starts with "*" in quotes';

/** The file exceeds a limit. Nothing of it is used. */
export class LimitExceededError extends Error {
  readonly range: Range;
  readonly help: string | undefined;

  constructor(range: Range, message: string, help?: string) {
    super(message);
    this.range = range;
    this.help = help;
  }
}

/**
 * @param validUntil start of the first line with a syntax error. Nothing after it is reported
 * @param budget shared by all files of the config
 * @throws LimitExceededError
 */
export function buildTree(
  root: ParsedNode,
  source: Source,
  validUntil: number,
  diagnostics: Diagnostics,
  budget: ParseBudget,
): Node {
  return new TreeBuilder(source, validUntil, diagnostics, budget).node(root);
}

/** Both are set after the anchored value is complete. */
interface Anchor {
  node?: Node;
  size?: ExpandedSize;
}

class TreeBuilder {
  readonly #source: Source;
  readonly #validUntil: number;
  readonly #diagnostics: Diagnostics;
  readonly #budget: ParseBudget;
  readonly #anchors = new Map<string, Anchor>();
  #anchorCount = 0;
  #size: ExpandedSize = { values: 0, text: 0 };

  constructor(source: Source, validUntil: number, diagnostics: Diagnostics, budget: ParseBudget) {
    this.#source = source;
    this.#validUntil = validUntil;
    this.#diagnostics = diagnostics;
    this.#budget = budget;
  }

  /** @param at where a missing value is reported */
  node(yaml: ParsedNode | null, at = 0): Node {
    if (yaml === null) return { kind: "scalar", value: null, written: "", start: at, end: at };
    if (isAlias(yaml)) return this.#alias(yaml.source, rangeOf(yaml));
    const before = this.#size;
    this.#take({ values: 1, text: textLength(yaml) }, rangeOf(yaml));
    if (yaml.anchor === undefined) return this.#collectionOrScalar(yaml);

    this.#anchorCount += 1;
    if (this.#anchorCount > MAX_ANCHORS) {
      const message = `the file has more than ${MAX_ANCHORS} anchors (&)`;
      throw new LimitExceededError(rangeOf(yaml), message, "write the values without anchors");
    }
    const anchor: Anchor = {};
    this.#anchors.set(yaml.anchor, anchor);
    anchor.node = this.#collectionOrScalar(yaml);
    const { values, text } = this.#size;
    anchor.size = { values: values - before.values, text: text - before.text };
    return anchor.node;
  }

  #alias(name: string, range: Range): Node {
    const anchor = this.#anchors.get(name);
    if (anchor?.node && anchor.size) {
      this.#take(anchor.size, range);
      return anchor.node;
    }
    // Without quotes, a password that starts with "*" is an alias.
    if (anchor) this.#error(range, "this alias refers to a value that contains it");
    else this.#error(range, "this alias has no anchor (&) before it", ALIAS_HELP);
    return { kind: "scalar", value: null, written: "", hasReportedError: true, ...range };
  }

  #collectionOrScalar(yaml: Exclude<ParsedNode, Alias.Parsed>): Node {
    const node = this.#untagged(yaml);
    const hasUnknownTag = yaml.tag !== undefined && !KNOWN_TAGS.has(yaml.tag);
    return hasUnknownTag ? { ...node, hasReportedError: true } : node;
  }

  #untagged(yaml: Exclude<ParsedNode, Alias.Parsed>): Node {
    const range = rangeOf(yaml);
    if (isMap(yaml)) return this.#map(yaml as YAMLMap.Parsed, range);
    if (!isSeq(yaml)) return this.#scalar(yaml as YamlScalar.Parsed, range);
    if (yaml.items.length > MAX_LIST_VALUES) {
      throw new LimitExceededError(range, `the list has more than ${MAX_LIST_VALUES} values`);
    }
    const items = yaml.items.map((item) => this.node(item as ParsedNode, range.start));
    return { kind: "list", items, ...range };
  }

  #scalar(yaml: YamlScalar.Parsed, range: Range): ScalarNode {
    const value = yaml.value as Scalar;
    if (typeof value === "string") this.#rejectControlCharacters(value, range);
    const text = this.#source.text.slice(range.start, range.end);
    const odd = yaml.type === "PLAIN" ? oddText(text, range.start, false) : undefined;
    if (odd) this.#report(odd);
    return { kind: "scalar", value, written: yaml.source, ...(odd && { hasReportedError: true }), ...range };
  }

  #map(yaml: YAMLMap.Parsed, range: Range): MapNode {
    const pairs = new Map<string, Pair>();
    const rejected: Pair[] = [];
    let merged: readonly MapNode[] | undefined;
    let hasReportedError = false;
    let last: Pair | undefined;
    for (const { key: yamlKey, value: yamlValue } of yaml.items) {
      const keyRange = yamlKey ? rangeOf(yamlKey) : range;
      if (isMergeKey(yamlKey)) {
        const maps = this.#merge(this.node(yamlValue, keyRange.end), keyRange, merged !== undefined);
        if (!maps || maps.some((map) => map.hasReportedError)) hasReportedError = true;
        merged = [...(merged ?? []), ...(maps ?? [])];
        continue;
      }
      const isValueMissing = yaml.flow && yamlValue === null;
      if (isValueMissing && !hasReportedError && !last?.value.hasReportedError)
        this.#report(this.#missingValue(keyRange, last?.value));
      const key = isValueMissing ? undefined : this.#key(yamlKey, keyRange);
      const value = this.node(yamlValue, keyRange.end);
      if (key === undefined) {
        hasReportedError = true;
        rejected.push({ key: this.#source.text.slice(keyRange.start, keyRange.end), keyRange, value });
        // A key without a value is most likely the rest of the value before it.
        if (isValueMissing && last)
          pairs.set(last.key, { ...last, value: { ...last.value, hasReportedError } });
        continue;
      }
      const pair: Pair = { key, keyRange, value };
      const first = pairs.get(key);
      if (first) {
        rejected.push(pair);
        const where = locationText({ source: this.#source, range: first.keyRange });
        this.#error(keyRange, `duplicate key; the first one is at ${where}`, undefined, "duplicate");
      } else {
        pairs.set(key, pair);
        last = pair;
      }
    }
    addMerged(pairs, merged ?? []);
    return { kind: "map", pairs, rejected, ...(hasReportedError && { hasReportedError }), ...range };
  }

  /** A missing space, or the rest of a text with a comma. */
  #missingValue(keyRange: Range, last: Range | undefined): Problem {
    const { text } = this.#source;
    const key = text.slice(keyRange.start, keyRange.end);
    return (
      (last && curlyStart(text.slice(last.start, last.end), last.start)) ??
      oddText(key, keyRange.start, false) ??
      colonWithoutSpace(key, keyRange.start) ?? {
        range: keyRange,
        message: "a value is missing here",
        help: COMMA_HELP,
      }
    );
  }

  #merge(value: Node, range: Range, isSecond: boolean): readonly MapNode[] | undefined {
    const maps = mergedMaps(value);
    const message = maps ? "duplicate merge key (<<)" : "a merge key (<<) needs mappings";
    const parts = value.kind === "list" ? value.items : [value];
    if (maps && !isSecond) return maps;
    if (!parts.some((part) => part.hasReportedError)) this.#error(range, message, MERGE_FORMS);
    return undefined;
  }

  /** `undefined` for a key without a usable text. */
  #key(yaml: ParsedNode | null, range: Range): string | undefined {
    if (!isScalar(yaml)) {
      const found = isMap(yaml) ? "a mapping" : isSeq(yaml) ? "a list" : "an alias";
      this.#error(range, `this key is ${found}; keys must be plain text`, undefined, "key");
      return undefined;
    }
    const { value, source, type } = yaml as YamlScalar.Parsed;
    const odd = type === "PLAIN" ? oddText(source, range.start, true) : undefined;
    if (odd) {
      this.#report(odd);
      return undefined;
    }
    if (typeof value === "string") {
      this.#rejectControlCharacters(value, range);
      return value;
    }
    if (value === null && source === "") {
      const blanks = /^ */.exec(this.#source.text.slice(range.start, range.start + 100))![0].length;
      const colon = { start: range.start + blanks, end: range.start + blanks + 1 };
      this.#error(colon, 'missing key before the ":"');
      return undefined;
    }
    const found = value === null ? "null" : `a ${typeof value}`;
    this.#error(range, `this key is ${found}; keys must be text`, "write it in quotes", "key");
    return source;
  }

  #rejectControlCharacters(value: string, range: Range): void {
    const code = controlCharacterIn(value);
    if (code === undefined) return;
    this.#error(range, `the text contains the control character ${code}`, "remove it");
  }

  #take(size: ExpandedSize, range: Range): void {
    this.#size = { values: this.#size.values + size.values, text: this.#size.text + size.text };
    if (this.#budget.take(size)) return;
    const message = "the config is too large with its aliases (*) expanded";
    throw new LimitExceededError(range, message, "use fewer aliases");
  }

  #report({ range, message, help }: Problem): void {
    this.#error(range, message, help);
  }

  #error(range: Range, message: string, help?: string, code: Code = "syntax"): void {
    if (range.start >= this.#validUntil) return;
    this.#diagnostics.error({ source: this.#source, range }, code, message, help);
  }
}

function textLength(yaml: ParsedNode): number {
  return isScalar(yaml) && typeof yaml.value === "string" ? yaml.value.length : 0;
}

function rangeOf(yaml: ParsedNode): Range {
  return { start: yaml.range[0], end: yaml.range[1] };
}
