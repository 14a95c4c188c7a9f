// The records of the emulator's store, by kind. Tests change them "by hand", without the API.
import type { Account } from "../../../src/emulator/index";
import type { Props } from "../../../src/kind/definition";
import type { Kind } from "./kinds";

/** A collection of the store, whatever its type. */
interface Table {
  list(): readonly Props[];
  get(id: number): Props | undefined;
  create(fields: Props): Props;
  update(id: number, changes: Props): Props;
  delete(id: number): boolean;
}

/** The objects of a kind, by their field names in the API. */
export class Records {
  readonly #kind: Kind;
  readonly #table: Table;

  constructor(account: Account, kind: Kind) {
    this.#kind = kind;
    // The key of a list is also the name of its collection.
    this.#table = (account as unknown as Readonly<Record<string, Table>>)[kind.list.key]!;
  }

  get ids(): string[] {
    return this.#table.list().map(({ id }) => String(id));
  }

  get size(): number {
    return this.#table.list().length;
  }

  get(id: string): Props | undefined {
    return this.#table.get(Number(id));
  }

  /** @returns the id */
  add(args: Props): string {
    return String(this.#table.create(this.#toRecord(args)).id);
  }

  change(id: string, args: Props): void {
    this.#table.update(Number(id), this.#toRecord(args));
  }

  remove(id: string): void {
    this.#table.delete(Number(id));
  }

  removeAll(): void {
    for (const id of this.ids) this.remove(id);
  }

  #toRecord(args: Props): Props {
    const { fields } = this.#kind.definition;
    return Object.fromEntries(
      Object.entries(args).map(([name, value]) => [fields[name]!.api, fields[name]!.write(value)]),
    );
  }
}

/** The assignments of a kind. A parent's record contains them as an array. */
export class Assignments {
  readonly #kind: Kind;
  readonly #parents: Table;

  constructor(account: Account, kind: Kind) {
    this.#kind = kind;
    this.#parents = (account as unknown as Readonly<Record<string, Table>>)[kind.parent!.list.key]!;
  }

  /** How often the item is assigned. */
  count(args: Props): number {
    return Object.values(this.#parentOf(args))
      .filter(Array.isArray)
      .flatMap((items) => items.filter((item) => this.#isAssigned(item, args))).length;
  }

  /** The API cannot do that. */
  remove(args: Props): void {
    const parent = this.#parentOf(args);
    const arrays = Object.entries(parent).filter((entry): entry is [string, unknown[]] =>
      Array.isArray(entry[1]),
    );
    const rest = arrays.map(([name, items]) => [name, items.filter((item) => !this.#isAssigned(item, args))]);
    this.#parents.update(Number(parent.id), Object.fromEntries(rest));
  }

  #parentOf(args: Props): Props {
    const parent = this.#parents.get(Number(args[this.#kind.definition.parent!]));
    if (!parent) throw new Error(`no parent of ${JSON.stringify(args)}`);
    return parent;
  }

  /** An item of the array is the id of the assigned object, or a record with the fields of the kind. */
  #isAssigned(item: unknown, args: Props): boolean {
    const { parent, fields } = this.#kind.definition;
    const names = Object.keys(fields).filter((name) => name !== parent);
    if (typeof item !== "object" || item === null) return String(item) === String(args[names.at(-1)!]);
    return names.every((name) => String((item as Props)[fields[name]!.api]) === String(args[name]));
  }
}
