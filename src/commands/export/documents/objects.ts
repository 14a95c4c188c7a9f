// The objects of an account that the config file can have, under the keys that they get there.
import type { Definition, Props } from "../../../kind/definition";
import { toKey } from "./transliterate";

/** An object as a list shows it. */
export interface AccountObject {
  readonly id: string;
  /** "" if it has none. */
  readonly name: string;
  /** Key of its entry: unique in its section. */
  readonly key: string;
  readonly item: Props;
}

/** All objects of one kind, by age. */
export interface KindObjects {
  readonly definition: Definition;
  readonly objects: readonly AccountObject[];
}

/**
 * Gives every object a key. A later export gives old objects the same keys, because new objects have higher ids.
 * @param keys those of the objects that an entry manages, by id
 */
export function withKeys(
  definition: Definition,
  items: ReadonlyMap<string, Props>,
  keys: ReadonlyMap<string, string> = new Map(),
): KindObjects {
  const taken = new Set(keys.values());
  const objects = [...items]
    .sort(([a], [b]) => compareIds(a, b))
    .map(([id, item]): AccountObject => {
      const name = nameOf(definition, item);
      const key =
        keys.get(id) ?? freeKey(toKey(name) || `${definition.handler.toLowerCase()}-${toKey(id)}`, taken);
      taken.add(key);
      return { id, name, key, item };
    });
  return { definition, objects };
}

/** Older objects have lower ids. */
function compareIds(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}

/** The name, else what identifies the object. Without the scheme of an address. */
function nameOf({ fields, identity }: Definition, item: Props): string {
  const own = fields.name ? fields.name.read(item) : item.name;
  if (typeof own === "string" && own.trim() !== "") return own;
  if (fields.name) return "";
  const [names = []] = identity;
  const values = names.map((name) => fields[name]?.read(item) ?? "");
  return values.join(" ").replace(/^https?:\/\//i, "");
}

function freeKey(key: string, taken: ReadonlySet<string>): string {
  if (!taken.has(key)) return key;
  let number = 2;
  while (taken.has(`${key}-${number}`)) number++;
  return `${key}-${number}`;
}
