// Compares by the meaning of each argument: what an update changes, what a list shows, and which objects are the same object.
import { type Definition, type Difference, hasUnmanagedContent, type Props } from "./definition";
import type { Field } from "./field";
import { alike, alikeText, same } from "./meaning";
import { hasUnknown } from "./schema";
import { managedOf } from "./state";

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

type Kind = Pick<Definition, "fields" | "identity">;

/**
 * The identities of an object as text, in order of precedence: a campaign may have one by slug and one by name. Objects
 * with a common text may be one object. Empty if the fields do not identify an object, or are not known yet.
 */
export function identitiesOf(kind: Kind, values: Props): string[] {
  return textsOf(kind, values, (field, value) => alikeText(field, value, false));
}

/** Two entries with the same text are one object. `undefined` if the fields do not identify it, or are not known yet. */
export function identityOf(kind: Kind, values: Props): string | undefined {
  return textsOf(kind, values, ({ canonical }, value) => String(canonical(value)))[0];
}

function textsOf(
  { fields, identity }: Kind,
  values: Props,
  textOf: (field: Field, value: unknown) => string,
): string[] {
  return identity
    .filter((names) => isKnown(values, names))
    .map((names) => JSON.stringify(names.map((name) => [name, textOf(fields[name]!, values[name])])));
}

/**
 * Whether a list shows the object of some arguments: the first identity counts that both have. `undefined`: none.
 * @param isEqual for two values. @default alike, for an entry without an object
 */
export function isSameObject(
  { fields, identity }: Kind,
  args: Props,
  shown: Props,
  isEqual = (field: Field, given: unknown, value: unknown) => alike(field, given, value, false),
): boolean | undefined {
  const names = identity.find((names) => isKnown(args, names) && isKnown(shown, names));
  return names?.every((name) => isEqual(fields[name]!, args[name], shown[name]));
}

/** A field that never changes, and that a list shows with another value. `undefined`: none. */
export function fixedDifference(
  { fields }: Pick<Kind, "fields">,
  args: Props,
  shown: Props,
): string | undefined {
  const isFixed = (name: string) => fields[name]?.createOnly && shown[name] !== undefined;
  return Object.keys(args).find((name) => isFixed(name) && !alike(fields[name]!, args[name], shown[name]));
}

/** The fields that identify an object with these values. The values may be unknown. */
export function identifyingFields({ identity }: Pick<Kind, "identity">, values: Props): readonly string[] {
  return identity.find((names) => names.every((name) => isGiven(values[name]))) ?? [];
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

function isKnown(values: Props, names: readonly string[]): boolean {
  return names.every((name) => isGiven(values[name]) && !hasUnknown(values[name]));
}
