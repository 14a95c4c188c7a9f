// The sections of a config file and the fields of their entries, as the kinds declare them.
import type { Definition, YamlLocation } from "../../kind/definition";
import { entryFields } from "./field-notes";
import {
  defaultsSchema,
  expectation,
  maxDeletionsSchema,
  type OptionsSchema,
  optionsSchema,
  renamedFromSchema,
} from "./loader-fields";
import { SchemaInspector } from "./schema-inspector";

/** The part of a kind that the config file depends on. */
export interface Kind {
  readonly definition: Definition;
}

type ListLocation = Extract<YamlLocation, { shape: "list" }>;

/** A list in the entries of a section. Each member is a resource. */
export interface ListField {
  readonly definition: Definition;
  readonly yaml: ListLocation;
  readonly member: SchemaInspector;
}

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

const TOP_KEYS: readonly string[] = [INCLUDE, DEFAULTS, MAX_DELETIONS];

/** The fields of an entry that the loader handles itself. */
export interface LoaderFields {
  readonly [RENAMED_FROM]?: SchemaInspector<typeof renamedFromSchema>;
  readonly [EXPECT]?: SchemaInspector<typeof expectation>;
  readonly [OPTIONS]: SchemaInspector<OptionsSchema>;
}

export interface Section {
  readonly name: string;
  readonly definition: Definition;
  /** The key of the only entry, if the section is itself an entry. */
  readonly onlyKey?: string;
  /** Those of an entry, without those of the loader. */
  readonly fields: SchemaInspector;
  readonly lists: ReadonlyMap<string, ListField>;
  readonly loaderFields: LoaderFields;
}

export class Layout {
  readonly sections: ReadonlyMap<string, Section>;
  /** The top-level keys that are no sections, except for `include:`. */
  readonly topFields: {
    readonly [DEFAULTS]: SchemaInspector<ReturnType<typeof defaultsSchema>>;
    readonly [MAX_DELETIONS]: SchemaInspector<typeof maxDeletionsSchema>;
  };

  /** @throws Error if two kinds use the same section or field, which is a defect of their definitions */
  constructor(kinds: readonly Kind[]) {
    const sections = new Map<string, Section & { lists: Map<string, ListField> }>();
    for (const { definition } of kinds) {
      const { yaml } = definition;
      if (yaml.shape === "list") continue;
      if (sections.has(yaml.section) || TOP_KEYS.includes(yaml.section))
        throw new Error(`two kinds have the section ${yaml.section}`);
      const isOnly = yaml.shape === "single";
      sections.set(yaml.section, {
        name: yaml.section,
        definition,
        ...(isOnly && { onlyKey: yaml.key }),
        fields: new SchemaInspector(() => entryFields(definition)),
        lists: new Map(),
        loaderFields: {
          ...(isOnly
            ? { [EXPECT]: new SchemaInspector(() => expectation) }
            : { [RENAMED_FROM]: new SchemaInspector(() => renamedFromSchema) }),
          [OPTIONS]: new SchemaInspector(() => optionsSchema(definition)),
        },
      });
    }
    for (const { definition } of kinds) {
      const { yaml } = definition;
      if (yaml.shape !== "list") continue;
      const section = sections.get(yaml.section);
      if (!section) throw new Error(`${definition.type} uses the section ${yaml.section}, which no kind has`);
      const taken = [...section.fields.fieldsAt([]), ...extraFieldsOf(section), EXPECT];
      if (taken.includes(yaml.field)) throw new Error(`${yaml.section} has two fields ${yaml.field}`);
      section.lists.set(yaml.field, { definition, yaml, member: new SchemaInspector(yaml.entry) });
    }
    this.sections = sections;
    this.topFields = {
      [DEFAULTS]: new SchemaInspector(() =>
        defaultsSchema(Array.from(sections, ([name, { definition }]) => [name, definition])),
      ),
      [MAX_DELETIONS]: new SchemaInspector(() => maxDeletionsSchema),
    };
  }

  get keys(): readonly string[] {
    return [...this.sections.keys(), ...TOP_KEYS];
  }
}

/** The fields of an entry besides those of its kind. */
export function extraFieldsOf({ lists, loaderFields }: Section): readonly string[] {
  return [...lists.keys(), ...Object.keys(loaderFields)];
}

export function isTopField(key: string, { topFields }: Layout): key is keyof Layout["topFields"] {
  return Object.hasOwn(topFields, key);
}
