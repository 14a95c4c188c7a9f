// What an update or a replacement would change, by the meaning of each argument, and what a list shows of it.
import {
  type Definition,
  type Difference,
  hasUnmanagedContent,
  type Props,
  type RemoteObject,
} from "./definition";
import { isAsGiven } from "./meaning";
import { type Metadata, managedOf } from "./state";
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
 * What a list or a response shows of the managed arguments.
 * @param confirmed what was shown as given since it was sent: arguments that services may rewrite in any way, and hints
 * @returns the value of each, as given if nothing else is certain; and what is confirmed from now on
 */
export function readShown(
  { fields }: Pick<Definition, "fields">,
  args: Props,
  object: RemoteObject,
  confirmed: Metadata["confirmed"] = [],
): { readonly actual: Props } & Pick<Metadata, "confirmed"> {
  const actual = { ...args };
  const known = new Set(confirmed);
  const isKept = (name: string, given: unknown, shown: unknown) =>
    given === undefined || shown === undefined || isAsGiven(fields[name]!, given, shown);
  for (const [name, given] of Object.entries(args)) {
    const { driftOnceShown = false, hint } = fields[name]!;
    const shown = object.fields[name];
    if (!isKept(name, given, shown)) actual[name] = driftOnceShown && !known.has(name) ? given : shown;
    else if (driftOnceShown && shown !== undefined) known.add(name);
    const hinted = hint?.read(object);
    if (!hint || hinted === undefined) continue;
    const { orFrom } = hint;
    // It is made from the other argument, or may be.
    if (!isKept(name, shown, hinted) || !isKept(orFrom, args[orFrom], object.fields[orFrom]))
      known.delete(hintOf(name));
    else if (isKept(name, given, hinted)) known.add(hintOf(name));
    else if (shown === undefined && known.has(hintOf(name))) actual[name] = hinted;
  }
  return { actual, confirmed: known.size > 0 ? [...known] : undefined };
}

/** What stays confirmed after some arguments were sent with other values. */
export function stillConfirmed(
  { fields }: Pick<Definition, "fields">,
  confirmed: Metadata["confirmed"],
  changed: readonly string[],
): Metadata["confirmed"] {
  const outdated = Object.entries(fields).flatMap(([name, { hint }]) => [
    ...(changed.includes(name) ? [name] : []),
    ...(hint && [name, hint.orFrom].some((one) => changed.includes(one)) ? [hintOf(name)] : []),
  ]);
  return confirmed?.filter((one) => !outdated.includes(one));
}

function hintOf(name: string): string {
  return `${name} (hint)`;
}
