// Other ways to write an argument, such as named fields for a text. They never reach the state.
import type { Definition, Props, Shorthand } from "./definition";

type Kind = Pick<Definition, "shorthands">;

export function shorthandsOf({ shorthands = {} }: Kind): [string, Shorthand][] {
  return Object.entries(shorthands);
}

/** The inputs that reach the state. */
export function withoutShorthands(kind: Kind, inputs: Props): Props {
  const kept = { ...inputs };
  for (const [name] of shorthandsOf(kind)) delete kept[name];
  return kept;
}
