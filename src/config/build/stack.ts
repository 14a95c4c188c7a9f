// Creates the resources of a plan, in the order of the kinds, and the stack outputs.
import type { KindOptions, ResourceClass } from "../../pulumi/resource-class";
import { FILE_ENTRY } from "../../pulumi/resource-class";
import type { CustomResource, Output, ProviderResource } from "../../pulumi/sdk";
import type { Plan, PlannedEntry } from "../validate/plan";
import { type PlannedResource, plannedResources, type ResourceOf } from "./planned-resources";

/** The `id` of a resource and the outputs that its kind exports. */
export type ResourceOutputs = Record<string, Output<unknown>>;

/**
 * The outputs of a stack by section and key. A section that is itself an entry has its outputs directly. Sections
 * without entries are left out.
 */
export type StackOutputs = Record<string, Record<string, ResourceOutputs> | ResourceOutputs>;

/**
 * @param provider of all resources. @default the default provider
 * @internal
 */
export function makeResources(
  plan: Plan,
  kinds: readonly ResourceClass[],
  provider?: ProviderResource,
): StackOutputs {
  const resources = new ResourcesByKey();
  const outputs: StackOutputs = {};
  const resourceOf: ResourceOf = (section, key) => resources.get(section, key);
  const classes = new Map(kinds.map((Class) => [Class.definition, Class]));

  for (const planned of plannedResources(plan, kinds)) {
    const { definition, name, entry } = planned;
    const Class = classes.get(definition)!;
    const resource = new Class(name, planned.args(resourceOf), {
      ...fromFile(plan, planned),
      ...(provider && { provider }),
    });
    if (!entry) continue;
    resources.set(entry.section, entry.key, resource);
    addOutputs(outputs, entry, resource);
  }
  return outputs;
}

/** How messages name the entry, where it is, and what the state records about its file. */
function fromFile({ file }: Plan, { label, location, options }: PlannedResource): KindOptions {
  const entry = { entry: label, ...(location !== undefined && { location }), file };
  return Object.assign({ ...options }, { [FILE_ENTRY]: entry });
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
