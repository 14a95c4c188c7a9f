// Reads the entries of all files into a plan, and reports what a schema cannot see.
import type { MaxDeletions } from "../../api/settings";
import type { Props } from "../../kind/definition";
import { defaultFor, isDecided } from "../../kind/on-existing";
import {
  DEFAULTS,
  EXPECT,
  type FileSchema,
  MAX_DELETIONS,
  OPTIONS,
  RENAMED_FROM,
  type Section,
} from "../schema/file-schema";
import {
  type Defaults,
  ENTRY_KEY,
  ENTRY_KEY_RULE,
  type EntryOptions,
  MAX_KEY_LENGTH,
} from "../schema/loader-fields";
import { EXPRESSION_START } from "../yaml/expressions";
import { UNRESOLVED } from "../yaml/interpolated";
import { type ConfigNode, isMapping } from "../yaml/tree";
import { isEntryValid } from "./check-entry";
import type { ConfigFiles } from "./config-files";
import { Duplicates } from "./duplicates";
import { EntryKeys } from "./entry-keys";
import type { Expected, Plan, PlannedEntry, PlannedMember } from "./plan";
import { secretPaths } from "./secrets";

/** What an entry has besides the fields of its kind and its lists. */
const LOADER_FIELDS: ReadonlySet<string | number> = new Set([OPTIONS, RENAMED_FROM, EXPECT]);

/** The plan must only be used if there are no errors. */
export function planOf({ files, isComplete }: ConfigFiles, schema: FileSchema): Omit<Plan, "file"> {
  const reader = new EntryReader(schema);
  const whole = files.filter(({ isBroken }) => !isBroken);
  // The defaults of one file hold for the entries of all.
  for (const { root } of whole) reader.readSingles(root!);
  for (const { root, misspelled } of whole) reader.readEntries(root!, misspelled);
  return reader.finish(isComplete);
}

class EntryReader {
  readonly #schema: FileSchema;
  readonly #keys = new EntryKeys();
  readonly #duplicates = new Duplicates();
  /** The top-level keys that may occur only once in all files. */
  readonly #singles = new Map<string, ConfigNode>();
  readonly #emptySections = new Map<string, string>();
  readonly #entries: PlannedEntry[] = [];

  constructor(schema: FileSchema) {
    this.#schema = schema;
  }

