// The resources of a plan, in the order in which they are created: what the deletion guard compares with the state, and
// what `makeResources` constructs.
import type { Definition, Props, ResolveReference } from "../../kind/definition";
import { entryName } from "../../kind/entry";
import { defaultFor } from "../../kind/on-existing";
import { TYPE_PREFIX } from "../../kind/provider-source";
import type { KindOptions } from "../../pulumi/resource-class";
import { urnsOf } from "../../pulumi/resource-urns";
import type { CustomResource } from "../../pulumi/sdk";
import * as pulumi from "../../pulumi/sdk";
import type { Kind } from "../schema/file-schema";
import type { Plan, PlannedEntry, PlannedMember } from "../validate/plan";
import { aliasOptions, MemberAliases } from "./aliases";

/** Gives the resource of an entry that is created already. */
export type ResourceOf = (section: string, key: string) => CustomResource;

export interface PlannedResource {
  readonly definition: Definition;
  readonly name: string;
  /** How messages name it, such as `pixels.ads`. */
  readonly label: string;
  readonly location?: string;
  readonly options: KindOptions;
  /** Unset for the member of a list. */
  readonly entry?: PlannedEntry;
  args(resourceOf: ResourceOf): Props;
}

/** @param kinds those first that others refer to */
export function plannedResources(plan: Plan, kinds: readonly Kind[]): readonly PlannedResource[] {
  const memberAliases = new MemberAliases(plan);
  return kinds.flatMap(({ definition }) => {
    const { shape, section } = definition.yaml;
    const entries = plan.entries.filter((entry) => entry.section === section);
    if (shape !== "list") return entries.map((entry) => ofEntry(plan, entry));
    return entries.flatMap((entry) =>
      entry.members
        .filter(({ list }) => list.definition === definition)
        .map((member) => ofMember(plan, entry, member, memberAliases.of(entry, member))),
    );
  });
}

/** Where the state may have it. */
export function urnsOfPlanned({ definition, name, options }: PlannedResource): readonly string[] {
  return urnsOf(TYPE_PREFIX + definition.type, name, options);
}

function ofEntry(plan: Plan, entry: PlannedEntry): PlannedResource {
  const { definition, section, key, isOnly, location, renamedFrom } = entry;
  return {
    definition,
    name: key,
    label: isOnly ? section : `${section}.${key}`,
    location,
    options: {
      ...defaultsOf(plan, entry),
      ...entry.options,
      ...onExistingOf(plan, entry),
      ...aliasOptions(renamedFrom === undefined ? [] : [renamedFrom]),
    },
    entry,
    args: () => argsOf(entry),
  };
}

function ofMember(
  plan: Plan,
  entry: PlannedEntry,
  { list, name, value, location }: PlannedMember,
  aliases: readonly string[],
): PlannedResource {
  const { section, key } = entry;
  return {
    definition: list.definition,
    name,
    label: entryName(list.definition, name),
    location,
    options: { ...aliasOptions(aliases), ...onExistingOfMember(plan, entry) },
    args(resourceOf) {
      const resolve: ResolveReference = (section, reference) =>
        typeof reference === "number" ? reference : resourceOf(section, reference);
      return list.yaml.toArgs(resourceOf(section, key), value as never, resolve);
    },
  };
}

/** The options of the section. Those of an entry replace them, one by one. */
function defaultsOf({ defaults }: Plan, { section }: PlannedEntry): KindOptions {
  const { onExisting: _, ...options } = { ...(defaults[section] as KindOptions | undefined) };
  return options;
}

/** The own option, else the default of the section, else that of the file. */
function onExistingOf(plan: Plan, entry: PlannedEntry): KindOptions {
  const { definition, section, args, options } = entry;
  const { [section]: ofSection, onExisting: ofFile } = plan.defaults;
  const given = (ofSection as Plan["defaults"] | undefined)?.onExisting ?? ofFile;
  const effective = options.onExisting ?? defaultFor(definition, args, given);
  return effective === undefined ? {} : { onExisting: effective };
}

/** That of its entry. An id is that of the entry alone. */
function onExistingOfMember(plan: Plan, entry: PlannedEntry): KindOptions {
  const { onExisting } = onExistingOf(plan, entry);
  return onExisting === undefined
    ? {}
    : { onExisting: typeof onExisting === "object" ? "adopt" : onExisting };
}

/** The arguments of an entry, with values from secret config as secrets. */
function argsOf({ args, secrets }: PlannedEntry): Props {
  const marked = { ...args };
  for (const name of secrets) marked[name] = pulumi.secret(args[name]);
  return marked;
}
