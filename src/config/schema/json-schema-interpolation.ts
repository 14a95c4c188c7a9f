// Lets a JSON Schema accept `${…}` wherever it accepts a single value.

/** A JSON Schema or a part of one. */
export interface JsonSchema {
  [keyword: string]: unknown;
}

/** Text with an expression. */
const EXPRESSION = "(?:^|[^$])\\$\\{(?:env|config):[^}]+\\}";
const NOUNS: Readonly<Record<string, string>> = {
  boolean: "true or false",
  number: "a number",
  integer: "a whole number",
};

export function withInterpolation(schema: JsonSchema): JsonSchema {
  const { type, pattern } = schema;
  if ("enum" in schema || "const" in schema) return choice(schema);
  if (type === "string")
    return pattern === undefined ? schema : { ...schema, pattern: `(?:${pattern})|${EXPRESSION}` };
  if (typeof type === "string" && type in NOUNS)
    return { ...schema, type: [type, "string"], pattern: EXPRESSION, errorMessage: `must be ${NOUNS[type]}` };
  return inside(withNull(schema));
}

/** Keeps the descriptions next to the choice, where editors look for them. */
function choice({ title, description, default: usual, ...values }: JsonSchema): JsonSchema {
  const about = Object.entries({ title, description, default: usual }).filter(
    ([, value]) => value !== undefined,
  );
  return { ...Object.fromEntries(about), anyOf: [values, { type: "string", pattern: EXPRESSION }] };
}

/** Writes a choice between a type and null as a list of types, which editors show better. */
function withNull({ anyOf, ...rest }: JsonSchema): JsonSchema {
  const [first, second, ...more] = (anyOf ?? []) as JsonSchema[];
  if (first === undefined) return rest;
  const isOrNull = second?.type === "null" && more.length === 0 && typeof first.type === "string";
  return isOrNull ? { ...first, ...rest, type: [first.type, "null"] } : { ...rest, anyOf };
}

/** Converts the subschemas of a schema. */
function inside(schema: JsonSchema): JsonSchema {
  const changed = { ...schema };
  for (const keyword of ["additionalProperties", "items"]) {
    if (isSchema(schema[keyword])) changed[keyword] = withInterpolation(schema[keyword]);
  }
  for (const keyword of ["properties", "definitions"]) {
    if (isSchema(schema[keyword])) changed[keyword] = mapValues(schema[keyword]);
  }
  for (const keyword of ["anyOf", "oneOf", "allOf"]) {
    const parts = schema[keyword];
    if (Array.isArray(parts)) changed[keyword] = parts.map(withInterpolation);
  }
  return changed;
}

function mapValues(schemas: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, withInterpolation(schema as JsonSchema)]),
  );
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
