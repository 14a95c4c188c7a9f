// Creates the resources of a plan, in the order of the kinds, and the stack outputs.
import type { KindOptions, ResourceClass } from "../../pulumi/resource-class";
import { FILE_ENTRY } from "../../pulumi/resource-class";
import type { CustomResource } from "../../pulumi/sdk";
import type { Plan, PlannedEntry } from "../validate/plan";
import { type ResourceOutputs, resourceOutputs, type StackOutputs, shownNames } from "./outputs";
import { type PlannedResource, plannedResources, type ResourceOf } from "./planned-resources";

/** @internal */
export function makeResources(plan: Plan, kinds: readonly ResourceClass[]): StackOutputs {
  const resources = new ResourcesByKey();
  const outputs: StackOutputs = {};
  const resourceOf: ResourceOf = (section, key) => resources.get(section, key);
  const classes = new Map(kinds.map((Class) => [Class.definition, Class]));

  for (const planned of plannedResources(plan, kinds)) {
    const { definition, name, entry } = planned;
    const Class = classes.get(definition)!;
    const resource = new Class(name, planned.args(resourceOf), fromFile(plan, planned));
    if (!entry) continue;
    resources.set(entry.section, entry.key, resource);
    addOutputs(outputs, plan, entry, resourceOutputs(entry, resource, plan.outputs));
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

function addOutputs(
  outputs: StackOutputs,
  { outputs: mode }: Plan,
  { definition, section, key, isOnly }: PlannedEntry,
  added: ResourceOutputs,
): void {
  if (!isOnly && outputs[section]) {
    (outputs[section] as Record<string, ResourceOutputs>)[key] = added;
    return;
  }
  const value = isOnly ? added : { [key]: added };
  const enumerable = shownNames(definition, mode).length > 0;
  Object.defineProperty(outputs, section, { value, enumerable });
}
