// The JSON Schema of the config file, with which an editor completes, explains and checks it: made of what the kinds
// and the loader state, so that both take the same files.
import { z } from "zod";
import type { Definition } from "../../kind/definition";
import { defaults } from "./defaults";
import { ENTRY_KEY, ENTRY_KEY_HELP, LONGEST_KEY } from "./entry-key";
import { optionsSchema, renamedFromSchema } from "./entry-options";
import { expectation } from "./expectation";
import { notesOf } from "./field-notes";
import { includeSchema } from "./include-schema";
import { type JsonSchema, withValues } from "./json-schema-values";
import { DEFAULTS, EXPECT, INCLUDE, type Kind, Layout, OPTIONS, RENAMED_FROM, type Section } from "./layout";
import { zodMessage } from "./zod-messages";

export type { JsonSchema } from "./json-schema-values";

/** The newest draft that the YAML language server of most editors knows. */
const DRAFT = "draft-7";
/** Our marks on arguments, which tell an editor nothing. */
const MARKS = ["createOnly", "secret", "reference"];
/** No pattern takes all of these. */
const OUTLANDISH = ["\0", " "];

/**
 * Says of shape, enums and patterns what the loader says. References, entries that mean the same object, and what
 * fills in `${…}` are beyond a schema: the loader alone knows them.
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
  return withValues(toJson(file));
}

/** The arguments of a kind as a program gives them. */
export function argumentsSchema(definition: Definition): JsonSchema {
  return toJson(z.strictObject(describedArgs(definition)));
}

function toJson(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    io: "input",
    target: DRAFT,
    override: ({ zodSchema, jsonSchema }) => forEditors(zodSchema, jsonSchema as JsonSchema),
  }) as JsonSchema;
}

function sectionSchema(section: Section): z.ZodType {
  const { summary } = section.definition;
  if (section.onlyKey !== undefined) return entrySchema(section);
  const key = z.string().max(LONGEST_KEY).regex(ENTRY_KEY, `must be a key of your own: ${ENTRY_KEY_HELP}`);
  return z.record(key, entrySchema(section)).describe(`${summary} Each under a key of your own.`);
}

// A rule about the fields together has no words in JSON Schema, unless the metadata of the arguments has them.
function entrySchema({ definition, lists, onlyKey }: Section): z.ZodType {
  const { args, type, summary } = definition;
  return z
    .strictObject({
      ...describedArgs(definition),
      ...mapped(lists, ({ definition, place }) =>
        z.array(place.entry()).nullable().optional().describe(definition.summary),
      ),
      ...(onlyKey === undefined
        ? { [RENAMED_FROM]: renamedFromSchema.optional() }
        : { [EXPECT]: expectation.optional() }),
      [OPTIONS]: optionsSchema(definition)
        .optional()
        .describe("What Pulumi shall do with it, apart from what it is."),
    })
    .meta({ ...args().meta(), title: type, description: summary });
}

function describedArgs(definition: Definition): Record<string, z.ZodType> {
  const args = Object.entries(definition.args().shape as Record<string, z.ZodType>);
  return Object.fromEntries(
    args.map(([name, schema]) => {
      const { description = "" } = z.toJSONSchema(schema, { io: "input" });
      return [name, schema.describe([description, ...notesOf(definition, name)].join(" "))];
    }),
  );
}

function forEditors(schema: z.core.$ZodType, json: JsonSchema): void {
  for (const mark of MARKS) delete json[mark];
  if (json.pattern === undefined || schema._zod.def.type !== "string") return;
  // The pattern says it all, and editors have forms of their own.
  delete json.format;
  const [issue] = OUTLANDISH.flatMap(
    (text) => z.safeParse(schema, text, { error: zodMessage }).error?.issues ?? [],
  );
  json.errorMessage = issue?.message;
}

function mapped<Value>(
  values: ReadonlyMap<string, Value>,
  change: (value: Value) => z.ZodType,
): Record<string, z.ZodType> {
  return Object.fromEntries([...values].map(([name, value]) => [name, change(value)]));
}
