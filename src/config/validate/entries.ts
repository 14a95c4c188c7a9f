// One entry of a section: its fields against its kind, its options, and the lists inside of it.
import type { z } from "zod";
import type { AccountExpectation } from "../../api/settings";
import { secretsOf } from "../../kind/annotations";
import type { Definition, Props } from "../../kind/definition";
import {
  filledIn,
  hasUnresolved,
  isNull,
  type MapNode,
  type Node,
  type Pair,
  plainPairs,
  plainValue,
  Unresolved,
} from "../parse/tree";
import { type Diagnostics, type Location, locationText } from "../report/diagnostics";
import { type EntryOptions, optionsSchema, renamedFromSchema } from "../schema/entry-options";
import { expectation } from "../schema/expectation";
import { EXPECT, type ListField, moreFieldsOf, OPTIONS, RENAMED_FROM, type Section } from "../schema/layout";
import { SchemaInspector } from "../schema/schema-inspector";
import { found, zodMessage } from "../schema/zod-messages";
import type { Range, Source } from "../source/source";
import { coerce } from "./coerce";
import type { Duplicates } from "./duplicates";
import { explain } from "./explain";
import type { PlannedEntry, PlannedMember } from "./plan";
import type { References } from "./references";
import type { Renames } from "./renames";

const NO_PAIRS: MapNode = { kind: "map", pairs: new Map(), unused: [], start: 0, end: 0 };

/** What is looked at over all files. */
export interface Shared {
  readonly diagnostics: Diagnostics;
  readonly references: References;
  readonly duplicates: Duplicates;
  readonly renames: Renames;
}

export interface ReadEntry {
  /** Unset when there is nothing to make, or something is wrong. */
  readonly entry?: PlannedEntry;
  readonly expect?: AccountExpectation;
}

/** Reads the entries of one file. */
export class Entries {
  readonly #source: Source;
  readonly #shared: Shared;

  constructor(source: Source, shared: Shared) {
    this.#source = source;
    this.#shared = shared;
  }

