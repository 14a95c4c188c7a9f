// What an update or a replacement would change, by the meaning of each argument, and what a list shows of it.
import { type Definition, type Difference, hasUnmanagedContent, type Props } from "./definition";
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
    kept: left.filter((name) => !isCleared(name)),
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
  return !hasUnknown(after) && fields[name]?.same(before, after) === true;
}

/**
 * What a list shows of the managed arguments. The value of a best-effort one is drift only after a list has shown it as
 * given.
 * @param confirmed the best-effort arguments that a list has shown as given since they were sent
 * @returns the value of each, as given if nothing else is known; and who is confirmed from now on
 */
export function readShown(
  { fields }: Pick<Definition, "fields">,
  args: Props,
  remote: Props,
  confirmed: readonly string[] = [],
): { readonly actual: Props; readonly confirmed: readonly string[] } {
  const actual = { ...args };
  const known = new Set(confirmed);
  for (const [name, given] of Object.entries(args)) {
    const { bestEffort = false, isAsGiven } = fields[name]!;
    const shown = remote[name];
    if (shown === undefined) continue;
    if (!isAsGiven(given, shown)) actual[name] = bestEffort && !known.has(name) ? given : shown;
    else if (bestEffort) known.add(name);
  }
  return { actual, confirmed: [...known] };
}
