// Other ways to write an argument, such as named fields for a text. They never reach the state.
import type { Definition, Props, Shorthand } from "./definition";

export function shorthandsOf(definition: Definition): [string, Shorthand][] {
  return Object.entries(definition.shorthands ?? {});
}

/** The inputs that reach the state. */
export function withoutShorthands(definition: Definition, inputs: Props): Props {
  const kept = { ...inputs };
  for (const [name] of shorthandsOf(definition)) delete kept[name];
  return kept;
}
