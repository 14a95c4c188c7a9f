// Reads the entries of all files into a plan, and reports what a schema cannot see.
import type { MaxDeletions } from "../../api/settings";
import type { Definition, Props } from "../../kind/definition";
import { defaultFor, isDecided } from "../../kind/on-existing";
import type { FileSchema, ListField, Section } from "../schema/file-schema";
import {
  DEFAULTS,
  type Defaults,
  type EntryOptions,
  EXPECT,
  INCLUDE,
  MAX_DELETIONS,
  OPTIONS,
  RENAMED_FROM,
} from "../schema/loader-fields";
import { UNRESOLVED } from "../yaml/expressions";
import { type ConfigNode, isMapping } from "../yaml/tree";
import { isEntryValid, secretPaths } from "./check-entry";
import { Duplicates, FirstNodes } from "./duplicates";
import { EntryKeys } from "./entry-keys";
import type { Expected, Plan } from "./plan";
import { type DraftResource, previousNames, referencesOf, resolved } from "./references";

/** What an entry has besides the fields of its kind and its lists. */
const LOADER_FIELDS: ReadonlySet<unknown> = new Set([OPTIONS, RENAMED_FROM, EXPECT]);

/** What `defaults:` says about a section. */
interface SectionDefaults {
  /** Of the entries without their own. */
  readonly options: EntryOptions;
  readonly onExisting: Defaults["onExisting"];
}

/** The plan must only be used if there are no errors. */
export function planOf(files: readonly ConfigNode[], schema: FileSchema): Omit<Plan, "file"> {
  const roots = files.filter(({ hasError }) => !hasError);
  // Otherwise no key can be reported as missing.
  const isComplete = files.every((root) => !root.hasError && root.get(INCLUDE)?.isValid !== false);
  const reader = new EntryReader(schema);
  // The defaults of one file hold for the entries of all.
  for (const root of roots) reader.readSingles(root);
  // Those first that others refer to.
  for (const section of schema.sections.values())
    for (const root of roots) reader.readEntries(section, root.get(section.name));
  // The entries of a misspelled section are there, under another name.
  reader.keys.checkReferences((name) => !isComplete || roots.some(({ meant }) => meant.includes(name)));
  reader.keys.checkRenames();
  return reader.plan();
}

class EntryReader {
  readonly keys = new EntryKeys();
  readonly #duplicates = new Duplicates();
  /** The top-level keys that may occur only once in all files. */
  readonly #singles = new FirstNodes();
  readonly #emptySections = new Map<string, string>();
  readonly #resources = new Map<Definition, DraftResource[]>();

  constructor(readonly schema: FileSchema) {}

  readSingles(root: ConfigNode): void {
    for (const [name, node] of root.children) {
      const isSingle = this.schema.sections.get(String(name))?.singleKey !== undefined;
      if ((!isSingle && name !== DEFAULTS && name !== MAX_DELETIONS) || node.value === null) continue;
      this.#singles.addOnce(String(name), node, `duplicate section "${name}"`, "move all of it to one file");
    }
  }

  readEntries(section: Section, node: ConfigNode | undefined): void {
    if (!node) return;
    const { name, singleKey } = section;
    const defaults = this.#defaultsOf(section);
    if (singleKey !== undefined) {
      if (this.#singles.get(name) === node) this.#readEntry(section, singleKey, node, defaults);
      return;
    }
    if (node.children.size === 0) this.#emptySections.set(name, node.keyPosition);
    for (const [key, entry] of node.children) {
      if (this.keys.add(name, entry)) this.#readEntry(section, String(key), entry, defaults);
    }
  }

  plan(): Omit<Plan, "file"> {
    const renames = new Map(
      this.keys.renames.map(({ section, key, node }) => [`${section}.${node.parent!.step}`, key]),
    );
    const resources = this.schema.kinds.flatMap((kind) => this.#resources.get(kind) ?? []);
    return {
      resources: resources.map((one) => ({ ...one, previousNames: previousNames(one, renames) })),
      emptySections: this.#emptySections,
      maxDeletions: this.#singles.get(MAX_DELETIONS)?.value as MaxDeletions | undefined,
      expect: this.#expected(),
    };
  }

  #add(resource: DraftResource): void {
    const all = this.#resources.get(resource.definition) ?? [];
    this.#resources.set(resource.definition, all);
    all.push(resource);
  }

  #entriesOf(section: string): readonly DraftResource[] {
    return this.#resources.get(this.schema.sections.get(section)!.definition) ?? [];
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
    const members: DraftResource[] = [];
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
    for (const field in fields) if (!node.get(field)!.isValid) return;
    const { yaml } = definition;
    const given = yaml.shape === "mapping" && yaml.toArgs ? yaml.toArgs(fields) : fields;
    const { args, references, uses } = resolved(definition, node, given, (of) => this.#entriesOf(of));
    this.keys.references.push(...uses);
    if (!isEntryValid(definition, node, fields, args)) return;
    const own = (node.get(OPTIONS)?.value ?? {}) as EntryOptions;
    const onExisting = own.onExisting ?? defaultFor(definition, args, defaults.onExisting);
    const options = { ...defaults.options, ...own, ...(onExisting !== undefined && { onExisting }) };
    if (!isDecided(onExisting)) this.#duplicates.check(definition, args, node);
    if (typeof onExisting === "object") this.#duplicates.checkId(definition, onExisting, node);
    const secrets = secretPaths(node, args);
    this.#add({ definition, key, name: key, node, options, args, references, secrets });
    // Members have no options of their own. A default says nothing about one that the service rejects.
    const ofMembers: EntryOptions = own.onExisting === "adopt" ? { onExisting: "adopt" } : {};
    for (const member of members) this.#add({ ...member, options: ofMembers });
  }

  /** The options of an entry replace those of its section, one by one, and those the ones of the file. */
  #defaultsOf({ name }: Section): SectionDefaults {
    const { onExisting: ofFile, [name]: all = {} } = (this.#singles.get(DEFAULTS)?.value ?? {}) as Defaults;
    const { onExisting = ofFile, ...options } = all as EntryOptions & Pick<Defaults, "onExisting">;
    return { onExisting, options };
  }

  /** A member of a list is a resource of its own. */
  #member(list: ListField, key: string, node: ConfigNode): readonly DraftResource[] {
    if (!node.isValid || typeof node.step === "string") return [];
    const { definition, yaml } = list;
    const name = `${key}/${yaml.label(node.value as never)}`;
    this.#duplicates.checkMember(list, name, node);
    this.keys.references.push(...referencesOf(yaml, node));
    return [{ definition, key, name, node, options: {}, references: [], secrets: [] }];
  }
}
