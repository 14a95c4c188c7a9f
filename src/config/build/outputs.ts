// The stack outputs of a config file: addresses by key. A program can use everything that `loadStack` returns.
import type { Definition, Props } from "../../kind/definition";
import * as pulumi from "../../pulumi/sdk";
import type { PlannedEntry } from "../validate/plan";

/** The `id` of a resource and its outputs. The whole is an output, too: the part that becomes a stack output. */
export type ResourceOutputs = Record<string, pulumi.Output<unknown>>;

/**
 * What a program can use of an entry, by section and key. A section that is itself an entry has its outputs directly.
 * Sections without entries are left out, and those without stack outputs are not enumerable.
 */
export type StackOutputs = Record<string, Record<string, ResourceOutputs> | ResourceOutputs>;

/**
 * Names of the properties that become stack outputs.
 * @internal
 */
export function shownNames({ outputs }: Pick<Definition, "outputs">): readonly string[] {
  return Object.keys(outputs).filter((name) => outputs[name]?.isAddress);
}

/**
 * Everything for the program. The whole is what the stack shows of it.
 * @internal
 */
export function resourceOutputs(
  { definition, isOnly }: Pick<PlannedEntry, "definition" | "isOnly">,
  resource: pulumi.CustomResource,
): ResourceOutputs {
  const properties = resource as unknown as ResourceOutputs;
  const pick = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, properties[name]!]));
  // The SDK warns about an undefined output at the top level, and elsewhere leaves it out.
  const nothing = isOnly ? {} : undefined;
  const shown = pulumi
    .output(pick(shownNames(definition)))
    .apply((values) => withoutAbsent(values) ?? nothing);
  return Object.assign(shown, pick(["id", ...Object.keys(definition.outputs)])) as unknown as ResourceOutputs;
}

function withoutAbsent(values: Props): Props | undefined {
  const present = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  return present.length > 0 ? Object.fromEntries(present) : undefined;
}

/**
 * Each section as one output. It is unknown in a preview if any part is, and the CLI shows one line instead of one for each
 * entry. Unknown values must not be left out: they are part of a saved plan, and `pulumi up --plan` rejects other outputs.
 * @internal
 */
export function bySection(outputs: StackOutputs): Record<string, pulumi.Output<unknown>> {
  return Object.fromEntries(
    Object.entries(outputs).map(([section, value]) => [section, pulumi.output(value)]),
  );
}
