// Reads the entries of all files into a plan, in one pass: what the schema says, references, what is there twice, texts.
import type { MaxDeletions } from "../../api/settings";
import { type Definition, type Props, secretsOf } from "../../kind/definition";
import { warningsOf } from "../../kind/kind";
import { cannotCreate } from "../../kind/on-existing";
import type { EntryOptions, FileSchema, ListField, Section } from "../schema/file-schema";
import { hasUnresolved, UNRESOLVED } from "../yaml/expressions";
import { type ConfigNode, isMapping, type ReadFile } from "../yaml/tree";
import { Duplicates, KEEP_ONE, placeOf } from "./duplicates";
import { reportIssues } from "./issues";
import type { Plan, PlannedResource } from "./plan";
import { References } from "./references";
import { checkOrigins, secretArguments, warnIfPlain } from "./secrets";

/** What an entry has besides the fields of its kind and its lists. */
const LOADER_FIELDS: ReadonlySet<unknown> = new Set(["options", "renamedFrom", "expect"]);

/** The plan must only be used if there are no errors. */
export function planOf(files: readonly ReadFile[], schema: FileSchema): Plan {
  const reader = new EntryReader(files, schema);
  // The defaults of one file hold for the entries of all.
  for (const { root } of files) reader.readFile(root);
  // Those first that others refer to.
  for (const section of schema.sections.values())
    for (const { root } of files) reader.readSection(section, root.get(section.name));
  return reader.plan(files[0]!.root.file.source.file);
}

class EntryReader {
  readonly #references: References;
  readonly #duplicates = new Duplicates();
  /** The nodes with an error of their own. */
  readonly #wrong = new Set<ConfigNode>();
  /** The top-level keys that may occur only once in all files. */
  readonly #singles = new Map<string, ConfigNode>();
  readonly #resources = new Map<Definition, PlannedResource[]>();

  constructor(
    files: readonly ReadFile[],
    readonly schema: FileSchema,
  ) {
    this.#references = new References(files, this.#duplicates);
  }

