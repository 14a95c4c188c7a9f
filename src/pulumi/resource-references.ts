// Values that name a resource: the resource itself, its id, or an output of one of them.
import { TYPE_PREFIX } from "../kind/provider-source";
import { Program } from "./program";
import * as pulumi from "./sdk";

/**
 * The id in place of a resource. Another value stays as it is.
 * @param expected type of the kind; unset if the argument cannot be a resource
 * @throws what `toError` makes of the problem
 */
export function idOfResource(
  value: unknown,
  argument: string,
  expected: string | undefined,
  toError: (problem: string) => Error,
): unknown {
  if (pulumi.Resource.isInstance(value)) {
    // The SDK's types omit this property. A resource of another kind has an id, too, which is that of another object.
    const type = (value as unknown as { __pulumiType: string }).__pulumiType.replace(TYPE_PREFIX, "");
    const allowed = expected === undefined ? "a plain value" : `a ${expected} or an id`;
    if (type !== expected) throw toError(`${argument} must be ${allowed}, not a resource of type ${type}`);
    return pulumi.CustomResource.isInstance(value) ? value.id : value;
  }
  const later = (known: unknown) => idOfResource(known, argument, expected, toError);
  // An output made of a rejected promise would be an error of its own.
  if (value instanceof Promise) return value.then(later);
  return pulumi.Output.isInstance(value) ? value.apply(later) : value;
}

/**
 * The id for a read. Without one, the SDK would create a resource.
 * @param label of the call in messages, such as `Pixel.get ads`
 * @throws RunError
 */
export function checkedId(label: string, id: pulumi.Input<string | number>): pulumi.Input<string> {
  const program = Program.current();
  const text = (known: unknown): string => {
    const isId = typeof known === "string" ? known.trim() !== "" : Number.isSafeInteger(known);
    if (isId) return String(known);
    throw program.error(
      `${label}: the id ${known === undefined ? "is missing" : "must be text or a number"}`,
    );
  };
  const isLater = id instanceof Promise || pulumi.Output.isInstance(id);
  return isLater ? pulumi.output(id).apply(text) : text(id);
}
