// One stack manages one account, with one key and one rate limit.
// Tested with @pulumi/pulumi 3.216.0 to 3.248.0.
import type * as pulumi from "./sdk";

/**
 * Why a resource must not be registered: its own options or its parents give it a provider, which could have another key.
 * @param type the type token of the resource
 */
export function providerProblem(
  type: string,
  { provider, parent }: Pick<pulumi.CustomResourceOptions, "provider" | "parent">,
): string | undefined {
  if ((provider ?? parent?.getProvider(type)) === undefined) return undefined;
  return (
    "has a provider, but one stack manages one account. Remove the option provider of the resource, or providers of its " +
    "component. Several accounts are several stacks"
  );
}
