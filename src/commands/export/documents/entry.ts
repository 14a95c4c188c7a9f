// One object of the account as an entry of the config file.
import { sanitize } from "../../../api/sanitize";
import { OPTIONS } from "../../../config/schema/layout";
import type { Definition, Props, ReferTo } from "../../../kind/definition";
import { type Fields, fieldsOf, fileId } from "./fields";
import { ADOPT, isPublic, PROTECT } from "./head";
import type { DocumentOptions, SelectedKind, SelectedObject } from "./model";
import type { Twins } from "./twins";
import { flow, list, literal, mapping, scalar, type YamlPair } from "./yaml-text";

/** What an entry says, before it is known which other objects are entries. */
export interface EntryPlan extends Omit<Fields, "problem"> {
  readonly object: SelectedObject;
  /** Set if only the id identifies the object. */
  readonly ownId?: string | number;
}

export interface Entry {
  readonly pair: YamlPair;
  /** What it does not have, each as one line that names the object. */
  readonly omissions: readonly string[];
}

/** A text says why the object cannot be an entry, and names it. */
export function planEntry(
  { definition }: SelectedKind,
  object: SelectedObject,
  twins: Twins,
): EntryPlan | string {
  const { problem, ...fields } = fieldsOf(definition, object.item);
  if (problem !== undefined) return `${labelOf(definition, object)}: ${problem}`;
  if (!twins.has(object.id, fields.args)) return { object, ...fields };
  const ownId = fileId(object.id);
  if (ownId !== undefined) return { object, ...fields, ownId };
  return `${labelOf(definition, object)}: only its id identifies it, and a config file cannot have this id`;
}

export function entryOf(
  { definition, lists }: SelectedKind,
  { object, args, omitted, ownId }: EntryPlan,
  refer: ReferTo,
  { isAddition }: DocumentOptions,
): Entry {
  const members = lists.map((one) => membersOf(one, object, refer));
  const options: YamlPair[] = [
    ...(isAddition && isPublic(definition) ? [PROTECT] : []),
    ...(ownId !== undefined ? [onExisting(ownId)] : isAddition ? [ADOPT] : []),
  ];
  const pairs: YamlPair[] = [
    ...Object.entries(args).map(([name, value]): YamlPair => [name, scalar(value)]),
    ...members.flatMap(({ pairs }) => pairs),
    ...(options.length > 0 ? [optionsPair(options)] : []),
  ];
  const label = labelOf(definition, object);
  return {
    pair: [object.key, mapping(pairs), recognition(definition, object.item)],
    omissions: [...omitted, ...members.flatMap(({ omitted }) => omitted)].map((line) => `${label}: ${line}`),
  };
}

const onExisting = (id: string | number): YamlPair => ["onExisting", flow(mapping([["id", literal(id)]]))];
const optionsPair = (options: readonly YamlPair[]): YamlPair => [OPTIONS, flow(mapping(options))];

interface Members {
  readonly pairs: readonly YamlPair[];
  readonly omitted: readonly string[];
}

function membersOf(definition: Definition, { members }: SelectedObject, refer: ReferTo): Members {
  const { yaml } = definition;
  if (yaml.shape !== "list") return { pairs: [], omitted: [] };
  // The API may list an item twice that is assigned twice.
  const written = new Map<string, unknown>();
  const omitted: string[] = [];
  for (const item of members.get(definition) ?? []) {
    const member = yaml.fromItem?.(item, refer);
    if (yaml.entry().safeParse(member).success) written.set(yaml.label(member as never), member);
    else omitted.push(`${yaml.field}: a config file cannot have ${sanitize(JSON.stringify(item), 120)}`);
  }
  const nodes = [...written.values()].map(memberNode);
  return { pairs: nodes.length === 0 ? [] : [[yaml.field, list(nodes)]], omitted };
}

function memberNode(member: unknown) {
  if (typeof member !== "object" || member === null) return scalar(member);
  return flow(mapping(Object.entries(member).map(([name, value]) => [name, scalar(value)])));
}

/** `Channel "Spring" (id 101)` */
function labelOf({ type }: Definition, { id, name }: SelectedObject): string {
  const shown = name === "" ? "" : ` ${sanitize(JSON.stringify(name), 60)}`;
  return `${type}${shown} (id ${sanitize(id, 40)})`;
}

/** One line, for people. */
function recognition({ fields, recognizedBy = [] }: Definition, item: Props): readonly string[] {
  const known = recognizedBy
    .map((name) => [name, fields[name] ? fields[name].read(item) : item[name]] as const)
    .filter(([, value]) => (typeof value === "string" && value !== "") || typeof value === "number");
  if (known.length === 0) return [];
  return [known.map(([name, value]) => `${name} ${sanitize(String(value), 100)}`).join(", ")];
}
