// The fields of a config file that the loader handles itself: `include:`, `defaults:`, `maxDeletions:`, and in an
// entry `expect:`, `options:` and `renamedFrom:`.
import { z } from "zod";
import { MAX_DELETIONS_FORM, MAX_DELETIONS_RULE, ON_EXISTING, type Settings } from "../../api/settings";
import type { Definition } from "../../kind/definition";
import {
  type OnExisting,
  type OnExistingWord,
  onExistingSchema,
  onExistingWords,
} from "../../kind/on-existing";

/** The keys of entries. A key becomes the name of a resource and a part of its URN. */
export const ENTRY_KEY = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;
export const MAX_KEY_LENGTH = 100;
export const ENTRY_KEY_RULE = 'letters, digits, "_", "." and "-", starting with a letter or digit';

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

/** Sections of earlier versions, and what to do in place of each. */
export const REMOVED_SECTIONS: ReadonlyMap<string, string> = new Map([
  [
    "outputs",
    "remove it: stack outputs are the addresses of QR codes and campaigns; a program reads the rest from loadStack()",
  ],
  ["unmanaged", "remove it: `npx pulumi-link-management export --unmanaged` writes the missing entries"],
]);

const FIELD_OF_DEFAULTS =
  "defaults takes options only; share fields by an anchor and a merge key (<<: *name)";

const onExistingDefault = (words: readonly OnExistingWord[]) =>
  z
    .enum(words)
    .meta({ default: "fail" })
    .describe("What to do about objects that already exist on the account. Default fail.")
    .optional();

const onExistingOption = (words: readonly OnExistingWord[]) =>
  onExistingSchema(words)
    .describe(
      "What to do if the account already has this object. fail: stop. adopt: manage it if every readable field is " +
        "equal. overwrite: manage it and update it. duplicate: create another one. { id: 4711 }: manage exactly that " +
        "object and update it. Default fail.",
    )
    .optional();

/** The options of all entries, and of those of a section. */
export type Defaults = { readonly onExisting?: Settings["onExisting"] } & {
  readonly [section: string]: EntryOptions | Settings["onExisting"];
};

/** @param sections their kinds, by the name of the section */
export function defaultsSchema(sections: Iterable<readonly [string, Definition]>) {
  const bySection = Array.from(sections, ([section, definition]) => {
    const description = `Options of the entries in ${section} that do not have their own.`;
    return [section, sectionDefaults(section, definition).describe(description).optional()] as const;
  });
  return z
    .strictObject({ onExisting: onExistingDefault(ON_EXISTING), ...Object.fromEntries(bySection) })
    .describe("Options of all entries that do not have their own.");
}

/** The id of an existing object belongs to one entry. */
function sectionDefaults(section: string, definition: Definition) {
  const fields = Object.keys(definition.fields).map((name) => [name, FIELD_OF_DEFAULTS] as const);
  const options = pulumiOptions(definition).meta({
    instead: {
      ...Object.fromEntries(fields),
      options: `write its fields one level higher, such as ${section}: { protect: true }`,
    },
  });
  const words = onExistingWords(definition);
  return words ? options.extend({ onExisting: onExistingDefault(words) }).meta(options.meta()!) : options;
}

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
  .describe("The account that the API key must belong to. With any other account, nothing is changed.");

/** How to write a single value as an expectation. @param found unset if it must not be shown */
export function expectationHelp(found: { value: unknown; written: string } | undefined): string {
  if (!found || !/^[\w.@+-]{1,40}$/.test(found.written)) return "write { username: acme }";
  const { value, written } = found;
  if (/^[1-9]\d*$/.test(written)) return `write { id: ${written} }`;
  if (typeof value !== "string") return `write { username: "${written}" }`;
  return `write { ${written.includes("@") ? "email" : "username"}: ${written} }`;
}

export const renamedFromSchema = z
  .string()
  .regex(ENTRY_KEY, `must be a key: ${ENTRY_KEY_RULE}`)
  .max(MAX_KEY_LENGTH)
  .describe("The previous key of the entry. Its object and everything in it stay unchanged.");

export type OptionsSchema = ReturnType<typeof optionsSchema>;
export type EntryOptions = z.output<OptionsSchema> & { onExisting?: OnExisting };

/** The options that the entries of a kind may have. */
export function optionsSchema(definition: Definition) {
  const common = pulumiOptions(definition);
  const words = onExistingWords(definition);
  const options = words ? common.extend({ onExisting: onExistingOption(words) }) : common;
  const instead = { aliases: "write the previous key as renamedFrom, next to options" };
  return options.meta({ instead }).describe("Pulumi options of the resource.");
}

function pulumiOptions(definition: Definition) {
  return z.strictObject({
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
    deleteBeforeReplace: z
      .boolean()
      .meta({ default: false })
      .optional()
      .describe("Whether a replacement deletes the old object first. Default false."),
    ignoreChanges: z
      .array(z.enum(Object.keys(definition.fields)))
      .optional()
      .describe("Fields whose changes are ignored. Default none."),
  });
}
