// Which sections a config file may have and what stands in them, as the kinds state it.

import { annotationsOf } from "../../kind/annotations";
import type { Definition, YamlLocation } from "../../kind/definition";

/** As much of a kind as the config file is concerned with. */
export interface Kind {
  readonly definition: Definition;
}

type ListPlace = Extract<YamlLocation, { shape: "list" }>;

/** A list inside the entries of a section. */
export interface ListField {
  readonly definition: Definition;
  readonly place: ListPlace;
}

export interface Section {
  readonly name: string;
  readonly definition: Definition;
  /** The key of the only entry, where the section itself is that. */
  readonly onlyKey?: string;
  readonly lists: ReadonlyMap<string, ListField>;
}

/** Key of the file itself: which files belong to it. */
export const INCLUDE = "include";
/** Key of the file itself: options of all entries that do not say it themselves. */
export const DEFAULTS = "defaults";
/** Field of every entry: what Pulumi shall do with its resource. */
export const OPTIONS = "options";
/** Field of an entry in a section of many: the key that it had before. */
export const RENAMED_FROM = "renamedFrom";
/** Field of a section that is its own entry: what the account must be. */
export const EXPECT = "expect";

/** Keys of the file that are no sections. */
const TOP_KEYS: readonly string[] = [INCLUDE, DEFAULTS];

export class Layout {
  readonly sections: ReadonlyMap<string, Section>;

  /** @throws Error when two kinds claim the same place, which is a mistake in their definitions */
  constructor(kinds: readonly Kind[]) {
    const sections = new Map<string, Section & { lists: Map<string, ListField> }>();
    for (const { definition } of kinds) {
      const { yaml } = definition;
      if (yaml.shape === "list") continue;
      if (sections.has(yaml.section) || TOP_KEYS.includes(yaml.section))
        throw new Error(`two kinds of resources have the section ${yaml.section}`);
      const only = yaml.shape === "single" ? { onlyKey: yaml.key } : {};
      sections.set(yaml.section, { name: yaml.section, definition, ...only, lists: new Map() });
    }
    for (const { definition } of kinds) {
      const place = definition.yaml;
      if (place.shape !== "list") continue;
      const section = sections.get(place.section);
      if (!section)
        throw new Error(`${definition.type} stands in the section ${place.section}, which no kind has`);
      const taken = [...annotationsOf(section.definition).names, ...moreFieldsOf(section), EXPECT];
      if (taken.includes(place.field)) throw new Error(`${place.section} has two fields ${place.field}`);
      section.lists.set(place.field, { definition, place });
    }
    this.sections = sections;
  }

  /** All keys that may stand at the top of the file. */
  get keys(): readonly string[] {
    return [...this.sections.keys(), ...TOP_KEYS];
  }
}

/** The fields that an entry may have beside the arguments of its kind. */
export function moreFieldsOf({ lists, onlyKey }: Section): readonly string[] {
  return [...lists.keys(), onlyKey === undefined ? RENAMED_FROM : EXPECT, OPTIONS];
}
