// What an update or a replacement would change, by the meaning of each argument.
import type { Definition, Props } from "./definition";
import { isExistingOnly } from "./existing/existing-only";
import { looksRewritten } from "./field";
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

/** Arguments whose values the service only rewrote, such as in another case. */
export function rewrittenFields({ fields }: Definition, args: Props, remote: Props): string[] {
  return Object.keys(args).filter(
    (name) =>
      !fields[name]?.same(args[name], remote[name]) && looksRewritten(args[name], remote[name], fields[name]),
  );
}

export function rewriteWarning(name: string): string {
  return `the service rewrites ${name}. Write it as the service shows it (\`npx pulumi-link-management show\`)`;
}
