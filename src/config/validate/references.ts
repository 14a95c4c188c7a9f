// Entries and members that name other entries.
import { type Definition, type Props, resourcesOf } from "../../kind/definition";
import { same } from "../../kind/meaning";
import type { ListField } from "../schema/file-schema";
import { ENTRY_KEY } from "../schema/loader-fields";
import { UNRESOLVED } from "../yaml/expressions";
import { type ConfigNode, isMapping } from "../yaml/tree";
import type { KeyUse } from "./entry-keys";
import type { PlannedResource } from "./plan";

/** A planned resource before the keys of all entries are known. */
export type DraftResource = Omit<PlannedResource, "previousNames">;

/**
 * The arguments of an entry with the values of the entries that they name, by key or by the value itself.
 * @param entriesOf those of a section, which are read before
 * @returns also the keys that must exist
 */
export function resolved(
  { fields, yaml }: Definition,
  node: ConfigNode,
  given: Props,
  entriesOf: (section: string) => readonly DraftResource[],
): Required<Pick<DraftResource, "args" | "references">> & { readonly uses: readonly KeyUse[] } {
  const args = { ...given };
  const uses: KeyUse[] = [];
  const sections = (yaml.shape === "mapping" && yaml.references) || {};
  const references = Object.entries(sections).flatMap(([field, section]) => {
    const value = args[field];
    if (typeof value !== "string") return [];
    const isKey = ENTRY_KEY.test(value);
    if (isKey) uses.push({ section, key: value, node: node.get(field)! });
    const propertyOf = ({ definition: { type } }: DraftResource) =>
      resourcesOf(fields[field]!, given)[type] ?? "";
    const isNamed = (one: DraftResource) => {
      const property = propertyOf(one);
      if (isKey) return one.key === value;
      const field = one.definition.fields[property];
      return field !== undefined && same(field, one.args?.[property], value);
    };
    const other = entriesOf(section).find(isNamed);
    if (isKey) args[field] = other?.args?.[propertyOf(other)] ?? UNRESOLVED;
    return other ? [{ field, section, key: other.key }] : [];
  });
  return { args, references, uses };
}

/**
 * The name of a member contains the keys of its entry and of the entries it refers to. Each may be renamed.
 * @param renames the previous keys, by `section.key`
 */
export function previousNames(
  { definition: { yaml }, key, name, node }: DraftResource,
  renames: ReadonlyMap<string, string>,
): readonly string[] {
  const keys = [key, renames.get(`${yaml.section}.${key}`) ?? key];
  if (yaml.shape !== "list") return keys.filter((one) => one !== name);
  const { value } = node;
  const previous = referencesOf(yaml, node).flatMap((reference) => {
    const old = renames.get(`${reference.section}.${reference.key}`);
    if (old === undefined) return [];
    return [isMapping(value) ? { ...value, [reference.node.step]: old } : old];
  });
  const labels = [value, ...previous].map((one) => yaml.label(one as never));
  const names = keys.flatMap((parent) => labels.map((label) => `${parent}/${label}`));
  return [...new Set(names)].filter((one) => one !== name);
}

/** The keys that a member names. A definition resolves each of them to make the arguments. */
export function referencesOf(yaml: ListField["yaml"], member: ConfigNode): readonly KeyUse[] {
  const found: KeyUse[] = [];
  yaml.toArgs(undefined, member.value as never, (section, key) => {
    const node = [...member.children.values()].find(({ value }) => value === key) ?? member;
    if (typeof key === "string") found.push({ section, key, node });
    return key;
  });
  return found;
}
