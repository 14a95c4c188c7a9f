// Example arguments of every kind, derived from its definition. A new kind needs no code here: its schema states an
// example for every text and number.

import type { CustomResource } from "@pulumi/pulumi";
import { z } from "zod";
import type { ListSpec } from "../../src/api/lists/list";
import type { Account, Collection } from "../../src/emulator/index";
import { type Definition, hasUnmanagedContent, type Props } from "../../src/kind/definition";
import { same } from "../../src/kind/meaning";
import type { ResourceClass } from "../../src/pulumi/resource-class";
import { registry } from "../../src/resources/index";
import { NEW_PASSWORD, PASSWORD } from "./secrets";

/** The number of an example that no test creates. */
const EDITED = 500;

/** A collection of the service, whatever its type. */
type Table = Collection<Props & { readonly id: number }>;

type ResourceConstructor = new (name: string, args: Props, options?: object) => CustomResource;

export class Kind {
  readonly definition: Definition;
  /** The class that programs use. */
  readonly class: ResourceConstructor;
  /** Names of the fields that an update changes. */
  readonly updatable: readonly string[];
  /** Names of the fields that replace the object. */
  readonly createOnly: readonly string[];
  /** Names of the fields that an update changes and a list shows. */
  readonly readable: readonly string[];

  constructor(resource: ResourceClass) {
    this.definition = resource.definition;
    this.class = resource as unknown as ResourceConstructor;
    this.updatable = this.#namesWhere(({ createOnly }) => !createOnly);
    this.createOnly = this.#namesWhere(({ createOnly = false }) => createOnly);
    this.readable = this.#namesWhere(({ createOnly, writeOnly }) => !createOnly && !writeOnly);
  }

  /** Adds an object by hand, without the API. @returns its id */
  add(account: Account, args: Props): string {
    return String(this.#table(account).create(this.#toRecord(args)).id);
  }

  /** Without the links that every account has. */
  ids(account: Account): string[] {
    const objects = this.#table(account).list();
    return objects.map(({ id }) => String(id)).filter((id) => !/^471[1-5]$/.test(id));
  }

  /** The object as the service stores it. */
  get(account: Account, id: string): Props | undefined {
    return this.#table(account).get(Number(id));
  }

  change(account: Account, id: string, args: Props): void {
    this.#table(account).update(Number(id), this.#toRecord(args));
  }

  remove(account: Account, id: string): void {
    this.#table(account).delete(Number(id));
  }

  /** A collection has the name of the list's key, or of the section. */
  #table(account: Account): Table {
    const tables = account as unknown as Readonly<Record<string, Table>>;
    return (tables[this.list.key] ?? tables[this.definition.yaml.section])!;
  }

  #toRecord(args: Props): Props {
    const { fields } = this.definition;
    return Object.fromEntries(Object.entries(args).map(([name, value]) => [fields[name]!.api, value]));
  }

  /** The API creates, lists and deletes its objects. */
  get isListed(): boolean {
    return this.definition.list !== undefined;
  }

  /** The list of the objects. */
  get list(): ListSpec {
    const { list } = this.definition;
    if (!list) throw new Error(`${this.definition.type} has no list`);
    return list;
  }

  /**
   * All arguments of the example with that number. Its texts, except for colors, occur in no other example. Flags are
   * true, which makes most fields readable.
   */
  args(n = 0): Props {
    return this.#valid(this.#named(this.#reliable, n));
  }

  /** As few arguments as can create an object. */
  minimal(n = 0): Props {
    const isEnough = (given: Props) =>
      this.definition.args().safeParse(given).success && !hasUnmanagedContent(this.definition, given);
    const names = new Set(this.#namesWhere(({ optional = false }) => !optional));
    for (const name of this.#reliable) {
      if (isEnough(this.#named([...names], n))) break;
      names.add(name);
    }
    return this.#valid(this.#named([...names], n));
  }

  /** The arguments with another value of a field, whether it is given or not. @param n as in `args` */
  edited(args: Props, name: string, n = EDITED): Props {
    for (let next = n; ; next++) {
      const value = typeof args[name] === "boolean" ? !args[name] : this.value(name, next);
      if (!same(this.definition.fields[name]!, args[name], value))
        return this.#valid({ ...args, [name]: value });
    }
  }

  /** An example value of a field. Services do not accept every known word. */
  value(name: string, n: number): unknown {
    const { examples = [], secret, schema } = this.definition.fields[name]!;
    const accepts = (value: unknown) => schema().safeParse(value).success;
    if (accepts(true)) return true;
    if (this.#isChoice(name)) return examples[n % examples.length];
    if (secret === true) return [PASSWORD, NEW_PASSWORD][n % 2];
    const value = variations(examples[0], n).find(accepts);
    if (value === undefined) throw new Error(`${this.definition.type}: the field ${name} needs an example`);
    return value;
  }

  /** What services do with the other fields differs: they have tests of their own. */
  get #reliable(): readonly string[] {
    const { fields } = this.definition;
    return Object.keys(fields).filter((name) => !fields[name]!.bestEffort);
  }

  #namesWhere(matches: (field: Definition["fields"][string]) => boolean): readonly string[] {
    return this.#reliable.filter((name) => matches(this.definition.fields[name]!));
  }

  #named(names: readonly string[], n: number): Props {
    return Object.fromEntries(names.map((name) => [name, this.value(name, this.#isChoice(name) ? 0 : n)]));
  }

  #isChoice(name: string): boolean {
    return this.definition.fields[name]!.schema() instanceof z.ZodEnum;
  }

  #valid(args: Props): Props {
    const { success, error } = this.definition.args().safeParse(args);
    if (!success) throw new Error(`${this.definition.type}: ${JSON.stringify(args)}: ${error.message}`);
    return args;
  }
}

export const kinds: readonly Kind[] = registry.map((resource) => new Kind(resource));
export const listedKinds = kinds.filter((kind) => kind.isListed);
/** Readable fields identify an object. */
export const identifiableKinds = listedKinds.filter(({ definition: { fields, identity } }) => {
  const names = identity.flat();
  return names.length > 0 && !names.some((name) => fields[name]?.bestEffort);
});
export const singleKinds = kinds.filter(({ definition }) => definition.yaml.shape === "single");
export const updatableKinds = kinds.filter((kind) => kind.updatable.length > 0);

/** For `describe.each` and `test.each`. */
export const byType = (some: readonly Kind[]) => some.map((kind) => [kind.definition.type, kind] as const);

export function kindOfSection(section: string): Kind {
  const kind = kinds.find(({ definition: { yaml } }) => yaml.shape === "mapping" && yaml.section === section);
  if (!kind) throw new Error(`no kind has the section ${section}`);
  return kind;
}

/** Values like the example, the most natural one first. The schema decides which are valid. Two colors may be equal. */
function variations(example: unknown, n: number): unknown[] {
  if (typeof example === "number") return [example + n];
  if (typeof example !== "string") return [];
  if (n === 0) return [example];
  const texts = [
    example.replace(/^(\w+:\/\/[^./]+)/, `$1-${n}`),
    example.replace("@", `-${n}@`),
    `${example}-${n}`,
    example.replace(/^#(....)../, (_, red) => `#${red}${(n % 256).toString(16).padStart(2, "0")}`),
    example.replace(/\d+\)$/, `${n % 256})`),
  ];
  return texts.filter((text) => text !== example);
}

/** A program with one resource of a kind. */
export const one =
  (kind: Kind, args: Props, options: object = {}, name = "it") =>
  () =>
    void new kind.class(name, args, options);
