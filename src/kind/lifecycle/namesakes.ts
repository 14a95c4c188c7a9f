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
  const wanted = kind.identity.flatMap((fields) =>
    identitiesOf({ ...kind, identity: [fields] }, args).map((identity) => ({ identity, fields })),
  );
  const found: Namesake[] = [];
  for (const [id, identities] of objects) {
    const same = wanted.filter(({ identity }) => identities.includes(identity));
    if (same.length > 0) found.push({ id, fields: same.flatMap(({ fields }) => fields) });
  }
  return found;
}

export interface Naming {
  readonly args: Props;
  /** Ids of the entry's own object, now or after the run. */
  readonly own: readonly (string | undefined)[];
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
  { args, own, changed }: Naming,
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
  const next = changed ? "" : `, or onExisting: { id: ${first.id} } to manage the existing object`;
  return [
    `the account has ${objects} with the same ${fields}, in any letter case. The service may reject ` +
      `${changed ? "the update" : "a second one"}: set another ${fields}${next}`,
  ];
}
