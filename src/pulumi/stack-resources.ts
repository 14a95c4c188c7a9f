// Asks the engine for the resources of the stack, as the state has them. Not by the SDK's own `invoke`, which drops the
// message of an error, and writes the whole response with decrypted secrets to the engine's debug log.
import type { InvokeResponse } from "@pulumi/pulumi/proto/provider_pb";
import { type getMonitor, getOrganization, getProject, getStack } from "@pulumi/pulumi/runtime/settings";
import type { Props } from "../kind/definition";
import { requireOfSdk } from "./patches/sdk-modules";

const FUNCTION = "pulumi:pulumi:readStackResourceOutputs";

export type Monitor = NonNullable<ReturnType<typeof getMonitor>>;

/** By URN, the type token and the outputs, in which secrets are wrapped. */
type StackResources = Readonly<Record<string, { readonly type: string; readonly outputs: Props }>>;

/** @throws Error if the engine does not answer */
export async function readStackResources(monitor: Monitor): Promise<StackResources> {
  const { Struct } = requireOfSdk(
    "google-protobuf/google/protobuf/struct_pb",
  ) as typeof import("google-protobuf/google/protobuf/struct_pb");
  const { ResourceInvokeRequest } =
    require("@pulumi/pulumi/proto/resource_pb") as typeof import("@pulumi/pulumi/proto/resource_pb");
  const request = new ResourceInvokeRequest();
  request.setTok(FUNCTION);
  request.setArgs(Struct.fromJavaScript({ stackName: stackName() }));
  const response = await new Promise<InvokeResponse>((resolve, reject) => {
    monitor.invoke(request, (error, response) => {
      if (!error) return resolve(response);
      reject(new Error(`the engine did not return the state of the stack (${error.details}). Run again`));
    });
  });
  const { outputs = {} } = (response.getReturn()?.toJavaScript() ?? {}) as { outputs?: StackResources };
  return outputs;
}

// A backend without organizations has the organization "organization", and in some layouts accepts no qualified name.
function stackName(): string {
  const organization = getOrganization();
  return organization === "organization" ? getStack() : `${organization}/${getProject()}/${getStack()}`;
}
