// The names of resources, as the engine makes them.
import type { Alias } from "@pulumi/pulumi/proto/alias_pb";

export const STACK_TYPE = "pulumi:pulumi:Stack";

export interface Names {
  readonly stack: string;
  readonly project: string;
}

/** @param parent URN; the stack itself does not count */
export function urnOf({ stack, project }: Names, type: string, name: string, parent = ""): string {
  const parentType = parent.split("::")[2];
  const isNested = parentType !== undefined && parentType !== STACK_TYPE;
  return `urn:pulumi:${stack}::${project}::${isNested ? `${parentType}$${type}` : type}::${name}`;
}

/** The URN that an alias means. */
export function aliasUrn(
  names: Names,
  own: { type: string; name: string; parent: string },
  alias: Alias,
): string {
  const spec = alias.getSpec();
  if (!spec) return alias.getUrn();
  const parent = spec.getNoparent() ? "" : spec.getParenturn() || own.parent;
  const of = { stack: spec.getStack() || names.stack, project: spec.getProject() || names.project };
  return urnOf(of, spec.getType() || own.type, spec.getName() || own.name, parent);
}
