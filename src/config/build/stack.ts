// Creates the resources of a plan, in the order of the kinds, and the stack outputs.
import type { KindOptions, ResourceClass } from "../../pulumi/resource-class";
import { FILE_ENTRY } from "../../pulumi/resource-class";
import type { CustomResource } from "../../pulumi/sdk";
import type { PlannedEntry } from "../validate/plan";
import { type ResourceOutputs, resourceOutputs, type StackOutputs, shownNames } from "./outputs";
import type { PlannedResource, ResourceOf } from "./planned-resources";

/** @internal */
export function makeResources(
  kinds: readonly ResourceClass[],
  planned: readonly PlannedResource[],
): StackOutputs {
  const resources = new ResourcesByKey();
  const outputs: StackOutputs = {};
  const resourceOf: ResourceOf = (section, key) => resources.get(section, key);
  const classes = new Map(kinds.map((Class) => [Class.definition, Class]));

  for (const one of planned) {
    const { definition, name, entry } = one;
    const Class = classes.get(definition)!;
    const resource = new Class(name, one.args(resourceOf), fromFile(one));
    if (!entry) continue;
    resources.set(entry.section, entry.key, resource);
    addOutputs(outputs, entry, resourceOutputs(entry, resource));
  }
  return outputs;
}

/** How messages name the entry, and where it is. */
function fromFile({ label, location, options }: PlannedResource): KindOptions {
  const entry = { entry: label, ...(location !== undefined && { location }) };
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
  { definition, section, key, isOnly }: PlannedEntry,
  added: ResourceOutputs,
): void {
  if (!isOnly && outputs[section]) {
    (outputs[section] as Record<string, ResourceOutputs>)[key] = added;
    return;
  }
  const value = isOnly ? added : { [key]: added };
  const enumerable = shownNames(definition).length > 0;
  Object.defineProperty(outputs, section, { value, enumerable });
}
