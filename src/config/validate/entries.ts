// Reads the entries of all files into a plan, in one pass: what the schema says, references, what is there twice, texts.
import type { MaxDeletions } from "../../api/settings";
import { type Definition, type Props, secretsOf } from "../../kind/definition";
import { warningsOf } from "../../kind/kind";
import { cannotCreate, isDecided } from "../../kind/on-existing";
import type { FileSchema, ListField, Section } from "../schema/file-schema";
import {
  DEFAULTS,
  type Defaults,
  type EntryOptions,
  EXPECT,
  IGNORED,
  MAX_DELETIONS,
  OPTIONS,
  RENAMED_FROM,
} from "../schema/loader-fields";
import { UNRESOLVED } from "../yaml/expressions";
import { type ConfigNode, isMapping, type ReadFile } from "../yaml/tree";
import { Duplicates, FirstNodes } from "./duplicates";
import type { Issue } from "./explain";
import { issuesOf, reportIssues, WrongNodes } from "./issues";
import type { Expected, Plan, PlannedResource } from "./plan";
import { keysIn, References } from "./references";
import { checkOrigins, secretArguments, warnIfPlain } from "./secrets";

/** What an entry has besides the fields of its kind and its lists. */
const LOADER_FIELDS: ReadonlySet<unknown> = new Set([OPTIONS, RENAMED_FROM, EXPECT]);

