// Compares by the meaning of each argument: what an update changes, what a list shows, and which objects are the same object.
import { type Definition, hasUnmanagedContent, type Props } from "./definition";
import type { Field } from "./field";
import { alike, alikeText, same } from "./meaning";
import { hasUnknown } from "./schema";
import { managedOf } from "./state";

type Fields = Pick<Definition, "fields">;
type Identified = Pick<Definition, "fields" | "identity">;

/** What an update or a replacement changes. */
export interface Difference {
  /** Managed arguments that change in meaning. Their new values may be unknown, or unset if that means a default. */
  readonly changed: readonly string[];
  /** Those of them that replace the object. */
  readonly replaces: readonly string[];
  /** Arguments that leave the config: those that the service can clear, and those whose value the object keeps. */
  readonly cleared: readonly string[];
  readonly released: readonly string[];
}

/** @param olds arguments, and the outputs as far as they are known */
export function compare(definition: Definition, olds: Props, news: Props): Difference {
  const { fields } = definition;
  const before = managedOf(definition, olds);
  const after = managedOf(definition, news);
  const isChanged = (name: string) => {
    const old = before[name] ?? fields[name]!.fromOutputs?.(olds);
    return old === undefined || !isSame(definition, name, old, after[name]);
  };
  const changed = Object.keys(after).filter(isChanged);
  const left = Object.keys(before).filter((name) => !(name in after));
  const isCleared = (name: string) => !hasUnmanagedContent(definition, after) && fields[name]!.clearable;
  // What the service has and never shows may be the same.
  const isReplaced = (name: string) => name in before || !fields[name]!.writeOnly;
  return {
    changed,
    replaces: changed.filter((name) => fields[name]!.createOnly && isReplaced(name)),
    cleared: left.filter(isCleared),
    released: left.filter((name) => !isCleared(name)),
  };
}

/** Each value in its old spelling if the meaning is equal. The engine then shows real changes only. */
export function inOldSpelling(definition: Definition, olds: Props, news: Props): Props {
  const isKept = (name: string, value: unknown) =>
    name in olds && isSame(definition, name, olds[name], value);
  const all = Object.entries(news);
  return Object.fromEntries(all.map(([name, value]) => [name, isKept(name, value) ? olds[name] : value]));
}

function isSame({ fields }: Fields, name: string, before: unknown, after: unknown): boolean {
  const field = fields[name];
  return field !== undefined && !hasUnknown(after) && same(field, before, after);
}

/** The managed arguments as a list shows them: as given if that is alike, not shown, or never compared. */
export function readShown({ fields }: Fields, args: Props, shown: Props): Props {
  const isDrift = (name: string, given: unknown) =>
    !fields[name]!.bestEffort &&
    given !== undefined &&
    shown[name] !== undefined &&
    !alike(fields[name]!, given, shown[name]);
  const all = Object.entries(args);
  return Object.fromEntries(all.map(([name, given]) => [name, isDrift(name, given) ? shown[name] : given]));
}

/** A field that never changes, and that a list shows with another value. `undefined`: none. */
export function fixedDifference({ fields }: Fields, args: Props, shown: Props): string | undefined {
  const isFixed = (name: string) => fields[name]?.createOnly && shown[name] !== undefined;
  return Object.keys(args).find((name) => isFixed(name) && !alike(fields[name]!, args[name], shown[name]));
}

/**
 * The identities of an object as text, in order of precedence: a campaign may have one by slug and one by name. Objects
 * with a common text may be one object. Empty if the fields do not identify an object, or are not known yet.
 * @param textOf a value: equal for two values that may be those of one object. @default if they are alike
 */
export function identitiesOf(
  { fields, identity }: Identified,
  values: Props,
  textOf = (field: Field, value: unknown) => alikeText(field, value, false),
): string[] {
  return identity
    .filter((names) => isKnown(values, names))
    .map((names) => JSON.stringify(names.map((name) => [name, textOf(fields[name]!, values[name])])));
}

/** Two entries with the same text are one object. `undefined` if the fields do not identify it, or are not known yet. */
export function identityOf(kind: Identified, values: Props): string | undefined {
  return identitiesOf(kind, values, ({ canonical }, value) => String(canonical(value)))[0];
}

/**
 * Whether a list shows the object of some arguments: the first identity counts that both have. `undefined`: none.
 * @param isEqual for two values. @default alike, for an entry without an object
 */
export function isSameObject(
  { fields, identity }: Identified,
  args: Props,
  shown: Props,
  isEqual = (field: Field, given: unknown, value: unknown) => alike(field, given, value, false),
): boolean | undefined {
  const names = identity.find((names) => isKnown(args, names) && isKnown(shown, names));
  return names?.every((name) => isEqual(fields[name]!, args[name], shown[name]));
}

/** The fields that identify an object with these values. The values may be unknown. */
export function identifyingFields({ identity }: Pick<Definition, "identity">, values: Props) {
  return identity.find((names) => names.every((name) => isGiven(values[name]))) ?? [];
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

function isKnown(values: Props, names: readonly string[]): boolean {
  return names.every((name) => isGiven(values[name]) && !hasUnknown(values[name]));
}
