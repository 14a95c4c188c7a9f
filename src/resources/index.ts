// The registry: the classes of all kinds.
import type { ResourceClass } from "../pulumi/resource-class";
import * as classes from "./classes";
import { definitions } from "./definitions";

/** All kinds, in the order in which the loader of the config file creates them. */
export const registry = definitions.map(
  ({ type }) => (classes as unknown as Readonly<Record<string, ResourceClass>>)[type]!,
);
