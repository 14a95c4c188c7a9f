import type { AccountExpectation } from "../../api/settings";
import type { Definition, Props } from "../../kind/definition";
import { cannotCreate, onExistingProblem } from "../../kind/on-existing";
import { describeValue } from "../../kind/schema";
import { colonWithoutSpace } from "../parse/hints";
import {
  findNode,
  hasUnresolved,
  isNull,
  type MapNode,
  type Node,
  type Pair,
  plainPairs,
  plainValue,
  Unresolved,
} from "../parse/tree";
import { type Code, type Diagnostics, type Location, locationText } from "../report/diagnostics";
import {
  EXPECT,
  extraFieldsOf,
  type ListField,
  type LoaderFields,
  OPTIONS,
  RENAMED_FROM,
  type Section,
} from "../schema/layout";
import { type EntryOptions, expectationHelp } from "../schema/loader-fields";
import type { Range, Source } from "../source/source";
import { coerce } from "./coerce";
import type { Duplicates } from "./duplicates";
import type { ReferenceUse, Rename } from "./entry-keys";
import { FieldReader, secretIn } from "./field-reader";
import type { Plan, PlannedEntry, PlannedMember } from "./plan";

const EMPTY_MAP: MapNode = { kind: "map", pairs: new Map(), start: 0, end: 0 };

/** What the entries of all files have in common. */
export interface Shared {
  readonly diagnostics: Diagnostics;
  readonly duplicates: Duplicates;
  /** Checked after all entries are read. */
  readonly references: ReferenceUse[];
  /** Checked after all entries are read. */
  readonly renames: Rename[];
}

export interface ReadEntry {
  /** Unset if there is nothing to create, or something is wrong. */
  readonly entry?: PlannedEntry;
  readonly expect?: AccountExpectation | undefined;
  readonly expectExpressions?: Plan["expectExpressions"] | undefined;
}

/** Reads the entries of one file. */
export class EntryReader {
  readonly #source: Source;
  readonly #shared: Shared;
  readonly #fields: FieldReader;

  constructor(source: Source, shared: Shared) {
    this.#source = source;
    this.#shared = shared;
    this.#fields = new FieldReader(source, shared.diagnostics);
  }

