// Which objects are the same object: by the fields that the definition names, whatever the spelling.
import type { Definition, Props } from "./definition";
import { hasUnknown } from "./unknown";

type Kind = Pick<Definition, "type" | "fields" | "identity">;

/**
 * The identity as text: equal texts are one object. Case and outer spaces do not count, because services change both.
 * `undefined` if the fields do not identify an object, or are not known yet.
 */
export function identityOf(kind: Kind, values: Props): string | undefined {
  return identitiesOf(kind, values)[0];
}

/** All identities of the same object, in order of precedence: a campaign may have one by slug and one by name. */
export function identitiesOf({ fields, identity }: Kind, values: Props): string[] {
  return identity
    .filter((names) => names.every((name) => isKnown(values[name])))
    .map((names) =>
      JSON.stringify(names.map((name) => [name, plain(fields[name]?.canonical(values[name]))])),
    );
}

/**
 * Whether an object may be the one that the first identities describe. An object whose better identity is known and
 * differs is another object.
 * @param wanted as `identitiesOf` returns them
 * @param known those of the object
 */
export function mayBeSame(wanted: readonly string[], known: readonly string[]): boolean {
  const [best, ...others] = wanted;
  if (best === undefined) return false;
  const isPartlyKnown = known.length < wanted.length;
  return known.includes(best) || (isPartlyKnown && others.some((one) => known.includes(one)));
}

/** The fields that identify an object with these values. The values may be unknown. */
export function identifyingFields({ identity }: Pick<Kind, "identity">, values: Props): readonly string[] {
  return identity.find((names) => names.every((name) => isGiven(values[name]))) ?? [];
}

/** Whether every object can be recognized, on every service. */
export function isAlwaysIdentified({ fields, identity }: Pick<Kind, "fields" | "identity">): boolean {
  return identity.length > 0 && !identity.flat().some((name) => fields[name]?.undocumented);
}

/** An object in messages: its type, and the values that identify it. */
export function describe(kind: Kind, values: Props): string {
  const names = identifyingFields(kind, values);
  if (names.length === 0 || hasUnknown(values)) return kind.type;
  return `${kind.type} ${names.map((name) => String(values[name])).join(" ")}`;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

function isKnown(value: unknown): boolean {
  return isGiven(value) && !hasUnknown(value);
}

function plain(value: string | boolean | undefined): string {
  return String(value).trim().toLowerCase();
}
