// Masks everything in a file that is not known to be harmless, before errors show its lines: a misspelled field or
// broken syntax must not print a password into the log of a build. Visible are keys, values of known fields that are
// not secret, and the punctuation between them. Comments, tags, anchors and aliases are not: a password without quotes
// may be one of them.
import type { Parsed } from "../parse/parse";
import type { MapNode, Node, Pair } from "../parse/tree";
import { extraFieldsOf, IGNORED, INCLUDE, isTopField, type Layout, type Section } from "../schema/layout";
import { includeSchema } from "../schema/loader-fields";
import { SchemaInspector } from "../schema/schema-inspector";
import type { Range, Source } from "../source/source";
import { allPairs, childrenOf, secretNodes } from "./secrets";

export function maskSecrets(source: Source, parsed: Parsed, layout: Layout): void {
  source.mask(new Masker(source.text, parsed, layout).masked());
}

/** Of git. */
const CONFLICT_MARKER = /^(?:<{7}|={7}|>{7}|\|{7})(?: |(?=\s*$))/;

/** An expression, with or without its end. What follows the name in another form may be a value. */
const EXPRESSION = /\$\{\s*(?:env:\w*(?::-[\w.:-]*)?|config:[\w.:-]*)\}?/gi;

/** The schema of each field of an entry, without its lists. */
type Fields = ReadonlyMap<string, { readonly inspector: SchemaInspector; readonly path: readonly string[] }>;

function fieldsOf({ fields, loaderFields }: Section): Fields {
  const own = fields.fieldsAt([]).map((name) => ({ name, inspector: fields, path: [name] }));
  const others = Object.entries(loaderFields).map(([name, inspector]) => ({ name, inspector, path: [] }));
  return new Map([...own, ...others].map(({ name, ...field }) => [name, field]));
}

class Masker {
  readonly #text: string;
  readonly #parsed: Parsed;
  readonly #layout: Layout;
  readonly #secrets: ReadonlySet<Node>;
  readonly #visible: Range[] = [];
  /** Takes precedence: by an alias, one value may be in several fields. */
  readonly #hidden: Range[] = [];

  constructor(text: string, parsed: Parsed, layout: Layout) {
    this.#text = text;
    this.#parsed = parsed;
    this.#layout = layout;
    this.#secrets = secretNodes(parsed.root, layout);
  }

  masked(): readonly Range[] {
    const { root, validUntil } = this.#parsed;
    for (const pair of allPairs(root)) this.#section(pair);
    const validEnd = Math.min(validUntil, this.#text.length);
    const known = [...this.#visible.filter(({ end }) => end <= validEnd), ...this.#hidden];
    let at = 0;
    for (const { start, end } of known.sort((a, b) => a.start - b.start)) {
      this.#hideExceptPunctuation(at, Math.min(start, validEnd));
      at = Math.max(at, end);
    }
    this.#hideExceptPunctuation(at, validEnd);
    this.#hideBrokenSyntax(validEnd);
    return this.#hidden;
  }

  #section(pair: Pair): void {
    const { key, keyRange, value } = pair;
    const section = this.#layout.sections.get(key);
    // What it contains is visible where a known field uses it, by an alias or a merge key.
    if (!section && key.startsWith(IGNORED)) this.#key(pair);
    else if (key === INCLUDE) this.#field(pair, new SchemaInspector(() => includeSchema), []);
    else if (isTopField(key, this.#layout)) this.#field(pair, this.#layout.topFields[key], []);
    else if (!section || value.kind !== "map") this.#unknownField(pair);
    else {
      this.#visible.push(keyRange);
      const fields = fieldsOf(section);
      if (section.onlyKey !== undefined) this.#entry(section, fields, value);
      else for (const entry of allPairs(value)) this.#entryWithKey(section, fields, entry);
    }
  }

  #entryWithKey(section: Section, fields: Fields, pair: Pair): void {
    if (pair.value.kind !== "map") this.#unknownField(pair);
    else {
      this.#key(pair);
      this.#entry(section, fields, pair.value);
    }
  }

  #entry({ lists }: Section, fields: Fields, entry: MapNode): void {
    for (const pair of allPairs(entry)) {
      const { key, keyRange, value } = pair;
      const field = fields.get(key);
      const list = lists.get(key);
      if (field) this.#field(pair, field.inspector, field.path);
      else if (list && value.kind === "list") {
        this.#visible.push(keyRange);
        for (const member of value.items) this.#value(member, list.member, []);
      } else this.#unknownField(pair);
    }
  }

  #field({ keyRange, value }: Pair, inspector: SchemaInspector, path: readonly PropertyKey[]): void {
    this.#visible.push(keyRange);
    this.#value(value, inspector, path);
  }

