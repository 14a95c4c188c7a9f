// Stacks whose entries change roles: one becomes what another one was, or a new one does; and keys are renamed.
import type { Props } from "../../src/kind/definition";
import type { Entry } from "./random-stack";

/** Arguments that make an entry another object than it was. */
const LAST_YEARS: Readonly<Record<string, (args: Props) => Props>> = {
  pixel: ({ tag }) => ({ tag: `${tag}-2023` }),
  domain: ({ domain }) => ({ domain: String(domain).replace("//", "//in-2023-") }),
  qrCode: ({ data }) => ({ data: `${data}/2023` }),
  channel: ({ name }) => ({ name: `${name} of 2023` }),
  campaign: ({ name, slug }) => ({ name: `${name} of 2023`, slug: `${slug}-2023` }),
};

/**
 * @param allowsDoubles whether the service allows two objects of one name. Where it does not, what an entry is to become
 *   must come free in some run, so entries do not trade names in a circle, and of a kind all keys are renamed or none
 */
export function changeRoles(
  random: () => number,
  stack: readonly Entry[],
  allowsDoubles: (handler: string) => boolean,
): Entry[] {
  const oneOf = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!;
  return Object.keys(LAST_YEARS).flatMap((handler) => {
    const isStrict = !allowsDoubles(handler);
    const former = stack.filter((entry) => entry.handler === handler);
    const recast = oneOf([keep, rotate, rollOver])(former, isStrict);
    const renaming = oneOf(["none", "told", "untold"]);
    const share = isStrict ? 1 : oneOf([0.5, 1]);
    const isRenamed = new Set(
      former.map(({ key }) => key).filter(() => renaming !== "none" && random() < share),
    );
    const newKey = (key: string) => (isRenamed.has(key) ? key.replace("/", "/new-") : key);
    const rename = (entry: Entry): Entry => {
      const owner = entry.parent ?? entry.key;
      if (!isRenamed.has(owner)) return entry;
      return {
        ...entry,
        key: newKey(owner) + entry.key.slice(owner.length),
        ...(entry.parent !== undefined && { parent: newKey(owner) }),
        ...(renaming === "told" && { renamedFrom: entry.key }),
      };
    };
    const keys = new Set(former.map(({ key }) => key));
    const members = stack.filter(({ parent }) => parent !== undefined && keys.has(parent));
    return [...recast, ...members].map(rename);
  });
}

const lastYears = (entry: Entry): Entry => ({
  ...entry,
  args: { ...entry.args, ...LAST_YEARS[entry.handler]?.(entry.args) },
});

const keep = (entries: readonly Entry[]): readonly Entry[] => entries;

/** Each becomes what the one before it was. */
function rotate(entries: readonly Entry[], isStrict: boolean): readonly Entry[] {
  return entries.map((entry, index) => {
    const { args } = entries.at(index - 1)!;
    // What is replaced is deleted last, and so keeps its name from one that is updated.
    const isTaken = isStrict && (index === 0 || args.type !== entry.args.type);
    return isTaken ? lastYears(entry) : { ...entry, args };
  });
}

/** Each becomes something of last year, and a new one what it was. */
function rollOver(entries: readonly Entry[]): readonly Entry[] {
  const fresh = entries.map((entry) => ({ ...entry, key: `${entry.key}-fresh` }));
  return [...fresh, ...entries.map(lastYears)];
}
