// The aliases of renamed resources: names under which the state may still have them.
import type { KindOptions } from "../../pulumi/resource-class";
import type { Plan, PlannedEntry, PlannedMember } from "../validate/plan";

/** @param names previous names of a resource */
export function aliasOptions(names: readonly string[]): Pick<KindOptions, "aliases"> {
  return names.length === 0 ? {} : { aliases: names.map((name) => ({ name })) };
}

/** The aliases of list members. Their names contain the keys of their entry and of the entries they refer to. */
export class MemberAliases {
  /** The previous keys of renamed entries. */
  readonly #entries = new Map<string, string>();

  constructor({ entries }: Plan) {
    for (const { section, key, renamedFrom } of entries)
      if (renamedFrom !== undefined) this.#entries.set(`${section}.${key}`, renamedFrom);
  }

  of(entry: PlannedEntry, member: PlannedMember): readonly string[] {
    const { yaml } = member.list;
    const parents = entry.renamedFrom === undefined ? [entry.key] : [entry.key, entry.renamedFrom];
    const labels = [member.value, ...this.#previousValues(member)].map((value) => yaml.label(value as never));
    const names = parents.flatMap((parent) => labels.map((label) => `${parent}/${label}`));
    return [...new Set(names)].filter((name) => name !== member.name);
  }

  /** The value of a member with the previous keys of the entry it refers to. */
  #previousValues({ references, value }: PlannedMember): unknown[] {
    return references.flatMap(({ section, key, field }) => {
      const previous = this.#entries.get(`${section}.${key}`);
      return previous === undefined ? [] : [{ ...(value as object), [field]: previous }];
    });
  }
}
