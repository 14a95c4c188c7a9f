// From the nodes of the YAML library to our tree: aliases resolved within bounds, keys made unique text.
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
import type { Diagnostics } from "../report/diagnostics";
import { locationText } from "../report/diagnostics";
import { controlCharacterIn, quoted } from "../source/printable";
import type { Range, Source } from "../source/source";
import type { ParseBudget, Unfolded } from "./parse-budget";
import type { ListNode, MapNode, Node, Pair, Scalar, ScalarNode } from "./tree";

/** A config needs a handful; thousands are an attack or a mistake. */
const MOST_ANCHORS = 256;
/** Of one list: whoever hands them to a function one by one would exhaust the stack with more. */
const MOST_ITEMS = 20_000;

const KNOWN_TAGS: ReadonlySet<string> = new Set(
  ["str", "int", "float", "bool", "null", "map", "seq"].map((name) => `tag:yaml.org,2002:${name}`),
);

const COMMA_HELP =
  'inside { } a comma ends a value: put a text that holds one in quotes, such as "rgb(0,0,0)"';

/** A file that unfolds into more than can be meant. Nothing of it is used. */
export class TooMuch extends Error {
  readonly range: Range;
  readonly help: string;

  constructor(range: Range, message: string, help: string) {
    super(message);
    this.range = range;
    this.help = help;
  }
}

/**
 * @param allowance what all files of the config may hold together; taken from
 * @throws TooMuch
 */
export function buildTree(
  root: ParsedNode,
  source: Source,
  diagnostics: Diagnostics,
  allowance: ParseBudget,
): Node {
  return new Builder(source, diagnostics, allowance).node(root);
}

interface Anchor {
  node?: Node;
  /** What one more of it takes. */
  size?: Unfolded;
}

class Builder {
  readonly #source: Source;
  readonly #diagnostics: Diagnostics;
  readonly #anchors = new Map<string, Anchor>();
  #anchorCount = 0;
  readonly #allowance: ParseBudget;
  /** Taken so far. */
  #size: Unfolded = { values: 0, text: 0 };

  constructor(source: Source, diagnostics: Diagnostics, allowance: ParseBudget) {
    this.#source = source;
    this.#diagnostics = diagnostics;
    this.#allowance = allowance;
  }

  node(yaml: ParsedNode | null, at = 0): Node {
    if (yaml === null) return { kind: "scalar", value: null, written: "", start: at, end: at };
    if (isAlias(yaml)) return this.#alias(yaml.source, rangeOf(yaml));
    const before = this.#size;
    this.#take({ values: 1, text: textOf(yaml) }, rangeOf(yaml));
    if (yaml.anchor === undefined) return this.#collectionOrScalar(yaml);

    this.#anchorCount += 1;
    if (this.#anchorCount > MOST_ANCHORS) {
      throw new TooMuch(
        rangeOf(yaml),
        `the file has more than ${MOST_ANCHORS} anchors (&)`,
        "write the values out",
      );
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
    const empty: ScalarNode = { kind: "scalar", value: null, written: "", isDamaged: true, ...range };
    if (!anchor) {
      this.#error(range, `the alias *${name} names no anchor (&${name}) that stands before it`);
      return empty;
    }
    if (!anchor.node || !anchor.size) {
      this.#error(range, `the alias *${name} stands inside of what it names`);
      return empty;
    }
    this.#take(anchor.size, range);
    return anchor.node;
  }

  #collectionOrScalar(yaml: Exclude<ParsedNode, Alias.Parsed>): Node {
    const node = this.#untagged(yaml);
    const hasStrangeTag = yaml.tag !== undefined && !KNOWN_TAGS.has(yaml.tag);
    return hasStrangeTag ? { ...node, isDamaged: true } : node;
  }

