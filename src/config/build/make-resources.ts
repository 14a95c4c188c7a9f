// Constructs the resources of a plan. What a program can use of them, and the stack outputs: addresses by key.
import type { Definition, Props } from "../../kind/definition";
import { entryName } from "../../kind/entry";
import { TYPE_PREFIX } from "../../kind/provider-source";
import { FILE_ENTRY, type KindOptions } from "../../pulumi/resource-class";
import { urnsOf } from "../../pulumi/resource-urns";
import * as pulumi from "../../pulumi/sdk";
import type { StackState } from "../../pulumi/stack-state";
import { registry } from "../../resources";
import type { PlannedResource } from "../validate/plan";
import type { Step } from "../yaml/tree";

/** Gives the resource of an entry that is created already. */
type ResourceOf = (section: string, key: string) => pulumi.CustomResource;

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
  const classes = new Map(registry.map((kind) => [kind.definition, kind]));
  const resources = new Map<string, pulumi.CustomResource>();
  const outputs: StackOutputs = {};
  const resourceOf: ResourceOf = (section, key) => resources.get(`${section}.${key}`)!;

  for (const one of planned) {
    const { definition, key, name, node } = one;
    const { section, shape } = definition.yaml;
    // An entry that decides a pending create replaces its record, and the engine replaces nothing that is protected.
    const isPending = urnsIn(one).some((urn) => recorded?.get(urn)?.pending);
    const options = {
      ...optionsOf(one),
      ...(isPending && { protect: false }),
      [FILE_ENTRY]: { entry: entryName(definition, name), location: node.keyPosition },
    };
    const resource = new (classes.get(definition)!)(name, argsOf(one, resourceOf), options);
    if (shape === "list") continue;
    resources.set(`${section}.${key}`, resource);
    const addresses = addressesOf(definition);
    const added = outputsOf(definition, addresses, resource);
    const isSingle = shape === "single";
    if (!(section in outputs))
      Object.defineProperty(outputs, section, {
        value: isSingle ? added : {},
        enumerable: addresses.length > 0,
      });
    if (!isSingle) (outputs[section] as Record<string, ResourceOutputs>)[key] = added;
  }
  return outputs;
}

/** Under which the state may have a resource, the own one first. */
export function urnsIn(resource: PlannedResource): readonly string[] {
  return urnsOf(TYPE_PREFIX + resource.definition.type, resource.name, optionsOf(resource));
}

/** @internal */
export function optionsOf({ options, previousNames }: PlannedResource): KindOptions {
  return {
    ...options,
    ...(previousNames.length > 0 && { aliases: previousNames.map((name) => ({ name })) }),
  };
}

/** With values from secret config as secrets. @internal */
export function argsOf(
  { definition, key, node, args, references, secrets }: PlannedResource,
  resourceOf: ResourceOf,
): Props {
  const { yaml } = definition;
  if (yaml.shape !== "list") {
    const plain = secrets.reduce<Props>((all, path) => withSecret(all, path) as Props, args!);
    const others = references.map(({ field, section, key }) => [field, resourceOf(section, key)]);
    return { ...plain, ...Object.fromEntries(others) };
  }
  return yaml.toArgs(resourceOf(yaml.section, key), node.value as never, (section, reference) =>
    typeof reference === "number" ? reference : resourceOf(section, reference),
  );
}

function withSecret(value: unknown, [step, ...rest]: readonly Step[]): unknown {
  if (step === undefined) return pulumi.secret(value);
  const inner = withSecret((value as Props)[step], rest);
  return Array.isArray(value) ? value.with(Number(step), inner) : { ...(value as Props), [step]: inner };
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
