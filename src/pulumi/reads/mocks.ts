// Calls of the mocks in a user's unit test (`pulumi.runtime.setMocks`).
// Tested with @pulumi/pulumi 3.248.0.
import { deserializeProperties, isRpcSecret, unwrapRpcSecret } from "@pulumi/pulumi/runtime/rpc";
import { getMonitor } from "@pulumi/pulumi/runtime/settings";
import type { Props } from "../../kind/definition";
import { invoke } from "../invoke";

/** Calls `mocks.call`. @throws the error of the mock */
export async function callMock(
  token: string,
  inputs: Props,
): Promise<{ readonly result: Props; readonly isSecret: boolean }> {
  const returned = await invoke(getMonitor()!, token, inputs);
  const properties = Object.entries(deserializeProperties(returned!) as Props);
  return {
    result: Object.fromEntries(properties.map(([name, value]) => [name, unwrapRpcSecret(value)])),
    isSecret: properties.some(([, value]) => isRpcSecret(value)),
  };
}
