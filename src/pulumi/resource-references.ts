// Values that name a resource: the resource itself, its id or another property, or an output of one of them.

import { isDryRun } from "@pulumi/pulumi/runtime/settings";
import { TYPE_PREFIX } from "../engine/provider-source";
import type { Props } from "../kind/definition";
import type { ResourceTypes } from "../kind/field";
import { type Decision, decisionOf, HIDDEN_INPUT } from "../kind/request";
import { formatList } from "../kind/schema";
import * as pulumi from "./sdk";

/**
 * A property, such as the id, in place of a resource. Another value stays as it is.
 * @param expected empty if the argument cannot be a resource
 * @throws what `toError` makes of the problem
 */
export function valueOfResource(
  value: unknown,
  argument: string,
  expected: ResourceTypes,
  toError: (problem: string) => Error,
): unknown {
  if (pulumi.Resource.isInstance(value)) {
    // The SDK's types omit this property. A resource of another kind has an id, too, which is that of another object.
    const type = (value as unknown as { __pulumiType: string }).__pulumiType.replace(TYPE_PREFIX, "");
    const allowed = [...Object.keys(expected), "plain value"].map((one) => `a ${one}`);
    const property = Object.hasOwn(expected, type) ? expected[type]! : undefined;
    if (property === undefined)
      throw toError(`${argument} must be ${formatList(allowed, "or")}, not a resource of type ${type}`);
    if (!pulumi.CustomResource.isInstance(value)) return value;
    return property === "id" ? idOf(value) : (value as unknown as Props)[property];
  }
  const later = (known: unknown) => valueOfResource(known, argument, expected, toError);
  // An output made of a rejected promise would be an error of its own.
  if (value instanceof Promise) return value.then(later);
  return pulumi.Output.isInstance(value) ? value.apply(later) : value;
}

/** The id of a resource. In a preview, that of an object that the resource will adopt is known before its create. */
function idOf(resource: pulumi.CustomResource): pulumi.Output<string> {
  const { id, [HIDDEN_INPUT]: hidden } = resource as {
    id: pulumi.Output<string>;
    [HIDDEN_INPUT]?: pulumi.Output<unknown>;
  };
  if (!isDryRun() || hidden === undefined) return id;
  const idIn = (decision: Decision) => (decision.do === "adopt" ? decision.id : id);
  return pulumi.output(hidden.apply((text) => idIn(decisionOf({ [HIDDEN_INPUT]: text }))));
}
