// A parsed file against the kinds: every problem is told, and what is right becomes a plan.
import type { z } from "zod";
import type { AccountExpectation } from "../api/settings";
import type { Definition, Props } from "../engine/definition";
import { secretsOf } from "../engine/traits";
import { defaults } from "./defaults";
import type { Diagnostics } from "./diagnostics";
import { Duplicates } from "./duplicates";
import { ENTRY_KEY, ENTRY_KEY_HELP, LONGEST_KEY } from "./entry-key";
import { type EntryOptions, optionsSchema } from "./entry-options";
import { expectation } from "./expectation";
import { explain } from "./explain";
import { DEFAULTS, EXPECT, type Layout, type ListField, moreFieldsOf, OPTIONS, type Section } from "./layout";
import type { Parsed } from "./parse";
import { listed, quoted } from "./plain-text";
import type { Plan, PlannedEntry, PlannedMember } from "./plan";
import { References } from "./references";
import { Shape } from "./shape";
import type { Source, Spot } from "./source";
import { suggest } from "./suggest";
import { isNull, type MapNode, type Node, type Pair, plainPairs, plainValue } from "./tree";
import { found, zodMessage } from "./zod-messages";

const NO_PAIRS: MapNode = { kind: "map", pairs: new Map(), unused: [], start: 0, end: 0 };

/** The answer is only to be used when `diagnostics` has no errors. */
export function validate(source: Source, parsed: Parsed, layout: Layout, diagnostics: Diagnostics): Plan {
  return new Validation(source, parsed, layout, diagnostics).run();
}

class Validation {
  readonly #source: Source;
  readonly #parsed: Parsed;
  readonly #layout: Layout;
  readonly #diagnostics: Diagnostics;
  readonly #references: References;
  readonly #duplicates: Duplicates;
  readonly #entries: PlannedEntry[] = [];
  #expect: AccountExpectation | undefined;
  #onExisting: Plan["onExisting"];

  constructor(source: Source, parsed: Parsed, layout: Layout, diagnostics: Diagnostics) {
    this.#source = source;
    this.#parsed = parsed;
    this.#layout = layout;
    this.#diagnostics = diagnostics;
    // Behind broken syntax there may be keys that were not found.
    this.#references = new References(source, diagnostics, parsed.soundUntil === Number.POSITIVE_INFINITY);
    this.#duplicates = new Duplicates(source, diagnostics);
  }

