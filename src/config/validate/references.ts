// The keys of all entries in all files, and what refers to them: fields and members that name other entries, and `renamedFrom`.
import { didYouMean, suggest } from "../../api/suggest";
import { type Definition, type Props, resourcesOf as resourcesIn } from "../../kind/definition";
import { ENTRY_KEY } from "../../kind/entry";
import { same } from "../../kind/meaning";
import type { ListField } from "../schema/file-schema";
import { UNRESOLVED } from "../yaml/expressions";
import { type ConfigNode, isMapping, type ReadFile } from "../yaml/tree";
import type { Duplicates } from "./duplicates";
import { wordMeantBy } from "./issues";
import type { PlannedResource } from "./plan";

/** A key that something in the file names. */
interface KeyUse {
  readonly section: string;
  readonly key: string;
  readonly node: ConfigNode;
}

export class References {
  readonly #sections = new Map<string, ReadonlyMap<string, ConfigNode>>();

  constructor(
    readonly files: readonly ReadFile[],
    readonly duplicates: Duplicates,
  ) {}

  /** The first entry with each key. Also one with errors: a reference to it is not another error. */
  keysOf(section: string): ReadonlyMap<string, ConfigNode> {
    const known = this.#sections.get(section);
    if (known) return known;
    const keys = new Map<string, ConfigNode>();
    for (const { root } of this.files)
      for (const [key, entry] of root.get(section)?.children ?? [])
        if (typeof key === "string" && !keys.has(key)) keys.set(key, entry);
    this.#sections.set(section, keys);
    return keys;
  }

  /** Reports a key that no entry has. */
  #check(use: KeyUse): void {
    const { section, key, node } = use;
    const keys = this.keysOf(section);
    if (keys.has(key) || !this.#isKnown(section)) return;
    const meant = node.origin ? undefined : suggest(key, keys.keys());
    const help = meant === undefined ? helpFor(use, [...keys.keys()]) : undefined;
    node.error(`${section} has no entry ${shown(use)}`.trimEnd() + didYouMean(meant), help);
  }

  /** `renamedFrom` names a key that no entry has any more, and only one entry can have it. */
  checkRename(use: KeyUse): void {
    const { section, key, node } = use;
    const current = this.keysOf(section).get(key);
    const message = `${shown(use)} is still a key of ${section} (${current?.keyPosition})`.trimStart();
    const also = `${shown(use)} is also used by another entry`.trimStart();
    const help = "only one entry can be renamed from this key";
    if (current) node.error(message, "remove renamedFrom, or remove the entry with the old key");
    else this.duplicates.isFirst(`renamed ${section}.${key}`, node, also, help, node.range);
  }

  /**
   * The arguments of an entry with the values of the entries that they name, by key or by the value itself. Reports keys that
   * no entry has.
   * @param resourcesOf a section, which is read before
   */
  resolved(
    { fields, yaml }: Definition,
    entry: ConfigNode,
    given: Props,
    resourcesOf: (section: string) => readonly PlannedResource[],
  ): Required<Pick<PlannedResource, "args" | "references">> {
    const sections = Object.entries((yaml.shape === "mapping" && yaml.references) || {});
    if (sections.length === 0) return { args: given, references: [] };
    const args = { ...given };
    const references = sections.flatMap(([field, section]) => {
      const value = args[field];
      if (typeof value !== "string") return [];
      const isKey = ENTRY_KEY.test(value);
      if (isKey) this.#check({ section, key: value, node: entry.get(field)! });
      const propertyOf = ({ definition: { type } }: PlannedResource) =>
        resourcesIn(fields[field]!, given)[type] ?? "";
      const isNamed = (one: PlannedResource) => {
        const property = propertyOf(one);
        if (isKey) return one.key === value;
        const other = one.definition.fields[property];
        return other !== undefined && same(other, one.args?.[property], value);
      };
      const other = resourcesOf(section).find(isNamed);
      if (isKey) args[field] = other?.args?.[propertyOf(other)] ?? UNRESOLVED;
      return other ? [{ field, section, key: other.key }] : [];
    });
    return { args, references };
  }

  /**
   * Reports the keys of a member that no entry has.
   * @returns the names that the state may have it under: they contain keys, each of which may be renamed
   */
  previousNames(yaml: ListField["yaml"], key: string, name: string, node: ConfigNode): readonly string[] {
    const { value } = node;
    const uses = keysIn(yaml, node);
    for (const use of uses) this.#check(use);
    const renamed = uses.flatMap(({ section, key, node: { step } }) => {
      const old = this.previousKey(section, key);
      return old === undefined ? [] : [isMapping(value) ? { ...value, [step]: old } : old];
    });
    const parent = this.previousKey(yaml.section, key);
    if (parent === undefined && renamed.length === 0) return [];
    const labels = [value, ...renamed].map((one) => yaml.label(one as never));
    const names = [key, parent ?? key].flatMap((one) => labels.map((label) => `${one}/${label}`));
    return [...new Set(names)].filter((one) => one !== name);
  }

  /** Of an entry, as its `renamedFrom` says. */
  previousKey(section: string, key: string): string | undefined {
    const old = this.keysOf(section).get(key)?.get("renamedFrom")?.value;
    return typeof old === "string" ? old : undefined;
  }

  /** Whether all keys of a section could be read. Those of a misspelled section are there, under another name. */
  #isKnown(section: string): boolean {
    return this.files.every(({ root, isComplete }) => {
      const { value = null } = root.get(section) ?? {};
      const isRead = isComplete && (value === null || isMapping(value));
      return isRead && [...root.children.values()].every((node) => wordMeantBy(node) !== section);
    });
  }
}

/** The keys that a member names. A definition resolves each of them to make the arguments. */
function keysIn(yaml: ListField["yaml"], member: ConfigNode): readonly KeyUse[] {
  const found: KeyUse[] = [];
  yaml.toArgs(undefined, member.value as never, (section, key) => {
    const node = [...member.children.values()].find(({ value }) => value === key) ?? member;
    if (typeof key === "string") found.push({ section, key, node });
    return key;
  });
  return found;
}

/** The key, unless it comes from outside the file or is none that a person writes. */
function shown({ key, node }: KeyUse): string {
  if (node.origin) return `with the value of ${node.origin.from}`;
  return node.mayShow && ENTRY_KEY.test(key) ? `"${key}"` : "";
}

function helpFor({ section, key, node }: KeyUse, keys: readonly string[]): string {
  // A field that takes no id takes an address.
  const isId = [node, ...node.children.values()].some(({ place }) => place.types.has("number"));
  if (isId && /^[1-9]\d*$/.test(key) && !node.origin) return `write an id without quotes: ${key}`;
  const [address] = node.place.meta("examples");
  const other = isId
    ? "the id (a number) of an existing object"
    : `an address with https://, such as ${address}`;
  if (keys.length === 0) return `the config has no ${section}; write ${other}`;
  return `allowed: ${keys.length <= 10 ? keys.join(", ") : `a key of ${section}`}, or ${other}`;
}
