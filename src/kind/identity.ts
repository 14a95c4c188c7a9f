// Which objects are the same object: by the fields that the definition names.
import type { Definition, Props } from "./definition";
import type { Field } from "./field";
import { exactText, isOurs, ownText } from "./meaning";
import { hasUnknown } from "./unknown";

type Kind = Pick<Definition, "fields" | "identity">;

/**
 * The identities of an object as text, in order of precedence: a campaign may have one by slug and one by name. Objects
 * with a common text may be one object. Empty if the fields do not identify an object, or are not known yet.
 */
export function identitiesOf(kind: Kind, values: Props): string[] {
  return textsOf(kind, values, ownText);
}

/** Two entries with the same text are one object. `undefined` if the fields do not identify it, or are not known yet. */
export function identityOf(kind: Kind, values: Props): string | undefined {
  return textsOf(kind, values, exactText)[0];
}

function textsOf({ fields, identity }: Kind, values: Props, textOf: typeof ownText): string[] {
  return identity
    .filter((names) => isKnown(values, names))
    .map((names) => JSON.stringify(names.map((name) => [name, textOf(fields[name]!, values[name])])));
}

type IsEqual = (field: Field, given: unknown, shown: unknown) => boolean;

/**
 * Whether a list shows the object of some arguments: the first identity counts that both have, and no part of a longer one
 * that the arguments have. `undefined`: none.
 * @param isEqual for two values. @default they may belong to one object
 */
export function isSameObject(
  kind: Kind,
  args: Props,
  shown: Props,
  isEqual: IsEqual = isOurs,
): boolean | undefined {
  const names = commonIdentity(kind, args, shown);
  return names?.every((name) => isEqual(kind.fields[name]!, args[name], shown[name]));
}

/** The identifying fields that a list shows with another value than some arguments, also with another spelling. */
export function otherSpelling(kind: Kind, args: Props, shown: Props): readonly string[] {
  const names = commonIdentity(kind, args, shown) ?? [];
  return names.filter((name) => !kind.fields[name]!.same(args[name], shown[name]));
}

function commonIdentity({ identity }: Kind, args: Props, shown: Props): readonly string[] | undefined {
  const known = identity.filter((names) => isKnown(args, names));
  return known.find((names) => isKnown(shown, names) && !known.some((other) => isPart(names, other)));
}

/**
 * A field that never changes, and that a list shows with another value. `undefined`: none.
 * @param isEqual for two values. @default they may belong to one object
 */
export function fixedDifference(
  { fields }: Pick<Kind, "fields">,
  args: Props,
  shown: Props,
  isEqual: IsEqual = isOurs,
): string | undefined {
  const isFixed = (name: string) => fields[name]?.createOnly && shown[name] !== undefined;
  return Object.keys(args).find((name) => isFixed(name) && !isEqual(fields[name]!, args[name], shown[name]));
}

/** The fields that identify an object with these values. The values may be unknown. */
export function identifyingFields({ identity }: Pick<Kind, "identity">, values: Props): readonly string[] {
  return identity.find((names) => names.every((name) => isGiven(values[name]))) ?? [];
}

/**
 * The fields that a longer identity has besides those of `args`, such as the domain of a link. Without them, the objects of
 * several longer identities are alike, and nothing says which one is meant. Usually empty.
 */
export function missingFields({ identity }: Pick<Kind, "identity">, args: Props): readonly string[] {
  const given = identifyingFields({ identity }, args);
  const longer = given.length === 0 ? undefined : identity.find((names) => isPart(given, names));
  return longer?.filter((name) => !given.includes(name)) ?? [];
}

/** Whether `other` has the fields that `args` lack: then each means an object of its own. */
export function saysMore(kind: Pick<Kind, "identity">, other: Props, args: Props): boolean {
  return missingFields(kind, args).some((name) => isGiven(other[name]));
}

/** Whether every service shows what identifies an object with these values. */
export function isIdentified(kind: Kind, values: Props): boolean {
  const names = identifyingFields(kind, values);
  return names.length > 0 && !names.some((name) => kind.fields[name]?.bestEffort);
}

function isPart(names: readonly string[], longer: readonly string[]): boolean {
  return names.length < longer.length && names.every((name) => longer.includes(name));
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

function isKnown(values: Props, names: readonly string[]): boolean {
  return names.every((name) => isGiven(values[name]) && !hasUnknown(values[name]));
}