  #unknownField(pair: Pair): void {
    this.#key(pair);
    this.#hide(pair.value);
  }

  /** A key of the user. What follows its first word may be a value without a space before it. */
  #key({ keyRange, value }: Pair): void {
    // Without a value, it is most likely the rest of a text with a comma.
    const hasValue = value.kind !== "scalar" || value.end > value.start;
    const word = /^["']?[^\s:=,;"'{}&*!#]*["']?/.exec(this.#text.slice(keyRange.start, keyRange.end))![0];
    if (hasValue) this.#visible.push({ start: keyRange.start, end: keyRange.start + word.length });
  }

  #value(node: Node, inspector: SchemaInspector, path: readonly PropertyKey[]): void {
    if (this.#secrets.has(node)) this.#hide(node);
    else if (node.kind === "scalar") this.#scalar(node);
    else if (node.kind === "list") {
      node.items.forEach((item, index) => {
        if (inspector.at([...path, index]).length > 0) this.#value(item, inspector, [...path, index]);
        else this.#hide(item);
      });
    } else {
      const fields = inspector.fieldsAt(path);
      for (const pair of allPairs(node)) {
        if (fields.includes(pair.key)) this.#field(pair, inspector, [...path, pair.key]);
        else this.#unknownField(pair);
      }
    }
  }

  /** With a wrong quote, a text contains the fields after it. */
  #scalar({ start, end }: Range): void {
    const text = this.#text.slice(start, end);
    const withoutExpressions = text.includes("${")
      ? text.replace(EXPRESSION, ({ length }) => "x".repeat(length))
      : text;
    const other = withoutExpressions.search(/:(?![/\d])|\n/);
    const visibleEnd = other === -1 ? end : start + other;
    this.#visible.push({ start, end: visibleEnd });
    this.#hidden.push({ start: visibleEnd, end });
  }

  #hide(node: Node): void {
    this.#hidden.push(node);
    // What an alias refers to is somewhere else in the file.
    for (const inner of childrenOf(node)) this.#hide(inner);
  }

  #hideExceptPunctuation(start: number, end: number): void {
    if (start >= end) return;
    let at = start;
    for (const line of this.#text.slice(start, end).split("\n")) {
      const before = /^(?:[\s{}[\],:?-]|<<(?=:))*/.exec(line)![0].length;
      let after = line.length;
      while (after > before && /[\s{}[\],]/.test(line[after - 1]!)) after -= 1;
      // Only after a space, because a tag may end with punctuation.
      const space = line.slice(after).search(/\s/);
      this.#hidden.push({ start: at + before, end: at + (space === -1 ? line.length : after + space) });
      at += line.length + 1;
    }
  }

  /** After a syntax error, any line may continue a secret text. Only known names at the start of a line are visible. */
  #hideBrokenSyntax(from: number): void {
    const sections = [...this.#layout.sections.values()];
    const names = new Set(
      sections.flatMap((section) => [
        section.name,
        ...section.fields.fieldsAt([]),
        ...extraFieldsOf(section),
      ]),
    );
    for (let start = from; start < this.#text.length; ) {
      const newline = this.#text.indexOf("\n", start);
      const end = newline === -1 ? this.#text.length : newline;
      const line = this.#text.slice(start, end);
      const field = /^[\s-]*(\w[\w-]*)\s*:\s*/.exec(line);
      const visible = field && names.has(field[1]!) ? field[0].length : this.#harmlessStart(line);
      this.#hidden.push({ start: start + visible, end });
      start = end + 1;
    }
  }

  /** Of a line in column 1: a section without its colon, or the marker of a merge conflict. */
  #harmlessStart(line: string): number {
    const word = line.trimEnd();
    if (this.#layout.keys.includes(word)) return word.length;
    return CONFLICT_MARKER.exec(line)?.[0].length ?? 0;
  }
}