  #untagged(yaml: Exclude<ParsedNode, Alias.Parsed>): Node {
    const range = rangeOf(yaml);
    if (isMap(yaml)) return this.#map(yaml as YAMLMap.Parsed, range);
    if (isSeq(yaml)) {
      if (yaml.items.length > MOST_ITEMS) {
        throw new TooMuch(range, `the list has more than ${MOST_ITEMS} values`, "no config needs so many");
      }
      const list: ListNode = {
        kind: "list",
        items: yaml.items.map((item) => this.node(item as ParsedNode, range.start)),
        ...range,
      };
      return list;
    }
    return this.#scalar(yaml as YamlScalar.Parsed, range);
  }

  #scalar(yaml: YamlScalar.Parsed, range: Range): ScalarNode {
    const value = yaml.value as Scalar;
    if (typeof value === "string") this.#refuseControls(value, range);
    return { kind: "scalar", value, written: yaml.source, ...range };
  }

  #map(yaml: YAMLMap.Parsed, range: Range): MapNode {
    const pairs = new Map<string, Pair>();
    const unused: Pair[] = [];
    let isDamaged = false;
    let last: Pair | undefined;
    for (const { key: yamlKey, value: yamlValue } of yaml.items) {
      const keyRange = yamlKey ? rangeOf(yamlKey) : range;
      if (yaml.flow && yamlValue === null) {
        if (!isDamaged) this.#error(keyRange, "here a value is missing", COMMA_HELP);
        isDamaged = true;
        unused.push({
          key: written(this.#source, keyRange),
          keyRange: keyRange,
          value: this.node(null, keyRange.end),
        });
        // Most likely it is the rest of the value before it.
        if (last) pairs.set(last.key, { ...last, value: { ...last.value, isDamaged } });
        continue;
      }
      const key = this.#key(yamlKey, keyRange);
      const value = this.node(yamlValue, keyRange.end);
      if (key === undefined) {
        isDamaged = true;
        unused.push({ key: written(this.#source, keyRange), keyRange: keyRange, value });
        continue;
      }
      const pair: Pair = { key, keyRange: keyRange, value };
      const first = pairs.get(key);
      if (first) {
        unused.push(pair);
        const where = locationText({ source: this.#source, range: first.keyRange });
        this.#error(keyRange, `the key ${quoted(key)} stands here a second time; the first is at ${where}`);
      } else {
        pairs.set(key, pair);
        last = pair;
      }
    }
    return { kind: "map", pairs, unused, ...(isDamaged && { isDamaged }), ...range };
  }

  /** `undefined` for a key that cannot stand for any text. */
  #key(yaml: ParsedNode | null, range: Range): string | undefined {
    if (!isScalar(yaml)) {
      this.#error(range, "a key must be plain text, not a mapping, a list or an alias");
      return undefined;
    }
    const { value, source } = yaml as YamlScalar.Parsed;
    if (value === "<<") {
      this.#error(
        range,
        "merge keys (<<) are not supported",
        "write the fields out, or give each value an alias",
      );
      return undefined;
    }
    if (typeof value === "string") {
      this.#refuseControls(value, range);
      return value;
    }
    if (value === null && source === "") {
      const blanks = /^ */.exec(this.#source.text.slice(range.start, range.start + 100))![0].length;
      const colon = { start: range.start + blanks, end: range.start + blanks + 1 };
      this.#error(colon, 'a key is missing before the ":"');
      return undefined;
    }
    this.#error(
      range,
      `a key must be text, not ${value === null ? "null" : `a ${typeof value}`}`,
      `write "${source}"`,
    );
    return source;
  }

  #refuseControls(value: string, range: Range): void {
    const code = controlCharacterIn(value);
    if (code === undefined) return;
    this.#error(range, `the text holds the control character ${code}`, "remove it");
  }

  #take(size: Unfolded, range: Range): void {
    this.#size = { values: this.#size.values + size.values, text: this.#size.text + size.text };
    if (this.#allowance.take(size)) return;
    const message = "up to here the config holds too much when its aliases (*) are written out";
    throw new TooMuch(range, message, "use fewer aliases");
  }

  #error(range: Range, message: string, help?: string): void {
    this.#diagnostics.error({ source: this.#source, range }, message, help);
  }
}

function textOf(yaml: ParsedNode): number {
  return isScalar(yaml) && typeof yaml.value === "string" ? yaml.value.length : 0;
}

function written({ text }: Source, { start, end }: Range): string {
  return text.slice(start, end);
}

function rangeOf(yaml: ParsedNode): Range {
  return { start: yaml.range[0], end: yaml.range[1] };
}
