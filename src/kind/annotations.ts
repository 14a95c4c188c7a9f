// What is special about the arguments of a kind, by name.
import { QR_CONTENT } from "../api/settings";
import type { Definition, Props, Shorthand, ShorthandSettings } from "./definition";

export interface Annotations {
  /** All arguments, shorthands included. */
  readonly names: readonly string[];
  readonly createOnly: ReadonlySet<string>;
  readonly writeOnly: ReadonlySet<string>;
  readonly secret: ReadonlySet<string>;
}

type Kind = Pick<Definition, "fields" | "shorthands" | "secretArgs">;

export function annotationsOf(kind: Kind): Annotations {
  const shorthands = shorthandsOf(kind);
  const facts = [
    ...Object.entries(kind.fields),
    ...shorthands.map(([name, { field }]) => [name, kind.fields[field]] as const),
  ];
  const where = (fact: "createOnly" | "writeOnly" | "secret") =>
    new Set(facts.filter(([, field]) => field?.[fact]).map(([name]) => name));
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

/** Other ways to write an argument, such as named fields for a text. They never reach the state. */
export function shorthandsOf({ shorthands = {} }: Pick<Definition, "shorthands">): [string, Shorthand][] {
  return Object.entries(shorthands);
}

/** The argument that reaches the engine. Of a path such as `content.wifi`, only its first name counts. */
export function fieldOf(kind: Pick<Definition, "shorthands">, path: string): string {
  const [start] = /^\w*/.exec(path)!;
  return shorthandsOf(kind).find(([name]) => name === start)?.[1].field ?? path;
}

/** A valid shorthand has no value with these settings. The message starts with the path of what is wrong. */
export class ShorthandError extends Error {}

/** Valid arguments without shorthands, as the state records them. @throws ShorthandError */
export function expandedArgs(
  kind: Pick<Definition, "shorthands">,
  args: Props,
  settings: ShorthandSettings,
): Props {
  const expanded = withoutShorthands(kind, args);
  for (const [name, { field, toValue }] of shorthandsOf(kind)) {
    if (args[name] !== undefined) expanded[field] ??= toValue(args, settings);
  }
  return expanded;
}

/** The same with all settings: the state may be from before a setting was changed. */
export function allExpandedArgs(kind: Pick<Definition, "shorthands">, args: Props): readonly Props[] {
  if (shorthandsOf(kind).every(([name]) => args[name] === undefined)) return [args];
  return QR_CONTENT.flatMap((qrContent) => {
    try {
      return [expandedArgs(kind, args, { qrContent })];
    } catch (error) {
      if (error instanceof ShorthandError) return [];
      throw error;
    }
  });
}

/** The inputs that reach the state. */
export function withoutShorthands(kind: Pick<Definition, "shorthands">, inputs: Props): Props {
  const kept = { ...inputs };
  for (const [name] of shorthandsOf(kind)) delete kept[name];
  return kept;
}
