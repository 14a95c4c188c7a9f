// What an update or a replacement would change, by the meaning of each argument.

import { annotationsOf } from "../kind/annotations";
import type { Definition, Props } from "../kind/definition";
import { looksNormalised } from "../kind/field";
import { managedOf } from "../kind/state";
import { hasUnknown } from "../kind/unknown";

export interface Difference {
  /** Managed arguments whose meaning changes. */
  readonly changed: readonly string[];
  /** Changed arguments that are set at creation only. */
  readonly replaces: readonly string[];
  /** Arguments that were managed and are not any more. */
  readonly released: readonly string[];
  /** Changed arguments that look like the service's own spelling of the config's value. */
  readonly normalised: readonly string[];
}

export function compare(definition: Definition, olds: Props, news: Props): Difference {
  const before = managedOf(definition, olds);
  const after = managedOf(definition, news);
  const changed = Object.keys(after).filter(
    (name) =>
      hasUnknown(after[name]) ||
      !(name in before) ||
      !definition.fields[name]?.same(before[name], after[name]),
  );
  // Asked by name: where nothing changed, the schema that tells the traits is not made.
  const isCreateOnly = (name: string) => annotationsOf(definition).createOnly.has(name);
  const isWriteOnly = (name: string) => annotationsOf(definition).writeOnly.has(name);
  return {
    changed,
    replaces: changed.filter(isCreateOnly),
    released: Object.keys(before).filter((name) => !(name in after)),
    normalised: changed.filter((name) => !isWriteOnly(name) && looksNormalised(after[name], before[name])),
  };
}

/** Released arguments that the service can be told to clear; the others keep their value there. */
export function clearable(definition: Definition, released: readonly string[]): string[] {
  return released.filter((name) => definition.fields[name]?.clearable === true);
}
