// Takes care that no line of a file is shown with a secret in it. Called before problems are shown; in doubt a
// value is hidden, for a mistyped field name or broken syntax must not bring a password into a build's log.

import { annotationsOf, secretsOf } from "../../kind/annotations";
import type { Definition } from "../../kind/definition";
import type { Parsed } from "../parse/parse";
import { type MapNode, type Node, type Pair, plainPairs } from "../parse/tree";
import { suggest } from "../report/suggest";
import { type Layout, moreFieldsOf, type Section } from "../schema/layout";
import { SchemaInspector } from "../schema/schema-inspector";
import type { Source } from "../source/source";

export function maskSecrets(source: Source, parsed: Parsed, layout: Layout): void {
  new Hider(source, layout).run(parsed);
}

/** Fields of a kind that hold a secret, or might with other values beside them. */
function possiblySecret(definition: Definition): ReadonlySet<string> {
  return secretsOf(definition, {});
}

class Hider {
  readonly #source: Source;
  readonly #layout: Layout;
  /** Names of all fields that may be secret in some kind. */
  readonly #names: ReadonlySet<string>;
  /** Names of all sections and fields. */
  readonly #known: ReadonlySet<string>;

  constructor(source: Source, layout: Layout) {
    this.#source = source;
    this.#layout = layout;
    const sections = [...layout.sections.values()];
    this.#names = new Set(sections.flatMap(({ definition }) => [...possiblySecret(definition)]));
    this.#known = new Set(
      sections.flatMap((section) => [
        section.name,
        ...annotationsOf(section.definition).names,
        ...moreFieldsOf(section),
      ]),
    );
  }

  run({ tree, root, soundUntil }: Parsed): void {
    if (tree && !root) this.#within(tree);
    for (const pair of allPairs(root)) {
      const section = this.#layout.sections.get(pair.key);
      if (!section) this.#unknown(pair);
      else if (section.onlyKey !== undefined) this.#entry(section, pair.value);
      else if (pair.value.kind === "map") {
        for (const entry of allPairs(pair.value)) this.#entry(section, entry.value);
      } else this.#shapeless(section, pair.value);
    }
    if (soundUntil < this.#source.text.length) this.#broken(soundUntil);
  }

  #entry(section: Section, value: Node): void {
    if (value.kind !== "map") {
      this.#shapeless(section, value);
      return;
    }
    const { definition } = section;
    const fields = new Set(annotationsOf(definition).names);
    const secrets = secretsOf(definition, plainPairs(value.pairs.values()));
    const unused = new Set(value.unused);
    let last: Pair | undefined;
    for (const pair of allPairs(value)) {
      if (secrets.has(pair.key)) this.#secret(pair.value, SchemaInspector.of(definition.args()), [pair.key]);
      else if (!fields.has(pair.key)) this.#unknown(pair);
      // Behind a comma in a text without quotes stands the rest of it, as a key without a value.
      const isRest = last !== undefined && secrets.has(last.key) && unused.has(pair) && !fields.has(pair.key);
      if (isRest) this.#source.hide(pair.keyRange);
      else last = pair;
    }
  }

  /** Of a secret that has fields the names are shown, and the values that its schema says are none. */
  #secret(value: Node, shape: SchemaInspector, path: readonly string[]): void {
    if (value.kind !== "map" || shape.fieldsAt(path).length === 0) {
      this.#source.hide(value);
      return;
    }
    const unused = new Set(value.unused);
    for (const pair of allPairs(value)) {
      const part = [...path, pair.key];
      const isKnown = shape.at(part).length > 0;
      if (isKnown && pair.value.kind === "map") this.#secret(pair.value, shape, part);
      else if (!shape.isOpenPart(part) || pair.value.kind !== "scalar") this.#source.hide(pair.value);
      // The rest of a text behind a comma, or a key that lacks its space.
      if (!isKnown && (unused.has(pair) || !/^[\w-]+$/.test(pair.key))) this.#source.hide(pair.keyRange);
    }
  }

  /** Where fields are expected stands something else: all of it may be a secret, if the kind has one. */
  #shapeless({ definition }: Section, value: Node): void {
    if (possiblySecret(definition).size > 0) this.#source.hide(value);
    this.#within(value);
  }

  /** A field that no kind has here: what its name resembles decides. */
  #unknown({ key, keyRange, value }: Pair): void {
    if (!this.#resemblesSecret(key)) {
      this.#within(value);
      return;
    }
    this.#source.hide(value);
    // `{ password:hunter2 }` is a key as a whole.
    if (!/^[\w-]+$/.test(key)) this.#source.hide(keyRange);
  }

  #within(node: Node): void {
    if (node.kind === "map") for (const pair of allPairs(node)) this.#unknown(pair);
    if (node.kind === "list") for (const item of node.items) this.#within(item);
  }

  #resemblesSecret(name: string): boolean {
    const plain = name.toLowerCase();
    return (
      [...this.#names].some((secret) => plain.includes(secret.toLowerCase())) ||
      suggest(name, this.#names) !== undefined
    );
  }

  // Nothing can be concluded where the syntax is broken. In sections that may hold a secret only the names of
  // fields are shown, and elsewhere everything up to a name that resembles one of a secret.
  #broken(from: number): void {
    const { text } = this.#source;
    let isSafe = false;
    for (let start = 0; start < text.length; ) {
      const end = text.indexOf("\n", start) === -1 ? text.length : text.indexOf("\n", start);
      const line = text.slice(start, end);
      const top = /^["']?([A-Za-z_][\w.-]*)["']?\s*:/.exec(line)?.[1];
      if (top !== undefined) isSafe = this.#isSafeSection(top);
      const shown = isSafe ? this.#beforeSecret(line) : this.#fieldName(line);
      if (end > from) this.#source.hide({ start: start + shown, end });
      start = end + 1;
    }
  }

  #isSafeSection(name: string): boolean {
    const section = this.#layout.sections.get(name);
    return section !== undefined && possiblySecret(section.definition).size === 0;
  }

  /** The length of a line up to and with the first name that resembles that of a secret. */
  #beforeSecret(line: string): number {
    // Only whole words are tried: from each of its letters on, a long one would take time without end.
    for (const match of line.matchAll(/(?<![\w-])([\w-]+)["']?\s*:\s*/g)) {
      if (this.#resemblesSecret(match[1]!)) return match.index + match[0].length;
    }
    return line.length;
  }

  /** The length of the known name that a line begins with. A line without may be in the midst of a text. */
  #fieldName(line: string): number {
    const match = /^[\s-]*(\w[\w-]*)\s*:\s*/.exec(line);
    return match && this.#known.has(match[1]!) ? match[0].length : 0;
  }
}

function allPairs(map: MapNode | undefined): readonly Pair[] {
  if (!map) return [];
  const all = [...map.pairs.values(), ...map.unused];
  return map.unused.length === 0 ? all : all.sort((a, b) => a.keyRange.start - b.keyRange.start);
}
