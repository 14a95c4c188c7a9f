// Constructs the resources of a plan: for a program by section and key, and their addresses as stack outputs.
import { TYPE_PREFIX } from "../../engine/provider-source";
import type { Definition, Props } from "../../kind/definition";
import { entryName } from "../../kind/entry";
import { isDecided } from "../../kind/on-existing";
import { FILE_ENTRY, type KindOptions } from "../../pulumi/resource-class";
import { urnsOf } from "../../pulumi/resource-urns";
import * as pulumi from "../../pulumi/sdk";
import type { StackState } from "../../pulumi/stack-state";
import { registry } from "../../resources";
import type { FileResources } from "../../resources/generated/classes";
import type { PlannedResource } from "../validate/plan";

/** The addresses by section and key, as `{ qrCodes: { menu: { link } } }`. A section without entries is left out. */
export type Addresses = Readonly<
  Record<string, Readonly<Record<string, pulumi.Output<Readonly<Record<string, string>> | undefined>>>>
>;

/** The resources of a config file, such as `stack.qrCodes.menu`. A section without entries is empty. */
export interface LoadedStack extends FileResources {
  /** Those of QR codes, links and campaigns, by section and key: the outputs of the stack, if a program exports them. */
  readonly addresses: Addresses;
}

/**
 * @param recorded the state, if there is an engine
 * @internal
 */
export function makeResources(
  planned: readonly PlannedResource[],
  recorded: StackState["byUrn"] | undefined,
): LoadedStack {
  const classes = new Map(registry.map((kind) => [kind.definition, kind]));
  const sections = new Map<string, Record<string, pulumi.CustomResource>>();
  const single: Record<string, pulumi.CustomResource> = {};
  const addresses: Record<string, Record<string, Addresses[string][string]>> = {};
  for (const { definition } of registry) {
    const { section, shape } = definition.yaml;
    if (shape === "mapping") sections.set(section, {});
  }
  const resourceOf = (section: string, key: string) => sections.get(section)![key]!;

  for (const one of planned) {
    const { definition, key, name, node } = one;
    const { section, shape } = definition.yaml;
    // An entry that decides a pending create replaces its record, and the engine replaces nothing that is protected.
    const isReplaced =
      isDecided(one.options.onExisting) && urnsIn(one).some((urn) => recorded?.get(urn)?.pending);
    const options = {
      ...optionsOf(one),
      ...(isReplaced && { protect: false }),
      [FILE_ENTRY]: { name: entryName(definition, name), location: node.keyPosition },
    };
    const resource = new (classes.get(definition)!)(name, argsOf(one, resourceOf), options);
    if (shape === "single") single[section] = resource;
    if (shape !== "mapping") continue;
    sections.get(section)![key] = resource;
    const shown = addressesOf(definition, resource);
    if (shown) addresses[section] = { ...addresses[section], [key]: shown };
  }
  return { ...single, ...Object.fromEntries(sections), addresses } as unknown as LoadedStack;
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
  resourceOf: (section: string, key: string) => pulumi.CustomResource,
): Props {
  const { yaml } = definition;
  if (yaml.shape !== "list") {
    const secret = secrets.map((name) => [name, pulumi.secret(args![name])]);
    const others = references.map(({ field, section, key }) => [field, resourceOf(section, key)]);
    return { ...args, ...Object.fromEntries([...secret, ...others]) };
  }
  return yaml.toArgs(resourceOf(yaml.section, key), node.value as never, (section, reference) =>
    typeof reference === "number" ? reference : resourceOf(section, reference),
  );
}

/** `undefined` if the kind has none. Of an object, those that the service shows. */
function addressesOf({ outputs }: Definition, resource: pulumi.CustomResource) {
  const names = Object.keys(outputs).filter((name) => outputs[name]?.isAddress);
  if (names.length === 0) return undefined;
  const properties = resource as unknown as Record<string, pulumi.Output<string | null | undefined>>;
  const all = Object.fromEntries(names.map((name) => [name, properties[name]!]));
  return pulumi.output(all).apply((values) => {
    const present = Object.entries(values).filter((one): one is [string, string] => one[1] != null);
    return present.length > 0 ? Object.fromEntries(present) : undefined;
  });
}
