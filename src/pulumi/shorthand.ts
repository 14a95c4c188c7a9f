// Replaces the shorthands of a program by the arguments that they stand for.
// Tested with @pulumi/pulumi 3.216.0 to 3.248.0.
import type { Definition, Props } from "../kind/definition";
import { shorthandsOf } from "../kind/shorthand";
import * as pulumi from "./sdk";

/**
 * A shorthand that the schema rejects, or that is given in addition to its argument, is left for `check`: its value may
 * be known only later.
 */
export function expandShorthands(definition: Definition, props: Props): void {
  for (const [name, { field, toValue }] of shorthandsOf(definition)) {
    if (props[name] === undefined || props[field] !== undefined) continue;
    const schema = definition.args().shape[name]!;
    const isValid = (written: unknown) => schema.safeParse(written).success;
    const given = pulumi.output(props[name]);
    props[field] = given.apply((written) => (isValid(written) ? toValue(written) : undefined));
    props[name] = given.apply((written) => (isValid(written) ? undefined : written));
  }
}
