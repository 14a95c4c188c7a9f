// The names under which a state may still have what was renamed: of an entry, and of what is named by its key.
import { TYPE_PREFIX } from "../../kind/provider-source";
import { SchemaInspector } from "../schema/schema-inspector";
import type { Plan, PlannedEntry, PlannedMember } from "../validate/plan";
import { isUrn } from "./resource-options";

/** Earlier keys of an entry, or URNs of its resource. */
export function aliasesOf({ renamedFrom, options }: PlannedEntry): readonly string[] {
  return [...new Set([...(renamedFrom === undefined ? [] : [renamedFrom]), ...(options.aliases ?? [])])];
}

/** The aliases of the members of lists, whose names hold the keys of the entry and of what it refers to. */
export class MemberAliases {
  /** Earlier keys by section and key. */
  readonly #earlier = new Map<string, Map<string, readonly string[]>>();

  constructor({ entries }: Plan) {
    for (const entry of entries) {
      const aliases = aliasesOf(entry);
      if (aliases.length === 0) continue;
      const section = this.#earlier.get(entry.section) ?? new Map();
      section.set(entry.key, aliases);
      this.#earlier.set(entry.section, section);
    }
  }

  of(entry: PlannedEntry, member: PlannedMember): readonly string[] {
    const owners = [entry.key, ...aliasesOf(entry)];
    const labels = [member.value, ...this.#earlierValues(member)].map((value) =>
      member.list.place.label(value as never),
    );
    const { type } = member.list.definition;
    const names = owners.flatMap((owner) => labels.map((label) => memberName(owner, type, label)));
    return [...new Set(names)].filter((name) => name !== member.name);
  }

  /** The member as it was written before what it refers to was renamed. */
  #earlierValues({ list, value }: PlannedMember): unknown[] {
    return SchemaInspector.of(list.place.entry())
      .references(value)
      .flatMap(({ path, section, key }) => {
        const aliases = this.#earlier.get(section)?.get(key) ?? [];
        return aliases.map((alias) => withValue(value, path, nameIn(alias)));
      });
  }
}

function nameIn(alias: string): string {
  return isUrn(alias) ? (alias.split("::").at(-1) ?? alias) : alias;
}

/** For the URN of an owner, that of its member beside it. */
function memberName(owner: string, type: string, label: string): string {
  if (!isUrn(owner)) return `${owner}/${label}`;
  const [stack, project] = owner.split("::");
  return `${stack}::${project}::${TYPE_PREFIX}${type}::${nameIn(owner)}/${label}`;
}

function withValue(whole: unknown, [step, ...rest]: readonly PropertyKey[], value: unknown): unknown {
  if (step === undefined) return value;
  const copy = Array.isArray(whole) ? [...whole] : { ...(whole as object) };
  const holder = copy as Record<PropertyKey, unknown>;
  holder[step] = withValue(holder[step], rest, value);
  return copy;
}
