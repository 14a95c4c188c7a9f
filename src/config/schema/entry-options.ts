// `options:` of an entry: what Pulumi shall do with the resource, apart from what it is.
import { z } from "zod";
import type { Definition } from "../../kind/definition";
import { onExistingSchema } from "../../kind/on-existing";
import { ENTRY_KEY, ENTRY_KEY_HELP, LONGEST_KEY } from "./entry-key";

const known = new WeakMap<Definition, ReturnType<typeof make>>();

/** What `options:` may hold in the entries of a kind. */
export function optionsSchema(definition: Definition): ReturnType<typeof make> {
  let schema = known.get(definition);
  if (!schema) {
    schema = make(definition);
    known.set(definition, schema);
  }
  return schema;
}

function make(definition: Definition) {
  const common = z.strictObject({
    protect: z
      .boolean()
      .meta({ default: false })
      .optional()
      .describe("Whether deleting it is refused. Default false."),
    retainOnDelete: z
      .boolean()
      .meta({ default: false })
      .optional()
      .describe("Whether it stays on the account when it leaves the config. Default false."),
    ignoreChanges: z
      .array(z.enum(Object.keys(definition.fields)))
      .optional()
      .describe("Fields whose changes are left alone. Default none."),
    aliases: z
      .array(z.string().min(1))
      .optional()
      .describe("Earlier keys of the entry, or URNs of the resource. Default none."),
  });
  const onExisting = onExistingSchema(definition);
  return onExisting ? common.extend({ onExisting: onExisting.optional() }) : common;
}

/** What `renamedFrom:` of an entry may hold. */
export const renamedFromSchema = z
  .string()
  .regex(ENTRY_KEY, `must be a key: ${ENTRY_KEY_HELP}`)
  .max(LONGEST_KEY)
  .describe("The key that the entry had before: its object, and what is in it, stay what they are.");

export type EntryOptions = z.output<ReturnType<typeof make>>;
