// One entry of a section: its fields against its kind, its options, and the lists inside of it.
import type { z } from "zod";
import type { AccountExpectation } from "../api/settings";
import type { Definition, Props } from "../engine/definition";
import { secretsOf } from "../engine/traits";
import type { Diagnostics, Place } from "./diagnostics";
import type { Duplicates } from "./duplicates";
import { type EntryOptions, optionsSchema, renamedFromSchema } from "./entry-options";
import { expectation } from "./expectation";
import { explain } from "./explain";
import { EXPECT, type ListField, moreFieldsOf, OPTIONS, RENAMED_FROM, type Section } from "./layout";
import type { PlannedEntry, PlannedMember } from "./plan";
import type { References } from "./references";
import type { Renames } from "./renames";
import { Shape } from "./shape";
import type { Source, Spot } from "./source";
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
} from "./tree";
import { typed } from "./typed";
import { found, zodMessage } from "./zod-messages";

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

  read(section: Section, key: string, { keySpot, value }: Pair): ReadEntry {
    const { definition, onlyKey, name } = section;
    const label = onlyKey === undefined ? `${name}.${key}` : name;
    if (value.kind !== "map" && !isNull(value)) {
      this.#error(keySpot, `${label} must be a mapping of fields, not ${found(plainValue(value))}`);
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

    const args = this.#args(section, own, node, keySpot, label);
    if (!args || !options) return read;
    const entry = {
      definition,
      section: name,
      key,
      isOnly: onlyKey !== undefined,
      args,
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
    { keySpot, value }: Pair,
    label: string,
  ): z.output<Schema> | undefined {
    const shape = Shape.of(schema);
    const node = typed(value, shape);
    if (this.#refusesSecret(node, label)) return undefined;
    const result = schema.safeParse(plainValue(node), { error: zodMessage });
    if (result.success) return result.data;
    const spot = node.kind === "scalar" && !isNull(node) ? node : keySpot;
    const subject = { source: this.#source, node, spot, label, shape };
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
  #args(section: Section, own: readonly Pair[], node: MapNode, spot: Spot, label: string): Props | undefined {
    const { definition } = section;
    const { diagnostics, duplicates } = this.#shared;
    const shape = Shape.of(definition.args());
    const fields = own.map((pair) => ({ ...pair, value: typed(pair.value, shape, [pair.key]) }));
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
        spot,
        label,
        shape,
        moreFields: moreFieldsOf(section),
        innerFields: innerFieldsOf(section),
        secrets: secretsOf(definition, args),
      };
      explain(result.error.issues, subject, diagnostics);
      if (diagnostics.length > before || !node.isFilled) return undefined;
    }
    duplicates.entry(definition, args, label, this.#place(spot));
    this.#lint(definition, args, node, spot, label);
    return args;
  }

  #lint(definition: Definition, args: Props, node: MapNode, spot: Spot, label: string): void {
    for (const { field, message } of definition.lint?.(args) ?? []) {
      if (args[field] instanceof Unresolved) continue;
      const place = this.#place(node.pairs.get(field)?.value ?? spot);
      this.#shared.diagnostics.warning(place, `${label}: ${message}`);
    }
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
    const shape = Shape.of(schema);
    const node = typed(written, shape);
    if (this.#refusesSecret(node, label)) return undefined;
    const value = plainValue(node);
    const result = schema.safeParse(value, { error: zodMessage });
    if (!result.success) {
      const before = this.#shared.diagnostics.length;
      const spot = node.kind === "scalar" ? node : { start: node.start, end: node.start + 1 };
      const subject = { source: this.#source, node, spot, label, shape };
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

  #place(spot: Spot): Place {
    return { source: this.#source, spot };
  }

  #error(spot: Spot, message: string, help?: string): void {
    this.#shared.diagnostics.error(this.#place(spot), message, help);
  }
}

/** Fields of the mappings that the loader knows inside of an entry. */
function innerFieldsOf({ definition, onlyKey }: Section): ReadonlyMap<string, string> {
  const inner = new Map<string, z.ZodType>([[OPTIONS, optionsSchema(definition)]]);
  if (onlyKey !== undefined) inner.set(EXPECT, expectation);
  return new Map(
    [...inner].flatMap(([field, schema]) =>
      Shape.of(schema)
        .fieldsAt([])
        .map((name) => [name, field] as const),
    ),
  );
}

function secretIn(node: Node): Node | undefined {
  return filledIn(node).find(({ origin }) => origin?.isSecret);
}
