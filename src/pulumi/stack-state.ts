// What the state of the stack records about the resources of this package. A program may ask the engine for it. The
// engine then keeps a default provider named "pulumi" in the state, as for a stack reference. A provider cannot ask.
import { isRpcSecret, unwrapRpcSecret } from "@pulumi/pulumi/runtime/rpc";
import { getOrganization, getProject, getStack } from "@pulumi/pulumi/runtime/settings";
import type { Definition, Props } from "../kind/definition";
import { identitiesOf } from "../kind/identity";
import type { OnExisting } from "../kind/on-existing";
import { TYPE_PREFIX } from "../kind/provider-source";
import { METADATA, type Metadata, metadataOf } from "../kind/state";
import { invoke, type Monitor } from "./invoke";

const FUNCTION = "pulumi:pulumi:readStackResourceOutputs";

/** A resource of this package in the state. */
export interface RecordedResource {
  readonly urn: string;
  /** Without the prefix of its token. */
  readonly type: string;
  /** Unknown before the first refresh of an import. */
  readonly id: string | undefined;
  readonly pending?: Metadata["pending"];
  /** All arguments and outputs, to compare. */
  readonly values: Props;
  /** Those that messages may show: not secret. */
  readonly shown: Props;
}

export interface StackState {
  /** On which anything was recorded, also by a resource that a program only reads. */
  readonly accounts: readonly string[];
  /** The resources that this stack manages: not those that a program only reads. */
  readonly byUrn: ReadonlyMap<string, RecordedResource>;
  /** The number of objects by type, without pending creates. */
  readonly counts: ReadonlyMap<string, number>;
}

/** @throws Error if the engine does not answer, or the metadata of a resource is damaged */
export async function readStackState(monitor: Monitor): Promise<StackState> {
  const accounts = new Set<string>();
  const byUrn = new Map<string, RecordedResource>();
  const counts = new Map<string, number>();
  for (const [urn, { type: token, outputs }] of Object.entries(await readResources(monitor))) {
    if (!token.startsWith(TYPE_PREFIX)) continue;
    const { id, account, pending, external = false } = metadata(urn, outputs);
    if (account !== undefined) accounts.add(account);
    if (external) continue;
    const type = token.slice(TYPE_PREFIX.length);
    if (!pending) counts.set(type, (counts.get(type) ?? 0) + 1);
    const all = Object.entries(outputs).filter(([name]) => !name.startsWith("__"));
    byUrn.set(urn, {
      urn,
      type,
      id,
      ...(pending && { pending }),
      values: Object.fromEntries(all.map(([name, value]) => [name, unwrapRpcSecret(value)])),
      shown: Object.fromEntries(all.filter(([, value]) => !isRpcSecret(value))),
    });
  }
  return { accounts: [...accounts], byUrn, counts };
}

/** A user may declare any output as secret. */
function metadata(urn: string, outputs: Props): Partial<Metadata> {
  try {
    return metadataOf({ [METADATA]: unwrapRpcSecret(outputs[METADATA]) });
  } catch (error) {
    throw new Error(`${urn}: ${(error as Error).message}`);
  }
}

/** The objects in the state by what identifies them. */
export class RecordedObjects {
  readonly #state: StackState;
  /** By type, and by identity or id. */
  readonly #indexes = new Map<string, Map<string, RecordedResource[]>>();

  constructor(state: StackState) {
    this.#state = state;
  }

  /** Those with one of the identities of `args`, or with the id that the entry names. */
  like(definition: Definition, args: Props, onExisting: OnExisting | undefined): readonly RecordedResource[] {
    const index = this.#indexOf(definition);
    const keys = [...identitiesOf(definition, args)];
    if (typeof onExisting === "object") keys.push(String(onExisting.id));
    return [...new Set(keys.flatMap((key) => index.get(key) ?? []))];
  }

  #indexOf(definition: Definition): ReadonlyMap<string, RecordedResource[]> {
    const known = this.#indexes.get(definition.type);
    if (known) return known;
    const index = new Map<string, RecordedResource[]>();
    this.#indexes.set(definition.type, index);
    for (const record of this.#state.byUrn.values()) {
      if (record.type !== definition.type || record.pending) continue;
      for (const key of [...identitiesOf(definition, record.values), record.id ?? ""])
        index.set(key, [...(index.get(key) ?? []), record]);
    }
    return index;
  }
}

type Resources = Record<string, { type: string; outputs: Props }>;

async function readResources(monitor: Monitor): Promise<Resources> {
  const returned = await invoke(monitor, FUNCTION, { stackName: stackName() }).catch(({ details }) => {
    throw new Error(`the engine did not return the state of the stack (${details}). Run again`);
  });
  const { outputs = {} } = (returned?.toJavaScript() ?? {}) as { outputs?: Resources };
  return outputs;
}

// A backend without organizations has the organization "organization", and in some layouts accepts no qualified name.
function stackName(): string {
  const organization = getOrganization();
  return organization === "organization" ? getStack() : `${organization}/${getProject()}/${getStack()}`;
}
