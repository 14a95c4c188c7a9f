// The schema of the config file as JSON Schema: completion, help and validation in editors.
import { z } from "zod";
import { zodMessage } from "../../kind/schema";
import { entryKeySchema, FileSchema, IGNORED, type Kind } from "./file-schema";

/** The newest draft that the YAML language server of most editors knows. */
const DRAFT = "draft-7";
/** Our annotations of arguments, which editors do not need. */
const ANNOTATIONS = ["secret", "instead"];
/** Every pattern rejects one of these, with its message. */
const INVALID_TEXTS = ["\0", " "];

/** A JSON Schema or a part of one. */
export interface JsonSchema {
  [keyword: string]: unknown;
}

/**
 * Agrees with the loader about types, enums and patterns. Only the loader checks references, duplicate objects and
 * the values of `${…}`.
 */
export function editorSchema(kinds: readonly Kind[]): JsonSchema {
  const file = new FileSchema(kinds).zod.meta({
    title: "link-management.yaml",
    description: "The account of a link-management service, as code.",
  });
  const description = "Ignored. A place for anchors (&) of values that several entries use.";
  return {
    ...toJson(file),
    patternProperties: { [`^${IGNORED}`]: { description } },
  };
}

function toJson(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    io: "input",
    target: DRAFT,
    override: ({ zodSchema, jsonSchema }) => {
      const json = jsonSchema as JsonSchema;
      for (const annotation of ANNOTATIONS) delete json[annotation];
      addMessage(zodSchema, json);
      withNull(json);
      allowExpressions(zodSchema, json);
    },
  }) as JsonSchema;
}

function addMessage(schema: z.core.$ZodType, json: JsonSchema): void {
  if (json.pattern === undefined || !(schema instanceof z.ZodString || schema instanceof z.ZodEmail)) return;
  // The pattern is complete, and editors implement formats differently.
  delete json.format;
  json.errorMessage = messageOf(schema);
}

/** What a text must be, if not every text is allowed. */
export function messageOf(schema: z.ZodType): string | undefined {
  const [issue] = INVALID_TEXTS.flatMap(
    (text) => schema.safeParse(text, { error: zodMessage }).error?.issues ?? [],
  );
  return issue?.message;
}

/** Writes a choice between a type and null as a list of types, which editors show better. */
function withNull(json: JsonSchema): void {
  const [first, second, ...more] = (json.anyOf ?? []) as JsonSchema[];
  if (second?.type !== "null" || more.length > 0 || typeof first?.type !== "string") return;
  delete json.anyOf;
  Object.assign(json, { ...first, ...json, type: [first.type, "null"] });
}

/** Text with an expression. */
const EXPRESSION = "(?:^|[^$])\\$\\{(?:env|config):[^}]+\\}";
const NOUNS: Readonly<Record<string, string>> = {
  boolean: "true or false",
  number: "a number",
  integer: "a whole number",
};

function allowExpressions(schema: z.core.$ZodType, json: JsonSchema): void {
  const { type, pattern } = json;
  // A merge key adds entries.
  if (schema === entryKeySchema) json.pattern = `${pattern}|^<<$`;
  else if ("enum" in json) allowAsChoice(json);
  else if (type === "string" && typeof pattern === "string")
    // A schema and its optional form share their pattern.
    json.pattern = pattern.endsWith(EXPRESSION) ? pattern : `(?:${pattern})|${EXPRESSION}`;
  else if (typeof type === "string" && type in NOUNS)
    Object.assign(json, {
      type: [type, "string"],
      pattern: EXPRESSION,
      errorMessage: `must be ${NOUNS[type]}`,
    });
}

/** Keeps the descriptions next to the choice, where editors look for them. */
function allowAsChoice(json: JsonSchema): void {
  const about = ["title", "description", "default"];
  const values = Object.fromEntries(Object.entries(json).filter(([name]) => !about.includes(name)));
  for (const name of Object.keys(values)) delete json[name];
  json.anyOf = [values, { type: "string", pattern: EXPRESSION }];
}
