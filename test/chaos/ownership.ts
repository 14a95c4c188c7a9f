// Which stack created which object of the account, and what its commands did to objects of others.
import type { Account } from "../../src/emulator/index";
import type { Props } from "../../src/kind/definition";
import type { Kind } from "../support/kinds";
import { type Entry, KINDS, sectionOf } from "./entries";
import { isOfEditor } from "./random-faults";

/** Objects as text, by kind and id. */
type Snapshot = ReadonlyMap<string, string>;

const nameOf = (kind: Kind, id: string) => `${sectionOf(kind)} ${id}`;

export class Ownership {
  readonly #creators = new Map<string, string>();
  #before: Snapshot;

  /** Objects that exist by now belong to no stack. */
  constructor(private readonly account: Account) {
    this.#before = this.#snapshot();
  }

  isCreatedBy(stack: string, kind: Kind, id: string): boolean {
    return this.#creators.get(nameOf(kind, id)) === stack;
  }

  /** Ids of the objects of a stack, in the order of their creation. */
  idsOf(stack: string, kind: Kind): string[] {
    return kind.ids(this.account).filter((id) => this.isCreatedBy(stack, kind, id));
  }

  /** Call before each command: what the users removed since the last one is not its work. */
  begin(): void {
    this.#before = this.#snapshot();
  }

  /**
   * Call after each command, when everything has taken effect.
   * @returns what the command did to objects of others
   */
  note(stack: string): string[] {
    const [before, after] = [this.#before, this.#snapshot()];
    this.#before = after;
    for (const name of after.keys()) if (!before.has(name)) this.#creators.set(name, stack);
    const changed = [...before].filter(
      ([name, object]) => this.#creators.get(name) !== stack && after.get(name) !== object,
    );
    // Some services give the id to somebody else's object.
    for (const name of this.#creators.keys()) if (!after.has(name)) this.#creators.delete(name);
    return changed.map(
      ([name, object]) => `${stack} changed ${name}: ${object} -> ${after.get(name) ?? "deleted"}`,
    );
  }

  /** Without what the other editor adds and removes. */
  #snapshot(): Snapshot {
    const objects = KINDS.flatMap((kind) =>
      kind.ids(this.account).map((id) => [nameOf(kind, id), textOf(this.account, kind, id)] as const),
    );
    return new Map(objects.filter(([, text]) => !isOfEditor(text)));
  }
}

function textOf(account: Account, kind: Kind, id: string): string {
  const { items, ...fields } = kind.get(account, id)!;
  const links = (items as readonly Props[] | undefined)?.filter(({ type }) => type === "links");
  return JSON.stringify({ ...fields, ...(links && { items: links }) });
}

/** Ids of the objects that an entry would be without `onExisting`. Nothing identifies a QR code. */
export function sameObjects(account: Account, { kind, args }: Pick<Entry, "kind" | "args">): string[] {
  const { identity, fields } = kind.definition;
  const plain = (value: unknown) =>
    String(value ?? "")
      .trim()
      .toLowerCase()
      .replace(/\/$/, "");
  // A link without a domain is another one than that with a domain.
  const [names = []] = identity;
  if (sectionOf(kind) === "qrCodes") return [];
  return kind.ids(account).filter((id) => {
    const object = kind.get(account, id)!;
    return names.every((name) => plain(args[name]) === plain(object[fields[name]!.api]));
  });
}