/** What `defaults:` says about a section. */
interface SectionDefaults {
  /** Of the entries without their own. */
  readonly options: EntryOptions;
  readonly onExisting: Defaults["onExisting"];
}

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
  readonly #singles = new FirstNodes();
  readonly #issues = new Map<ConfigNode, readonly Issue[]>();
  readonly #resources = new Map<Definition, PlannedResource[]>();

  constructor(files: readonly ReadFile[], schema: FileSchema) {
    this.#schema = schema;
    this.#references = new References(files);
  }

  /** Everything but the entries. */
  readFile(root: ConfigNode): void {
    for (const [owner, issues] of issuesOf(root, this.#schema)) this.#issues.set(owner, issues);
    reportIssues(this.#issues.get(root) ?? [], root, this.#wrong);
    for (const [step, node] of root.children) {
      const name = String(step);
      const section = this.#schema.sections.get(name);
      const isEntry = section?.singleKey !== undefined;
      if (name.startsWith(IGNORED)) continue;
      // An entry is checked when it is read.
      if (!isEntry) this.#check(node, undefined, section === undefined);
      const isSingle = isEntry ? node.value !== null : name === DEFAULTS || name === MAX_DELETIONS;
      const first = isSingle ? this.#singles.firstWith(name, node) : undefined;
      const message = `duplicate section; the first one is at ${first?.keyPosition}`;
      if (first) node.error(message, "move all of it to one file", node.keyRange);
    }
  }

  readSection(section: Section, node: ConfigNode | undefined): void {
    if (!node) return;
    const { name, singleKey } = section;
    const defaults = this.#defaultsOf(section);
    if (singleKey !== undefined) {
      this.#check(node, section);
      if (this.#singles.get(name) === node) this.#readEntry(section, singleKey, node, defaults);
      return;
    }
    for (const [step, entry] of node.children) {
      const key = String(step);
      this.#check(entry, section);
      const first = this.#references.keysOf(name).get(key)!;
      const message = `duplicate key; the first one is at ${first.keyPosition}`;
      if (first === entry) this.#readEntry(section, key, entry, defaults);
      else entry.error(message, "keys must be unique across all files", entry.keyRange);
    }
  }

  plan(): Omit<Plan, "file"> {
    return {
      resources: this.#schema.kinds.flatMap((kind) => this.#resources.get(kind) ?? []),
      maxDeletions: this.#singles.get(MAX_DELETIONS)?.value as MaxDeletions | undefined,
      expect: this.#expected(),
    };
  }

  /** Reports what the schema says about a part of a file. */
  #check(node: ConfigNode, section: Section | undefined, hasOrigins = true): void {
    if (hasOrigins && node.file.source.hasExpressions) checkOrigins(node, section, this.#wrong);
    const issues = this.#issues.get(node);
    if (issues) reportIssues(issues, node.path[0]!.parent!, this.#wrong);
  }

  #add(resource: PlannedResource): void {
    const all = this.#resources.get(resource.definition) ?? [];
    this.#resources.set(resource.definition, all);
    all.push(resource);
  }

  #resourcesOf(section: string): readonly PlannedResource[] {
    return this.#resources.get(this.#schema.sections.get(section)!.definition) ?? [];
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
    const wrong = this.#wrong;
    if (wrong.has(node) || !isMapping(node.value)) return;
    const { definition, name, singleKey, lists } = section;
    const members: PlannedResource[] = [];
    const fields: Props = {};
    for (const [field, child] of node.children) {
      const list = lists.get(String(field));
      if (list)
        for (const member of child.children.values())
          if (!wrong.isIn(member)) members.push(...this.#member(list, key, member));
      if (!list && !LOADER_FIELDS.has(field)) fields[field] = child.value;
    }
    const rename = node.get(RENAMED_FROM);
    const oldKey =
      rename && !wrong.isIn(rename) && typeof rename.value === "string" ? rename.value : undefined;
    if (oldKey !== undefined) this.#references.checkRename({ section: name, key: oldKey, node: rename! });
    if (singleKey !== undefined && Object.keys(fields).length === 0) {
      const message = `${OPTIONS} without ${Object.keys(definition.fields).join(" or ")} have no effect`;
      const options = node.get(OPTIONS);
      if (options) node.error(message, "remove them", options.range);
      return;
    }
    for (const field in fields) if (wrong.isIn(node.get(field)!)) return;
    const given = definition.toArgs?.(fields) ?? fields;
    const { args, references } = this.#references.resolved(definition, node, given, (of) =>
      this.#resourcesOf(of),
    );
    const secretFields = secretsOf(definition, fields);
    warn(definition, node, { ...fields, ...args }, secretFields);
    const optionsNode = node.get(OPTIONS);
    if (optionsNode && wrong.isIn(optionsNode)) return;
    checkContent(definition, node, args, wrong);
    for (const field of secretFields) if (node.get(field)) warnIfPlain(node.get(field)!);
    if (wrong.isIn(node)) return;
    const own = (optionsNode?.value ?? {}) as EntryOptions;
    const onExisting = own.onExisting ?? (definition.list && defaults.onExisting);
    const options = { ...defaults.options, ...own, ...(onExisting !== undefined && { onExisting }) };
    if (!isDecided(onExisting)) this.#duplicates.check(definition, args, node);
    if (typeof onExisting === "object") this.#duplicates.checkId(definition, onExisting, node);
    const secrets = secretArguments(node, args);
    const previousNames = oldKey === undefined || oldKey === key ? [] : [oldKey];
    this.#add({ definition, key, name: key, previousNames, node, options, args, references, secrets });
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
  #member(list: ListField, key: string, node: ConfigNode): readonly PlannedResource[] {
    if (typeof node.step === "string") return [];
    const { definition, yaml } = list;
    const name = `${key}/${yaml.label(node.value as never)}`;
    this.#duplicates.checkMember(list, name, node);
    const uses = keysIn(yaml, node);
    for (const use of uses) this.#references.check(use);
    const previousNames = this.#references.previousNames(yaml, key, name, node, uses);
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
  const existing = node.at([OPTIONS, "onExisting"]);
  // Also of an entry in the state, which is not known here.
  const missing = isMapping(existing?.value) ? undefined : cannotCreate(definition, args);
  if (missing === undefined) return;
  const message = `${missing}: add them, or set onExisting: { id: 4711 } under its ${OPTIONS}`;
  node.error(message, undefined, node.keyRange);
  wrong.add(node);
}
