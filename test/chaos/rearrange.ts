// Stacks whose entries change: one becomes what another one was, a new entry takes the identity of an old one, and keys
// are renamed.
import type { Props } from "../../src/kind/definition";
import type { Kind } from "../support/kinds";
import { type Entry, KINDS, oneOf, type Section, sectionOf } from "./entries";

/** Arguments that make an entry a different object. */
const ARCHIVED: Readonly<Record<Section, (args: Props, year: number) => Props>> = {
  pixels: ({ tag }, year) => ({ tag: `${tag}-${year}` }),
  domains: ({ domain }, year) => ({ domain: String(domain).replace("//", `//in-${year}-`) }),
  links: ({ alias }, year) => ({ alias: `${alias}-${year}` }),
  qrCodes: ({ data }, year) => ({ data: `${data}/${year}` }),
  channels: ({ name }, year) => ({ name: `${name} of ${year}` }),
  campaigns: ({ name, slug }, year) => ({ name: `${name} of ${year}`, slug: `${slug}-${year}` }),
};

/**
 * @param allowsDuplicates whether the service allows two objects with one identity. If not, entries do not exchange
 *   identities in a circle, and either all keys of a kind are renamed or none: no sequence of runs could do the rest
 */
export function rearrange(
  random: () => number,
  stack: readonly Entry[],
  allowsDuplicates: (kind: Kind) => boolean,
): Entry[] {
  // No two entries of a stack may get one key, or become the same object.
  const year = Math.floor(random() * 1e6);
  return KINDS.flatMap((kind) => {
    const isStrict = !allowsDuplicates(kind);
    const before = stack.filter((entry) => entry.kind === kind);
    const after = oneOf(random, [keep, rotate, archive])(before, year, isStrict);
    const renaming = oneOf(random, ["none", "withRenamedFrom", "withoutRenamedFrom"]);
    const share = isStrict ? 1 : oneOf(random, [0.5, 1]);
    const isRenamed = () => renaming !== "none" && random() < share;
    const renamed = new Set(before.map(({ key }) => key).filter(isRenamed));
    return after.map((entry) =>
      renamed.has(entry.key) ? renameKey(entry, year, renaming === "withRenamedFrom") : entry,
    );
  });
}

function renameKey(entry: Entry, year: number, withRenamedFrom: boolean): Entry {
  const { renamedFrom: _, ...others } = entry;
  return { ...others, key: `${entry.key}-in-${year}`, ...(withRenamedFrom && { renamedFrom: entry.key }) };
}

const archived = (entry: Entry, year: number): Entry => ({
  ...entry,
  args: { ...entry.args, ...ARCHIVED[sectionOf(entry.kind)](entry.args, year) },
});

const keep = (entries: readonly Entry[]): readonly Entry[] => entries;

/** Each entry becomes what the previous one was. */
function rotate(entries: readonly Entry[], year: number, isStrict: boolean): readonly Entry[] {
  return entries.map((entry, index) => {
    const { args } = entries.at(index - 1)!;
    // A replaced object is deleted last, so it keeps its identity from an entry that is updated.
    const isReplaced = entry.kind.createOnly.some((name) => args[name] !== entry.args[name]);
    const isTaken = isStrict && (index === 0 || isReplaced);
    return isTaken ? archived(entry, year) : { ...entry, args };
  });
}

/** A new entry takes the identity of each old one. */
function archive(entries: readonly Entry[], year: number): readonly Entry[] {
  const fresh = entries.map((entry) => ({ ...entry, key: `${entry.key}-of-${year}`, links: [] }));
  return [...fresh, ...entries.map((entry) => archived(entry, year))];
}
