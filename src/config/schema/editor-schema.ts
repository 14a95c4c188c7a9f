// The schema of the config file as JSON Schema: completion, help and validation in editors.
import { z } from "zod";
import type { Definition } from "../../kind/definition";
import { FileSchema } from "./file-schema";
import { IGNORED } from "./loader-fields";
import { messageOf } from "./message";

/** The newest draft that the YAML language server of most editors knows. */
const DRAFT = "draft-7";
/** Text with an expression. Without its title, the language server shows that of the field twice. */
const EXPRESSION = {
  title: "${env:NAME} or ${config:KEY}",
  type: "string",
  pattern: "(?:^|[^$])\\$\\{(?:env|config):[^}]+\\}",
};
/** Where editors look for them: next to a choice, not in it. */
const ABOUT = ["title", "description", "default", "examples"];

/** Annotations that only the loader reads. */
const OF_LOADER = ["hint", "meant"];

/** Types of scalars that are no text. */
const NO_TEXT: readonly unknown[] = ["boolean", "number", "integer"];

/** A JSON Schema or a part of one. */
export interface JsonSchema {
  [keyword: string]: unknown;
}

/**
 * Agrees with the loader about types, enums and patterns. Only the loader checks references, duplicate objects and
 * the values of `${…}`.
 */
export function editorSchema(kinds: readonly Definition[]): JsonSchema {
  const file = new FileSchema(kinds).zod.meta({
    title: "link-management.yaml",
    description: "The account of a link-management service, as code.",
  });
  const json: JsonSchema = z.toJSONSchema(file, {
    io: "input",
    target: DRAFT,
    override: ({ zodSchema, jsonSchema }) => annotate(zodSchema, jsonSchema as JsonSchema),
  });
  adapt(json);
  const description = "Ignored. A place for anchors (&) of values that several entries use.";
  return { ...json, patternProperties: { [`^${IGNORED}`]: { description } } };
}

/** In place of a pattern or a list of types, editors show the message of the loader. */
function annotate(schema: z.core.$ZodType, json: JsonSchema): void {
  for (const name of OF_LOADER) delete json[name];
  const message = "pattern" in json || schema instanceof z.ZodUnion ? messageOf(schema) : undefined;
  if (message !== undefined) json.errorMessage = message;
}

/** To what editors show, and to what comes into a file from elsewhere. @param path the title: the kind and its fields */
function adapt(json: JsonSchema, path = ""): void {
  if ("anyOf" in json && "errorMessage" in json) shareMessage(json);
  for (const [name, field] of Object.entries((json.properties ?? {}) as Record<string, JsonSchema>)) {
    field.title = path === "" ? name : `${path}.${name}`;
    adapt(field, String(field.title));
  }
  const { additionalProperties, items, anyOf = [], propertyNames } = json;
  for (const inner of [additionalProperties, items, ...(anyOf as unknown[])] as JsonSchema[])
    if (typeof inner === "object") adapt(inner, String(inner.title ?? path));
  if (propertyNames) Object.assign(propertyNames, allowMergeKey(propertyNames as JsonSchema));
  allowExpression(json);
}

/** Of a choice, the language server shows the messages of its forms, or the types of several scalars: these become one. */
function shareMessage(json: JsonSchema): void {
  const { anyOf, errorMessage } = json as { anyOf: readonly JsonSchema[]; errorMessage: unknown };
  const isText = ({ type }: JsonSchema) => type === "string";
  if (anyOf.some((form) => "enum" in form || !(isText(form) || NO_TEXT.includes(form.type)))) {
    for (const form of anyOf) form.errorMessage = errorMessage;
    delete json.errorMessage;
    return;
  }
  delete json.anyOf;
  // Every other keyword is about values of one type.
  Object.assign(json, ...anyOf.map(withoutAbout), { errorMessage });
  json.type = [...new Set(anyOf.map(({ type }) => type))];
  const patterns = anyOf.filter(isText).map(({ pattern }) => pattern);
  if (patterns.includes(undefined)) delete json.pattern;
  else json.pattern = patterns.join("|");
}

function allowMergeKey({ pattern }: JsonSchema): JsonSchema {
  return pattern === undefined ? {} : { title: "key", pattern: `${pattern}|^<<$` };
}

function allowExpression(json: JsonSchema): void {
  if ("pattern" in json) {
    json.pattern = `${json.pattern}|${EXPRESSION.pattern}`;
    // The pattern says the same.
    delete json.format;
  } else if ("enum" in json || NO_TEXT.includes(json.type)) {
    const value = withoutAbout(json);
    for (const name of Object.keys(value)) delete json[name];
    json.anyOf = [value, EXPRESSION];
  }
}

function withoutAbout(json: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(json).filter(([name]) => !ABOUT.includes(name)));
}
