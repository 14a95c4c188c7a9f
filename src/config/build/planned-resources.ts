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

/** What an entry or a member says about its resource. */
type Part = Omit<PlannedResource, "class" | "definition" | "urns">;

/** The previous keys of entries, by `section.key`. */
type Renames = ReadonlyMap<string, string | undefined>;

export function plannedResources({ entries }: Plan): readonly PlannedResource[] {
  const renames = new Map(entries.map(({ section, key, renamedFrom }) => [`${section}.${key}`, renamedFrom]));
  return registry.flatMap((kind) => {
    const { definition } = kind;
    const ofKind = (entry: PlannedEntry) => {
      if (entry.definition === definition) return [ofEntry(entry)];
      const members = entry.members.filter(({ list }) => list.definition === definition);
      return members.map((member) => ofMember(entry, member, renames));
    };
    return entries.flatMap(ofKind).map((part) => {
      const urns = urnsOf(TYPE_PREFIX + definition.type, part.name, part.options);
      return { ...part, class: kind, definition, urns };
    });
  });
}

function ofEntry(entry: PlannedEntry): Part {
  const { section, key, isOnly, node, options, renamedFrom } = entry;
  return {
    name: key,
    label: isOnly ? section : `${section}.${key}`,
    node,
    options: { ...options, ...aliases(renamedFrom === undefined ? [] : [renamedFrom]) },
    entry,
    args: () => argsOf(entry),
  };
}

function ofMember(entry: PlannedEntry, member: PlannedMember, renames: Renames): Part {
  const { list, name, node } = member;
  const { onExisting } = entry.options;
  return {
    name,
    label: entryName(list.definition, name),
    node,
    options: {
      ...aliases(previousNames(entry, member, renames)),
      // An id is that of the entry alone.
      ...(onExisting !== undefined && { onExisting: typeof onExisting === "object" ? "adopt" : onExisting }),
    },
    args: (resourceOf) =>
      list.yaml.toArgs(resourceOf(entry.section, entry.key), node.value as never, (section, reference) =>
        typeof reference === "number" ? reference : resourceOf(section, reference),
      ),
  };
}

/** @param names under which the state may still have the resource */
function aliases(names: readonly string[]): Pick<KindOptions, "aliases"> {
  return names.length === 0 ? {} : { aliases: names.map((name) => ({ name })) };
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
