// `${…}` in the JSON Schema: wherever a single value may stand, one that is filled in later may stand too.

/** A JSON Schema, or a part of one. */
export interface JsonSchema {
  [keyword: string]: unknown;
}

/** A text in which something is filled in. */
const FILLED_IN = "(?:^|[^$])\\$\\{(?:env|config):[^}]+\\}";
const NOUNS: Readonly<Record<string, string>> = {
  boolean: "true or false",
  number: "a number",
  integer: "a whole number",
};

/** The same schema, which takes `${…}` as well. */
export function withValues(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  if ("enum" in schema || "const" in schema) return withChoice(schema);
  if (type === "string") return withPattern(schema);
  if (typeof type === "string" && type in NOUNS) {
    return { ...schema, type: [type, "string"], pattern: FILLED_IN, errorMessage: `must be ${NOUNS[type]}` };
  }
  return inside(withNull(schema));
}

/** What explains a place stands beside the choice, where editors look for it. */
function withChoice({ title, description, default: usual, ...values }: JsonSchema): JsonSchema {
  const about = Object.entries({ title, description, default: usual }).filter(
    ([, value]) => value !== undefined,
  );
  return { ...Object.fromEntries(about), anyOf: [values, { type: "string", pattern: FILLED_IN }] };
}

function withPattern(schema: JsonSchema): JsonSchema {
  return schema.pattern === undefined ? schema : { ...schema, pattern: `(?:${schema.pattern})|${FILLED_IN}` };
}

/** A choice between one thing and nothing is a type in editors' lists, and no choice. */
function withNull({ anyOf, ...rest }: JsonSchema): JsonSchema {
  const [first, second, ...more] = (anyOf ?? []) as JsonSchema[];
  if (first === undefined) return rest;
  const isOrNull = second?.type === "null" && more.length === 0 && typeof first.type === "string";
  return isOrNull ? { ...first, ...rest, type: [first.type, "null"] } : { ...rest, anyOf };
}

/** The schemas that a schema consists of, each by its keyword. */
function inside(schema: JsonSchema): JsonSchema {
  const changed = { ...schema };
  for (const keyword of ["additionalProperties", "items"]) {
    if (isSchema(schema[keyword])) changed[keyword] = withValues(schema[keyword]);
  }
  for (const keyword of ["properties", "definitions"]) {
    if (isSchema(schema[keyword])) changed[keyword] = mapValues(schema[keyword]);
  }
  for (const keyword of ["anyOf", "oneOf", "allOf"]) {
    const parts = schema[keyword];
    if (Array.isArray(parts)) changed[keyword] = parts.map(withValues);
  }
  return changed;
}

function mapValues(schemas: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, withValues(schema as JsonSchema)]),
  );
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
