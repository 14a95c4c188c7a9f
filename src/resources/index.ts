// The registry: every kind with what it states about itself, those that others refer to first.
import type { ResourceClass } from "../pulumi/resource-class";
import * as kinds from "./kinds";

const SHAPES = ["single", "mapping", "list"] as const;

function rank({ definition }: ResourceClass): string {
  return `${SHAPES.indexOf(definition.yaml.shape)} ${definition.type}`;
}

function withoutDoubles(classes: ResourceClass[]): ResourceClass[] {
  const seen = new Set<string>();
  for (const { definition } of classes) {
    for (const name of [`type ${definition.type}`, `handler ${definition.handler}`]) {
      if (seen.has(name)) throw new Error(`two kinds of resources have the ${name}`);
      seen.add(name);
    }
  }
  return classes;
}

/** All kinds, in the order in which the config file's loader makes them. */
export const registry: readonly ResourceClass[] = withoutDoubles(
  (Object.values(kinds) as unknown as ResourceClass[]).sort((a, b) => (rank(a) < rank(b) ? -1 : 1)),
);
