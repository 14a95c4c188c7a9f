// Stacks whose entries change: one becomes what another one was, a new entry takes the identity of an old one, and keys
// are renamed.
import type { Props } from "../../src/kind/definition";
import type { Entry } from "./random-stack";

/** Arguments that make an entry a different object. */
const ARCHIVED: Readonly<Record<string, (args: Props) => Props>> = {
  pixel: ({ tag }) => ({ tag: `${tag}-2023` }),
  domain: ({ domain }) => ({ domain: String(domain).replace("//", "//in-2023-") }),
  qrCode: ({ data }) => ({ data: `${data}/2023` }),
  channel: ({ name }) => ({ name: `${name} of 2023` }),
  campaign: ({ name, slug }) => ({ name: `${name} of 2023`, slug: `${slug}-2023` }),
};

type Renaming = "none" | "withRenamedFrom" | "withoutRenamedFrom";

/**
 * @param allowsDuplicates whether the service allows two objects with one identity. If not, entries do not exchange
 *   identities in a circle, and either all keys of a kind are renamed or none: no sequence of runs could do the rest
 */
export function rearrange(
  random: () => number,
  stack: readonly Entry[],
  allowsDuplicates: (handler: string) => boolean,
): Entry[] {
  const oneOf = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!;
  return Object.keys(ARCHIVED).flatMap((handler) => {
    const isStrict = !allowsDuplicates(handler);
    const before = stack.filter((entry) => entry.handler === handler);
    const after = oneOf([keep, rotate, archive])(before, isStrict);
    const renaming = oneOf<Renaming>(["none", "withRenamedFrom", "withoutRenamedFrom"]);
    const share = isStrict ? 1 : oneOf([0.5, 1]);
    const renamed = before.map(({ key }) => key).filter(() => renaming !== "none" && random() < share);
    const keys = new Set(before.map(({ key }) => key));
    const members = stack.filter(({ parent }) => parent !== undefined && keys.has(parent));
    return renameKeys([...after, ...members], new Set(renamed), renaming === "withRenamedFrom");
  });
}

/** Renames the entries of these keys, with their members. */
export function renameKeys(
  entries: readonly Entry[],
  keys: ReadonlySet<string>,
  withRenamedFrom: boolean,
): Entry[] {
  const newKey = (key: string) => key.replace("/", "/new-");
  return entries.map((entry) => {
    const { key, parent } = entry;
    const owner = parent ?? key;
    if (!keys.has(owner)) return entry;
    return {
      ...entry,
      key: newKey(owner) + key.slice(owner.length),
      ...(parent !== undefined && { parent: newKey(owner) }),
      ...(withRenamedFrom && { renamedFrom: key }),
    };
  });
}

const archived = (entry: Entry): Entry => ({
  ...entry,
  args: { ...entry.args, ...ARCHIVED[entry.handler]?.(entry.args) },
});

const keep = (entries: readonly Entry[]): readonly Entry[] => entries;

/** Each entry becomes what the previous one was. */
function rotate(entries: readonly Entry[], isStrict: boolean): readonly Entry[] {
  return entries.map((entry, index) => {
    const { args } = entries.at(index - 1)!;
    // A replaced object is deleted last, so it keeps its identity from an entry that is updated.
    const isTaken = isStrict && (index === 0 || args.type !== entry.args.type);
    return isTaken ? archived(entry) : { ...entry, args };
  });
}

/** A new entry takes the identity of each old one. */
function archive(entries: readonly Entry[]): readonly Entry[] {
  const fresh = entries.map((entry) => ({ ...entry, key: `${entry.key}-fresh` }));
  return [...fresh, ...entries.map(archived)];
}
