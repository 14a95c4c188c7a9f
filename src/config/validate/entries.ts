// Reads the entries of all files into a plan, and reports what a schema cannot see.
import type { MaxDeletions } from "../../api/settings";
import type { Props } from "../../kind/definition";
import { defaultFor, isDecided } from "../../kind/on-existing";
import {
  DEFAULTS,
  EXPECT,
  type FileSchema,
  type ListField,
  MAX_DELETIONS,
  OPTIONS,
  RENAMED_FROM,
  type Section,
} from "../schema/file-schema";
import { type Defaults, type EntryOptions, INCLUDE } from "../schema/loader-fields";
import { UNRESOLVED } from "../yaml/expressions";
import { type ConfigNode, isMapping } from "../yaml/tree";
import { isEntryValid, secretPaths } from "./check-entry";
import { Duplicates } from "./duplicates";
import { EntryKeys, type KeyUse } from "./entry-keys";
import type { Expected, Plan, PlannedResource } from "./plan";

/** What an entry has besides the fields of its kind and its lists. */
const LOADER_FIELDS: ReadonlySet<unknown> = new Set([OPTIONS, RENAMED_FROM, EXPECT]);

/** What `defaults:` says about a section. */
interface SectionDefaults {
  readonly all: Props;
  /** Of the entries without their own. */
  readonly options: EntryOptions;
  readonly onExisting: Defaults["onExisting"];
}

/** A resource before all keys are known. */
type Read = Omit<PlannedResource, "previousNames">;

/** The plan must only be used if there are no errors. */
export function planOf(files: readonly ConfigNode[], schema: FileSchema): Omit<Plan, "file"> {
  const roots = files.filter(({ hasError }) => !hasError);
  // Otherwise no key can be reported as missing.
  const isComplete = files.every((root) => !root.hasError && root.get(INCLUDE)?.isValid !== false);
  const reader = new EntryReader(schema);
  // The defaults of one file hold for the entries of all.
  for (const root of roots) reader.readSingles(root);
  for (const root of roots) reader.readEntries(root);
  // The entries of a misspelled section are there, under another name.
  reader.keys.checkReferences((name) => !isComplete || roots.some(({ meant }) => meant.includes(name)));
  reader.keys.checkRenames();
  return reader.plan();
}

class EntryReader {
  readonly keys = new EntryKeys();
  readonly #duplicates = new Duplicates();
  /** The top-level keys that may occur only once in all files. */
  readonly #singles = new Map<string, ConfigNode>();
  readonly #emptySections = new Map<string, string>();
  readonly #resources: Read[] = [];

  constructor(readonly schema: FileSchema) {}

  readSingles(root: ConfigNode): void {
    for (const [name, node] of root.children) {
      const isSingle = this.schema.sections.get(String(name))?.singleKey !== undefined;
      if ((!isSingle && name !== DEFAULTS && name !== MAX_DELETIONS) || node.value === null) continue;
      const first = this.#singles.get(String(name));
      if (!first) this.#singles.set(String(name), node);
      else {
        const message = `duplicate section "${name}"; the first one is at ${first.keyPosition}`;
        node.keyError("duplicate", message, "move all of it to one file");
      }
    }
  }

