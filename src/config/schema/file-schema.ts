// The schema of a config file, made from the definitions of the kinds. The loader validates with it, and the schema for
// editors is the same one as JSON Schema.
import { z } from "zod";
import { MAX_DELETIONS_FORM, MAX_DELETIONS_RULE, ON_EXISTING } from "../../api/settings";
import type { Definition, YamlLocation } from "../../kind/definition";
import { ENTRY_KEY } from "../../kind/entry";
import type { OnExisting } from "../../kind/on-existing";
import { objectId } from "../../kind/schema";
import { type JsonSchema, SchemaPointer } from "./pointer";

/** The start of top-level keys that are ignored: a place for anchors. */
export const IGNORED = "x-";
const MAX_KEY_LENGTH = 100;
export const ENTRY_KEY_RULE = `at most ${MAX_KEY_LENGTH} of a-z, A-Z, 0-9, "_", "." and "-", starting with a letter or digit`;

/** A list in the entries of a section. Each member is a resource. */
export interface ListField {
  readonly definition: Definition;
  readonly yaml: Extract<YamlLocation, { shape: "list" }>;
}

export interface Section {
  readonly name: string;
  readonly definition: Definition;
  /** Whether it is itself an entry. */
  readonly isSingle: boolean;
  /** The lists of its entries, by field. */
  readonly lists: ReadonlyMap<string, ListField>;
}

/** The options that an entry may have. */
export interface EntryOptions {
  readonly protect?: boolean;
  readonly retainOnDelete?: boolean;
  readonly deleteBeforeReplace?: boolean;
  readonly ignoreChanges?: string[];
  readonly onExisting?: OnExisting;
}

type Described = (kind: Definition, fields: z.ZodObject) => Record<string, z.ZodType>;

export class FileSchema {
  readonly sections: ReadonlyMap<string, Section>;
  readonly zod: z.ZodObject;
  #pointer: SchemaPointer | undefined;

  /**
   * @param kinds those first that others refer to
   * @param described the fields of a kind as editors show them. @default as the kind describes them
   */
  constructor(
    readonly kinds: readonly Definition[],
    described: Described = (_kind, { shape }) => shape,
  ) {
    this.sections = sectionsOf(kinds);
    const sections = Array.from(this.sections, ([name, section]) => [
      name,
      sectionSchema(section, described),
    ]);
    this.zod = z.strictObject({
      ...Object.fromEntries(sections),
      include: includeSchema.optional(),
      defaults: defaultsSchema(this.sections.values()).optional(),
      maxDeletions: maxDeletionsSchema.optional(),
    });
  }

  /**
   * As JSON Schema, in the newest draft that the YAML language server of most editors knows. Only the loader knows `${…}`,
   * merge keys, references and rules across fields.
   */
  get json(): JsonSchema {
    const about = {
      title: "link-management.yaml",
      description: "The account of a link-management service, as code.",
    };
    const json = z.toJSONSchema(this.zod.meta(about), { io: "input", target: "draft-7" });
    const description = "Ignored. A place for anchors (&) of values that several entries use.";
    return { ...json, patternProperties: { [`^${IGNORED}`]: { description } } };
  }

  /** To the whole file. Made when it is needed: a right file may need none. */
  get pointer(): SchemaPointer {
    this.#pointer ??= new SchemaPointer(this.json);
    return this.#pointer;
  }
}

/** A list comes after the section that it is in. @throws Error if two kinds use the same section */
function sectionsOf(kinds: readonly Definition[]): ReadonlyMap<string, Section> {
  const sections = new Map<string, Section & { lists: Map<string, ListField> }>();
  for (const definition of kinds) {
    const { yaml } = definition;
    const section = sections.get(yaml.section);
    if (yaml.shape === "list") section!.lists.set(yaml.field, { definition, yaml });
    else if (section) throw new Error(`two kinds have the section ${yaml.section}`);
    else {
      const isSingle = yaml.shape === "single";
      sections.set(yaml.section, { name: yaml.section, definition, isSingle, lists: new Map() });
    }
  }
  return sections;
}

function sectionSchema(section: Section, described: Described): z.ZodType {
  const { isSingle, definition } = section;
  const entry = entrySchema(section, described);
  const schema = isSingle ? entry : z.record(entryKeySchema, entry);
  const keys = isSingle ? "" : " Each under a key of your choice.";
  return schema
    .nullable()
    .optional()
    .describe(definition.summary + keys);
}