  read(section: Section, key: string, { keyRange, value }: Pair): ReadEntry {
    const { definition, onlyKey, name } = section;
    const label = onlyKey === undefined ? `${name}.${key}` : name;
    if (value.kind !== "map" && !isNull(value)) {
      this.#error(keyRange, `${label} must be a mapping of fields, not ${found(plainValue(value))}`);
      return {};
    }
    const node = value.kind === "map" ? value : NO_PAIRS;
    const own: Pair[] = [];
    let options: EntryOptions | undefined = {};
    let expect: AccountExpectation | undefined;
    let renamedFrom: string | undefined;
    const members: PlannedMember[] = [];
    for (const pair of node.pairs.values()) {
      const list = section.lists.get(pair.key);
      if (pair.key === OPTIONS) options = this.part(optionsSchema(definition), pair, `${label}.${OPTIONS}`);
      else if (pair.key === EXPECT && onlyKey !== undefined) {
        expect = this.part(expectation, pair, `${label}.${EXPECT}`);
      } else if (pair.key === RENAMED_FROM && onlyKey === undefined) {
        renamedFrom = this.#renamedFrom(name, pair, label);
      } else if (list) members.push(...this.#members(list, pair, key, label));
      else own.push(pair);
    }
    const read = { ...(expect && { expect }) };
    if (onlyKey !== undefined && own.length === 0) return read;

    const args = this.#args(section, own, node, keyRange, label);
    if (!args || !options) return read;
    const entry = {
      definition,
      section: name,
      key,
      isOnly: onlyKey !== undefined,
      args,
      location: locationText(this.#place(keyRange)),
      options,
      ...(renamedFrom !== undefined && { renamedFrom }),
      secrets: own.filter((pair) => secretIn(pair.value)).map((pair) => pair.key),
      members,
    };
    return { ...read, entry };
  }

  /** A field that the loader itself knows. */
  part<Schema extends z.ZodType>(
    schema: Schema,
    { keyRange, value }: Pair,
    label: string,
  ): z.output<Schema> | undefined {
    const shape = SchemaInspector.of(schema);
    const node = coerce(value, shape);
    if (this.#refusesSecret(node, label)) return undefined;
    const result = schema.safeParse(plainValue(node), { error: zodMessage });
    if (result.success) return result.data;
    const range = node.kind === "scalar" && !isNull(node) ? node : keyRange;
    const subject = { source: this.#source, node, range, label, shape };
    explain(result.error.issues, subject, this.#shared.diagnostics);
    return undefined;
  }

  #renamedFrom(section: string, pair: Pair, label: string): string | undefined {
    const from = this.part(renamedFromSchema, pair, `${label}.${RENAMED_FROM}`);
    if (from === undefined) return undefined;
    this.#shared.renames.note({ section, label, from, place: this.#place(pair.value) });
    return from;
  }

  /** `undefined` when they are wrong. */
  #args(
    section: Section,
    own: readonly Pair[],
    node: MapNode,
    range: Range,
    label: string,
  ): Props | undefined {
    const { definition } = section;
    const { diagnostics, duplicates } = this.#shared;
    const shape = SchemaInspector.of(definition.args());
    const fields = own.map((pair) => ({ ...pair, value: coerce(pair.value, shape, [pair.key]) }));
    const args = plainPairs(fields);
    const result = definition.args().safeParse(args, { error: zodMessage });
    if (!result.success) {
      const before = diagnostics.length;
      const subject = {
        source: this.#source,
        node: {
          ...node,
          pairs: new Map([...node.pairs, ...fields.map((pair) => [pair.key, pair] as const)]),
        },
        range,
        label,
        shape,
        moreFields: moreFieldsOf(section),
        innerFields: innerFieldsOf(section),
        secrets: secretsOf(definition, args),
      };
      explain(result.error.issues, subject, diagnostics);
      if (diagnostics.length > before || !node.isFilled) return undefined;
    }
    duplicates.entry(definition, args, label, this.#place(range));
    this.#lint(definition, args, node, range, label);
    return args;
  }

  #lint(definition: Definition, args: Props, node: MapNode, range: Range, label: string): void {
    for (const { field, message } of definition.lint?.(args) ?? []) {
      if (args[field] instanceof Unresolved) continue;
      const place = this.#place(node.pairs.get(field)?.value ?? range);
      this.#shared.diagnostics.warning(place, `${label}: ${message}`);
    }
  }

  #members(list: ListField, { keyRange, value }: Pair, parentKey: string, parent: string): PlannedMember[] {
    const { place } = list;
    const label = `${parent}.${place.field}`;
    if (isNull(value)) return [];
    if (value.kind !== "list") {
      this.#error(
        keyRange,
        `${label} must be a list, not ${found(plainValue(value))}`,
        'begin each member with "- "',
      );
      return [];
    }
    const members: PlannedMember[] = [];
    const first = new Map<string, Range>();
    for (const node of value.items) {
      const member = this.#member(list, node, parentKey, label);
      if (!member) continue;
      members.push(member);
      if (hasUnresolved(node)) continue;
      const before = first.get(member.name);
      if (before) this.#shared.duplicates.assigned(label, this.#place(node), this.#place(before));
      else first.set(member.name, node);
    }
    return members;
  }

  #member(list: ListField, written: Node, parentKey: string, label: string): PlannedMember | undefined {
    const { place } = list;
    const schema = place.entry();
    const shape = SchemaInspector.of(schema);
    const node = coerce(written, shape);
    if (this.#refusesSecret(node, label)) return undefined;
    const value = plainValue(node);
    const result = schema.safeParse(value, { error: zodMessage });
    if (!result.success) {
      const before = this.#shared.diagnostics.length;
      const range = node.kind === "scalar" ? node : { start: node.start, end: node.start + 1 };
      const subject = { source: this.#source, node, range, label, shape };
      explain(result.error.issues, subject, this.#shared.diagnostics);
      if (this.#shared.diagnostics.length > before || !node.isFilled) return undefined;
    }
    this.#shared.references.use(shape.references(value), this.#source, node, label);
    return { list, name: `${parentKey}/${place.label(value as never)}`, value };
  }

  /** Only arguments of resources stay secret in a state. */
  #refusesSecret(node: Node, label: string): boolean {
    const secret = secretIn(node);
    if (!secret) return false;
    this.#error(
      secret,
      `${label} cannot come from secret config, for it would not stay secret`,
      "keep the value in plain config, or write it here",
    );
    return true;
  }

  #place(range: Range): Location {
    return { source: this.#source, range };
  }

  #error(range: Range, message: string, help?: string): void {
    this.#shared.diagnostics.error(this.#place(range), message, help);
  }
}

/** Fields of the mappings that the loader knows inside of an entry. */
function innerFieldsOf({ definition, onlyKey }: Section): ReadonlyMap<string, string> {
  const inner = new Map<string, z.ZodType>([[OPTIONS, optionsSchema(definition)]]);
  if (onlyKey !== undefined) inner.set(EXPECT, expectation);
  return new Map(
    [...inner].flatMap(([field, schema]) =>
      SchemaInspector.of(schema)
        .fieldsAt([])
        .map((name) => [name, field] as const),
    ),
  );
}

function secretIn(node: Node): Node | undefined {
  return filledIn(node).find(({ origin }) => origin?.isSecret);
}
