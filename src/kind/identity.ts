// Which objects are the same object: by the fields that the definition names, whatever the spelling.
import type { Definition, Props } from "./definition";
import { plainText } from "./field";
import { hasUnknown } from "./unknown";

type Kind = Pick<Definition, "fields" | "identity">;

/**
 * The identities of an object as text, in order of precedence: a campaign may have one by slug and one by name. Objects
 * with a common text may be one object. Empty if the fields do not identify an object, or are not known yet.
 */
export function identitiesOf({ fields, identity }: Kind, values: Props): string[] {
  const plain = (name: string) => plainText(String(fields[name]?.canonical(values[name])));
  return identity
    .filter((names) => isKnown(values, names))
    .map((names) => JSON.stringify(names.map((name) => [name, plain(name)])));
}

/**
 * Whether a list shows the object of some arguments: the first identity counts that both have, and no part of a longer one
 * that the arguments have. `undefined`: none.
 */
export function isSameObject({ fields, identity }: Kind, args: Props, shown: Props): boolean | undefined {
  const known = identity.filter((names) => isKnown(args, names));
  const common = known.find((names) => isKnown(shown, names) && !known.some((other) => isPart(names, other)));
  return common?.every((name) => fields[name]?.isAsGiven(args[name], shown[name]));
}

/** A field that never changes, and that a list shows with another value. `undefined`: none. */
export function fixedDifference(
  { fields }: Pick<Kind, "fields">,
  args: Props,
  shown: Props,
): string | undefined {
  const isFixed = (name: string) => fields[name]?.createOnly && shown[name] !== undefined;
  return Object.keys(args).find((name) => isFixed(name) && !fields[name]!.isAsGiven(args[name], shown[name]));
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
