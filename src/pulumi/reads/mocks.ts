// Calls of the mocks in a user's unit test (`pulumi.runtime.setMocks`).
// Tested with @pulumi/pulumi 3.216.0 to 3.248.0.
import type { InvokeResponse } from "@pulumi/pulumi/proto/provider_pb";
import { deserializeProperties, isRpcSecret, unwrapRpcSecret } from "@pulumi/pulumi/runtime/rpc";
import { getMonitor } from "@pulumi/pulumi/runtime/settings";
import type { Props } from "../../kind/definition";
import { requireOfSdk } from "../patches/sdk-modules";
import type * as pulumi from "../sdk";

/**
 * Calls `mocks.call`. Not by the SDK's own `invoke`, which drops the message of a mock's error.
 * @throws the error of the mock
 */
export async function callMock(
  token: string,
  inputs: Props,
  provider: pulumi.ProviderResource | undefined,
): Promise<{ readonly result: Props; readonly isSecret: boolean }> {
  const { Struct } = requireOfSdk(
    "google-protobuf/google/protobuf/struct_pb",
  ) as typeof import("google-protobuf/google/protobuf/struct_pb");
  const { ResourceInvokeRequest } =
    require("@pulumi/pulumi/proto/resource_pb") as typeof import("@pulumi/pulumi/proto/resource_pb");
  const request = new ResourceInvokeRequest();
  request.setTok(token);
  request.setArgs(Struct.fromJavaScript(inputs as Record<string, string>));
  if (provider) request.setProvider(await referenceOf(provider));
  const response = await new Promise<InvokeResponse>((resolve, reject) => {
    getMonitor()!.invoke(request, (error, response) => (error ? reject(error) : resolve(response)));
  });
  const properties = Object.entries(deserializeProperties(response.getReturn()!) as Props);
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
