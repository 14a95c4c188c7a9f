// The JSON Schema of the config file, for completion, help and validation in editors. It is made from the same
// declarations as the loader, so both accept the same files.
import { z } from "zod";
import type { Definition } from "../../kind/definition";
import { zodMessage } from "../../kind/schema";
import { MERGE_KEY } from "../parse/build-tree";
import { entryFields, notesOf } from "./field-notes";
import { IGNORED, INCLUDE, type Kind, Layout, type Section } from "./layout";
import { ENTRY_KEY, ENTRY_KEY_RULE, includeSchema, MAX_KEY_LENGTH } from "./loader-fields";

/** The newest draft that the YAML language server of most editors knows. */
const DRAFT = "draft-7";
/** Our annotations of arguments, which editors do not need. */
const ANNOTATIONS = ["createOnly", "secret", "reference", "unknownHelp", "instead"];
/** Every pattern rejects one of these, with its message. */
const INVALID_TEXTS = ["\0", " "];

/**
 * Agrees with the loader about types, enums and patterns. Only the loader checks references, duplicate objects and
 * the values of `${…}`.
 */
export function configSchema(kinds: readonly Kind[]): JsonSchema {
  const { sections, topFields } = new Layout(kinds);
  const file = z
    .strictObject({
      ...mapped(sections, (section) => sectionSchema(section).nullable().optional()),
      [INCLUDE]: includeSchema.optional(),
      ...mapped(Object.entries(topFields), ({ schema }) => schema.optional()),
    })
    .meta({
      title: "link-management.yaml",
      description: "The account of a link-management service, as code.",
    });
  const description = "Ignored. A place for anchors (&) of values that several entries use.";
  return { ...withInterpolation(toJson(file)), patternProperties: { [`^${IGNORED}`]: { description } } };
}

/** The arguments of a kind as a program passes them, or other fields of an entry. */
export function argumentsSchema(definition: Definition, fields = definition.args()): JsonSchema {
  return toJson(z.strictObject(described(definition, fields)));
}

function toJson(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    io: "input",
    target: DRAFT,
    override: ({ zodSchema, jsonSchema }) => adaptForEditors(zodSchema, jsonSchema as JsonSchema),
  }) as JsonSchema;
}

function sectionSchema(section: Section): z.ZodType {
  const { summary } = section.definition;
  if (section.onlyKey !== undefined) return entrySchema(section);
  const message = `must be a key of your choice: ${ENTRY_KEY_RULE}`;
  // A merge key adds entries. Without it, a key of this form is an error of the loader.
  const key = z
    .string()
    .max(MAX_KEY_LENGTH)
    .regex(new RegExp(`${ENTRY_KEY.source}|^${MERGE_KEY}$`), message);
  return z.record(key, entrySchema(section)).describe(`${summary} Each under a key of your choice.`);
}

// JSON Schema cannot express a rule across fields, unless the metadata of the arguments states it.
function entrySchema({ definition, lists, loaderFields }: Section): z.ZodType {
  const { type, summary } = definition;
  const fields = entryFields(definition);
  return z
    .strictObject({
      ...described(definition, fields),
      ...mapped(lists, ({ definition, member }) =>
        z.array(member.schema).nullable().optional().describe(definition.summary),
      ),
      ...mapped(Object.entries(loaderFields), ({ schema }) => schema.optional()),
    })
    .meta({ ...fields.meta(), ...alternativesOf(definition, fields), title: type, description: summary });
}

/** Names an existing object. */
const ID = { type: "object", required: ["id"], properties: { id: { type: ["integer", "string"] } } };
const WITH_ID = {
  required: ["options"],
  properties: { options: { required: ["onExisting"], properties: { onExisting: ID } } },
};

/** The alternative that requires nothing manages an existing object only. */
function alternativesOf({ content }: Definition, fields: z.ZodObject): JsonSchema {
  const { oneOf = [] } = (fields.meta() ?? {}) as { oneOf?: JsonSchema[] };
  if (!content) return {};
  return { oneOf: oneOf.map((one) => (one.required ? one : { ...one, ...WITH_ID })) };
}

function described(definition: Definition, fields: z.ZodObject): Record<string, z.ZodType> {
  return mapped(Object.entries(fields.shape as Record<string, z.ZodType>), (schema, name) => {
    const { description = "" } = z.toJSONSchema(schema, { io: "input" });
    return schema.describe([description, ...notesOf(definition, name)].join(" "));
  });
}

function adaptForEditors(schema: z.core.$ZodType, json: JsonSchema): void {
  for (const annotation of ANNOTATIONS) delete json[annotation];
  if (json.pattern === undefined || schema._zod.def.type !== "string") return;
  // The pattern is complete, and editors implement formats differently.
  delete json.format;
  const [issue] = INVALID_TEXTS.flatMap(
    (text) => z.safeParse(schema, text, { error: zodMessage }).error?.issues ?? [],
  );
  json.errorMessage = issue?.message;
}

function mapped<Value>(
  values: Iterable<readonly [string, Value]>,
  change: (value: Value, name: string) => z.ZodType,
): Record<string, z.ZodType> {
  return Object.fromEntries(Array.from(values, ([name, value]) => [name, change(value, name)]));
}

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

function withInterpolation(schema: JsonSchema): JsonSchema {
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
