// What is special about the arguments of a kind, by name.
import type { Definition, Props } from "./definition";

export interface Annotations {
  readonly names: readonly string[];
  readonly createOnly: ReadonlySet<string>;
  readonly writeOnly: ReadonlySet<string>;
  readonly secret: ReadonlySet<string>;
}

type Kind = Pick<Definition, "fields" | "secretArgs">;

export function annotationsOf(kind: Kind): Annotations {
  const facts = Object.entries(kind.fields);
  const where = (fact: "createOnly" | "writeOnly" | "secret") =>
    new Set(facts.filter(([, field]) => field[fact]).map(([name]) => name));
  return {
    names: facts.map(([name]) => name),
    createOnly: where("createOnly"),
    writeOnly: where("writeOnly"),
    secret: where("secret"),
  };
}

/** Names of the arguments whose values must never be shown. */
export function secretsOf(kind: Kind, args: Props): ReadonlySet<string> {
  const always = Object.keys(kind.fields).filter((name) => kind.fields[name]?.secret);
  return new Set([...always, ...(kind.secretArgs?.(args) ?? [])]);
}

/** What no message may contain: the values of some arguments, and their parts that are secret alone. */
export function secretValues(
  { secretParts }: Pick<Definition, "secretParts">,
  props: Props,
  names: Iterable<string>,
): readonly unknown[] {
  const values = [...names].map((name) => props[name]);
  return [...values, ...values.flatMap((value) => secretParts?.(value) ?? [])];
}
