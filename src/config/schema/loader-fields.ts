// The fields of a config file that the loader handles itself: `include:`, `defaults:`, `maxDeletions:`, and in an
// entry `expect:`, `options:` and `renamedFrom:`.
import { z } from "zod";
import { MAX_DELETIONS_FORM, MAX_DELETIONS_RULE, ON_EXISTING, type Settings } from "../../api/settings";
import type { Definition } from "../../kind/definition";
import type { OnExisting } from "../../kind/on-existing";
import { objectId } from "../../kind/schema";

/** Top-level key: the files that belong to the config. */
export const INCLUDE = "include";
/** Top-level key: options for all entries without their own. */
export const DEFAULTS = "defaults";
/** Top-level key: how many objects may be deleted. */
export const MAX_DELETIONS = "maxDeletions";
/** Start of top-level keys that are ignored: a place for anchors. */
export const IGNORED = "x-";
/** Field of every entry: the Pulumi options of its resource. */
export const OPTIONS = "options";
/** Field of an entry with a key: its previous key. */
export const RENAMED_FROM = "renamedFrom";
/** Field of a section that is itself an entry: the expected account. */
export const EXPECT = "expect";

/** The form of the keys of entries. A key becomes the name of a resource and a part of its URN. */
export const ENTRY_KEY = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;
export const MAX_KEY_LENGTH = 100;
export const ENTRY_KEY_RULE = 'a-z, A-Z, 0-9, "_", "." and "-", starting with a letter or digit';

export const entryKeySchema = z
  .string()
  .max(MAX_KEY_LENGTH)
  .regex(ENTRY_KEY, `must be a key: ${ENTRY_KEY_RULE}`);

const globs = z.array(z.string().min(1)).min(1);

export const includeSchema = z
  .union([z.string("must be a glob such as brands/*.yaml, or a list of globs").min(1), globs])
  .describe("More files of this config: globs relative to this file, inside the project folder.");

export const maxDeletionsSchema = z
  .union(
    [z.number().int().nonnegative(), z.string().regex(MAX_DELETIONS_FORM, MAX_DELETIONS_RULE)],
    MAX_DELETIONS_RULE,
  )
  .describe(
    "How many objects may be deleted or replaced: a number such as 5, or a percentage such as " +
      "30%. Default 30% of 10 or more objects.",
  );

/** The options that an entry may have. */
export interface EntryOptions {
  readonly protect?: boolean;
  readonly retainOnDelete?: boolean;
  readonly deleteBeforeReplace?: boolean;
  readonly ignoreChanges?: string[];
  readonly onExisting?: OnExisting;
}

/** The options of all entries, and of those of a section. */
export type Defaults = { readonly onExisting?: Settings["onExisting"] } & {
  readonly [section: string]: EntryOptions | Settings["onExisting"];
};

const onExistingSchema = z.union(
  [z.enum(ON_EXISTING), z.strictObject({ id: objectId().describe("Its id.") })],
  `must be ${ON_EXISTING.join(", ")}, or an id such as { id: 4711 }`,
);

/** The options of the entries of a kind. */
export function optionsSchema(definition: Definition) {
  const onExisting = onExistingSchema.describe(
    "What to do if the account already has this object. fail: stop. adopt: manage it if every readable field is " +
      "equal. overwrite: manage it and update it. duplicate: create another one. { id: 4711 }: manage exactly that " +
      "object and update it. Default fail.",
  );
  const hint = { aliases: "write the previous key as renamedFrom, next to options" };
  return pulumiOptions(definition, onExisting).meta({ hint }).describe("Pulumi options of the resource.");
}

export function defaultsSchema(
  sections: Iterable<{ readonly name: string; readonly definition: Definition }>,
) {
  const bySection = Array.from(sections, ({ name: section, definition }) => {
    const { fields } = definition;
    const share = "defaults takes options only; share fields by an anchor and a merge key (<<: *name)";
    const hint = Object.fromEntries(Object.keys(fields).map((name) => [name, share]));
    const options = pulumiOptions(definition, onExistingDefault);
    const description = `Options of the entries in ${section} that do not have their own.`;
    return [section, options.meta({ hint }).describe(description).optional()] as const;
  });
  return z
    .strictObject({ onExisting: onExistingDefault.optional(), ...Object.fromEntries(bySection) })
    .describe("Options of all entries that do not have their own.");
}

/** Without an id, which belongs to one entry. */
const onExistingDefault = z
  .enum(ON_EXISTING)
  .meta({ default: "fail" })
  .describe("What to do about objects that already exist on the account. Default fail.");

function pulumiOptions({ fields, list }: Definition, onExisting: z.ZodType): z.ZodObject {
  const flag = (description: string) =>
    z.boolean().meta({ default: false }).optional().describe(`${description} Default false.`);
  return z.strictObject({
    protect: flag("Whether Pulumi refuses to delete it."),
    retainOnDelete: flag("Whether it stays on the account after it is removed from the config."),
    deleteBeforeReplace: flag("Whether a replacement deletes the old object first."),
    ignoreChanges: z
      .array(z.enum(Object.keys(fields)))
      .optional()
      .describe("Fields whose changes are ignored. Default none."),
    ...(list && { onExisting: onExisting.optional() }),
  });
}

/** Only the given fields are compared. */
export const expectation = z
  .strictObject({
    id: z.number().int().positive().optional().describe("Its id."),
    username: z.string().min(1).optional().describe("Its user name."),
  })
  .refine((expect) => Object.keys(expect).length > 0, "must have id or username")
  .describe("The account that the API key must belong to. With any other account, nothing is changed.");

export const renamedFromSchema = entryKeySchema.describe(
  "The previous key of the entry. Its object and everything in it stay unchanged.",
);
