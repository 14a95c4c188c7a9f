// Creates the resources of a plan, in the order of the kinds, and the stack outputs.
import type { Props, ResolveReference } from "../../kind/definition";
import { defaultFor } from "../../kind/on-existing";
import { FILE_ENTRY, type KindOptions, type ResourceClass } from "../../pulumi/resource-class";
import type { CustomResource, Output } from "../../pulumi/sdk";
import * as pulumi from "../../pulumi/sdk";
import type { Plan, PlannedEntry } from "../validate/plan";
import { aliasesOf, aliasOptions, MemberAliases } from "./aliases";

/** The `id` of a resource and the outputs that its kind exports. */
export type ResourceOutputs = Record<string, Output<unknown>>;

/**
 * The outputs of a stack by section and key. A section that is itself an entry has its outputs directly. Sections
 * without entries are left out.
 */
export type StackOutputs = Record<string, Record<string, ResourceOutputs> | ResourceOutputs>;

export function makeResources(plan: Plan, kinds: readonly ResourceClass[]): StackOutputs {
  const resources = new ResourcesByKey();
  const outputs: StackOutputs = {};
  const memberAliases = new MemberAliases(plan);
  const resolve: ResolveReference = (section, reference) =>
    typeof reference === "number" ? reference : resources.get(section, reference);

  for (const Class of kinds) {
    const { definition } = Class;
    const { shape, section } = definition.yaml;
    for (const entry of plan.entries) {
      if (entry.section !== section) continue;
      if (shape === "list") {
        for (const member of entry.members) {
          const { list, name, value } = member;
          if (list.definition !== definition) continue;
          const args = list.yaml.toArgs(resources.get(section, entry.key), value as never, resolve);
          const options = { ...aliasOptions(memberAliases.of(entry, member)), ...onExistingOf(plan, entry) };
          new Class(name, args, fromFile(options, `${section}.${entry.key}.${list.yaml.field}`));
        }
        continue;
      }
      const { aliases: _keysOrUrns, ...own } = entry.options;
      const options = { ...own, ...onExistingOf(plan, entry), ...aliasOptions(aliasesOf(entry)) };
      const label = entry.isOnly ? section : `${section}.${entry.key}`;
      const resource = new Class(entry.key, argsOf(entry), fromFile(options, label, entry.location));
      resources.set(section, entry.key, resource);
      addOutputs(outputs, entry, resource);
    }
  }
  return outputs;
}

/** The entry's own option, else the default of the file. The members of an entry have the option of the entry. */
function onExistingOf({ onExisting }: Plan, { definition, options }: PlannedEntry): KindOptions {
  const effective = (options as KindOptions).onExisting ?? defaultFor(definition, onExisting);
  return effective === undefined ? {} : { onExisting: effective };
}

/** How messages name the entry, and where it is. */
function fromFile(options: KindOptions, entry: string, location?: string): KindOptions {
  return Object.assign(options, { [FILE_ENTRY]: { entry, ...(location !== undefined && { location }) } });
}

class ResourcesByKey {
  readonly #resources = new Map<string, CustomResource>();

  set(section: string, key: string, resource: CustomResource): void {
    this.#resources.set(`${section}.${key}`, resource);
  }

  /** @throws Error if the kinds are in the wrong order; every reference of a plan has its entry */
  get(section: string, key: string): CustomResource {
    const resource = this.#resources.get(`${section}.${key}`);
    if (!resource)
      throw new Error(`${section}.${key} is needed before its kind is created: check the order of the kinds`);
    return resource;
  }
}

/** The arguments of an entry, with values from secret config as secrets. */
function argsOf({ args, secrets }: PlannedEntry): Props {
  const marked = { ...args };
  for (const name of secrets) marked[name] = pulumi.secret(args[name]);
  return marked;
}

function addOutputs(outputs: StackOutputs, entry: PlannedEntry, resource: CustomResource): void {
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
