// The resources of a plan, in the order in which they are created: what the deletion guard compares with the state, and
// what `makeResources` constructs.
import type { Definition, Props } from "../../kind/definition";
import { entryName } from "../../kind/entry";
import { TYPE_PREFIX } from "../../kind/provider-source";
import type { KindOptions, ResourceClass } from "../../pulumi/resource-class";
import { urnsOf } from "../../pulumi/resource-urns";
import * as pulumi from "../../pulumi/sdk";
import { registry } from "../../resources";
import type { Plan, PlannedEntry, PlannedMember } from "../validate/plan";
import { type ConfigNode, isMapping, type Step } from "../yaml/tree";

/** Gives the resource of an entry that is created already. */
export type ResourceOf = (section: string, key: string) => pulumi.CustomResource;

export interface PlannedResource {
  readonly class: ResourceClass;
  readonly definition: Definition;
  readonly name: string;
  /** How messages name it, such as `pixels.ads`. */
  readonly label: string;
  /** Where the config has it. */
  readonly node: ConfigNode;
  readonly options: KindOptions;
  /** Under which the state may have it, the own one first. */
  readonly urns: readonly string[];
  /** Unset for the member of a list. */
  readonly entry?: PlannedEntry;
  args(resourceOf: ResourceOf): Props;
}

type Renames = ReadonlyMap<string, string | undefined>;

export function plannedResources({ entries }: Plan): readonly PlannedResource[] {
  const renames = new Map(entries.map(({ section, key, renamedFrom }) => [`${section}.${key}`, renamedFrom]));
  return registry.flatMap((kind) =>
    entries.flatMap((entry) => {
      if (entry.definition === kind.definition) return [ofEntry(kind, entry)];
      const members = entry.members.filter(({ list }) => list.definition === kind.definition);
      return members.map((member) => ofMember(kind, entry, member, renames));
    }),
  );
}

/** @param names under which the state may still have the resource */
function named(kind: ResourceClass, name: string, given: KindOptions, names: readonly string[]) {
  const { definition } = kind;
  const options = { ...given, ...(names.length > 0 && { aliases: names.map((one) => ({ name: one })) }) };
  const urns = urnsOf(TYPE_PREFIX + definition.type, name, options);
  return { class: kind, definition, name, label: entryName(definition, name), options, urns };
}

function ofEntry(kind: ResourceClass, entry: PlannedEntry): PlannedResource {
  const { key, node, options, renamedFrom } = entry;
  const resource = named(kind, key, options, renamedFrom === undefined ? [] : [renamedFrom]);
  return { ...resource, node, entry, args: () => argsOf(entry) };
}

/** @param renames the previous keys of entries, by `section.key` */
function ofMember(kind: ResourceClass, entry: PlannedEntry, member: PlannedMember, renames: Renames) {
  const { list, name, node } = member;
  const { onExisting } = entry.options;
  // An id is that of the entry alone.
  const own = typeof onExisting === "object" ? "adopt" : onExisting;
  const options = own === undefined ? {} : { onExisting: own };
  return {
    ...named(kind, name, options, previousNames(entry, member, renames)),
    node,
    args: (resourceOf: ResourceOf) =>
      list.yaml.toArgs(resourceOf(entry.section, entry.key), node.value as never, (section, reference) =>
        typeof reference === "number" ? reference : resourceOf(section, reference),
      ),
  };
}

/** The name of a member contains the keys of its entry and of the entries it refers to. Each may be renamed. */
function previousNames(
  { key, renamedFrom = key }: PlannedEntry,
  { list, name, node: { value }, references }: PlannedMember,
  renames: Renames,
): readonly string[] {
  const previous = references.flatMap(({ section, key, node }) => {
    const old = renames.get(`${section}.${key}`);
    if (old === undefined) return [];
    return [isMapping(value) ? { ...value, [node.step]: old } : old];
  });
  const labels = [value, ...previous].map((one) => list.yaml.label(one as never));
  const names = [key, renamedFrom].flatMap((parent) => labels.map((label) => `${parent}/${label}`));
  return [...new Set(names)].filter((one) => one !== name);
}

/** The arguments of an entry, with values from secret config as secrets. */
function argsOf({ args, secrets }: PlannedEntry): Props {
  return secrets.reduce<Props>((result, path) => withSecret(result, path) as Props, args);
}

function withSecret(value: unknown, [step, ...rest]: readonly Step[]): unknown {
  if (step === undefined) return pulumi.secret(value);
  const inner = withSecret((value as Props)[step], rest);
  return Array.isArray(value) ? value.with(Number(step), inner) : { ...(value as Props), [step]: inner };
}
