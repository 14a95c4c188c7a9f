// Finds the objects of a list that equal given arguments, without a walk through the list for every new resource.
import type { Item } from "../../api/list/item";
import type { ItemIndex } from "../../api/list/snapshot";
import type { Field, Props } from "../definition";
import { KeyIndex } from "./key-index";

type Fields = Readonly<Record<string, Field>>;

/** Objects that equal the arguments in every one of `names` that they tell, and tell one at least. */
export class IdenticalIndex implements ItemIndex {
  readonly #fields: Fields;
  readonly #names: readonly string[];
  readonly #byMeaning = new KeyIndex((item) => this.#keyOf(item));
  /** Which of the names objects tell: what one does not tell equals anything. Few, since objects are alike. */
  readonly #told = new Map<string, readonly string[]>();

  constructor(fields: Fields, names: readonly string[]) {
    this.#fields = fields;
    this.#names = names;
  }

  put(id: string, item: Item): void {
    this.#byMeaning.put(id, item);
  }

  drop(id: string, item: Item): void {
    this.#byMeaning.drop(id, item);
  }

  find(args: Props): [id: string, item: Item][] {
    return [...this.#told.values()].flatMap((names) => this.#byMeaning.find(this.#key(names, args)));
  }

  #keyOf(item: Item): string {
    const live: Props = {};
    for (const name of this.#names) live[name] = this.#fields[name]?.read(item);
    const told = this.#names.filter((name) => live[name] !== undefined);
    if (told.length > 0) this.#told.set(told.join(), told);
    return this.#key(told, live);
  }

  #key(names: readonly string[], values: Props): string {
    return JSON.stringify([names, names.map((name) => this.#fields[name]?.canonical(values[name]))]);
  }
}
