// How the items of a list show the fields, and which items are the object of some arguments. A field may have a default of
// the service, such as the domain of a short link: an object without a value is not the one with any other value.
import type { Item, ListSpec } from "../../api/list";
import type { AccountSession } from "../../api/session";
import type { Definition, KindBase, Props } from "../definition";
import { isSameObject } from "../identity";
import { readAll } from "../state";

type Reader = (item: Item) => Props;

export class ShownFields {
  readonly #kind: KindBase;
  readonly #defaultField: string | undefined;
  readonly #defaultUnless: Definition | undefined;

  /** @param defaultUnless the field with a default has it, unless its value identifies an object of this kind */
  constructor(kind: KindBase, defaultUnless: Definition | undefined) {
    this.#kind = kind;
    this.#defaultUnless = defaultUnless;
    this.#defaultField = Object.keys(kind.fields).find((name) => kind.fields[name]!.hasDefault);
  }

  /** A default counts as unset. @throws ApiError */
  async reader(session: AccountSession): Promise<Reader> {
    const { fields } = this.#kind;
    const [field, kind] = [this.#defaultField, this.#defaultUnless];
    if (!kind || field === undefined) return (item) => readAll(fields, item);
    const [[its = ""] = []] = kind.identity;
    const { canonical } = fields[field]!;
    const objects = await session.collection(kind.lifecycle.list!).items();
    const values = new Set([...objects.values()].map((item) => canonical(kind.fields[its]!.read(item))));
    return (item) => {
      const { [field]: value, ...others } = readAll(fields, item);
      return values.has(canonical(value)) ? { ...others, [field]: value } : others;
    };
  }

  /** Whether an item is the object of these arguments. @throws ApiError */
  async isObjectOf(session: AccountSession, args: Props): Promise<(item: Item) => boolean> {
    const { fields } = this.#kind;
    const hasDefault = this.#hasDefault(args);
    const read: Reader = hasDefault ? await this.reader(session) : (item) => readAll(fields, item);
    return (item) => {
      const shown = read(item);
      return isSameObject(this.#kind, args, shown) === true && (!hasDefault || this.#hasDefault(shown));
    };
  }

  /** The lists that these answers need. */
  listsFor(args: Props): readonly ListSpec[] {
    return this.#defaultUnless && this.#hasDefault(args) ? [this.#defaultUnless.lifecycle.list!] : [];
  }

  #hasDefault(args: Props): boolean {
    return this.#defaultField !== undefined && args[this.#defaultField] === undefined;
  }
}
