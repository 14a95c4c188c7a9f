// Which arguments of a kind may have a default for all entries of their section.
import type { z } from "zod";
import type { Definition } from "../../kind/definition";
import { isOptional } from "./field-notes";

/** The schemas of the arguments that may have a default. */
export function defaultableArgs(definition: Definition): Record<string, z.ZodType> {
  const args = Object.entries(definition.args().shape as Record<string, z.ZodType>);
  return Object.fromEntries(args.filter(([name]) => whyNoDefault(definition, name) === undefined));
}

/** Why an argument belongs to each entry. `undefined` if it may have a default. */
export function whyNoDefault(definition: Definition, name: string): string | undefined {
  const { yaml, fields, identity, content = [] } = definition;
  if (yaml.shape !== "mapping") return "there is only one";
  if (identity.flat().includes(name)) return `it identifies the ${definition.type}`;
  if (fields[name]?.createOnly) return `a change of it replaces the ${definition.type}`;
  if (content.includes(name)) return `it is the content of one ${definition.type}`;
  if (fields[name]?.secret) return "it is secret";
  return isOptional(definition, name) ? undefined : `every ${definition.type} has its own`;
}
