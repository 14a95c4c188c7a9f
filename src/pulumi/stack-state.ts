// What the state of the stack records about the resources of this package. A program may ask the engine for it. The
// engine then keeps a default provider named "pulumi" in the state, as for a stack reference. A provider cannot ask.
import type { InvokeResponse } from "@pulumi/pulumi/proto/provider_pb";
import { isRpcSecret, unwrapRpcSecret } from "@pulumi/pulumi/runtime/rpc";
import { type getMonitor, getOrganization, getProject, getStack } from "@pulumi/pulumi/runtime/settings";
import { TYPE_PREFIX } from "../engine/provider-source";
import type { Definition, Props } from "../kind/definition";
import { identitiesOf } from "../kind/identity";
import { decisionOf, HIDDEN_INPUT } from "../kind/request";
import { METADATA, type Metadata, metadataOf } from "../kind/state";
import { requireOfSdk } from "./patches/sdk-modules";

const FUNCTION = "pulumi:pulumi:readStackResourceOutputs";

export type Monitor = NonNullable<ReturnType<typeof getMonitor>>;

/** A resource of this package in the state. */
export interface RecordedResource {
  readonly urn: string;
  /** Its type token without the prefix. */
  readonly type: string;
  /** Unknown before the first refresh of an import. A pending create has none. */
  readonly id: string | undefined;
  readonly pending?: Metadata["pending"];
  /** Id of the object that its own one replaces. */
  readonly replacedId?: string | undefined;
  /** All arguments and outputs, to compare. */
  readonly values: Props;
  /** Those that messages may show: not secret. */
  readonly shown: Props;
}

/** The objects of a kind that the state has. */
interface Ids {
  readonly all: readonly string[];
  /** Those that one record has replaced, and another one has now. Usually none. */
  readonly adopted: readonly RecordedResource[];
}

/** The state before a run. */
export class StackState {
  /** On which anything was recorded, also by a resource that a program only reads. */
  readonly accounts = new Set<string>();
  /** The resources that this stack manages: not those that a program only reads. */
  readonly byUrn = new Map<string, RecordedResource>();
  readonly #ids = new Map<string, Ids>();
  /** By type, how many records have an identity. */
  readonly #identities = new Map<string, Map<string, number>>();

  /** @throws Error if the engine does not answer, or the metadata of a resource is damaged */
  static async read(monitor: Monitor): Promise<StackState> {
    const state = new StackState();
    for (const [urn, { type: token, outputs }] of Object.entries(await readStackResources(monitor))) {
      if (token.startsWith(TYPE_PREFIX)) state.#add(urn, token.slice(TYPE_PREFIX.length), outputs);
    }
    return state;
  }

  /** The resource with the object of this id. */
  withId(type: string, id: string): RecordedResource | undefined {
    return this.#of(type).find((record) => record.id === id);
  }

  /** @param type of the objects */
  idsOf(type: string): Ids {
    const known = this.#ids.get(type);
    if (known) return known;
    const records = this.#of(type);
    const replaced = new Set(records.flatMap(({ replacedId }) => replacedId ?? []));
    const all = records.flatMap(({ id }) => id ?? []);
    const ids = { all, adopted: records.filter(({ id }) => replaced.has(id!)) };
    this.#ids.set(type, ids);
    return ids;
  }

  /** Whether another resource may have the object of this one, by its identity. */
  isAlike(definition: Definition, { values }: RecordedResource): boolean {
    const { type } = definition;
    let counts = this.#identities.get(type);
    if (!counts) {
      counts = new Map();
      const all = this.#of(type).flatMap((record) => identitiesOf(definition, record.values));
      for (const text of all) counts.set(text, (counts.get(text) ?? 0) + 1);
      this.#identities.set(type, counts);
    }
    return identitiesOf(definition, values).some((text) => counts.get(text)! > 1);
  }

  /** The resources of a type that have an object. */
  #of(type: string): readonly RecordedResource[] {
    return [...this.byUrn.values()].filter((one) => one.type === type && one.id !== undefined);
  }

  #add(urn: string, type: string, outputs: Props): void {
    const { id, account, pending, external } = metadata(urn, outputs);
    if (account !== undefined) this.accounts.add(account);
    if (external) return;
    const all = Object.entries(outputs).filter(([name]) => !name.startsWith("__"));
    const values = Object.fromEntries(all.map(([name, value]) => [name, unwrapRpcSecret(value)]));
    const shown = Object.fromEntries(all.filter(([, value]) => !isRpcSecret(value)));
    const { replacedId } = decisionOf({ [HIDDEN_INPUT]: unwrapRpcSecret(outputs[HIDDEN_INPUT]) });
    const ownId = pending === undefined ? id : undefined;
    this.byUrn.set(urn, { urn, type, id: ownId, pending, replacedId, values, shown });
  }
}

/** A user may declare any output as secret. */
function metadata(urn: string, outputs: Props): Partial<Metadata> {
  try {
    return metadataOf({ [METADATA]: unwrapRpcSecret(outputs[METADATA]) });
  } catch (error) {
    throw new Error(`${urn}: ${(error as Error).message}`);
  }
}

/** The type token and the outputs of each URN. Secrets are wrapped. */
type StackResources = Readonly<Record<string, { readonly type: string; readonly outputs: Props }>>;

/**
 * Asks the engine for the resources of the stack, as the state has them. The SDK's own `invoke` drops the message of an error,
 * and writes the whole response with decrypted secrets to the engine's debug log.
 * @throws Error if the engine does not answer
 */
async function readStackResources(monitor: Monitor): Promise<StackResources> {
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
