// Creates the resources of a plan, in the order of the kinds, and the stack outputs.
import type { Props, ResolveReference } from "../../kind/definition";
import { defaultOf } from "../../kind/on-existing";
import { noteLinted, type ResourceClass } from "../../pulumi/resource-class";
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
          new Class(name, args, aliasOptions(memberAliases.of(entry, member)));
        }
        continue;
      }
      const onExisting = defaultOf(definition, plan.onExisting);
      const { aliases: _keysOrUrns, ...options } = entry.options;
      const resource = new Class(entry.key, argsOf(entry), {
        ...(onExisting && { onExisting }),
        ...options,
        ...aliasOptions(aliasesOf(entry)),
      });
      resources.set(section, entry.key, resource);
      addOutputs(outputs, entry, resource);
    }
  }
  return outputs;
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
  noteLinted(marked);
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
