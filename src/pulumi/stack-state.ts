// What the state of the stack records about the resources of this package. A program may ask the engine for it. The
// engine then keeps a default provider named "pulumi" in the state, as for a stack reference. A provider cannot ask.
// Tested with @pulumi/pulumi 3.216.0 to 3.248.0.
import { isRpcSecret, unwrapRpcSecret } from "@pulumi/pulumi/runtime/rpc";
import { getOrganization, getProject, getStack } from "@pulumi/pulumi/runtime/settings";
import type { Props } from "../kind/definition";
import { ENTRY, type FileRecord, fileRecordOf, planOf } from "../kind/entry";
import { METADATA, metadataOf, OLDER_METADATA } from "../kind/metadata";
import { TYPE_PREFIX } from "../kind/provider-source";
import { invoke, type Monitor } from "./invoke";

const FUNCTION = "pulumi:pulumi:readStackResourceOutputs";

/** A resource of this package in the state. */
export interface RecordedResource {
  readonly urn: string;
  readonly type: string;
  /** Unknown in older states of another origin. */
  readonly id: string | undefined;
  /** On which it was recorded. Unknown before the first refresh of an import. */
  readonly account: string | undefined;
  /** Name of the explicit provider that recorded it. */
  readonly provider: string | undefined;
  readonly isPending: boolean;
  /** What it recorded about the config file of its entry. Empty for a resource of a program, and in older states. */
  readonly fileRecord: FileRecord;
  /** All arguments and outputs, to compare. Some may be secret. */
  readonly values: Props;
  /** Those that messages may show: not secret, and no part of them is. */
  readonly shown: Props;
}

export type AccountRecord = Pick<RecordedResource, "urn" | "account" | "provider">;

export interface StackState {
  /** All resources of this package, also those that a program only reads. */
  readonly accounts: readonly AccountRecord[];
  /** The resources that this stack manages: not those that a program only reads. */
  readonly byUrn: ReadonlyMap<string, RecordedResource>;
}

/** @throws Error if the engine does not answer, or the metadata of a resource is damaged */
export async function readStackState(monitor: Monitor): Promise<StackState> {
  const accounts: AccountRecord[] = [];
  const byUrn = new Map<string, RecordedResource>();
  for (const [urn, { type, outputs }] of Object.entries(await readResources(monitor))) {
    if (!type.startsWith(TYPE_PREFIX)) continue;
    // A user may declare any output as secret.
    const {
      id,
      account,
      provider,
      pending = false,
      external = false,
    } = metadata(urn, {
      ...outputs,
      [METADATA]: unwrapRpcSecret(outputs[METADATA]),
      [OLDER_METADATA]: unwrapRpcSecret(outputs[OLDER_METADATA]),
    });
    accounts.push({ urn, account, provider });
    if (external) continue;
    const fileRecord = fileRecordIn(unwrapRpcSecret(outputs[ENTRY]));
    const { values, shown } = valuesOf(outputs);
    byUrn.set(urn, { urn, type, id, account, provider, isPending: pending, fileRecord, values, shown });
  }
  return { accounts, byUrn };
}

/** A hidden input that is damaged records nothing: nothing else in it concerns a program. */
function fileRecordIn(text: unknown): FileRecord {
  try {
    return fileRecordOf(planOf({ [ENTRY]: text }));
  } catch {
    return {};
  }
}

function valuesOf(outputs: Props): Pick<RecordedResource, "values" | "shown"> {
  const all = Object.entries(outputs).filter(([name]) => !name.startsWith("__"));
  const secrets = all.filter(([, value]) => isRpcSecret(value)).map(([, value]) => unwrapRpcSecret(value));
  // An address may contain a secret argument.
  const isShown = ([, value]: [string, unknown]) =>
    !isRpcSecret(value) && !secrets.some((secret) => contains(value, secret));
  return {
    values: Object.fromEntries(all.map(([name, value]) => [name, unwrapRpcSecret(value)])),
    shown: Object.fromEntries(all.filter(isShown)),
  };
}

function contains(value: unknown, secret: unknown): boolean {
  if (typeof secret !== "string" || secret === "") return false;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return [secret, encodeURIComponent(secret)].some((one) => text.includes(one));
}

function metadata(urn: string, outputs: Props): ReturnType<typeof metadataOf> {
  try {
    return metadataOf(outputs);
  } catch (error) {
    throw new Error(`${urn}: ${(error as Error).message}`);
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
