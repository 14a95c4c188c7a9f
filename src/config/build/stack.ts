// From a plan to resources, in the order of the kinds, and to the outputs of the stack.

import type { Props, ResolveReference } from "../../kind/definition";
import { defaultFor } from "../../kind/on-existing";
import { FILE_ENTRY, type KindOptions, type ResourceClass } from "../../pulumi/resource-class";
import type { CustomResource, Output } from "../../pulumi/sdk";
import * as pulumi from "../../pulumi/sdk";
import type { Plan, PlannedEntry } from "../validate/plan";
import { aliasesOf, MemberAliases } from "./aliases";
import { toResourceOptions } from "./resource-options";

/** What is shown of a resource: its `id`, and the outputs that its kind exports. */
export type ResourceOutputs = Record<string, Output<unknown>>;

/**
 * The outputs of a stack: by section and key, and straight by section where a section is its own entry. Sections
 * without entries are left out.
 */
export type StackOutputs = Record<string, Record<string, ResourceOutputs> | ResourceOutputs>;

export function makeResources(plan: Plan, kinds: readonly ResourceClass[]): StackOutputs {
  const made = new Map<string, Map<string, CustomResource>>();
  const outputs: StackOutputs = {};
  const memberAliases = new MemberAliases(plan);
  const resolve: ResolveReference = (section, reference) =>
    typeof reference === "number" ? reference : of(made, section, reference);

  for (const Class of kinds) {
    const { definition } = Class;
    const { shape, section } = definition.yaml;
    for (const entry of plan.entries) {
      if (entry.section !== section) continue;
      if (shape === "list") {
        for (const member of entry.members) {
          const { list, name, value } = member;
          if (list.definition !== definition) continue;
          const args = list.place.toArgs(of(made, section, entry.key), value as never, resolve);
          const options = {
            ...toResourceOptions({}, memberAliases.of(entry, member)),
            ...onExistingOf(plan, entry),
          };
          new Class(name, args, fromFile(options, `${section}.${entry.key}.${list.place.field}`));
        }
        continue;
      }
      const options = { ...toResourceOptions(entry.options, aliasesOf(entry)), ...onExistingOf(plan, entry) };
      const label = entry.isOnly ? section : `${section}.${entry.key}`;
      const resource = new Class(entry.key, argsOf(entry), fromFile(options, label, entry.location));
      note(made, entry, resource);
      show(outputs, entry, resource);
    }
  }
  return outputs;
}

/** The entry's own option, else the default of the file. The members of an entry have the option of the entry. */
function onExistingOf({ onExisting }: Plan, { definition, options }: PlannedEntry): KindOptions {
  const own = (options as KindOptions).onExisting ?? defaultFor(definition, onExisting);
  return own === undefined ? {} : { onExisting: own };
}

function fromFile(options: KindOptions, entry: string, location?: string): KindOptions {
  return Object.assign(options, { [FILE_ENTRY]: { entry, ...(location !== undefined && { location }) } });
}

/** The arguments, with those from secret config as secrets. */
function argsOf({ args, secrets }: PlannedEntry): Props {
  const marked = { ...args };
  for (const name of secrets) marked[name] = pulumi.secret(args[name]);
  return marked;
}

type Made = Map<string, Map<string, CustomResource>>;

function note(made: Made, { section, key }: PlannedEntry, resource: CustomResource): void {
  const resources = made.get(section) ?? new Map();
  resources.set(key, resource);
  made.set(section, resources);
}

// The plan has no references that lead nowhere, so this only fails for kinds in an order that cannot be made.
function of(made: Made, section: string, key: string): CustomResource {
  const resource = made.get(section)?.get(key);
  if (!resource)
    throw new Error(`${section}.${key} is needed before its kind is made: check the order of the kinds`);
  return resource;
}

function show(outputs: StackOutputs, entry: PlannedEntry, resource: CustomResource): void {
  const shown: ResourceOutputs = { id: resource.id };
  const properties = resource as unknown as ResourceOutputs;
  for (const name of entry.definition.exports) shown[name] = properties[name]!;
  if (entry.isOnly) {
    outputs[entry.section] = shown;
    return;
  }
  const section = (outputs[entry.section] ?? {}) as Record<string, ResourceOutputs>;
  section[entry.key] = shown;
  outputs[entry.section] = section;
}
