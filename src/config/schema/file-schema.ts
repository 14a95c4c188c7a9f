// The schema of a config file, made from the definitions of the kinds. The loader validates with it, and the schema for
// editors is the same one as JSON Schema.
import { z } from "zod";
import type { Definition, YamlLocation } from "../../kind/definition";
import {
  DEFAULTS,
  defaultsSchema,
  EXPECT,
  entryKeySchema,
  expectation,
  IGNORED,
  INCLUDE,
  includeSchema,
  MAX_DELETIONS,
  maxDeletionsSchema,
  OPTIONS,
  optionsSchema,
  RENAMED_FROM,
  renamedFromSchema,
} from "./loader-fields";
import { type JsonSchema, SchemaPointer } from "./pointer";

/** A list in the entries of a section. Each member is a resource. */
export interface ListField {
  readonly definition: Definition;
  readonly yaml: Extract<YamlLocation, { shape: "list" }>;
}

export interface Section {
  readonly name: string;
  readonly definition: Definition;
  /** The key of the only entry, if the section is itself an entry. */
  readonly singleKey?: string;
  /** The lists of its entries, by field. */
  readonly lists: ReadonlyMap<string, ListField>;
}

export class FileSchema {
  readonly sections: ReadonlyMap<string, Section>;
  readonly zod: z.ZodObject;
  #pointer: SchemaPointer | undefined;

  /** @param kinds those first that others refer to */
  constructor(readonly kinds: readonly Definition[]) {
    this.sections = sectionsOf(kinds);
    const sections = Array.from(this.sections, ([name, section]) => [name, sectionSchema(section)]);
    this.zod = z.strictObject({
      ...Object.fromEntries(sections),
      [INCLUDE]: includeSchema.optional(),
      [DEFAULTS]: defaultsSchema(this.sections.values()).optional(),
      [MAX_DELETIONS]: maxDeletionsSchema.optional(),
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
      const only = yaml.shape === "single" ? { singleKey: yaml.section } : {};
      sections.set(yaml.section, { name: yaml.section, definition, ...only, lists: new Map() });
    }
  }
  return sections;
}

function sectionSchema(section: Section): z.ZodType {
  const { definition, singleKey } = section;
  const entry = entrySchema(section);
  if (singleKey !== undefined) return entry.nullable().optional().describe(definition.summary);
  const description = `${definition.summary} Each under a key of your choice.`;
  return z.record(entryKeySchema, entry).nullable().optional().describe(description);
}

function entrySchema({ definition, singleKey, lists }: Section): z.ZodType {
  const { type, summary } = definition;
  const fields = entryFields(definition);
  const isSingle = singleKey !== undefined;
  const shape: Record<string, z.ZodType> = {
    ...described(definition, fields),
    ...Object.fromEntries(Array.from(lists, ([name, list]) => [name, listSchema(list)])),
    ...(isSingle ? { [EXPECT]: expectation.optional() } : { [RENAMED_FROM]: renamedFromSchema.optional() }),
    [OPTIONS]: optionsSchema(definition).optional(),
  };
  // The only entry may have nothing but what is expected of it.
  const entry = isSingle ? z.strictObject(shape) : fields.safeExtend(shape);
  return entry.meta({ ...fields.meta(), title: type, description: summary });
}

function listSchema({ definition, yaml }: ListField): z.ZodType {
  return z.array(yaml.entry()).nullable().optional().describe(definition.summary);
}

/** The fields of a kind, with everything that users must know about them. */
export function described(definition: Definition, fields: z.ZodObject): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(fields.shape as Record<string, z.ZodType>).map(([name, schema]) => {
      const description = [schema.description, ...notesOf(definition, name)].join(" ");
      return [
        name,
        schema.meta({
          ...schema.meta(),
          description,
          ...(definition.fields[name]?.secret === true && { secret: true }),
        }),
      ];
    }),
  );
}

/** What users must know about an argument besides its description, as whole sentences. Often none. */
function notesOf(definition: Definition, name: string): readonly string[] {
  const { createOnly, writeOnly, secret, clearable } = definition.fields[name] ?? {};
  const notes: string[] = [];
  if (createOnly) notes.push(`Set at creation only: a change replaces the ${definition.type}.`);
  if (writeOnly) notes.push("The service never returns it: changes made outside are not detected.");
  if (secret === true) notes.push("Secret: encrypted in the state, and never printed.");
  const removed = clearable ? 'is cleared, as with ""' : "keeps its value, with a warning";
  if (isOptional(definition, name))
    notes.push(`If omitted, it is not managed. If removed later, it ${removed}.`);
  return notes;
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
