// From the objects of an account to the text of a config file. Nothing is sent, read or written here.
import type { AccountInfo } from "../../api/account";
import { DEFAULTS, EXPECT } from "../../config/schema/file-schema";
import type { Definition, ReferTo } from "../../kind/definition";
import { ADOPT, type Entry, entriesOf, isPublic, labelOf, PROTECT, pairOf } from "./entry";
import { fileId, textProblem } from "./fields";
import type { KindObjects } from "./read-account";
import { flow, literal, mapping, render, scalar, type YamlPair } from "./yaml-text";

export interface ConfigText {
  readonly text: string;
  /** Number of entries by section. */
  readonly counts: ReadonlyMap<string, number>;
  /** What the file does not have, each as one line that names the object. */
  readonly omissions: readonly string[];
}

export interface TextOptions {
  /** Path of the file in the project, with "/". */
  readonly file: string;
  /** More entries for a config that exists: without `account:` and `defaults:`, which a config has once. */
  readonly isAddition: boolean;
}

const SCHEMA = "node_modules/pulumi-link-management/link-management.schema.json";
const ADOPT_NOTE =
  "The first up adopts the objects of the account that are equal to their entries. Remove this line after it.";

/** The entries of a kind. */
interface Section {
  readonly kind: KindObjects;
  readonly name: string;
  readonly entries: readonly Entry[];
  readonly pair: YamlPair;
  readonly omissions: readonly string[];
}

export function toConfigText(
  account: AccountInfo,
  kinds: readonly KindObjects[],
  { file, isAddition }: TextOptions,
): ConfigText {
  const planned = kinds.map((kind) => ({ kind, entries: entriesOf(kind) }));
  const keys = new Map(planned.map(({ kind, entries }) => [kind.definition.yaml.section, keysOf(entries)]));
  const refer: ReferTo = (section, id) => keys.get(section)?.get(id) ?? fileId(id) ?? id;
  const sections = planned
    .map(({ kind, entries }) => sectionOf(kind, entries, refer, isAddition))
    .filter(({ entries, omissions }) => entries.length > 0 || omissions.length > 0);
  const filled = sections.filter(({ entries }) => entries.length > 0);
  const head = isAddition ? [] : [...accountPairs(account), ...defaultsPairs(filled)];
  return {
    text: render(mapping([...head, ...sections.map(({ pair }) => pair)]), titleOf(account, file, isAddition)),
    counts: new Map(filled.map(({ name, entries }) => [name, entries.length])),
    omissions: sections.flatMap(({ omissions }) => omissions),
  };
}

/** What members can refer to. */
function keysOf(entries: readonly Entry[]): ReadonlyMap<string, string> {
  return new Map(
    entries.filter(({ problem }) => problem === undefined).map(({ object: { id, key } }) => [id, key]),
  );
}

function sectionOf(kind: KindObjects, all: readonly Entry[], refer: ReferTo, isAddition: boolean): Section {
  const { definition, lists } = kind;
  const omissions: string[] = [];
  const omit = ({ object }: Entry, lines: readonly string[]) =>
    omissions.push(...lines.map((line) => `${labelOf(definition, object)}: ${line}`));
  const entries = all.filter(({ problem }) => problem === undefined);
  for (const entry of all) omit(entry, entry.problem === undefined ? entry.omitted : [entry.problem]);
  const pairs = entries.map((entry) => {
    const { pair, omitted } = pairOf(kind, entry, refer, isAddition);
    omit(entry, omitted);
    return pair;
  });
  const comments = [
    ...(entries.length > 0 ? unreadable(definition, lists) : []),
    ...omissions.map((line) => `Not exported: ${line}`),
  ];
  const name = definition.yaml.section;
  return { kind, name, entries, omissions, pair: [name, mapping(pairs), comments] };
}

/** What no entry of the kind can have, because the API does not show it. */
function unreadable({ fields }: Definition, lists: readonly Definition[]): string[] {
  const names = Object.keys(fields).filter((name) => fields[name]!.writeOnly);
  const unlisted = lists.flatMap(({ yaml, lifecycle }) =>
    yaml.shape === "list" && !lifecycle.members ? [yaml.field] : [],
  );
  return [
    ...(names.length > 0 ? [`Without ${names.join(", ")}, which the API does not return.`] : []),
    ...unlisted.map((field) => `Without ${field}, which the API does not list. Add them by hand.`),
  ];
}

/** With any other account, nothing is sent. */
function accountPairs({ id, username, email }: AccountInfo): YamlPair[] {
  const numericId = fileId(id);
  const names = Object.entries({ username: username.trim(), email: email.trim() });
  const [name] = names.filter(([, value]) => value !== "" && textProblem(value) === undefined);
  const fields: YamlPair[] = typeof numericId === "number" ? [["id", literal(numericId)]] : [];
  if (name) fields.push([name[0], scalar(name[1])]);
  return fields.length === 0 ? [] : [["account", mapping([[EXPECT, flow(mapping(fields))]])]];
}

/** The consent to adopt is in the file, where it is reviewed like everything else. */
function defaultsPairs(sections: readonly Section[]): YamlPair[] {
  if (sections.length === 0) return [];
  const protectedOnes = sections
    .filter(({ kind }) => isPublic(kind.definition))
    .map(({ name }): YamlPair => [name, flow(mapping([PROTECT]))]);
  return [[DEFAULTS, mapping([[...ADOPT, [ADOPT_NOTE]], ...protectedOnes])]];
}

/** The comments at the top. By the first one, an editor finds the schema. */
function titleOf({ id, username }: AccountInfo, file: string, isAddition: boolean): string[] {
  const toProject = "../".repeat(file.split("/").length - 1) || "./";
  const title = `Written by pulumi-link-management export, from account ${`${id} ${username}`.trim()}.`;
  return [
    `yaml-language-server: $schema=${toProject}${SCHEMA}`,
    isAddition ? `${title} Add it to the config: include: ${file}` : title,
  ];
}
