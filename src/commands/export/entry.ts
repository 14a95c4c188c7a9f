// One object of the account as one entry of the config file.
import { sanitize } from "../../api/sanitize";
import { OPTIONS } from "../../config/schema/file-schema";
import type { Definition, Props, ReferTo } from "../../kind/definition";
import { identitiesOf, isSameObject } from "../../kind/identity";
import { readAll } from "../../kind/state";
import { fieldsOf, fileId } from "./fields";
import type { AccountObject, KindObjects } from "./read-account";
import { flow, list, literal, mapping, scalar, type YamlPair } from "./yaml-text";

export const PROTECT: YamlPair = ["protect", literal(true)];
export const ADOPT = ["onExisting", literal("adopt")] as const satisfies YamlPair;

/** What the file says about an object. */
export interface Entry {
  readonly object: AccountObject;
  readonly args: Props;
  /** Set if only the id identifies the object. */
  readonly ownId?: string | number | undefined;
  /** What the file cannot say, each as one line. */
  readonly omitted: readonly string[];
  /** Why the object is no entry. */
  readonly problem?: string | undefined;
}

/** Those of the objects that the stack does not manage. */
export function entriesOf(kind: KindObjects): Entry[] {
  const isAmbiguous = conflictsIn(kind);
  return kind.objects
    .filter(({ isManaged }) => !isManaged)
    .map((object) => {
      const fields = fieldsOf(kind.definition, object.item);
      if (fields.problem !== undefined || !isAmbiguous(object.id, fields.args)) return { object, ...fields };
      const ownId = fileId(object.id);
      const problem =
        ownId === undefined ? "only its id identifies it, and a config file cannot have it" : undefined;
      return { object, ...fields, ownId, problem };
    });
}

/** Whether an entry with these arguments may be another object than the one with that id. */
function conflictsIn({ definition, objects }: KindObjects): (id: string, args: Props) => boolean {
  const like = new Map<string, { readonly id: string; readonly fields: Props }[]>();
  for (const { id, item } of objects) {
    const fields = readAll(definition.fields, item);
    for (const identity of identitiesOf(definition, fields)) {
      const known = like.get(identity);
      if (known) known.push({ id, fields });
      else like.set(identity, [{ id, fields }]);
    }
  }
  return (id, args) => {
    const identities = identitiesOf(definition, args);
    const isLike = (one: { readonly id: string; readonly fields: Props }) =>
      one.id !== id && isSameObject(definition, args, one.fields);
    return identities.length === 0 || identities.some((identity) => like.get(identity)?.some(isLike));
  };
}

/** @param isAddition for a config that has its own `defaults:` */
export function pairOf(
  { definition, lists }: KindObjects,
  { object, args, ownId }: Entry,
  refer: ReferTo,
  isAddition: boolean,
): { readonly pair: YamlPair; readonly omitted: readonly string[] } {
  const members = lists.map((one) => membersOf(one, object, refer));
  const options: YamlPair[] = isAddition && isPublic(definition) ? [PROTECT] : [];
  if (ownId !== undefined) options.push(["onExisting", flow(mapping([["id", literal(ownId)]]))]);
  else if (isAddition) options.push(ADOPT);
  const pairs: YamlPair[] = [
    ...Object.entries(args).map(([name, value]): YamlPair => [name, scalar(value)]),
    ...members.flatMap(({ pairs }) => pairs),
    ...(options.length > 0 ? [[OPTIONS, flow(mapping(options))] satisfies YamlPair] : []),
  ];
  return {
    pair: [object.key, mapping(pairs), recognition(definition, object.item)],
    omitted: members.flatMap(({ omitted }) => omitted),
  };
}

function membersOf({ yaml }: Definition, { members }: AccountObject, refer: ReferTo) {
  const pairs: YamlPair[] = [];
  const omitted: string[] = [];
  if (yaml.shape !== "list") return { pairs, omitted };
  // The API may list an item twice that is assigned twice.
  const written = new Map<string, unknown>();
  for (const [definition, items] of members) {
    for (const item of definition.yaml === yaml ? items : []) {
      const member = yaml.fromItem?.(item, refer);
      if (yaml.entry().safeParse(member).success) written.set(yaml.label(member as never), member);
      else omitted.push(`${yaml.field}: a config file cannot have ${sanitize(JSON.stringify(item), 120)}`);
    }
  }
  if (written.size > 0) pairs.push([yaml.field, list([...written.values()].map(memberNode))]);
  return { pairs, omitted };
}

function memberNode(member: unknown) {
  if (typeof member !== "object" || member === null) return scalar(member);
  return flow(mapping(Object.entries(member).map(([name, value]) => [name, scalar(value)])));
}

/** Whether people outside the account may use every object of the kind. */
export function isPublic({ publicUse }: Definition): boolean {
  return publicUse?.breaks({}) !== undefined;
}

/** `Channel "Spring" (id 101)` */
export function labelOf({ type }: Definition, { id, name }: AccountObject): string {
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
