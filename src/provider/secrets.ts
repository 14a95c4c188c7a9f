// Which values of a resource are secret, and what the service sets, without them.
import { Redactor } from "../api/redaction/redactor";
import { secretsOf, secretValues } from "../kind/annotations";
import type { Definition, Props } from "../kind/definition";
import { planOf } from "../kind/entry";

/**
 * Names of the arguments that are secret: by their kind, or because the program marks them.
 * @param marked by default those of the hidden input
 */
export function secretNames(
  definition: Definition,
  props: Props,
  marked: readonly string[] = planOf(props).secrets ?? [],
): ReadonlySet<string> {
  return new Set([...secretsOf(definition, props), ...marked]);
}

/**
 * Outputs without secrets: a service may name a code by its content. Only the secrets of the resource itself are masked,
 * because what else the process knows depends on the order of its calls.
 * @param props the arguments and the hidden input
 */
export function maskOutputs(definition: Definition, props: Props, outputs: Props): Props {
  const redactor = new Redactor();
  redactor.add(secretValues(definition, props, secretNames(definition, props)));
  const masked = (value: unknown) => (typeof value === "string" ? redactor.redact(value) : value);
  return Object.fromEntries(Object.entries(outputs).map(([name, value]) => [name, masked(value)]));
}
