// The JSON Schema of the config file, for completion, help and validation in editors. It is made from the same
// declarations as the loader, so both accept the same files.
import { z } from "zod";
import type { Definition } from "../../kind/definition";
import { defaults } from "./defaults";
import { ENTRY_KEY, ENTRY_KEY_RULE, MAX_KEY_LENGTH } from "./entry-key";
import { notesOf } from "./field-notes";
import { includeSchema } from "./include-schema";
import { type JsonSchema, withInterpolation } from "./json-schema-interpolation";
import { DEFAULTS, INCLUDE, type Kind, Layout, type Section } from "./layout";
import { zodMessage } from "./zod-messages";

export type { JsonSchema } from "./json-schema-interpolation";

/** The newest draft that the YAML language server of most editors knows. */
const DRAFT = "draft-7";
/** Our annotations of arguments, which editors do not need. */
const ANNOTATIONS = ["createOnly", "secret", "reference"];
/** Every pattern rejects one of these, with its message. */
const INVALID_TEXTS = ["\0", " "];

/**
 * Agrees with the loader about types, enums and patterns. Only the loader checks references, duplicate objects and
 * the values of `${…}`.
 */
export function configSchema(kinds: readonly Kind[]): JsonSchema {
  const { sections } = new Layout(kinds);
  const file = z
    .strictObject({
      ...mapped(sections, (section) => sectionSchema(section).nullable().optional()),
      [INCLUDE]: includeSchema.optional(),
      [DEFAULTS]: defaults.optional(),
    })
    .meta({
      title: "link-management.yaml",
      description: "The account of a link-management service, as code.",
    });
  return withInterpolation(toJson(file));
}

/** The arguments of a kind as a program passes them. */
export function argumentsSchema(definition: Definition): JsonSchema {
  return toJson(z.strictObject(describedArgs(definition)));
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
  const key = z.string().max(MAX_KEY_LENGTH).regex(ENTRY_KEY, message);
  return z.record(key, entrySchema(section)).describe(`${summary} Each under a key of your choice.`);
}

// JSON Schema cannot express a rule across fields, unless the metadata of the arguments states it.
function entrySchema({ definition, lists, loaderFields }: Section): z.ZodType {
  const { args, type, summary } = definition;
  return z
    .strictObject({
      ...describedArgs(definition),
      ...mapped(lists, ({ definition, member }) =>
        z.array(member.schema).nullable().optional().describe(definition.summary),
      ),
      ...mapped(Object.entries(loaderFields), ({ schema }) => schema.optional()),
    })
    .meta({ ...args().meta(), title: type, description: summary });
}

function describedArgs(definition: Definition): Record<string, z.ZodType> {
  const args = Object.entries(definition.args().shape as Record<string, z.ZodType>);
  return mapped(args, (schema, name) => {
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
