// Objects that share an identity with other arguments. Some services reject a second one.
import type { AccountSession } from "../../api/session";
import type { KindBase } from "../define";
import type { Definition, Namesake, Props } from "../definition";
import { identifyingFields, identitiesOf } from "../identity";
import { hasUnknown } from "../unknown";

/** @param objects ids with the identities of each */
export function namesakesAmong(
  kind: KindBase,
  args: Props,
  objects: Iterable<readonly [id: string, identities: readonly string[]]>,
): readonly Namesake[] {
  const wanted = namesOf(kind, args);
  const found: Namesake[] = [];
  for (const [id, identities] of objects) {
    const same = wanted.filter(({ identity }) => identities.includes(identity));
    if (same.length > 0) found.push({ id, fields: same.flatMap(({ fields }) => fields) });
  }
  return found;
}

/** Each identity of the arguments, with its fields. */
function namesOf(kind: KindBase, args: Props) {
  return kind.identity.flatMap((fields) =>
    identitiesOf({ ...kind, identity: [fields] }, args).map((identity) => ({ identity, fields })),
  );
}

/** The names of the objects that a preview creates. Some services reject the second one of a name. */
export class NewNames {
  /** The first entry, by kind and identity. */
  readonly #firsts = new Map<string, string>();

  /**
   * @param entry the name of the entry
   * @returns what to warn about
   */
  add(kind: KindBase & Pick<Definition, "rejectsNamesakes">, args: Props, entry: string): string | undefined {
    if (!kind.rejectsNamesakes) return undefined;
    for (const { identity, fields } of namesOf(kind, args)) {
      const key = `${kind.type} ${identity}`;
      const first = this.#firsts.get(key) ?? entry;
      this.#firsts.set(key, first);
      if (first === entry) continue;
      const same = fields.join(" and ");
      return (
        `${first} is also new and has the same ${same}, in any letter case. The service may reject the second one: set ` +
        `another ${same}`
      );
    }
    return undefined;
  }
}

export interface Naming {
  readonly args: Props;
  /** Ids of the entry's own object, now or after the run. */
  readonly own: readonly (string | undefined)[];
  /** Ids of the objects that the stack manages. @default none */
  readonly managed?: readonly string[];
  /** The arguments that change. Unset for a new object. */
  readonly changed?: readonly string[];
}

/** Most messages have room for so many. */
const MAX_IDS = 5;

/** Whether the preview of a new or changed object looks for others with its names, in the list of the kind. */
export function looksForNamesakes(definition: Definition, { args, changed }: Naming): boolean {
  if (!definition.rejectsNamesakes) return false;
  if (changed) return changed.some((name) => definition.identity.flat().includes(name));
  // Adoption does not read the list either.
  return !hasUnknown(identifyingFields(definition, args).map((name) => args[name]));
}

/** What a preview says about names that other objects have. */
export async function namesakeWarnings(
  { type, lifecycle }: Definition,
  session: AccountSession,
  { args, own, managed = [], changed }: Naming,
): Promise<readonly string[]> {
  const others = ((await lifecycle.existing?.namesakes(session, args)) ?? []).filter(
    ({ id, fields }) => !own.includes(id) && (!changed || fields.some((name) => changed.includes(name))),
  );
  const [first] = others;
  if (!first) return [];
  const ids = others.map(({ id }) => id);
  const shown = ids.length > MAX_IDS ? [...ids.slice(0, MAX_IDS), "…"] : ids;
  const objects =
    ids.length === 1 ? `${type} ${first.id}` : `${ids.length} objects (ids ${shown.join(", ")})`;
  const fields = first.fields.join(" and ");
  const canManage = !changed && !managed.includes(first.id);
  const next = canManage ? `, or onExisting: { id: ${first.id} } to manage the existing object` : "";
  return [
    `the account has ${objects} with the same ${fields}, in any letter case. The service may reject ` +
      `${changed ? "the update" : "a second one"}: set another ${fields}${next}`,
  ];
}
