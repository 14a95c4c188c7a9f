import type { AccountExpectation } from "../../api/settings";
import type { Definition, Props } from "../../kind/definition";
import { cannotCreate, isDecided, onExistingProblem } from "../../kind/on-existing";
import { describeValue } from "../../kind/schema";
import { colonWithoutSpace } from "../parse/hints";
import {
  findNode,
  hasUnresolved,
  isNull,
  type MapNode,
  type Pair,
  plainPairs,
  plainValue,
  Unresolved,
} from "../parse/tree";
import { type Code, type Location, locationText } from "../report/diagnostics";
import {
  EXPECT,
  extraFieldsOf,
  type LoaderFields,
  OPTIONS,
  RENAMED_FROM,
  type Section,
} from "../schema/layout";
import { type EntryOptions, expectationHelp } from "../schema/loader-fields";
import type { Range, Source } from "../source/source";
import { coerce } from "./coerce";
import { expressionsIn, FieldReader, secretIn, withoutSecrets } from "./field-reader";
import { MemberReader, type Shared } from "./members";
import type { Plan, PlannedEntry, PlannedMember } from "./plan";
import { warnAboutPlainSecrets } from "./secrets";

export interface ReadEntry {
  /** Unset if there is nothing to create, or something is wrong. */
  readonly entry?: PlannedEntry;
  readonly expect?: AccountExpectation | undefined;
  readonly expectExpressions?: Plan["expectExpressions"] | undefined;
}

/** What is written in an entry. */
interface Parts {
  /** The fields of its kind. */
  readonly own: Pair[];
  readonly members: PlannedMember[];
  /** `undefined` if they are wrong. */
  options: EntryOptions | undefined;
  expect?: AccountExpectation | undefined;
  expectExpressions?: Plan["expectExpressions"] | undefined;
  renamedFrom?: string;
}

/** Reads the entries of one file. */
export class EntryReader {
  readonly #source: Source;
  readonly #shared: Shared;
  readonly #fields: FieldReader;
  readonly #members: MemberReader;

  constructor(source: Source, shared: Shared) {
    this.#source = source;
    this.#shared = shared;
    this.#fields = new FieldReader(source, shared.diagnostics);
    this.#members = new MemberReader(source, shared, this.#fields);
  }

  read(section: Section, key: string, { keyRange, value }: Pair): ReadEntry {
    const { definition, onlyKey, name } = section;
    const isOnly = onlyKey !== undefined;
    const label = isOnly ? name : `${name}.${key}`;
    if (value.kind !== "map" && !isNull(value)) {
      this.#rejectEntry(section, key, { keyRange, value }, label);
      return {};
    }
    const node =
      value.kind === "map"
        ? coerce(value, section.fields)
        : { ...value, kind: "map" as const, pairs: new Map() };
    const parts = this.#parts(section, key, node, label);
    const { own, members, options, expect, expectExpressions, renamedFrom } = parts;
    const expectation = { expect, expectExpressions };
    if (isOnly && own.length === 0) return expectation;
    const args = this.#args(section, own, node, keyRange, label);
    if (!args || !options) return expectation;
    if (this.#hasConflict(definition, args, options, parts, node, keyRange, label)) return expectation;
    warnAboutPlainSecrets(section, node, this.#source, this.#shared.diagnostics);
    if (!isDecided(options.onExisting)) this.#checkDuplicates(definition, args, own, keyRange, label);
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

  #parts(section: Section, key: string, node: MapNode, label: string): Parts {
    const { name, loaderFields, lists } = section;
    const parts: Parts = { own: [], members: [], options: {} };
    for (const pair of node.pairs.values()) {
      const list = lists.get(pair.key);
      const field = `${label}.${pair.key}`;
      if (pair.key === OPTIONS) {
        parts.options = this.#fields.loaderField(loaderFields[OPTIONS], pair, field);
      } else if (pair.key === EXPECT && loaderFields[EXPECT]) {
        parts.expect = this.#expectation(loaderFields[EXPECT], pair, field);
        parts.expectExpressions = expressionsIn(pair.value);
      } else if (pair.key === RENAMED_FROM && loaderFields[RENAMED_FROM]) {
        const from = this.#fields.loaderField(loaderFields[RENAMED_FROM], pair, field);
        if (from === undefined) continue;
        this.#shared.renames.push({ section: name, label, from, source: this.#source, value: pair.value });
        parts.renamedFrom = from;
      } else if (list) parts.members.push(...this.#members.read(list, pair, key, label));
      else parts.own.push(pair);
    }
    return parts;
  }

  #hasConflict(
    definition: Definition,
    args: Props,
    options: EntryOptions,
    { expect }: Parts,
    node: MapNode,
    keyRange: Range,
    label: string,
  ): boolean {
    if (this.#willFailNext(node, args, expect, label)) return true;
    const problem = options.onExisting && onExistingProblem(definition, args, options.onExisting);
    if (problem !== undefined) {
      const range = findNode(node, [OPTIONS, "onExisting"])?.node ?? keyRange;
      this.#error(range, "conflict", `${label}.${OPTIONS}: onExisting ${problem}`);
      return true;
    }
    // Also of an entry in the state, which is not known here.
    const missing = typeof options.onExisting === "object" ? undefined : cannotCreate(definition, args);
    if (missing !== undefined) this.#error(keyRange, "missing", `${label}: ${missing} under its ${OPTIONS}`);
    return missing !== undefined;
  }

  #checkDuplicates(
    definition: Definition,
    args: Props,
    own: readonly Pair[],
    range: Range,
    label: string,
  ): void {
    const { duplicates } = this.#shared;
    duplicates.check(definition, args, label, this.#location(range));
    if (!own.some((pair) => hasUnresolved(pair.value)))
      duplicates.checkContent(definition, args, label, this.#location(range));
  }

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
