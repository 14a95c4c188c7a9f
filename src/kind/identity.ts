// Which objects are the same object: by the fields that the definition names.
import type { Definition, Props } from "./definition";
import type { Field } from "./field";
import { alike, alikeText } from "./meaning";
import { hasUnknown } from "./unknown";

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