  readSingles(root: ConfigNode): void {
    const sections = [...this.#schema.sections.values()].filter(({ onlyKey }) => onlyKey !== undefined);
    for (const name of [DEFAULTS, MAX_DELETIONS, ...sections.map((one) => one.name)]) {
      const node = root.children.get(name);
      const first = this.#singles.get(name);
      if (!node || node.value === null) continue;
      if (!first) this.#singles.set(name, node);
      else {
        const message = `duplicate section "${name}"; the first one is at ${first.keyPosition}`;
        node.keyError("duplicate", message, "move all of it to one file");
      }
    }
  }

  readEntries(root: ConfigNode, misspelled: readonly string[]): void {
    for (const [name, node] of root.children) {
      const section = this.#schema.sections.get(String(name));
      if (!section) continue;
      if (section.onlyKey !== undefined) {
        if (this.#singles.get(section.name) === node && isMapping(node.value))
          this.#readEntry(section, section.onlyKey, node);
      } else {
        if (node.children.size === 0) this.#emptySections.set(section.name, node.keyPosition);
        for (const entry of node.children.values()) this.#readKeyedEntry(section, entry);
      }
    }
    for (const section of misspelled) this.#keys.misspelled.add(section);
  }

  finish(isComplete: boolean): Omit<Plan, "file"> {
    this.#keys.checkUses(isComplete);
    const given = this.#singles.get(MAX_DELETIONS)?.value as MaxDeletions | undefined;
    // In quotes, digits are still a number of objects.
    const maxDeletions = typeof given === "string" && /^\d+$/.test(given) ? Number(given) : given;
    const expect = this.#expected();
    return {
      entries: this.#entries,
      emptySections: this.#emptySections,
      ...(maxDeletions !== undefined && { maxDeletions }),
      ...(expect && { expect }),
    };
  }

  #expected(): Expected | undefined {
    const [node] = [...this.#singles.values()].flatMap(({ children }) => children.get(EXPECT) ?? []);
    // What is not known here cannot be compared.
    const fields = [...(node?.children ?? [])].filter(([, { value }]) => value !== UNRESOLVED);
    if (!node || fields.length === 0) return undefined;
    return {
      account: Object.fromEntries(fields.map(([field, { value }]) => [field, value])),
      location: node.keyPosition,
      expressions: Object.fromEntries(
        fields.flatMap(([field, { origin }]) => (origin ? [[field, origin.from]] : [])),
      ),
    };
  }

  #readKeyedEntry(section: Section, node: ConfigNode): void {
    const isFirst = this.#keys.add(section.name, node);
    const key = String(node.step);
    const isTooLong = key.length > MAX_KEY_LENGTH;
    if (isTooLong || !ENTRY_KEY.test(key)) {
      const problem = isTooLong ? `the key has more than ${MAX_KEY_LENGTH} characters` : "invalid key";
      node.keyError("key", `${section.name}: ${problem}`, isTooLong ? undefined : keyHelp(key));
    } else if (isFirst && isMapping(node.value)) this.#readEntry(section, key, node);
  }

  #readEntry(section: Section, key: string, node: ConfigNode): void {
    const { definition, name, onlyKey, lists } = section;
    const { [OPTIONS]: given, [RENAMED_FROM]: renamedFrom } = node.value as Props;
    const own: Props = {};
    for (const [field, { value }] of node.children)
      if (!LOADER_FIELDS.has(field) && !lists.has(String(field))) own[field] = value;
    const members = [...lists.keys()].flatMap((field) => this.#readMembers(section, node, field));
    const rename = node.children.get(RENAMED_FROM);
    if (typeof renamedFrom === "string" && rename?.isValid)
      this.#keys.renames.push({ section: name, key: renamedFrom, node: rename });
    if (onlyKey !== undefined && Object.keys(own).length === 0) {
      const fields = Object.keys(definition.fields).join(" or ");
      const message = `${node.label}: ${OPTIONS} without ${fields} have no effect`;
      node.children.get(OPTIONS)?.error("conflict", message, "remove them");
      return;
    }
    const args = this.#argsOf(section, node, own);
    if (!args || !isEntryValid(section, node, own, args)) return;
    const options = this.#optionsOf(section, args, (given ?? {}) as EntryOptions);
    if (!isDecided(options.onExisting)) this.#duplicates.check(definition, args, node);
    this.#entries.push({
      definition,
      section: name,
      key,
      isOnly: onlyKey !== undefined,
      args,
      location: node.keyPosition,
      options,
      ...(typeof renamedFrom === "string" && { renamedFrom }),
      secrets: secretPaths(node, args),
      members,
    });
  }

  /** `undefined` if a field is wrong. */
  #argsOf({ definition: { yaml }, name }: Section, node: ConfigNode, own: Props): Props | undefined {
    if (!Object.keys(own).every((field) => node.children.get(field)!.isValid)) return undefined;
    if (yaml.shape !== "mapping" || !yaml.toArgs) return own;
    try {
      return yaml.toArgs(own, (this.#defaults[name] ?? {}) as Props);
    } catch (error) {
      node.keyError("conflict", `${node.label} ${(error as Error).message}`);
      return undefined;
    }
  }

  get #defaults(): Defaults {
    return (this.#singles.get(DEFAULTS)?.value ?? {}) as Defaults;
  }

  /** Those of an entry replace those of its section, one by one, and those the ones of the file. */
  #optionsOf({ name, definition }: Section, args: Props, given: EntryOptions): EntryOptions {
    const { yaml } = definition;
    const { onExisting: ofSection, ...shared } = (this.#defaults[name] ?? {}) as Pick<Defaults, "onExisting">;
    const others = yaml.shape === "mapping" ? (yaml.defaults?.().shape ?? {}) : {};
    const options = Object.entries(shared).filter(([field]) => !Object.hasOwn(others, field));
    const onExisting =
      given.onExisting ?? defaultFor(definition, args, ofSection ?? this.#defaults.onExisting);
    return { ...Object.fromEntries(options), ...given, ...(onExisting !== undefined && { onExisting }) };
  }

  /** The lists of an entry, whose members are resources of their own. */
  #readMembers({ lists }: Section, entry: ConfigNode, field: string): readonly PlannedMember[] {
    const list = lists.get(field)!;
    const node = entry.children.get(field);
    if (!Array.isArray(node?.value)) return [];
    return [...node.children.values()].flatMap((member) => {
      const { value, isValid } = member;
      if (!isValid) return [];
      const name = `${entry.step}/${list.yaml.label(value as never)}`;
      this.#duplicates.checkMember(list, name, member);
      const references = referencesOf(list, value);
      for (const { section, key, field } of references)
        this.#keys.references.push({ section, key, node: member.children.get(field) ?? member, member });
      return { list, name, value, references, location: member.keyPosition };
    });
  }
}

/** The keys that a member names. A definition resolves each of them to make the arguments. */
function referencesOf({ yaml }: PlannedMember["list"], value: unknown): PlannedMember["references"] {
  const found: { section: string; key: string; field: string }[] = [];
  yaml.toArgs(undefined, value as never, (section, key) => {
    if (typeof key === "string")
      found.push({ section, key, field: Object.entries(value as Props).find(([, one]) => one === key)![0] });
    return key;
  });
  return found;
}

function keyHelp(key: string): string {
  if (key.includes(EXPRESSION_START))
    return "write the key without ${…}: it names a resource and must be the same in every environment";
  if (key.includes(":")) return 'add a space after the ":"';
  return /\s/.test(key) ? 'write "-" in place of spaces, such as summer-sale' : `allowed: ${ENTRY_KEY_RULE}`;
}
