// What a definition's schema says about each argument, worked out once per kind where something asks for it.
import type { Definition, Props } from "./definition";
import { zod } from "./schema";

export interface Annotations {
  readonly names: readonly string[];
  readonly createOnly: ReadonlySet<string>;
  readonly writeOnly: ReadonlySet<string>;
  readonly secret: ReadonlySet<string>;
}

interface PropertySchema {
  createOnly?: boolean;
  writeOnly?: boolean;
  secret?: boolean;
}

const known = new WeakMap<Definition, Annotations>();

export function annotationsOf(definition: Definition): Annotations {
  let traits = known.get(definition);
  if (!traits) {
    traits = read(definition);
    known.set(definition, traits);
  }
  return traits;
}

// Through JSON Schema, because `.meta()` is hidden behind `.optional()` when read from the shape.
function read(definition: Definition): Annotations {
  const schema = zod().toJSONSchema(definition.args(), { io: "input" });
  const properties = (schema.properties ?? {}) as Record<string, PropertySchema>;
  const marked = (mark: keyof PropertySchema) =>
    new Set(Object.keys(properties).filter((name) => properties[name]?.[mark] === true));
  return {
    names: Object.keys(properties),
    createOnly: marked("createOnly"),
    writeOnly: marked("writeOnly"),
    secret: marked("secret"),
  };
}

/** Names of the arguments whose values must never be shown. */
export function secretsOf(definition: Definition, args: Props): ReadonlySet<string> {
  return new Set([...annotationsOf(definition).secret, ...(definition.secretArgs?.(args) ?? [])]);
}
