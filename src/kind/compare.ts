// What an update or a replacement would change, by the meaning of each argument, and what a list shows of it.
import { quote } from "../api/sanitize";
import type { Definition, Props } from "./definition";
import { isExistingOnly } from "./existing/existing-only";
import { managedOf } from "./state";
import { hasUnknown } from "./unknown";

export interface Difference {
  /** Managed arguments that change in meaning. */
  readonly changed: readonly string[];
  /** Changed arguments that are create-only. */
  readonly replaces: readonly string[];
  /** Arguments that leave the config and that the service can clear. */
  readonly cleared: readonly string[];
  /** Arguments that leave the config and keep their value. */
  readonly kept: readonly string[];
}

export function compare(definition: Definition, olds: Props, news: Props): Difference {
  const { fields } = definition;
  const before = managedOf(definition, olds);
  const after = managedOf(definition, news);
  const changed = Object.keys(after).filter(
    (name) => hasUnknown(after[name]) || !(name in before) || !fields[name]?.same(before[name], after[name]),
  );
  const released = Object.keys(before).filter((name) => !(name in after));
  const isSent = !isExistingOnly(definition, after);
  const isCleared = (name: string) => isSent && fields[name]?.clearable === true;
  return {
    changed,
    // What the service has and never shows may be the same.
    replaces: changed.filter(
      (name) => fields[name]?.createOnly && (name in before || !fields[name].writeOnly),
    ),
    cleared: released.filter(isCleared),
    kept: released.filter((name) => !isCleared(name)),
  };
}

/** Each value in its old spelling if the meaning is equal. The engine then shows real changes only. */
export function inOldSpelling({ fields }: Definition, olds: Props, news: Props): Props {
  return Object.fromEntries(
    Object.entries(news).map(([name, value]) => {
      const isSame = name in olds && !hasUnknown(value) && fields[name]?.same(olds[name], value);
      return [name, isSame ? olds[name] : value];
    }),
  );
}

/** What a list shows of the managed arguments. */
export interface Shown {
  /** The value of each: the given one if it is shown as given, or cannot be compared. */
  readonly actual: Props;
  /** Those that the service only rewrote, such as in another case. */
  readonly rewritten: readonly string[];
  /** The undocumented ones that a list has shown as given since they were sent, this time or before. */
  readonly confirmed: readonly string[];
  /** Undocumented ones with another value, which is no drift because no list has shown the given one. */
  readonly unconfirmed: readonly string[];
}

/** @param confirmed the undocumented arguments that a list has shown as given before */
export function readShown(
  { fields }: Definition,
  args: Props,
  remote: Props,
  confirmed: readonly string[] = [],
): Shown {
  const readable = Object.keys(args).filter((name) => remote[name] !== undefined);
  const isAsGiven = (name: string) => fields[name]!.isAsGiven(args[name], remote[name]);
  const others = readable.filter((name) => !isAsGiven(name));
  const unconfirmed = others.filter((name) => fields[name]!.undocumented && !confirmed.includes(name));
  const shownNow = readable.filter((name) => fields[name]!.undocumented && isAsGiven(name));
  const drifted = others.filter((name) => !unconfirmed.includes(name));
  return {
    actual: { ...args, ...Object.fromEntries(drifted.map((name) => [name, remote[name]])) },
    rewritten: rewrittenFields({ fields }, args, remote),
    confirmed: [...new Set([...confirmed, ...shownNow])],
    unconfirmed,
  };
}

/** Arguments whose values the service only rewrote, such as in another case. */
export function rewrittenFields(
  { fields }: Pick<Definition, "fields">,
  args: Props,
  remote: Props,
): string[] {
  return Object.keys(args).filter(
    (name) =>
      !fields[name]?.same(args[name], remote[name]) && fields[name]?.isAsGiven(args[name], remote[name]),
  );
}

export function rewriteWarning(name: string, remote: Props, secrets: ReadonlySet<string>): string {
  const spelling = secrets.has(name) ? "" : `. Write it as ${quote(remote[name])}`;
  return `the service rewrites ${name}${spelling}`;
}

export function unconfirmedWarning(name: string, remote: Props, secrets: ReadonlySet<string>): string {
  const value = secrets.has(name) ? "" : ` (${quote(remote[name])})`;
  return (
    `the service shows another ${name}${value} than the config, so it is not compared from now on. If it was changed by ` +
    "hand, change it back there. Reported once for all entries"
  );
}
