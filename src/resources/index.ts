// The registry: all kinds, those first that others refer to.
import type { ResourceClass } from "../pulumi/resource-class";
import * as kinds from "./kinds";

const SHAPES = ["single", "mapping", "list"] as const;

function rank({ definition }: ResourceClass): string {
  return `${SHAPES.indexOf(definition.yaml.shape)} ${definition.type}`;
}

function withoutDuplicates(classes: ResourceClass[]): ResourceClass[] {
  const types = new Set<string>();
  for (const { definition } of classes) {
    if (types.has(definition.type)) throw new Error(`two kinds have the type ${definition.type}`);
    types.add(definition.type);
  }
  return classes;
}

/** All kinds, in the order in which the loader of the config file creates them. */
export const registry: readonly ResourceClass[] = withoutDuplicates(
  (Object.values(kinds) as unknown as ResourceClass[]).sort((a, b) => (rank(a) < rank(b) ? -1 : 1)),
);
