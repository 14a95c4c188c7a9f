// Calls of the mocks in a user's unit test (`pulumi.runtime.setMocks`).
// Tested with @pulumi/pulumi 3.248.0.
import { deserializeProperties, isRpcSecret, unwrapRpcSecret } from "@pulumi/pulumi/runtime/rpc";
import { getMonitor } from "@pulumi/pulumi/runtime/settings";
import type { Props } from "../../kind/definition";
import { invoke } from "../invoke";
import type * as pulumi from "../sdk";

/** Calls `mocks.call`. @throws the error of the mock */
export async function callMock(
  token: string,
  inputs: Props,
  provider: pulumi.ProviderResource | undefined,
): Promise<{ readonly result: Props; readonly isSecret: boolean }> {
  const reference = provider && (await referenceOf(provider));
  const returned = await invoke(getMonitor()!, token, inputs, reference);
  const properties = Object.entries(deserializeProperties(returned!) as Props);
  return {
    result: Object.fromEntries(properties.map(([name, value]) => [name, unwrapRpcSecret(value)])),
    isSecret: properties.some(([, value]) => isRpcSecret(value)),
  };
}

/** How the SDK names a provider in a request. */
async function referenceOf(provider: pulumi.ProviderResource): Promise<string> {
  const resolved = (output: pulumi.Output<string>) =>
    new Promise<string>((resolve) => void output.apply((value) => resolve(value)));
  return `${await resolved(provider.urn)}::${await resolved(provider.id)}`;
}
