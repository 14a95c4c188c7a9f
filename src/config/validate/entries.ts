// Reads the entries of all files into a plan, in one pass: what the schema says, references, what is there twice, texts.
import type { MaxDeletions } from "../../api/settings";
import { type Definition, type Props, secretsOf } from "../../kind/definition";
import { warningsOf } from "../../kind/kind";
import { cannotCreate } from "../../kind/on-existing";
import type { Defaults, EntryOptions, FileSchema, ListField, Section } from "../schema/file-schema";
import { UNRESOLVED } from "../yaml/expressions";
import { type ConfigNode, isMapping, type ReadFile } from "../yaml/tree";
import { Duplicates } from "./duplicates";
import { reportIssues, WrongNodes } from "./issues";
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
  return { file: files[0]!.root.file.source.file, ...reader.plan() };
}

class EntryReader {
  readonly #schema: FileSchema;
  readonly #references: References;
  readonly #duplicates = new Duplicates();
  readonly #wrong = new WrongNodes();
  /** The top-level keys that may occur only once in all files. */
  readonly #singles = new Map<string, ConfigNode>();
  readonly #resources = new Map<Definition, PlannedResource[]>();

  constructor(files: readonly ReadFile[], schema: FileSchema) {
    this.#schema = schema;
    this.#references = new References(files, this.#duplicates);
  }

  /** Reports what the schema says, and reads everything but the entries. */
  readFile(root: ConfigNode): void {
    if (root.file.source.hasExpressions) checkOrigins(root, this.#schema, this.#wrong);
    reportIssues(root, this.#schema, this.#wrong);
    for (const [step, node] of root.children) {
      const name = String(step);
      const isEntry = this.#schema.sections.get(name)?.singleKey !== undefined && node.value !== null;
      if (!isEntry && name !== "defaults" && name !== "maxDeletions") continue;
      if (this.#duplicates.isFirst(name, node, "duplicate section", "move all of it to one file"))
        this.#singles.set(name, node);
    }
  }

  readSection(section: Section, node: ConfigNode | undefined): void {
    if (!node) return;
    const { name, singleKey } = section;
    if (singleKey !== undefined) {
      if (this.#singles.get(name) === node) this.#readEntry(section, singleKey, node);
      return;
    }
    for (const [step, entry] of node.children) {
      const key = String(step);
      const help = "keys must be unique across all files";
      if (this.#duplicates.isFirst(`key ${name}.${key}`, entry, "duplicate key", help))
        this.#readEntry(section, key, entry);
    }
  }

  plan(): Omit<Plan, "file"> {
    return {
      resources: this.#schema.kinds.flatMap((kind) => this.#resources.get(kind) ?? []),
      maxDeletions: this.#singles.get("maxDeletions")?.value as MaxDeletions | undefined,
      expect: this.#expected(),
    };
  }

  #expected(): Plan["expect"] {
    const [node] = [...this.#singles.values()].flatMap((single) => single.get("expect") ?? []);
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
    const all = this.#resources.get(resource.definition) ?? [];
    this.#resources.set(resource.definition, all);
    all.push(resource);
  }

  /** The options of an entry replace those of its section, one by one, and those the ones of the file. */
  #defaultsOf({ definition, name }: Section): EntryOptions {
    const { onExisting: ofFile, [name]: ofSection } = (this.#singles.get("defaults")?.value ??
      {}) as Defaults;
    const { onExisting = ofFile, ...options } = (ofSection ?? {}) as EntryOptions;
    return definition.list && onExisting !== undefined ? { ...options, onExisting } : options;
  }

  #readEntry(section: Section, key: string, node: ConfigNode): void {
    const { definition, name, singleKey, lists } = section;
    const wrong = this.#wrong;
    if (wrong.has(node) || !isMapping(node.value)) return;
    const members: PlannedResource[] = [];
    const fields: Props = {};
    for (const [field, child] of node.children) {
      const list = lists.get(String(field));
      if (list)
        for (const member of child.children.values())
          if (!wrong.isIn(member)) members.push(...this.#member(list, key, member));
      if (!list && !LOADER_FIELDS.has(field)) fields[field] = child.value;
    }
    const rename = node.get("renamedFrom");
    const oldKey =
      rename && !wrong.isIn(rename) && typeof rename.value === "string" ? rename.value : undefined;
    if (oldKey !== undefined) this.#references.checkRename({ section: name, key: oldKey, node: rename! });
    // The account is a resource only if it has something to manage.
    if (singleKey !== undefined && Object.keys(fields).length === 0) return;
    for (const field in fields) if (wrong.isIn(node.get(field)!)) return;
    const given = definition.toArgs?.(fields) ?? fields;
    const { args, references } = this.#references.resolved(
      definition,
      node,
      given,
      (section) => this.#resources.get(this.#schema.sections.get(section)!.definition) ?? [],
    );
    const secretFields = secretsOf(definition, fields);
    warn(definition, node, { ...fields, ...args }, secretFields);
    const optionsNode = node.get("options");
    if (optionsNode && wrong.isIn(optionsNode)) return;
    checkContent(definition, node, args, wrong);
    for (const field of secretFields) if (node.get(field)) warnIfPlain(node.get(field)!);
    if (wrong.isIn(node)) return;
    const own = (optionsNode?.value ?? {}) as EntryOptions;
    const options = { ...this.#defaultsOf(section), ...own };
    this.#duplicates.checkEntry(definition, args, options.onExisting, node);
    const secrets = secretArguments(node, args);
    const previousNames = oldKey === undefined || oldKey === key ? [] : [oldKey];
    this.#add({ definition, key, name: key, previousNames, node, options, args, references, secrets });
    // Members have no options of their own. A default says nothing about one that the service rejects.
    const ofMembers: EntryOptions = own.onExisting === "adopt" ? { onExisting: "adopt" } : {};
    for (const member of members) this.#add({ ...member, options: ofMembers });
  }

  /** A member of a list is a resource of its own. */
  #member({ definition, yaml }: ListField, key: string, node: ConfigNode): readonly PlannedResource[] {
    if (typeof node.step === "string") return [];
    const name = `${key}/${yaml.label(node.value as never)}`;
    this.#duplicates.checkMember({ definition, yaml }, name, node);
    const previousNames = this.#references.previousNames(yaml, key, name, node);
    return [{ definition, key, name, previousNames, node, options: {}, references: [], secrets: [] }];
  }
}

/** A warning may quote a value, unless the kind calls it secret. So another one from secret config is not known to it. */
function warn(definition: Definition, node: ConfigNode, values: Props, secret: ReadonlySet<string>): void {
  for (const [field, child] of node.hasSecret ? node.children : [])
    if (Object.hasOwn(values, field) && !secret.has(String(field)) && child.hasSecret)
      values[field] = UNRESOLVED;
  for (const { path, message } of warningsOf(definition, values)) node.at(path)!.warning(message);
}

/** Reports an entry that names no object and can create none. */
function checkContent(definition: Definition, node: ConfigNode, args: Props, wrong: WrongNodes): void {
  const existing = node.at(["options", "onExisting"]);
  // Also of an entry in the state, which is not known here.
  const missing = isMapping(existing?.value) ? undefined : cannotCreate(definition, args);
  if (missing === undefined) return;
  node.error(missing, "add them, or set onExisting: { id: 4711 } under its options", node.keyRange);
  wrong.add(node);
}
