// The URNs under which the state may have a resource of the program, known before it is registered.
import { getProject, getStack } from "@pulumi/pulumi/runtime/settings";
import type * as pulumi from "./sdk";

const STACK = "pulumi:pulumi:Stack";

/** What the SDK's types leave out of a resource. */
interface Parent {
  readonly __pulumiType?: string;
  readonly __parentResource?: Parent;
}

/** The own URN first, then those of the aliases, except what an alias takes from an output. */
export function urnsOf(
  type: string,
  name: string,
  { parent, aliases = [] }: pulumi.CustomResourceOptions,
): readonly string[] {
  const own = urnOf(type, name, parent);
  const earlier = aliases.map((alias) => {
    if (typeof alias !== "object" || alias instanceof Promise) return alias;
    const { name: earlierName = name, type: earlierType = type } = alias as {
      name?: unknown;
      type?: unknown;
    };
    const earlierParent = "parent" in alias ? alias.parent : parent;
    return urnOf(
      String(earlierType),
      String(earlierName),
      earlierParent as pulumi.Resource | string | undefined,
    );
  });
  return [own, ...earlier.filter((urn): urn is string => typeof urn === "string")];
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
