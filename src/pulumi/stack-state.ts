// What the state of the stack records about the resources of this package. A program may ask the engine for it. The
// engine then keeps a default provider named "pulumi" in the state, as for a stack reference. A provider cannot ask.
import type { InvokeResponse } from "@pulumi/pulumi/proto/provider_pb";
import { isRpcSecret, unwrapRpcSecret } from "@pulumi/pulumi/runtime/rpc";
import { type getMonitor, getOrganization, getProject, getStack } from "@pulumi/pulumi/runtime/settings";
import { TYPE_PREFIX } from "../engine/provider-source";
import { identitiesOf } from "../kind/compare";
import type { Definition, Props } from "../kind/definition";
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
  /** Its object existed before. @default false */
  readonly isAdopted?: boolean;
  /** All arguments and outputs, to compare. */
  readonly values: Props;
  /** Those that messages may show: not secret. */
  readonly shown: Props;
}

interface WithObject extends RecordedResource {
  readonly id: string;
}

/** What the state has of a kind. */
interface OfKind {
  readonly records: readonly WithObject[];
  /** Those that have adopted the object that another record replaces: its delete may have failed. Usually none. */
  readonly adopted: readonly WithObject[];
  /** How many records have an identity. */
  readonly identities: ReadonlyMap<string, number>;
}

/** The state before a run. */
export class StackState {
  /** On which anything was recorded, also by a resource that a program only reads. */
  readonly accounts = new Set<string>();
  /** The resources that this stack manages: not those that a program only reads. */
  readonly byUrn = new Map<string, RecordedResource>();
  readonly #kinds = new Map<Definition, OfKind>();

  /** @throws Error if the engine does not answer, or metadata is damaged */
  static async read(monitor: Monitor): Promise<StackState> {
    const state = new StackState();
    for (const [urn, { type: token, outputs }] of Object.entries(await readStackResources(monitor))) {
      if (token.startsWith(TYPE_PREFIX)) state.#add(urn, token.slice(TYPE_PREFIX.length), outputs);
    }
    return state;
  }

  of(definition: Definition): OfKind {
    const known = this.#kinds.get(definition);
    if (known) return known;
    const records = [...this.byUrn.values()].filter(
      (one): one is WithObject => one.type === definition.type && one.id !== undefined,
    );
    const replaced = new Set(records.map(({ replacedId }) => replacedId));
    // A new object may have the id of one that was deleted.
    const adopted = records.filter(({ id, isAdopted }) => isAdopted && replaced.has(id));
    const identities = new Map<string, number>();
    for (const text of records.flatMap(({ values }) => identitiesOf(definition, values)))
      identities.set(text, (identities.get(text) ?? 0) + 1);
    const kind = { records, adopted, identities };
    this.#kinds.set(definition, kind);
    return kind;
  }

  #add(urn: string, type: string, outputs: Props): void {
    // A user may declare any output as secret.
    const { id, account, pending, external } = metadataOf({ [METADATA]: unwrapRpcSecret(outputs[METADATA]) });
    if (account !== undefined) this.accounts.add(account);
    if (external) return;
    const all = Object.entries(outputs).filter(([name]) => !name.startsWith("__"));
    const values = Object.fromEntries(all.map(([name, value]) => [name, unwrapRpcSecret(value)]));
    const shown = Object.fromEntries(all.filter(([, value]) => !isRpcSecret(value)));
    const decision = decisionOf({ [HIDDEN_INPUT]: unwrapRpcSecret(outputs[HIDDEN_INPUT]) });
    const { replacedId } = decision;
    const isAdopted = decision.do === "adopt";
    const ownId = pending === undefined ? id : undefined;
    this.byUrn.set(urn, { urn, type, id: ownId, pending, replacedId, isAdopted, values, shown });
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
