// The registry: the classes of all kinds.
import type { ResourceClass } from "../pulumi/resource-class";
import { definitions } from "./definitions";
import * as classes from "./generated/classes";

/** All kinds, in the order in which the loader of the config file creates them. */
export const registry = definitions.map(
  ({ type }) => (classes as unknown as Readonly<Record<string, ResourceClass>>)[type]!,
);
