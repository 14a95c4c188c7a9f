// The schema of the config file as JSON Schema: completion, help and validation in editors.
import { z } from "zod";
import { FileSchema, IGNORED, type Kind } from "./file-schema";
import { entryKeySchema } from "./loader-fields";

/** The newest draft that the YAML language server of most editors knows. */
const DRAFT = "draft-7";
/** Text with an expression. */
const EXPRESSION = { type: "string", pattern: "(?:^|[^$])\\$\\{(?:env|config):[^}]+\\}" };
/** Where editors look for them: next to a choice, not in it. */
const ABOUT = ["title", "description", "default", "examples"];

/** Annotations that only the loader reads. */
const OF_LOADER = ["hint", "meant"];

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
  const json = z.toJSONSchema(file, {
    io: "input",
    target: DRAFT,
    override: ({ zodSchema, jsonSchema }) => {
      for (const name of OF_LOADER) delete (jsonSchema as JsonSchema)[name];
      allowInserted(zodSchema, jsonSchema as JsonSchema);
    },
  });
  const description = "Ignored. A place for anchors (&) of values that several entries use.";
  return { ...json, patternProperties: { [`^${IGNORED}`]: { description } } };
}

/** What comes into a file from elsewhere: a merge key in place of a key, an expression in place of a value. */
function allowInserted(schema: z.core.$ZodType, json: JsonSchema): void {
  const isLimited = "enum" in json || "pattern" in json;
  if (schema === entryKeySchema) json.pattern = `${json.pattern}|^<<$`;
  else if (isLimited || ["boolean", "number", "integer"].includes(String(json.type))) {
    const value = Object.fromEntries(Object.entries(json).filter(([name]) => !ABOUT.includes(name)));
    for (const name of Object.keys(value)) delete json[name];
    json.anyOf = [value, EXPRESSION];
  }
}
