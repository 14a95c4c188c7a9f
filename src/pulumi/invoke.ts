// A call of a function of a provider, or of the engine itself. Not by the SDK's own `invoke`, which drops the message of an
// error, and writes the whole response with decrypted secrets to the engine's debug log.
import type { InvokeResponse } from "@pulumi/pulumi/proto/provider_pb";
import type { getMonitor } from "@pulumi/pulumi/runtime/settings";
import type { Props } from "../kind/definition";
import { requireOfSdk } from "./patches/sdk-modules";

export type Monitor = NonNullable<ReturnType<typeof getMonitor>>;

/** The result as the engine writes it. */
export type Returned = NonNullable<ReturnType<InvokeResponse["getReturn"]>>;

/**
 * @param token of the function
 * @returns undefined if the function returns nothing
 * @throws the error of the function: a gRPC error, or what a mock throws
 */
export async function invoke(monitor: Monitor, token: string, args: Props): Promise<Returned | undefined> {
  const { Struct } = requireOfSdk(
    "google-protobuf/google/protobuf/struct_pb",
  ) as typeof import("google-protobuf/google/protobuf/struct_pb");
  const { ResourceInvokeRequest } =
    require("@pulumi/pulumi/proto/resource_pb") as typeof import("@pulumi/pulumi/proto/resource_pb");
  const request = new ResourceInvokeRequest();
  request.setTok(token);
  request.setArgs(Struct.fromJavaScript(args as Record<string, string>));
  const response = await new Promise<InvokeResponse>((resolve, reject) => {
    monitor.invoke(request, (error, response) => (error ? reject(error) : resolve(response)));
  });
  return response.getReturn();
}