function entrySchema({ definition, isSingle, lists }: Section, described: Described): z.ZodType {
  const { type, summary } = definition;
  const fields = entryFields(definition);
  const membersOf = ({ definition: { summary }, yaml }: ListField) =>
    z.array(yaml.entry()).nullable().optional().describe(summary);
  const shape: Record<string, z.ZodType> = {
    ...described(definition, fields),
    ...Object.fromEntries(Array.from(lists, ([name, list]) => [name, membersOf(list)])),
    ...(isSingle ? { expect: expectation.optional() } : { renamedFrom: renamedFromSchema.optional() }),
    options: optionsSchema(definition).optional(),
  };
  // The only entry may have nothing but what is expected of it.
  const entry = isSingle ? z.strictObject(shape) : fields.safeExtend(shape);
  return entry.meta({ ...fields.meta(), title: type, description: summary });
}

/** The schema of an entry in the config file, without the fields of the loader. */
export function entryFields({ yaml, args }: Definition): z.ZodObject {
  return (yaml.shape === "mapping" ? yaml.entry : args)();
}

/** Whether an entry may omit the field. False if it is a part of the content, of which several forms are possible. */
export function isOptional(definition: Definition, name: string): boolean {
  const { content = [], fields } = definition;
  const isContent = content.includes(name) || !Object.hasOwn(fields, name);
  return !isContent && z.safeParse(entryFields(definition).shape[name]!, undefined).success;
}

const entryKeySchema = z.string().max(MAX_KEY_LENGTH).regex(ENTRY_KEY, `must be a key: ${ENTRY_KEY_RULE}`);

const GLOB_RULE = "must be a glob such as brands/*.yaml";
// With a rule in place of a type, zod reports the wrong one of a list.
const glob = z.unknown().refine((one) => typeof one === "string" && one !== "", GLOB_RULE);
const globs = z.array(glob.meta({ type: "string", minLength: 1 })).min(1);

const includeSchema = z
  .union([z.string().min(1), globs], `${GLOB_RULE}, or a list of globs`)
  .describe("More files of this config: globs relative to this file, inside the project folder.");

const maxDeletionsSchema = z
  .union(
    [z.number().int().nonnegative(), z.string().regex(MAX_DELETIONS_FORM, MAX_DELETIONS_RULE)],
    MAX_DELETIONS_RULE,
  )
  .describe(
    "How many objects may be deleted or replaced: a number such as 5, or a percentage such as " +
      "30%. Default 30% of 10 or more objects.",
  );

/** The options of the entries of a kind. */
function optionsSchema(definition: Definition) {
  const onExisting = onExistingSchema.describe(
    "What to do if the account already has this object. fail: stop. adopt: manage it if every readable field is " +
      "equal. overwrite: manage it and update it. duplicate: create another one. { id: 4711 }: manage exactly that " +
      "object and update it. Default fail.",
  );
  return pulumiOptions(definition, onExisting).describe("Pulumi options of the resource.");
}

function defaultsSchema(sections: Iterable<Section>) {
  const bySection = Array.from(sections, ({ name: section, definition }) => {
    const description = `Options of the entries in ${section} that do not have their own.`;
    return [section, pulumiOptions(definition, onExistingDefault).describe(description).optional()] as const;
  });
  return z
    .strictObject({ onExisting: onExistingDefault.optional(), ...Object.fromEntries(bySection) })
    .nullable()
    .describe("Options of all entries that do not have their own.");
}

const onExistingSchema = z.union(
  [z.enum(ON_EXISTING), z.strictObject({ id: objectId().describe("Its id.") })],
  `must be ${ON_EXISTING.join(", ")}, or an id such as { id: 4711 }`,
);

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
const expectation = z
  .strictObject({
    id: z.number().int().positive().optional().describe("Its id."),
    username: z.string().min(1).optional().describe("Its user name."),
  })
  .refine((expect) => Object.keys(expect).length > 0, "must have id or username")
  .describe("The account that the API key must belong to. With any other account, nothing is changed.");

const renamedFromSchema = entryKeySchema.describe(
  "The previous key of the entry. Its object and everything in it stay unchanged.",
);
