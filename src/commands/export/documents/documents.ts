// From the objects of an account to the files of a config. Nothing is sent, read or written here.
import * as path from "node:path";
import type { AccountInfo } from "../../../api/account";
import { INCLUDE } from "../../../config/schema/layout";
import type { Definition, ReferTo } from "../../../kind/definition";
import { type EntryPlan, entryOf, planEntry } from "./entry";
import { fileId } from "./fields";
import { accountPairs, defaultsPairs } from "./head";
import type { DocumentOptions, SelectedAccount, SelectedKind } from "./model";
import { Twins } from "./twins";
import { list, literal, mapping, render, type YamlPair } from "./yaml-text";

export interface Documents {
  /** Texts by path. The main file is the last one. */
  readonly files: ReadonlyMap<string, string>;
  /** Number of entries by section. */
  readonly counts: ReadonlyMap<string, number>;
  /** What the files do not have, each as one line that names the object. */
  readonly omissions: readonly string[];
}

/** Of the project folder. */
export const SCHEMA = "node_modules/pulumi-link-management/link-management.schema.json";

export function toDocuments({ account, kinds }: SelectedAccount, options: DocumentOptions): Documents {
  const { file, isSplit, isAddition } = options;
  const plans = kinds.map((kind) => planSection(kind));
  const keys = new Map(plans.map(({ name, entries }) => [name, keysOf(entries)]));
  const refer: ReferTo = (section, id) => keys.get(section)?.get(id) ?? fileId(id) ?? id;
  const all = plans.map((plan) => sectionOf(plan, refer, options));
  const sections = all.filter(({ count, omissions }) => count > 0 || omissions.length > 0);

  const names = sections.map(({ name }) => included(file, name));
  const files = new Map<string, string>();
  const add = (name: string, pairs: readonly YamlPair[], title: readonly string[] = []) =>
    files.set(name, render(mapping(pairs), [schemaLine(name), ...title]));
  for (const { name, pair } of isSplit ? sections : []) add(splitFile(file, name), [pair]);
  const include: YamlPair[] = names.length > 0 ? [[INCLUDE, list(names.map(literal))]] : [];
  const pairs = [
    ...(isSplit ? include : []),
    ...(isAddition ? [] : [...accountPairs(account), ...defaultsPairs(kinds)]),
    ...(isSplit ? [] : sections.map(({ pair }) => pair)),
  ];
  add(file, pairs, titleOf(account, options));
  return {
    files,
    counts: new Map(sections.filter(({ count }) => count > 0).map(({ name, count }) => [name, count])),
    omissions: sections.flatMap(({ omissions }) => omissions),
  };
}

/** Path of the file of a section, if there is one file per kind. @param file path of the main file */
export function splitFile(file: string, section: string): string {
  return path.posix.join(path.posix.dirname(file), included(file, section));
}

/** As the main file includes it. */
function included(file: string, section: string): string {
  return `${stem(file)}/${section}.yaml`;
}

interface SectionPlan {
  readonly kind: SelectedKind;
  readonly name: string;
  readonly entries: readonly EntryPlan[];
  readonly omissions: readonly string[];
}

interface Section {
  readonly name: string;
  readonly pair: YamlPair;
  readonly count: number;
  readonly omissions: readonly string[];
}

function planSection(kind: SelectedKind): SectionPlan {
  const twins = new Twins(kind);
  const entries: EntryPlan[] = [];
  const omissions: string[] = [];
  for (const object of kind.selected) {
    const plan = planEntry(kind, object, twins);
    if (typeof plan === "string") omissions.push(plan);
    else entries.push(plan);
  }
  return { kind, name: kind.definition.yaml.section, entries, omissions };
}

function sectionOf(plan: SectionPlan, refer: ReferTo, options: DocumentOptions): Section {
  const { kind, name } = plan;
  const entries = plan.entries.map((entry) => entryOf(kind, entry, refer, options));
  const omissions = [...plan.omissions, ...entries.flatMap(({ omissions }) => omissions)];
  const comments = [
    ...(entries.length > 0 ? kind.lists.flatMap(unlisted) : []),
    ...omissions.map((line) => `Not exported: ${line}`),
  ];
  const pairs = entries.map(({ pair }) => pair);
  return { name, pair: [name, mapping(pairs), comments], count: entries.length, omissions };
}

function unlisted({ yaml, lifecycle }: Definition): string[] {
  if (yaml.shape !== "list" || lifecycle.members) return [];
  return [`Without ${yaml.field}, which the API does not list. Add them by hand.`];
}

/** What members can refer to. */
function keysOf(entries: readonly EntryPlan[]): ReadonlyMap<string, string> {
  return new Map(entries.map(({ object: { id, key } }) => [id, key]));
}

function titleOf(account: AccountInfo, { isAddition, file }: DocumentOptions): string[] {
  const of = [account.id, account.username].filter((text) => text !== "").join(" ");
  const title = `Written by pulumi-link-management export, from account ${of}.`;
  return isAddition ? [`${title} Add it to the config: include: ${file}`] : [title];
}

/** The name of a file without its folder and its extension. */
function stem(file: string): string {
  return path.posix.basename(file).replace(/\.ya?ml$/i, "");
}

/** The comment by which an editor finds the schema. @param file path in the project */
export function schemaLine(file: string): string {
  const toProject = "../".repeat(file.split("/").length - 1) || "./";
  return `yaml-language-server: $schema=${toProject}${SCHEMA}`;
}
