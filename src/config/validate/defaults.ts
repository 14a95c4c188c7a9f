// `defaults:`: the options and fields of all entries that do not have their own.
import type { Props } from "../../kind/definition";
import type { MapNode, Node, Pair } from "../parse/tree";
import type { Diagnostics, Location } from "../report/diagnostics";
import { whyNoDefault } from "../schema/default-fields";
import { DEFAULTS, type Layout, OPTIONS, type Section } from "../schema/layout";
import type { Defaults, EntryOptions } from "../schema/loader-fields";
import type { Source } from "../source/source";
import { FieldReader } from "./field-reader";

/** An option of one entry. */
const ALIASES = "aliases";

/** The default fields of a section. */
export interface FieldDefaults {
  readonly values: Props;
  /** Where each of them is. */
  readonly locations: ReadonlyMap<string, Location>;
}

export interface ReadDefaults {
  /** Without the fields. */
  readonly options: Defaults;
  readonly fields: ReadonlyMap<string, FieldDefaults>;
}

/** Each error is reported once, and not for the entries. With an error, or a value that is not known, there are none. */
export function readDefaults(
  pair: Pair,
  source: Source,
  layout: Layout,
  diagnostics: Diagnostics,
): ReadDefaults {
  const value = withoutEntryFields(pair.value, source, layout, diagnostics);
  const inspector = layout.topFields[DEFAULTS];
  const all = (new FieldReader(source, diagnostics).loaderField(inspector, { ...pair, value }, DEFAULTS) ??
    {}) as Defaults;
  const options: Record<string, Defaults[string]> = {};
  const fields = new Map<string, FieldDefaults>();
  for (const [name, given] of Object.entries(all)) {
    const section = layout.sections.get(name);
    if (!section || given === undefined) {
      options[name] = given;
      continue;
    }
    const isField = ([key]: [string, unknown]) => Object.hasOwn(section.definition.fields, key);
    const entries = Object.entries(given);
    options[name] = Object.fromEntries(entries.filter((entry) => !isField(entry))) as EntryOptions;
    const values = Object.fromEntries(entries.filter(isField));
    fields.set(name, { values, locations: locationsIn(value, name, source) });
  }
  return { options, fields };
}

/** Reports the fields that belong to each entry, and returns the rest. */
function withoutEntryFields(node: Node, source: Source, layout: Layout, diagnostics: Diagnostics): Node {
  if (node.kind !== "map") return node;
  return withPairs(node, (pair) => {
    const section = layout.sections.get(pair.key);
    if (!section || pair.value.kind !== "map") return pair;
    const value = withPairs(pair.value, (field) => {
      const help = whyInEntry(section, field.key);
      if (help === undefined) return field;
      const message = `${DEFAULTS}.${pair.key}: ${field.key} cannot have a default`;
      diagnostics.error({ source, range: field.keyRange }, "unknown-field", message, help);
      return undefined;
    });
    return { ...pair, value };
  });
}

function whyInEntry(section: Section, name: string): string | undefined {
  const { definition, lists, loaderFields, onlyKey } = section;
  if (name === OPTIONS)
    return `write its fields one level higher, such as ${section.name}: { protect: true }`;
  if (name === ALIASES || lists.has(name) || name in loaderFields)
    return "write it in the entry it belongs to";
  if (!Object.hasOwn(definition.fields, name)) return undefined;
  const reason = whyNoDefault(definition, name);
  if (reason === undefined) return undefined;
  return onlyKey === undefined ? `${reason}: write it in each entry` : `write it in ${section.name}`;
}

function withPairs(map: MapNode, change: (pair: Pair) => Pair | undefined): MapNode {
  const pairs = [...map.pairs.values()].flatMap((pair) => change(pair) ?? []);
  return { ...map, pairs: new Map(pairs.map((pair) => [pair.key, pair])) };
}

function locationsIn(node: Node, name: string, source: Source): ReadonlyMap<string, Location> {
  const section = node.kind === "map" ? node.pairs.get(name)?.value : undefined;
  const pairs = section?.kind === "map" ? [...section.pairs.values()] : [];
  return new Map(pairs.map(({ key, value }) => [key, { source, range: value }]));
}
