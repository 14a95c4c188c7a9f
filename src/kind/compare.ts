// What an update or a replacement would change, by the meaning of each argument, and what a list shows of it.
import { type Definition, type Difference, hasUnmanagedContent, type Props } from "./definition";
import { alike, same } from "./meaning";
import { managedOf } from "./state";
import { hasUnknown } from "./unknown";

/** @param olds arguments, and the outputs as far as they are known */
export function compare(definition: Definition, olds: Props, news: Props): Difference {
  const { fields } = definition;
  const before = managedOf(definition, olds);
  const after = managedOf(definition, news);
  const isChanged = (name: string) => {
    const old = before[name] ?? fields[name]?.fromOutputs?.(olds);
    return old === undefined || !isSame(definition, name, old, after[name]);
  };
  const changed = Object.keys(after).filter(isChanged);
  const left = Object.keys(before).filter((name) => !(name in after));
  const isSent = !hasUnmanagedContent(definition, after);
  const isCleared = (name: string) => isSent && fields[name]?.clearable === true;
  return {
    changed,
    // What the service has and never shows may be the same.
    replaces: changed.filter(
      (name) => fields[name]?.createOnly && (name in before || !fields[name].writeOnly),
    ),
    cleared: left.filter(isCleared),
    released: left.filter((name) => !isCleared(name)),
  };
}

/** Each value in its old spelling if the meaning is equal. The engine then shows real changes only. */
export function inOldSpelling(definition: Definition, olds: Props, news: Props): Props {
  const spelled = { ...news };
  for (const [name, value] of Object.entries(news))
    if (name in olds && isSame(definition, name, olds[name], value)) spelled[name] = olds[name];
  return spelled;
}

function isSame({ fields }: Definition, name: string, before: unknown, after: unknown): boolean {
  const field = fields[name];
  return field !== undefined && !hasUnknown(after) && same(field, before, after);
}

/** The managed arguments as a list shows them: as given if that is alike, not shown, or never compared. */
export function readShown({ fields }: Pick<Definition, "fields">, args: Props, shown: Props): Props {
  const isDrift = (name: string, given: unknown) =>
    !fields[name]!.bestEffort &&
    given !== undefined &&
    shown[name] !== undefined &&
    !alike(fields[name]!, given, shown[name]);
  const all = Object.entries(args);
  return Object.fromEntries(all.map(([name, given]) => [name, isDrift(name, given) ? shown[name] : given]));
}
