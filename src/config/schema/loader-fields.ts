// The fields of a config file that the loader handles itself: `include:`, `defaults:`, and in an entry `expect:`,
// `options:` and `renamedFrom:`.
import { z } from "zod";
import { ON_EXISTING } from "../../api/settings";
import type { Definition } from "../../kind/definition";
import { type OnExisting, onExistingSchema } from "../../kind/on-existing";

/** The keys of entries. A key becomes the name of a resource and a part of its URN. */
export const ENTRY_KEY = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;
export const MAX_KEY_LENGTH = 100;
export const ENTRY_KEY_RULE = 'letters, digits, "_", "." and "-", starting with a letter or digit';

export const globs = z.array(z.string().min(1)).min(1);

export const includeSchema = z
  .union([z.string().min(1), globs], "must be a glob such as brands/*.yaml, or a list of globs")
  .describe("More files of this config: globs relative to this file, inside the project folder.");

export const defaults = z
  .strictObject({
    onExisting: z
      .enum(ON_EXISTING)
      .meta({ default: "fail" })
      .optional()
      .describe("What to do about objects that already exist on the account. Default fail."),
  })
  .describe("Options of all entries without an option of their own.");

/** Only the given fields are compared. */
export const expectation = z
  .strictObject({
    id: z.number().int().positive().optional().describe("Its id."),
    username: z.string().min(1).optional().describe("Its user name."),
    email: z.string().min(1).optional().describe("Its e-mail address."),
    registered: z.string().min(1).optional().describe("When it was created, as the service writes it."),
  })
  .refine(
    (expect) => Object.keys(expect).length > 0,
    "must have at least one of id, username, email and registered",
  )
  .meta({ minProperties: 1 })
  .describe("The account that the API key must belong to. With any other account nothing is sent.");

export const renamedFromSchema = z
  .string()
  .regex(ENTRY_KEY, `must be a key: ${ENTRY_KEY_RULE}`)
  .max(MAX_KEY_LENGTH)
  .describe("The previous key of the entry. Its object and everything in it stay unchanged.");

export type OptionsSchema = ReturnType<typeof optionsSchema>;
export type EntryOptions = z.output<OptionsSchema> & { onExisting?: OnExisting };

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
