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
import type { Allowance, Unfolded } from "./allowance";
import type { Diagnostics } from "./diagnostics";
import { placeText } from "./diagnostics";
import { controlCharacterIn, quoted } from "./plain-text";
import type { Source, Spot } from "./source";
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
  readonly spot: Spot;
  readonly help: string;

  constructor(spot: Spot, message: string, help: string) {
    super(message);
    this.spot = spot;
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
  allowance: Allowance,
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
  readonly #allowance: Allowance;
  /** Taken so far. */
  #size: Unfolded = { values: 0, text: 0 };

  constructor(source: Source, diagnostics: Diagnostics, allowance: Allowance) {
    this.#source = source;
    this.#diagnostics = diagnostics;
    this.#allowance = allowance;
  }

  node(yaml: ParsedNode | null, at = 0): Node {
    if (yaml === null) return { kind: "scalar", value: null, written: "", start: at, end: at };
    if (isAlias(yaml)) return this.#alias(yaml.source, spotOf(yaml));
    const before = this.#size;
    this.#take({ values: 1, text: textOf(yaml) }, spotOf(yaml));
    if (yaml.anchor === undefined) return this.#collectionOrScalar(yaml);

    this.#anchorCount += 1;
    if (this.#anchorCount > MOST_ANCHORS) {
      throw new TooMuch(
        spotOf(yaml),
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

  #alias(name: string, spot: Spot): Node {
    const anchor = this.#anchors.get(name);
    const empty: ScalarNode = { kind: "scalar", value: null, written: "", isDamaged: true, ...spot };
    if (!anchor) {
      this.#error(spot, `the alias *${name} names no anchor (&${name}) that stands before it`);
      return empty;
    }
    if (!anchor.node || !anchor.size) {
      this.#error(spot, `the alias *${name} stands inside of what it names`);
      return empty;
    }
    this.#take(anchor.size, spot);
    return anchor.node;
  }

  #collectionOrScalar(yaml: Exclude<ParsedNode, Alias.Parsed>): Node {
    const node = this.#untagged(yaml);
    const hasStrangeTag = yaml.tag !== undefined && !KNOWN_TAGS.has(yaml.tag);
    return hasStrangeTag ? { ...node, isDamaged: true } : node;
  }

  #untagged(yaml: Exclude<ParsedNode, Alias.Parsed>): Node {
    const spot = spotOf(yaml);
    if (isMap(yaml)) return this.#map(yaml as YAMLMap.Parsed, spot);
    if (isSeq(yaml)) {
      if (yaml.items.length > MOST_ITEMS) {
        throw new TooMuch(spot, `the list has more than ${MOST_ITEMS} values`, "no config needs so many");
      }
      const list: ListNode = {
        kind: "list",
        items: yaml.items.map((item) => this.node(item as ParsedNode, spot.start)),
        ...spot,
      };
      return list;
    }
    return this.#scalar(yaml as YamlScalar.Parsed, spot);
  }

  #scalar(yaml: YamlScalar.Parsed, spot: Spot): ScalarNode {
    const value = yaml.value as Scalar;
    if (typeof value === "string") this.#refuseControls(value, spot);
    return { kind: "scalar", value, written: yaml.source, ...spot };
  }

  #map(yaml: YAMLMap.Parsed, spot: Spot): MapNode {
    const pairs = new Map<string, Pair>();
    const unused: Pair[] = [];
    let isDamaged = false;
    let last: Pair | undefined;
    for (const { key: yamlKey, value: yamlValue } of yaml.items) {
      const keySpot = yamlKey ? spotOf(yamlKey) : spot;
      if (yaml.flow && yamlValue === null) {
        if (!isDamaged) this.#error(keySpot, "here a value is missing", COMMA_HELP);
        isDamaged = true;
        unused.push({ key: written(this.#source, keySpot), keySpot, value: this.node(null, keySpot.end) });
        // Most likely it is the rest of the value before it.
        if (last) pairs.set(last.key, { ...last, value: { ...last.value, isDamaged } });
        continue;
      }
      const key = this.#key(yamlKey, keySpot);
      const value = this.node(yamlValue, keySpot.end);
      if (key === undefined) {
        isDamaged = true;
        unused.push({ key: written(this.#source, keySpot), keySpot, value });
        continue;
      }
      const pair: Pair = { key, keySpot, value };
      const first = pairs.get(key);
      if (first) {
        unused.push(pair);
        const where = placeText({ source: this.#source, spot: first.keySpot });
        this.#error(keySpot, `the key ${quoted(key)} stands here a second time; the first is at ${where}`);
      } else {
        pairs.set(key, pair);
        last = pair;
      }
    }
    return { kind: "map", pairs, unused, ...(isDamaged && { isDamaged }), ...spot };
  }

  /** `undefined` for a key that cannot stand for any text. */
  #key(yaml: ParsedNode | null, spot: Spot): string | undefined {
    if (!isScalar(yaml)) {
      this.#error(spot, "a key must be plain text, not a mapping, a list or an alias");
      return undefined;
    }
    const { value, source } = yaml as YamlScalar.Parsed;
    if (value === "<<") {
      this.#error(
        spot,
        "merge keys (<<) are not supported",
        "write the fields out, or give each value an alias",
      );
      return undefined;
    }
    if (typeof value === "string") {
      this.#refuseControls(value, spot);
      return value;
    }
    if (value === null && source === "") {
      const blanks = /^ */.exec(this.#source.text.slice(spot.start, spot.start + 100))![0].length;
      const colon = { start: spot.start + blanks, end: spot.start + blanks + 1 };
      this.#error(colon, 'a key is missing before the ":"');
      return undefined;
    }
    this.#error(
      spot,
      `a key must be text, not ${value === null ? "null" : `a ${typeof value}`}`,
      `write "${source}"`,
    );
    return source;
  }

  #refuseControls(value: string, spot: Spot): void {
    const code = controlCharacterIn(value);
    if (code === undefined) return;
    this.#error(spot, `the text holds the control character ${code}`, "remove it");
  }

  #take(size: Unfolded, spot: Spot): void {
    this.#size = { values: this.#size.values + size.values, text: this.#size.text + size.text };
    if (this.#allowance.take(size)) return;
    const message = "up to here the config holds too much when its aliases (*) are written out";
    throw new TooMuch(spot, message, "use fewer aliases");
  }

  #error(spot: Spot, message: string, help?: string): void {
    this.#diagnostics.error({ source: this.#source, spot }, message, help);
  }
}

function textOf(yaml: ParsedNode): number {
  return isScalar(yaml) && typeof yaml.value === "string" ? yaml.value.length : 0;
}

function written({ text }: Source, { start, end }: Spot): string {
  return text.slice(start, end);
}

function spotOf(yaml: ParsedNode): Spot {
  return { start: yaml.range[0], end: yaml.range[1] };
}
