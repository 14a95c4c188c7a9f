// The fields `options:` and `renamedFrom:` of an entry.
import { z } from "zod";
import type { Definition } from "../../kind/definition";
import { onExistingSchema } from "../../kind/on-existing";
import { ENTRY_KEY, ENTRY_KEY_RULE, MAX_KEY_LENGTH } from "./entry-key";

export type OptionsSchema = ReturnType<typeof optionsSchema>;
export type EntryOptions = z.output<OptionsSchema>;

/** The options that the entries of a kind may have. */
export function optionsSchema(definition: Definition) {
  const common = z.strictObject({
    protect: z
      .boolean()
      .meta({ default: false })
      .optional()
      .describe("Whether Pulumi refuses to delete it. Default false."),
    retainOnDelete: z
      .boolean()
      .meta({ default: false })
      .optional()
      .describe("Whether it stays on the account after it is removed from the config. Default false."),
    ignoreChanges: z
      .array(z.enum(Object.keys(definition.fields)))
      .optional()
      .describe("Fields whose changes are ignored. Default none."),
    aliases: z
      .array(z.string().min(1))
      .optional()
      .describe("Previous keys of the entry, or URNs of the resource. Default none."),
  });
  const onExisting = onExistingSchema(definition);
  const options = onExisting ? common.extend({ onExisting: onExisting.optional() }) : common;
  return options.describe("Pulumi options of the resource.");
}

export const renamedFromSchema = z
  .string()
  .regex(ENTRY_KEY, `must be a key: ${ENTRY_KEY_RULE}`)
  .max(MAX_KEY_LENGTH)
  .describe("The previous key of the entry. Its object and everything in it stay unchanged.");
