// The resources of a plan, in the order in which they are created: what the deletion guard compares with the state, and
// what `makeResources` constructs.
import type { Settings } from "../../api/settings";
import type { Definition, Props } from "../../kind/definition";
import { entryName } from "../../kind/entry";
import { defaultFor } from "../../kind/on-existing";
import { TYPE_PREFIX } from "../../kind/provider-source";
import type { KindOptions, ResourceClass } from "../../pulumi/resource-class";
import { urnsOf } from "../../pulumi/resource-urns";
import * as pulumi from "../../pulumi/sdk";
import { registry } from "../../resources";
import type { Plan, PlannedEntry, PlannedMember } from "../validate/plan";

/** Gives the resource of an entry that is created already. */
export type ResourceOf = (section: string, key: string) => pulumi.CustomResource;

export interface PlannedResource {
  readonly class: ResourceClass;
  readonly definition: Definition;
  readonly name: string;
  /** How messages name it, such as `pixels.ads`. */
  readonly label: string;
  readonly location: string;
  readonly options: KindOptions;
  /** Under which the state may have it, the own one first. */
  readonly urns: readonly string[];
  /** Unset for the member of a list. */
  readonly entry?: PlannedEntry;
  args(resourceOf: ResourceOf): Props;
}

export function plannedResources(plan: Plan): readonly PlannedResource[] {
  const renames = new Map(
    plan.entries.map(({ section, key, renamedFrom }) => [`${section}.${key}`, renamedFrom]),
  );
  return registry.flatMap((kind) => {
    const { shape, section } = kind.definition.yaml;
    const entries = plan.entries.filter((entry) => entry.section === section);
    const parts =
      shape === "list"
        ? entries.flatMap((entry) =>
            entry.members
              .filter(({ list }) => list.definition === kind.definition)
              .map((member) => ofMember(plan, entry, member, renames)),
          )
        : entries.map((entry) => ofEntry(plan, entry));
    return parts.map((part) => {
      const urns = urnsOf(TYPE_PREFIX + kind.definition.type, part.name, part.options);
      return { ...part, class: kind, definition: kind.definition, urns };
    });
  });
}

/** What an entry or a member says about its resource. */
type Part = Omit<PlannedResource, "class" | "definition" | "urns">;

function ofEntry(plan: Plan, entry: PlannedEntry): Part {
  const { section, key, isOnly, location, renamedFrom } = entry;
  return {
    name: key,
    label: isOnly ? section : `${section}.${key}`,
    location,
    options: { ...optionsOf(plan, entry), ...aliases(renamedFrom === undefined ? [] : [renamedFrom]) },
    entry,
    args: () => argsOf(entry),
  };
}

function ofMember(
  plan: Plan,
  entry: PlannedEntry,
  member: PlannedMember,
  renames: ReadonlyMap<string, string | undefined>,
): Part {
  const { list, name, value, location } = member;
  const { onExisting } = optionsOf(plan, entry);
  return {
    name,
    label: entryName(list.definition, name),
    location,
    options: {
      ...aliases(previousNames(entry, member, renames)),
      // An id is that of the entry alone.
      ...(onExisting !== undefined && { onExisting: typeof onExisting === "object" ? "adopt" : onExisting }),
    },
    args: (resourceOf) =>
      list.yaml.toArgs(resourceOf(entry.section, entry.key), value as never, (section, reference) =>
        typeof reference === "number" ? reference : resourceOf(section, reference),
      ),
  };
}

/** Those of an entry replace those of its section, one by one. */
function optionsOf({ defaults }: Plan, { definition, section, args, options }: PlannedEntry): KindOptions {
  const { onExisting: ofSection, ...shared } = (defaults[section] ?? {}) as PlannedEntry["options"];
  const byDefault = (ofSection ?? defaults.onExisting) as Settings["onExisting"];
  const onExisting = options.onExisting ?? defaultFor(definition, args, byDefault);
  return { ...shared, ...options, ...(onExisting !== undefined && { onExisting }) };
}

/** @param names under which the state may still have the resource */
function aliases(names: readonly string[]): Pick<KindOptions, "aliases"> {
  return names.length === 0 ? {} : { aliases: names.map((name) => ({ name })) };
}

/** The name of a member contains the keys of its entry and of the entries it refers to. Each may be renamed. */
function previousNames(
  { key, renamedFrom = key }: PlannedEntry,
  { list, name, value, references }: PlannedMember,
  renames: ReadonlyMap<string, string | undefined>,
): readonly string[] {
  const previous = references.flatMap(({ section, key, field }) => {
    const old = renames.get(`${section}.${key}`);
    return old === undefined ? [] : [{ ...(value as object), [field]: old }];
  });
  const labels = [value, ...previous].map((one) => list.yaml.label(one as never));
  const names = [key, renamedFrom].flatMap((parent) => labels.map((label) => `${parent}/${label}`));
  return [...new Set(names)].filter((one) => one !== name);
}

/** The arguments of an entry, with values from secret config as secrets. */
function argsOf({ args, secrets }: PlannedEntry): Props {
  return { ...args, ...Object.fromEntries(secrets.map((name) => [name, pulumi.secret(args[name])])) };
}
