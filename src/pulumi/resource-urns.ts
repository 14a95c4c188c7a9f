// The URNs under which the state may have a resource, before the program registers it.
import { getProject, getStack } from "@pulumi/pulumi/runtime/settings";
import type * as pulumi from "./sdk";

const STACK = "pulumi:pulumi:Stack";

/** Properties of a resource that the SDK's types omit. */
interface Parent {
  readonly __pulumiType?: string;
  readonly __parentResource?: Parent;
}

/** The own URN first, then those of the aliases, except for values that come from outputs. */
export function urnsOf(
  type: string,
  name: string,
  { parent, aliases = [] }: pulumi.CustomResourceOptions,
): readonly string[] {
  const earlier = aliases.map((alias) => {
    if (typeof alias !== "object" || alias instanceof Promise) return alias;
    const { name: oldName = name, type: oldType = type } = alias as { name?: unknown; type?: unknown };
    if (typeof oldName !== "string" || typeof oldType !== "string") return undefined;
    const oldParent = "parent" in alias ? alias.parent : parent;
    return urnOf(oldType, oldName, oldParent as pulumi.Resource | string | undefined);
  });
  return [urnOf(type, name, parent), ...earlier.filter((urn): urn is string => typeof urn === "string")];
}

function urnOf(type: string, name: string, parent: pulumi.Resource | string | undefined): string {
  const types: string[] = [];
  if (typeof parent === "string") types.push(parent.split("::")[2] ?? "");
  else {
    for (let above = parent as Parent | undefined; above; above = above.__parentResource)
      types.unshift(above.__pulumiType ?? "");
  }
  const path = [...types.filter((above) => above !== STACK), type].join("$");
  return `urn:pulumi:${getStack()}::${getProject()}::${path}::${name}`;
}
