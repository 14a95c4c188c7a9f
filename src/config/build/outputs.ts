// The stack outputs of a config file. A program that exports what `loadStack` returns shows what `outputs:` asks for, and a
// preview shows only what it knows.
import type { Definition, Props } from "../../kind/definition";
import * as pulumi from "../../pulumi/sdk";
import type { OutputsMode } from "../schema/loader-fields";
import type { PlannedEntry } from "../validate/plan";

/** The `id` of a resource and its outputs. The whole is an output, too: the part that becomes a stack output. */
export type ResourceOutputs = Record<string, pulumi.Output<unknown>>;

/**
 * What a program can use of an entry, by section and key. A section that is itself an entry has its outputs directly.
 * Sections without entries are left out, and those without stack outputs are not enumerable.
 */
export type StackOutputs = Record<string, Record<string, ResourceOutputs> | ResourceOutputs>;

/** Names of the properties that become stack outputs. */
export function shownNames({ outputs }: Pick<Definition, "outputs">, mode: OutputsMode): readonly string[] {
  if (mode === "none") return [];
  if (mode === "all") return ["id", ...Object.keys(outputs)];
  return Object.keys(outputs).filter((name) => outputs[name]?.isAddress);
}

/** @param recorded what the state has: in the preview of an update, the SDK knows no output, and most of them stay */
export function resourceOutputs(
  { definition, isOnly }: Pick<PlannedEntry, "definition" | "isOnly">,
  resource: pulumi.CustomResource,
  mode: OutputsMode,
  recorded: Props,
): ResourceOutputs {
  const properties = resource as unknown as ResourceOutputs;
  const names = ["id", ...Object.keys(definition.outputs)];
  const all = Object.fromEntries(names.map((name) => [name, properties[name]!]));
  const shown = known(all, shownNames(definition, mode), recorded);
  // An object without members is two lines of a preview. The SDK warns about an undefined one, but only at the top level.
  const whole = shown.then((values) => (isOnly || Object.keys(values).length > 0 ? values : undefined));
  return Object.assign(pulumi.output(whole), all) as unknown as ResourceOutputs;
}

/** Members of an output that the SDK's types omit. */
interface Knowable {
  readonly isKnown: Promise<boolean>;
  promise(): Promise<unknown>;
}

async function known(all: ResourceOutputs, names: readonly string[], recorded: Props): Promise<Props> {
  const values: Props = {};
  for (const name of names) {
    const value = await shownValue(all[name]!, recorded[name]);
    if (value !== undefined && value !== null) values[name] = value;
  }
  return values;
}

/** The output itself, which may be secret, unless there is none. */
async function shownValue(output: pulumi.Output<unknown>, recorded: unknown): Promise<unknown> {
  const { isKnown, promise } = output as unknown as Knowable;
  try {
    if (!(await isKnown)) return recorded;
    const value = await promise();
    return value === undefined || value === null ? undefined : output;
  } catch {
    // The SDK reports the error of a resource.
    return undefined;
  }
}