  read(section: Section, key: string, { keyRange, value }: Pair): ReadEntry {
    const { definition, onlyKey, name, loaderFields } = section;
    const isOnly = onlyKey !== undefined;
    const label = isOnly ? name : `${name}.${key}`;
    if (value.kind !== "map" && !isNull(value)) {
      this.#rejectEntry(section, key, { keyRange, value }, label);
      return {};
    }
    const node = value.kind === "map" ? coerce(value, section.fields) : EMPTY_MAP;
    const own: Pair[] = [];
    const members: PlannedMember[] = [];
    let options: EntryOptions | undefined = {};
    let expect: AccountExpectation | undefined;
    let expectExpressions: Readonly<Record<string, string>> | undefined;
    let renamedFrom: string | undefined;
    for (const pair of node.pairs.values()) {
      const list = section.lists.get(pair.key);
      if (pair.key === OPTIONS) {
        options = this.#fields.loaderField(loaderFields[OPTIONS], pair, `${label}.${OPTIONS}`);
      } else if (pair.key === EXPECT && loaderFields[EXPECT]) {
        expect = this.#expectation(loaderFields[EXPECT], pair, `${label}.${EXPECT}`);
        expectExpressions = expressionsIn(pair.value);
      } else if (pair.key === RENAMED_FROM && loaderFields[RENAMED_FROM]) {
        const from = this.#fields.loaderField(loaderFields[RENAMED_FROM], pair, `${label}.${RENAMED_FROM}`);
        if (from !== undefined) {
          this.#shared.renames.push({ section: name, label, from, source: this.#source, value: pair.value });
          renamedFrom = from;
        }
      } else if (list) members.push(...this.#members(list, pair, key, label));
      else own.push(pair);
    }
    const expectation = { expect, expectExpressions };
    if (isOnly && own.length === 0) return expectation;

    const args = this.#args(section, own, node, keyRange, label);
    if (!args || !options) return expectation;
    if (this.#willFailNext(node, args, expect, label)) return expectation;
    const problem = options.onExisting && onExistingProblem(definition, args, options.onExisting);
    if (problem !== undefined) {
      const range = findNode(node, [OPTIONS, "onExisting"])?.node ?? keyRange;
      this.#error(range, "conflict", `${label}.${OPTIONS}: onExisting ${problem}`);
      return expectation;
    }
    // Also of an entry in the state, which is not known here.
    const missing = typeof options.onExisting === "object" ? undefined : cannotCreate(definition, args);
    if (missing !== undefined) {
      this.#error(keyRange, "missing", `${label}: ${missing} under its ${OPTIONS}`);
      return expectation;
    }
    if (!createsAnother(options)) {
      const { duplicates } = this.#shared;
      duplicates.check(definition, args, label, this.#location(keyRange));
      if (!own.some((pair) => hasUnresolved(pair.value)))
        duplicates.checkContent(definition, args, label, this.#location(keyRange));
    }
    const entry = {
      definition,
      section: name,
      key,
      isOnly,
      args,
      location: locationText(this.#location(keyRange)),
      options,
      ...(renamedFrom !== undefined && { renamedFrom }),
      secrets: own
        .filter((pair) => secretIn(pair.value))
        .flatMap((pair) => Object.keys(toArgs(section, plainPairs([pair])))),
      members,
    };
    return { entry, ...expectation };
  }

  /** The first run changes the address, and every later one would expect the old one. */
  #willFailNext(
    node: MapNode,
    { email }: Props,
    expect: AccountExpectation | undefined,
    label: string,
  ): boolean {
    const expected = expect?.email;
    if (typeof expected !== "string" || typeof email !== "string") return false;
    if (expected.trim().toLowerCase() === email.trim().toLowerCase()) return false;
    const range = findNode(node, [EXPECT, "email"])?.node ?? node;
    const help = "expect the id or the username of the account, which do not change";
    const message = `${label}: ${EXPECT}.email is not the email of the entry: after this run, every other one would stop`;
    this.#error(range, "conflict", message, help);
    return true;
  }

  /** The only field of an entry without a space after its colon is a text. */
  #rejectEntry(section: Section, key: string, { keyRange, value }: Omit<Pair, "key">, label: string): void {
    if (value.hasReportedError) return;
    const text = value.kind === "scalar" ? this.#source.text.slice(value.start, value.end) : "";
    const fields = [...section.fields.fieldsAt([]), ...extraFieldsOf(section)];
    const cause = colonWithoutSpace(text, value.start, fields);
    if (cause) {
      this.#error(cause.range, "syntax", cause.message, cause.help);
      return;
    }
    const message = `${label} must be a mapping of fields, not ${describeValue(plainValue(value))}`;
    const isField = section.onlyKey === undefined && fields.includes(key);
    const help = isField
      ? `to set the field ${key} of an entry, indent it deeper than the key of the entry`
      : `its fields: ${fields.join(", ")}`;
    this.#error(keyRange, "type", message, help);
  }

  #expectation(
    inspector: NonNullable<LoaderFields[typeof EXPECT]>,
    pair: Pair,
    label: string,
  ): AccountExpectation | undefined {
    const { keyRange, value } = pair;
    if (value.kind === "map" || isNull(value) || value.hasReportedError)
      return this.#fields.loaderField(inspector, pair, label);
    const message = `${label} must be a mapping of fields, not ${describeValue(plainValue(value))}`;
    const found = value.kind === "scalar" && !value.isInterpolated ? value : undefined;
    this.#error(value.kind === "list" ? keyRange : value, "type", message, expectationHelp(found));
    return undefined;
  }

  /** `undefined` if they are wrong. */
  #args(
    section: Section,
    own: readonly Pair[],
    node: MapNode,
    range: Range,
    label: string,
  ): Props | undefined {
    const { fields: inspector, definition } = section;
    const entry = plainPairs(own);
    if (this.#fields.rejectsNumber(node, inspector, label)) return undefined;
    if (!this.#fields.isValid(entry, { node, range, label, inspector, section })) return undefined;
    this.#lint(definition, withoutSecrets(own), node, range, label);
    return toArgs(section, entry);
  }

  #lint(definition: Definition, args: Props, node: MapNode, range: Range, label: string): void {
    for (const { field, path = [], message } of definition.lint?.(args) ?? []) {
      if (args[field] instanceof Unresolved || findNode(node, [field, ...path])?.node.hasReportedError)
        continue;
      const own = this.#location(findNode(node, [field, ...path])?.node ?? range);
      this.#shared.diagnostics.warningOnce(own, "suspicious", label, `${label}: ${message}`);
    }
  }

  #members(list: ListField, { keyRange, value }: Pair, parentKey: string, parent: string): PlannedMember[] {
    const label = `${parent}.${list.yaml.field}`;
    if (isNull(value) || (value.kind !== "list" && value.hasReportedError)) return [];
    if (value.kind !== "list") {
      const message = `${label} must be a list, not ${describeValue(plainValue(value))}`;
      this.#error(keyRange, "type", message, 'start each list item with "- "');
      return [];
    }
    const members: PlannedMember[] = [];
    const firsts = new Map<string, Range>();
    for (const node of value.items) {
      const member = this.#member(list, node, parentKey, label);
      if (!member) continue;
      members.push(member);
      if (hasUnresolved(node)) continue;
      const first = firsts.get(member.name);
      if (first) {
        const where = locationText(this.#location(first));
        this.#error(
          node,
          "duplicate",
          `${label}: duplicate assignment; the first one is at ${where}`,
          "remove one of them",
        );
      } else {
        firsts.set(member.name, node);
        this.#shared.duplicates.checkMoved(list, member.value, label, this.#location(startOf(node)));
      }
    }
    return members;
  }

  #member(list: ListField, written: Node, parentKey: string, label: string): PlannedMember | undefined {
    const { yaml, member: inspector } = list;
    const node = coerce(written, inspector);
    if (this.#fields.rejectsSecret(node, label) || this.#fields.rejectsNumber(node, inspector, label))
      return undefined;
    const value = plainValue(node);
    const range = startOf(node);
    if (!this.#fields.isValid(value, { node, range, label, inspector })) return undefined;
    // No text from outside is a mapping.
    if (value instanceof Unresolved && inspector.fieldsAt([]).length > 0) {
      this.#error(range, "type", `${label} must be a mapping of fields, not text`);
      return undefined;
    }
    const references = inspector.references(value);
    this.#shared.references.push({ references, source: this.#source, member: node, label });
    const location = locationText(this.#location(range));
    return { list, name: `${parentKey}/${yaml.label(value as never)}`, value, location };
  }

  #location(range: Range): Location {
    return { source: this.#source, range };
  }

  #error(range: Range, code: Code, message: string, help?: string): void {
    this.#shared.diagnostics.error(this.#location(range), code, message, help);
  }
}

/** The arguments of an entry, or of some of its fields. */
function toArgs({ definition: { yaml } }: Section, entry: Props): Props {
  return (yaml.shape === "mapping" && yaml.toArgs?.(entry)) || entry;
}

/** Where a member is reported. */
function startOf(node: Node): Range {
  return node.kind === "scalar" ? node : { start: node.start, end: node.start + 1 };
}

/** The values for warnings, which must show nothing of a value from secret config. */
function withoutSecrets(own: readonly Pair[]): Props {
  const args = plainPairs(own);
  for (const { key, value } of own) {
    const secret = secretIn(value);
    if (secret) args[key] = new Unresolved(secret.written);
  }
  return args;
}

/** Whether an entry may be the same object as another one. */
function createsAnother({ onExisting }: EntryOptions): boolean {
  return onExisting === "duplicate" || typeof onExisting === "object";
}

/** The `${…}` of the fields in a mapping. */
function expressionsIn(node: Node): Record<string, string> | undefined {
  if (!node.isInterpolated) return undefined;
  const pairs = node.kind === "map" ? [...node.pairs.values()] : [];
  return Object.fromEntries(
    pairs.flatMap(({ key, value }) =>
      value.kind === "scalar" && value.interpolation ? [[key, value.interpolation.expressions]] : [],
    ),
  );
}
