// Masks the secrets of a file before errors show its lines. When in doubt a value is masked: a field name with a typo
// or broken syntax must not print a password into the log of a build.
import { annotationsOf, secretsOf } from "../../kind/annotations";
import type { Definition } from "../../kind/definition";
import type { Parsed } from "../parse/parse";
import { type MapNode, type Node, type Pair, plainPairs } from "../parse/tree";
import { suggest } from "../report/suggest";
import { extraFieldsOf, type Layout, type Section } from "../schema/layout";
import type { SchemaInspector } from "../schema/schema-inspector";
import type { Source } from "../source/source";

export function maskSecrets(source: Source, parsed: Parsed, layout: Layout): void {
  new SecretMasker(source, layout).mask(parsed);
}

/** Fields of a kind that are secret, at least with some values of other fields. */
function possibleSecrets(definition: Definition): ReadonlySet<string> {
  return secretsOf(definition, {});
}

const PLAIN_NAME = /^[\w-]+$/;

class SecretMasker {
  readonly #source: Source;
  readonly #layout: Layout;
  /** Possible secrets of all kinds. */
  readonly #secretNames: ReadonlySet<string>;
  /** Names of all sections and fields. */
  readonly #knownNames: ReadonlySet<string>;

  constructor(source: Source, layout: Layout) {
    this.#source = source;
    this.#layout = layout;
    const sections = [...layout.sections.values()];
    this.#secretNames = new Set(sections.flatMap(({ definition }) => [...possibleSecrets(definition)]));
    this.#knownNames = new Set(
      sections.flatMap((section) => [
        section.name,
        ...annotationsOf(section.definition).names,
        ...extraFieldsOf(section),
      ]),
    );
  }

  mask({ tree, root, validUntil }: Parsed): void {
    if (tree && !root) this.#maskByName(tree);
    for (const pair of allPairs(root)) {
      const section = this.#layout.sections.get(pair.key);
      if (!section) this.#maskUnknown(pair);
      else if (section.onlyKey !== undefined) this.#maskEntry(section, pair.value);
      else if (pair.value.kind === "map") {
        for (const entry of allPairs(pair.value)) this.#maskEntry(section, entry.value);
      } else this.#maskWrongType(section, pair.value);
    }
    if (validUntil < this.#source.text.length) this.#maskBrokenSyntax(validUntil);
  }

  #maskEntry(section: Section, value: Node): void {
    if (value.kind !== "map") {
      this.#maskWrongType(section, value);
      return;
    }
    const { definition } = section;
    const fields = new Set(annotationsOf(definition).names);
    const secrets = secretsOf(definition, plainPairs(value.pairs.values()));
    const rejected = new Set(value.rejected);
    let last: Pair | undefined;
    for (const pair of allPairs(value)) {
      if (secrets.has(pair.key)) this.#maskSecret(pair.value, section.args, [pair.key]);
      else if (!fields.has(pair.key)) this.#maskUnknown(pair);
      // After a comma in text without quotes the rest of the text is a key without a value.
      const isRest =
        last !== undefined && secrets.has(last.key) && rejected.has(pair) && !fields.has(pair.key);
      if (isRest) this.#source.mask(pair.keyRange);
      else last = pair;
    }
  }

  /** In a secret with fields, their names stay visible, and the values that the schema does not mark as secret. */
  #maskSecret(value: Node, inspector: SchemaInspector, path: readonly string[]): void {
    if (value.kind !== "map" || inspector.fieldsAt(path).length === 0) {
      this.#source.mask(value);
      return;
    }
    const rejected = new Set(value.rejected);
    for (const pair of allPairs(value)) {
      const part = [...path, pair.key];
      const isKnown = inspector.at(part).length > 0;
      if (isKnown && pair.value.kind === "map") this.#maskSecret(pair.value, inspector, part);
      else if (!inspector.isPublicPart(part) || pair.value.kind !== "scalar") this.#source.mask(pair.value);
      // The rest of a text after a comma, or a key without a space after its ":".
      if (!isKnown && (rejected.has(pair) || !PLAIN_NAME.test(pair.key))) this.#source.mask(pair.keyRange);
    }
  }

  /** A value where a mapping is expected may be a secret as a whole, if the kind has one. */
  #maskWrongType({ definition }: Section, value: Node): void {
    if (possibleSecrets(definition).size > 0) this.#source.mask(value);
    this.#maskByName(value);
  }

  /** The name of an unknown field decides. */
  #maskUnknown({ key, keyRange, value }: Pair): void {
    if (!this.#resemblesSecret(key)) {
      this.#maskByName(value);
      return;
    }
    this.#source.mask(value);
    // In `{ password:hunter2 }` the key contains the value.
    if (!PLAIN_NAME.test(key)) this.#source.mask(keyRange);
  }

  #maskByName(node: Node): void {
    if (node.kind === "map") for (const pair of allPairs(node)) this.#maskUnknown(pair);
    if (node.kind === "list") for (const item of node.items) this.#maskByName(item);
  }

  #resemblesSecret(name: string): boolean {
    const lowerCase = name.toLowerCase();
    return (
      [...this.#secretNames].some((secret) => lowerCase.includes(secret.toLowerCase())) ||
      suggest(name, this.#secretNames) !== undefined
    );
  }

  // In sections that may contain secrets, only the names of fields stay visible. Elsewhere lines stay visible up to a
  // name that resembles that of a secret.
  #maskBrokenSyntax(from: number): void {
    const { text } = this.#source;
    let isSafe = false;
    for (let start = 0; start < text.length; ) {
      const end = text.indexOf("\n", start) === -1 ? text.length : text.indexOf("\n", start);
      const line = text.slice(start, end);
      const top = /^["']?([A-Za-z_][\w.-]*)["']?\s*:/.exec(line)?.[1];
      if (top !== undefined) isSafe = this.#isSafeSection(top);
      const visible = isSafe ? this.#lengthBeforeSecret(line) : this.#lengthOfFieldName(line);
      if (end > from) this.#source.mask({ start: start + visible, end });
      start = end + 1;
    }
  }

  #isSafeSection(name: string): boolean {
    const section = this.#layout.sections.get(name);
    return section !== undefined && possibleSecrets(section.definition).size === 0;
  }

  /** The length of a line up to the value of the first name that resembles that of a secret. */
  #lengthBeforeSecret(line: string): number {
    // Starts at whole words only: trying every letter of a long word would take quadratic time.
    for (const match of line.matchAll(/(?<![\w-])([\w-]+)["']?\s*:\s*/g)) {
      if (this.#resemblesSecret(match[1]!)) return match.index + match[0].length;
    }
    return line.length;
  }

  /** The length of the known name at the start of a line. Any other line may continue a secret text. */
  #lengthOfFieldName(line: string): number {
    const match = /^[\s-]*(\w[\w-]*)\s*:\s*/.exec(line);
    return match && this.#knownNames.has(match[1]!) ? match[0].length : 0;
  }
}

/** Also the rejected pairs, in the order of the file. */
function allPairs(map: MapNode | undefined): readonly Pair[] {
  if (!map) return [];
  const all = [...map.pairs.values(), ...map.rejected];
  return map.rejected.length === 0 ? all : all.sort((a, b) => a.keyRange.start - b.keyRange.start);
}