  readEntries(root: ConfigNode): void {
    for (const [name, node] of root.children) {
      const section = this.schema.sections.get(String(name));
      if (!section) continue;
      const { singleKey } = section;
      const defaults = this.#defaultsOf(section);
      if (singleKey === undefined) {
        if (node.children.size === 0) this.#emptySections.set(section.name, node.keyPosition);
        for (const [key, entry] of node.children)
          if (this.keys.add(section.name, entry)) this.#readEntry(section, String(key), entry, defaults);
      } else if (this.#singles.get(section.name) === node)
        this.#readEntry(section, singleKey, node, defaults);
    }
  }

  plan(): Omit<Plan, "file"> {
    const renames = new Map(
      this.keys.renames.map(({ section, key, node }) => [`${section}.${node.parent!.step}`, key]),
    );
    const resources = this.schema.kinds.flatMap(({ definition }) =>
      this.#resources.filter((one) => one.definition === definition),
    );
    return {
      resources: resources.map((one) => ({ ...one, previousNames: previousNames(one, renames) })),
      emptySections: this.#emptySections,
      maxDeletions: this.#singles.get(MAX_DELETIONS)?.value as MaxDeletions | undefined,
      expect: this.#expected(),
    };
  }

  #expected(): Expected | undefined {
    const [node] = [...this.#singles.values()].flatMap((single) => single.get(EXPECT) ?? []);
    // What is not known here cannot be compared.
    const fields = [...(node?.children ?? [])].filter(([, { value }]) => value !== UNRESOLVED);
    if (!node || fields.length === 0) return undefined;
    const expressions = fields.flatMap(([field, { origin }]) => (origin ? [[field, origin.from]] : []));
    return {
      account: Object.fromEntries(fields.map(([field, { value }]) => [field, value])),
      location: node.keyPosition,
      expressions: Object.fromEntries(expressions),
    };
  }

  #readEntry(section: Section, key: string, node: ConfigNode, defaults: SectionDefaults): void {
    if (node.hasError || !isMapping(node.value)) return;
    const { definition, name, singleKey, lists } = section;
    const members: Read[] = [];
    const fields: Props = {};
    for (const [field, child] of node.children) {
      const list = lists.get(String(field));
      if (list)
        for (const member of child.children.values()) members.push(...this.#member(list, key, member));
      else if (!LOADER_FIELDS.has(field)) fields[field] = child.value;
    }
    const rename = node.get(RENAMED_FROM);
    if (typeof rename?.value === "string" && rename.isValid)
      this.keys.renames.push({ section: name, key: rename.value, node: rename });
    if (singleKey !== undefined && Object.keys(fields).length === 0) {
      const message = `${node.label}: ${OPTIONS} without ${Object.keys(definition.fields).join(" or ")} have no effect`;
      node.get(OPTIONS)?.error("conflict", message, "remove them");
      return;
    }
    const args = this.#argsOf(section, node, fields, defaults.all);
    if (!args || !isEntryValid(definition, node, fields, args)) return;
    const given = (node.get(OPTIONS)?.value ?? {}) as EntryOptions;
    const onExisting = given.onExisting ?? defaultFor(definition, args, defaults.onExisting);
    const options = { ...defaults.options, ...given, ...(onExisting !== undefined && { onExisting }) };
    if (!isDecided(onExisting)) this.#duplicates.check(definition, args, node);
    const secrets = secretPaths(node, args);
    this.#resources.push({ definition, key, name: key, node, options, args, secrets });
    // An id is that of the entry alone.
    const ofMembers = typeof onExisting === "object" ? "adopt" : onExisting;
    for (const member of members)
      this.#resources.push({ ...member, options: ofMembers === undefined ? {} : { onExisting: ofMembers } });
  }

  /** `undefined` if a field is wrong. */
  #argsOf({ definition: { yaml } }: Section, node: ConfigNode, fields: Props, all: Props): Props | undefined {
    for (const field in fields) if (!node.get(field)!.isValid) return undefined;
    if (yaml.shape !== "mapping" || !yaml.toArgs) return fields;
    try {
      return yaml.toArgs(fields, all);
    } catch (error) {
      node.keyError("conflict", `${node.label} ${(error as Error).message}`);
      return undefined;
    }
  }

  /** The options of an entry replace those of its section, one by one, and those the ones of the file. */
  #defaultsOf({ name, definition: { yaml } }: Section): SectionDefaults {
    const { onExisting: ofFile, [name]: all = {} } = (this.#singles.get(DEFAULTS)?.value ?? {}) as Defaults;
    const { onExisting = ofFile, ...shared } = all as Pick<Defaults, "onExisting">;
    const others = yaml.shape === "mapping" ? (yaml.defaults?.().shape ?? {}) : {};
    const options = Object.entries(shared).filter(([field]) => !Object.hasOwn(others, field));
    return { all: all as Props, onExisting, options: Object.fromEntries(options) };
  }

  /** A member of a list is a resource of its own. */
  #member(list: ListField, key: string, node: ConfigNode): readonly Read[] {
    if (!node.isValid || typeof node.step === "string") return [];
    const { definition, yaml } = list;
    const name = `${key}/${yaml.label(node.value as never)}`;
    this.#duplicates.checkMember(list, name, node);
    this.keys.references.push(...referencesOf(yaml, node));
    return [{ definition, key, name, node, options: {}, secrets: [] }];
  }
}

/**
 * The name of a member contains the keys of its entry and of the entries it refers to. Each may be renamed.
 * @param renames the previous keys, by `section.key`
 */
function previousNames(
  { definition: { yaml }, key, name, node }: Read,
  renames: ReadonlyMap<string, string>,
): readonly string[] {
  const keys = [key, renames.get(`${yaml.section}.${key}`) ?? key];
  if (yaml.shape !== "list") return keys.filter((one) => one !== name);
  const { value } = node;
  const previous = referencesOf(yaml, node).flatMap((reference) => {
    const old = renames.get(`${reference.section}.${reference.key}`);
    if (old === undefined) return [];
    return [isMapping(value) ? { ...value, [reference.node.step]: old } : old];
  });
  const labels = [value, ...previous].map((one) => yaml.label(one as never));
  const names = keys.flatMap((parent) => labels.map((label) => `${parent}/${label}`));
  return [...new Set(names)].filter((one) => one !== name);
}

/** The keys that a member names. A definition resolves each of them to make the arguments. */
function referencesOf(yaml: ListField["yaml"], member: ConfigNode): readonly KeyUse[] {
  const found: KeyUse[] = [];
  yaml.toArgs(undefined, member.value as never, (section, key) => {
    const node = [...member.children.values()].find(({ value }) => value === key) ?? member;
    if (typeof key === "string") found.push({ section, key, node });
    return key;
  });
  return found;
}
