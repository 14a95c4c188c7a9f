// Other ways to write an argument, such as named fields for a text. Only programs and config files have them: the
// class hands the engine what they stand for, so state and drift know nothing of how it was written.
import type { Definition, Props } from "../kind/definition";
import { shorthandsOf } from "../kind/shorthand";
import * as pulumi from "./sdk";

/**
 * Puts the values of fields in the place of their notations. What is refused by the schema, or stands beside its
 * field, stays for `check` to tell: it may be known only later.
 */
export function expandShorthands(definition: Definition, props: Props): void {
  for (const [name, { field, toValue }] of shorthandsOf(definition)) {
    if (props[name] === undefined || props[field] !== undefined) continue;
    const schema = definition.args().shape[name]!;
    const isWell = (written: unknown) => schema.safeParse(written).success;
    const given = pulumi.output(props[name]);
    props[field] = given.apply((written) => (isWell(written) ? toValue(written) : undefined));
    props[name] = given.apply((written) => (isWell(written) ? undefined : written));
  }
}
