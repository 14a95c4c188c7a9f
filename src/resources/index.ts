// The registry: all kinds, those first that others refer to.
import type { ResourceClass } from "../pulumi/resource-class";
import * as kinds from "./kinds";

const SHAPES = ["single", "mapping", "list"] as const;

function rank({ definition }: ResourceClass): string {
  return `${SHAPES.indexOf(definition.yaml.shape)} ${definition.type}`;
}

/** All kinds, in the order in which the loader of the config file creates them. */
export const registry: readonly ResourceClass[] = (Object.values(kinds) as unknown as ResourceClass[]).sort(
  (a, b) => (rank(a) < rank(b) ? -1 : 1),
);