  /** Reports what the schema says, and reads everything but the entries. */
  readFile(root: ConfigNode): void {
    if (root.file.source.hasExpressions) checkOrigins(root, this.schema, this.#wrong);
    reportIssues(root, this.schema, this.#wrong);
    for (const [step, node] of root.children) {
      const name = String(step);
      const isEntry = this.schema.sections.get(name)?.isSingle && node.value !== null;
      if (!isEntry && name !== "defaults" && name !== "maxDeletions") continue;
      if (this.#duplicates.isFirst(name, node, "duplicate section", "move all of it to one file"))
        this.#singles.set(name, node);
    }
  }

  readSection(section: Section, node: ConfigNode | undefined): void {
    if (!node) return;
    const { name, isSingle } = section;
    if (isSingle) {
      if (this.#singles.get(name) === node) this.#readEntry(section, name, node);
      return;
    }
    // A list has no keys.
    if (!isMapping(node.value)) return;
    const keys = this.#references.keysOf(name);
    for (const [step, entry] of node.children) {
      const key = String(step);
      const first = keys.get(key)!;
      const help = "keys must be unique across all files";
      if (first === entry) this.#readEntry(section, key, entry);
      else entry.error(`duplicate key; ${placeOf(first)}`, help, entry.keyRange);
    }
  }

  plan(file: string): Plan {
    return {
      file,
      resources: this.schema.kinds.flatMap((kind) => this.#resources.get(kind) ?? []),
      maxDeletions: this.#singles.get("maxDeletions")?.value as MaxDeletions | undefined,
      expect: this.#expected(),
    };
  }

  #expected(): Plan["expect"] {
    const node = this.#singles.get("account")?.get("expect");
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

  #add(resource: PlannedResource): void {
    const all = this.#resources.get(resource.definition);
    if (all) all.push(resource);
    else this.#resources.set(resource.definition, [resource]);
  }

  /** Whether a node or a part of it has an error. */
  #isWrong(node: ConfigNode | undefined): boolean {
    if (!node || this.#wrong.size === 0) return false;
    return this.#wrong.has(node) || [...node.children.values()].some((one) => this.#isWrong(one));
  }

  /** The options of an entry replace those of its section, one by one, and those the ones of the file. */
  #optionsOf({ definition, name }: Section, own: EntryOptions): EntryOptions {
    const defaults = (this.#singles.get("defaults")?.value ?? {}) as Record<string, EntryOptions | undefined>;
    const ofFile = defaults.onExisting as EntryOptions["onExisting"];
    const { onExisting = ofFile, ...options } = defaults[name] ?? {};
    return { ...options, ...(definition.list && onExisting !== undefined && { onExisting }), ...own };
  }

  #readEntry(section: Section, key: string, node: ConfigNode): void {
    const { definition, name, isSingle, lists } = section;
    if (this.#wrong.has(node) || !isMapping(node.value)) return;
    const own = (node.get("options")?.value ?? {}) as EntryOptions;
    const members: PlannedResource[] = [];
    const fields: Props = {};
    for (const [field, child] of node.children) {
      const list = lists.get(String(field));
      if (list) members.push(...this.#membersOf(list, key, child, own));
      else if (!LOADER_FIELDS.has(field)) fields[field] = child.value;
    }
    const oldKey = this.#references.previousKey(name, key);
    const rename = node.get("renamedFrom");
    if (rename && oldKey !== undefined && !this.#isWrong(rename))
      this.#references.checkRename({ section: name, key: oldKey, node: rename });
    // The account is a resource only if it has something to manage.
    if (isSingle && Object.keys(fields).length === 0) return;
    for (const field in fields) if (this.#isWrong(node.get(field))) return;
    const { args, references } = this.#references.resolved(
      definition,
      node,
      definition.toArgs?.(fields) ?? fields,
      (section) => this.#resources.get(this.schema.sections.get(section)!.definition) ?? [],
    );
    for (const { path, message } of warningsOf(definition, { ...fields, ...args }))
      node.at(path)!.warning(message);
    if (this.#isWrong(node.get("options"))) return;
    // Also of an entry in the state, which is not known here.
    const missing = typeof own.onExisting === "object" ? undefined : cannotCreate(definition, args);
    if (missing !== undefined) {
      const help = "add them, or set onExisting: { id: 4711 } under its options";
      node.error(missing, help, node.keyRange);
      return;
    }
    for (const field of secretsOf(definition, fields)) if (node.get(field)) warnIfPlain(node.get(field)!);
    if (this.#isWrong(node)) return;
    const options = this.#optionsOf(section, own);
    this.#duplicates.checkEntry(definition, args, options.onExisting, node);
    const secrets = secretArguments(node, args);
    const previousNames = oldKey === undefined || oldKey === key ? [] : [oldKey];
    this.#add({ definition, key, name: key, previousNames, node, options, args, references, secrets });
    for (const member of members) this.#add(member);
  }

  /** Each member of a list is a resource of its own. */
  #membersOf({ definition, yaml }: ListField, key: string, list: ConfigNode, { onExisting }: EntryOptions) {
    // Members have no options of their own. A default says nothing about one that the service rejects.
    const options: EntryOptions = onExisting === "adopt" ? { onExisting } : {};
    const isRight = (node: ConfigNode) => typeof node.step === "number" && !this.#isWrong(node);
    return [...list.children.values()].filter(isRight).map((node) => {
      const name = `${key}/${yaml.label(node.value as never)}`;
      if (!hasUnresolved(node.value))
        this.#duplicates.isFirst(name, node, "is a duplicate assignment", KEEP_ONE);
      const previousNames = this.#references.previousNames(yaml, key, name, node);
      return { definition, key, name, previousNames, node, options, references: [], secrets: [] };
    });
  }
}
