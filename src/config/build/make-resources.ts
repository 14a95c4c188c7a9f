// Constructs the resources of a plan. What a program can use of them, and the stack outputs: addresses by key.
import type { Definition } from "../../kind/definition";
import { FILE_ENTRY } from "../../pulumi/resource-class";
import * as pulumi from "../../pulumi/sdk";
import type { StackState } from "../../pulumi/stack-state";
import type { PlannedResource, ResourceOf } from "./planned-resources";

/** The `id` of a resource and its outputs. The whole is an output, too: the part that becomes a stack output. */
export type ResourceOutputs = Record<string, pulumi.Output<unknown>>;

/**
 * What a program can use of an entry, by section and key. A section that is itself an entry has its outputs directly.
 * Sections without entries are left out, and those without stack outputs are not enumerable.
 */
export type StackOutputs = Record<string, Record<string, ResourceOutputs> | ResourceOutputs>;

/**
 * @param recorded the state, if there is an engine
 * @internal
 */
export function makeResources(
  planned: readonly PlannedResource[],
  recorded: StackState["byUrn"] | undefined,
): StackOutputs {
  const resources = new Map<string, pulumi.CustomResource>();
  const outputs: StackOutputs = {};
  // The registry has those first that others refer to.
  const resourceOf: ResourceOf = (section, key) => resources.get(`${section}.${key}`)!;

  for (const { class: Class, name, label, node, urns, entry, ...one } of planned) {
    // An entry that decides a pending create replaces its record, and the engine replaces nothing that is protected.
    const isPending = urns.some((urn) => recorded?.get(urn)?.pending);
    const options = {
      ...one.options,
      ...(isPending && { protect: false }),
      [FILE_ENTRY]: { entry: label, location: node.keyPosition },
    };
    const resource = new Class(name, one.args(resourceOf), options);
    if (!entry) continue;
    const { section, key, isOnly } = entry;
    resources.set(`${section}.${key}`, resource);
    const addresses = addressesOf(one.definition);
    const added = outputsOf(one.definition, addresses, resource);
    if (!(section in outputs))
      Object.defineProperty(outputs, section, {
        value: isOnly ? added : {},
        enumerable: addresses.length > 0,
      });
    if (!isOnly) (outputs[section] as Record<string, ResourceOutputs>)[key] = added;
  }
  return outputs;
}

function addressesOf({ outputs }: Definition): readonly string[] {
  return Object.keys(outputs).filter((name) => outputs[name]?.isAddress);
}

/** Everything for the program. The whole is what the stack shows of it. */
function outputsOf(
  { outputs }: Definition,
  addresses: readonly string[],
  resource: pulumi.CustomResource,
): ResourceOutputs {
  const properties = resource as unknown as ResourceOutputs;
  const pick = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, properties[name]!]));
  const shown = pulumi.output(pick(addresses)).apply((values) => {
    const present = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
    return present.length > 0 ? Object.fromEntries(present) : undefined;
  });
  return Object.assign(shown, pick(["id", ...Object.keys(outputs)])) as unknown as ResourceOutputs;
}