  run(): Plan {
    for (const pair of this.#parsed.root?.pairs.values() ?? []) {
      const section = this.#layout.sections.get(pair.key);
      if (section) this.#section(section, pair);
      else if (pair.key === DEFAULTS) this.#onExisting = this.#part(defaults, pair, DEFAULTS)?.onExisting;
      else if (this.#isSound(pair)) this.#unknownSection(pair);
    }
    this.#references.check();
    return {
      entries: this.#entries,
      ...(this.#onExisting && { onExisting: this.#onExisting }),
      ...(this.#expect && { expect: this.#expect }),
    };
  }

  #isSound({ keySpot, value }: Pair): boolean {
    return Math.max(keySpot.end, value.end) <= this.#parsed.soundUntil;
  }

  #unknownSection({ key, keySpot }: Pair): void {
    const { keys } = this.#layout;
    const meant = suggest(key, keys);
    const message = `unknown section ${quoted(key)}`;
    if (meant === undefined) this.#error(keySpot, message, `possible are ${listed(keys)}`);
    else this.#error(keySpot, `${message}; did you mean "${meant}"?`);
  }

  #section(section: Section, pair: Pair): void {
    const { value } = pair;
    if (section.onlyKey !== undefined) {
      if (this.#isSound(pair)) this.#entry(section, section.onlyKey, pair);
      return;
    }
    if (value.kind !== "map") {
      if (isNull(value) || !this.#isSound(pair)) return;
      const message = `${section.name} must be a mapping of keys to entries, not ${found(plainValue(value))}`;
      this.#error(pair.keySpot, message, "give each entry a key of your own");
      return;
    }
    for (const entry of value.pairs.values()) {
      this.#references.note(section.name, entry.key);
      if (!this.#isSound(entry)) continue;
      if (this.#isKey(entry, section)) this.#entry(section, entry.key, entry);
    }
  }

  #isKey({ key, keySpot }: Pair, { name }: Section): boolean {
    if (key.length > LONGEST_KEY) {
      this.#error(keySpot, `${name}: a key must not have more than ${LONGEST_KEY} characters`);
      return false;
    }
    if (ENTRY_KEY.test(key)) return true;
    const help = /:/.test(key) ? 'write a space after the ":"' : ENTRY_KEY_HELP;
    this.#error(keySpot, `${name}: ${quoted(key)} cannot be a key`, help);
    return false;
  }

  #entry(section: Section, key: string, { keySpot, value }: Pair): void {
    const { definition, onlyKey } = section;
    const label = onlyKey === undefined ? `${section.name}.${key}` : section.name;
    if (value.kind !== "map" && !isNull(value)) {
      this.#error(keySpot, `${label} must be a mapping of fields, not ${found(plainValue(value))}`);
      return;
    }
    const node = value.kind === "map" ? value : NO_PAIRS;
    const own: Pair[] = [];
    let options: EntryOptions | undefined = {};
    const members: PlannedMember[] = [];
    for (const pair of node.pairs.values()) {
      const list = section.lists.get(pair.key);
      if (pair.key === OPTIONS) options = this.#part(optionsSchema(definition), pair, `${label}.${OPTIONS}`);
      else if (pair.key === EXPECT && onlyKey !== undefined) {
        this.#expect = this.#part(expectation, pair, `${label}.${EXPECT}`);
      } else if (list) members.push(...this.#members(list, pair, key, label));
      else own.push(pair);
    }
    if (onlyKey !== undefined && own.length === 0) return;

    const args = plainPairs(own);
    const result = definition.args.safeParse(args, { error: zodMessage });
    if (!result.success) {
      const subject = {
        source: this.#source,
        node,
        spot: keySpot,
        label,
        shape: Shape.of(definition.args),
        moreFields: moreFieldsOf(section),
        secrets: secretsOf(definition, args),
      };
      explain(result.error.issues, subject, this.#diagnostics);
      return;
    }
    this.#duplicates.entry(definition, args, label, keySpot);
    this.#lint(definition, args, node, keySpot, label);
    if (options) {
      this.#entries.push({
        definition,
        section: section.name,
        key,
        isOnly: onlyKey !== undefined,
        args,
        options,
        members,
      });
    }
  }

  #lint(definition: Definition, args: Props, node: MapNode, spot: Spot, label: string): void {
    for (const { field, message } of definition.lint?.(args) ?? []) {
      const place = { source: this.#source, spot: node.pairs.get(field)?.value ?? spot };
      this.#diagnostics.warning(place, `${label}: ${message}`);
    }
  }

  /** A field that the loader itself knows. */
  #part<Schema extends z.ZodType>(
    schema: Schema,
    { keySpot, value }: Pair,
    label: string,
  ): z.output<Schema> | undefined {
    const result = schema.safeParse(plainValue(value), { error: zodMessage });
    if (result.success) return result.data;
    const subject = { source: this.#source, node: value, spot: keySpot, label, shape: Shape.of(schema) };
    explain(result.error.issues, subject, this.#diagnostics);
    return undefined;
  }

  #members(list: ListField, { keySpot, value }: Pair, parentKey: string, parent: string): PlannedMember[] {
    const { place } = list;
    const label = `${parent}.${place.field}`;
    if (isNull(value)) return [];
    if (value.kind !== "list") {
      this.#error(
        keySpot,
        `${label} must be a list, not ${found(plainValue(value))}`,
        'begin each member with "- "',
      );
      return [];
    }
    const members: PlannedMember[] = [];
    const first = new Map<string, Spot>();
    for (const node of value.items) {
      const member = this.#member(list, node, parentKey, label);
      if (!member) continue;
      const before = first.get(member.name);
      if (before) this.#duplicates.assigned(label, node, before);
      else first.set(member.name, node);
      members.push(member);
    }
    return members;
  }

  #member(list: ListField, node: Node, parentKey: string, label: string): PlannedMember | undefined {
    const { place } = list;
    const shape = Shape.of(place.entry);
    const value = plainValue(node);
    const result = place.entry.safeParse(value, { error: zodMessage });
    if (!result.success) {
      const spot = node.kind === "scalar" ? node : { start: node.start, end: node.start + 1 };
      const subject = { source: this.#source, node, spot, label, shape };
      explain(result.error.issues, subject, this.#diagnostics);
      return undefined;
    }
    this.#references.use(shape.references(value), node, label);
    return { list, name: `${parentKey}/${place.label(value as never)}`, value };
  }

  #error(spot: Spot, message: string, help?: string): void {
    this.#diagnostics.error({ source: this.#source, spot }, message, help);
  }
}
