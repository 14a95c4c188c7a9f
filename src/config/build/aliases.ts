// The aliases of renamed resources: names under which the state may still have them.
import { TYPE_PREFIX } from "../../kind/provider-source";
import type { KindOptions } from "../../pulumi/resource-class";
import type { Plan, PlannedEntry, PlannedMember } from "../validate/plan";

/** Previous keys of an entry, or URNs of its resource. */
export function aliasesOf({ renamedFrom, options }: PlannedEntry): readonly string[] {
  return [...new Set([...(renamedFrom === undefined ? [] : [renamedFrom]), ...(options.aliases ?? [])])];
}

/** @param aliases previous names of a resource, or URNs */
export function aliasOptions(aliases: readonly string[]): Pick<KindOptions, "aliases"> {
  if (aliases.length === 0) return {};
  return { aliases: aliases.map((alias) => (isUrn(alias) ? alias : { name: alias })) };
}

/** The aliases of list members. Their names contain the keys of their entry and of the entries they refer to. */
export class MemberAliases {
  readonly #entries = new Map<string, readonly string[]>();

  constructor({ entries }: Plan) {
    for (const entry of entries) {
      const aliases = aliasesOf(entry);
      if (aliases.length > 0) this.#entries.set(`${entry.section}.${entry.key}`, aliases);
    }
  }

  of(entry: PlannedEntry, member: PlannedMember): readonly string[] {
    const { yaml, definition } = member.list;
    const parents = [entry.key, ...aliasesOf(entry)];
    const labels = [member.value, ...this.#previousValues(member)].map((value) => yaml.label(value as never));
    const names = parents.flatMap((parent) =>
      labels.map((label) => memberName(parent, definition.type, label)),
    );
    return [...new Set(names)].filter((name) => name !== member.name);
  }

  /** The value of a member with the previous keys of the entry it refers to. */
  #previousValues({ list, value }: PlannedMember): unknown[] {
    return list.member.references(value).flatMap(({ path, section, key }) => {
      const aliases = this.#entries.get(`${section}.${key}`) ?? [];
      return aliases.map((alias) => withValue(value, path, nameIn(alias)));
    });
  }
}

function isUrn(alias: string): boolean {
  return alias.startsWith("urn:pulumi:");
}

function nameIn(alias: string): string {
  return isUrn(alias) ? (alias.split("::").at(-1) ?? alias) : alias;
}

/** For a parent given by its URN, the URN of the member. */
function memberName(parent: string, type: string, label: string): string {
  if (!isUrn(parent)) return `${parent}/${label}`;
  const [stack, project] = parent.split("::");
  return `${stack}::${project}::${TYPE_PREFIX}${type}::${nameIn(parent)}/${label}`;
}

/** A copy of a value with another value at a path. */
function withValue(whole: unknown, [step, ...rest]: readonly PropertyKey[], value: unknown): unknown {
  if (step === undefined) return value;
  const copy = (Array.isArray(whole) ? [...whole] : { ...(whole as object) }) as Record<PropertyKey, unknown>;
  copy[step] = withValue(copy[step], rest, value);
  return copy;
}
