// What the state of the stack records about the resources of this package. A program may ask the engine for it. The
// engine then keeps a default provider named "pulumi" in the state, as for a stack reference. A provider cannot ask.
// Tested with @pulumi/pulumi 3.216.0 to 3.248.0.
import type { InvokeResponse } from "@pulumi/pulumi/proto/provider_pb";
import { unwrapRpcSecret } from "@pulumi/pulumi/runtime/rpc";
import { type getMonitor, getOrganization, getProject, getStack } from "@pulumi/pulumi/runtime/settings";
import type { Props } from "../kind/definition";
import { METADATA, metadataOf, OLDER_METADATA } from "../kind/metadata";
import { TYPE_PREFIX } from "../kind/provider-source";
import { requireOfSdk } from "./patches/sdk-modules";

const FUNCTION = "pulumi:pulumi:readStackResourceOutputs";

type Monitor = NonNullable<ReturnType<typeof getMonitor>>;

/** A resource of this package in the state. */
export interface RecordedResource {
  readonly urn: string;
  readonly type: string;
  /** Unknown in older states of another origin. */
  readonly id: string | undefined;
  readonly isPending: boolean;
}

export interface StackState {
  /** The accounts on which resources were recorded. */
  readonly accounts: readonly string[];
  /** The resources that this stack manages: not those that a program only reads. */
  readonly byUrn: ReadonlyMap<string, RecordedResource>;
}

/** @throws Error if the engine does not answer, or the metadata of a resource is damaged */
export async function readStackState(monitor: Monitor): Promise<StackState> {
  const accounts = new Set<string>();
  const byUrn = new Map<string, RecordedResource>();
  for (const [urn, { type, outputs }] of Object.entries(await readResources(monitor))) {
    if (!type.startsWith(TYPE_PREFIX)) continue;
    // A user may declare any output as secret.
    const {
      id,
      account,
      pending = false,
      external = false,
    } = metadata(urn, {
      ...outputs,
      [METADATA]: unwrapRpcSecret(outputs[METADATA]),
      [OLDER_METADATA]: unwrapRpcSecret(outputs[OLDER_METADATA]),
    });
    if (account !== undefined) accounts.add(account);
    if (!external) byUrn.set(urn, { urn, type, id, isPending: pending });
  }
  return { accounts: [...accounts], byUrn };
}

function metadata(urn: string, outputs: Props): ReturnType<typeof metadataOf> {
  try {
    return metadataOf(outputs);
  } catch (error) {
    throw new Error(`${urn}: ${(error as Error).message}`);
  }
}

type Resources = Record<string, { type: string; outputs: Props }>;

// Not by the SDK's own `invoke`, which writes the whole response with decrypted secrets to the engine's debug log.
async function readResources(monitor: Monitor): Promise<Resources> {
  const { Struct } = requireOfSdk(
    "google-protobuf/google/protobuf/struct_pb",
  ) as typeof import("google-protobuf/google/protobuf/struct_pb");
  const { ResourceInvokeRequest } =
    require("@pulumi/pulumi/proto/resource_pb") as typeof import("@pulumi/pulumi/proto/resource_pb");
  const request = new ResourceInvokeRequest();
  request.setTok(FUNCTION);
  request.setArgs(Struct.fromJavaScript({ stackName: stackName() }));
  const response = await new Promise<InvokeResponse>((resolve, reject) => {
    monitor.invoke(request, (error, response) =>
      error
        ? reject(new Error(`the engine did not return the state of the stack (${error.details}). Run again`))
        : resolve(response),
    );
  });
  const { outputs = {} } = (response.getReturn()?.toJavaScript() ?? {}) as { outputs?: Resources };
  return outputs;
}

// A backend without organizations has the organization "organization", and in some layouts accepts no qualified name.
function stackName(): string {
  const organization = getOrganization();
  return organization === "organization" ? getStack() : `${organization}/${getProject()}/${getStack()}`;
}
