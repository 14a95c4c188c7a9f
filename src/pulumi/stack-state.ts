// What the stack's own state says: on which accounts its resources were made, and which objects they hold. The
// program asks the engine, which has a function for that and then keeps a default provider named "pulumi" in the
// state, as it does for a stack reference. A provider cannot ask: it sees of a state only the resource at hand.
import type { InvokeResponse } from "@pulumi/pulumi/proto/provider_pb";
import { unwrapRpcSecret } from "@pulumi/pulumi/runtime/rpc";
import {
  getMonitor,
  getOrganization,
  getProject,
  getStack,
  hasEngine,
  isDryRun,
} from "@pulumi/pulumi/runtime/settings";
import { ApiError } from "../api/errors";
import type { Props } from "../kind/definition";
import type { PassedRecords } from "../kind/hidden-inputs";
import { idInHolder, MARKS, type Metadata, metadataOf } from "../kind/metadata";
import { TYPE_PREFIX } from "../kind/provider-source";
import { programSettings, runError } from "./program-session";
import { urnsOf } from "./resource-urns";
import type * as pulumi from "./sdk";
import { requireOfSdk } from "./sdk-modules";

const FUNCTION = "pulumi:pulumi:readStackResourceOutputs";

type Monitor = NonNullable<ReturnType<typeof getMonitor>>;

interface Records {
  readonly accounts: readonly string[];
  /** Of all resources of this package. */
  readonly urns: ReadonlySet<string>;
  /** By kind, what holds which object: the id by URN. */
  readonly held: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** One run of a program, which has an engine's monitor of its own. */
class Run {
  readonly records: Promise<Records>;
  /** URNs of what the program has registered so far. */
  readonly #registered = new Set<string>();
  /** The URNs of each resource among them. */
  readonly #resources: (readonly string[])[] = [];
  #counted = { resources: 0, areNew: 0 };
  readonly #kept = new Map<string, { registered: number; ids: string }>();

  constructor(monitor: Monitor) {
    this.records = read(monitor);
  }

  register(urns: readonly string[]): void {
    this.#resources.push(urns);
    for (const urn of urns) this.#registered.add(urn);
  }

  /** What one resource is told. Only what is new may take something over that another one keeps. */
  tell(
    { accounts, urns: known, held }: Records,
    type: string,
    urns: readonly string[],
    withAccounts: boolean,
  ) {
    const ofKind = held.get(type);
    const isNew = !urns.some((urn) => ofKind?.has(urn));
    const kept = ofKind && isNew ? this.#keptOf(type, ofKind) : "";
    const passed: PassedRecords = {
      ...(withAccounts && accounts.length > 0 && { accounts }),
      ...(kept !== "" && { kept }),
      ...(!isDryRun() && { registered: this.#newBeside(known) }),
    };
    return Object.keys(passed).length > 0 ? passed : undefined;
  }

  #newBeside(known: ReadonlySet<string>): number {
    for (const urns of this.#resources.slice(this.#counted.resources)) {
      if (!urns.some((urn) => known.has(urn))) this.#counted.areNew++;
    }
    this.#counted.resources = this.#resources.length;
    return this.#counted.areNew;
  }

  #keptOf(type: string, held: ReadonlyMap<string, string>): string {
    const registered = this.#registered.size;
    const known = this.#kept.get(type);
    if (known?.registered === registered) return known.ids;
    const ids = [...held].filter(([urn]) => this.#registered.has(urn)).map(([, id]) => id);
    const kept = { registered, ids: ids.join(" ") };
    this.#kept.set(type, kept);
    return kept.ids;
  }
}

const runs = new WeakMap<Monitor, Run>();

/** A resource that is about to be registered. */
interface Registration {
  /** Its type in the state. */
  readonly type: string;
  readonly name: string;
  readonly options: pulumi.CustomResourceOptions;
  /** Whether it may be an object that is there already. */
  readonly takesOver: boolean;
}

/**
 * What one more resource tells its provider; `undefined` where that is nothing. The state is read once per run of a
 * program. Without an engine (a user's own unit tests with mocks) nothing is asked.
 * @throws RunError when the state cannot be read and no setting names the account either
 */
export function recordsFor({
  type,
  name,
  options,
  takesOver,
}: Registration): Promise<PassedRecords | undefined> | undefined {
  const monitor = hasEngine() ? getMonitor() : undefined;
  if (!monitor) return undefined;
  const known = runs.get(monitor);
  const run = known ?? new Run(monitor);
  runs.set(monitor, run);
  const urns = urnsOf(type, name, options);
  run.register(urns);
  // A preview makes nothing, so it is enough that one of its resources is refused; each costs the SDK time.
  const withAccounts = !known || !isDryRun();
  if (!withAccounts && !takesOver) return undefined;
  const passed = run.records.then((records) => run.tell(records, type, urns, withAccounts));
  // The SDK meets the error when it comes to this input.
  passed.catch(() => {});
  return passed;
}

type Resources = Record<string, { type: string; outputs: Props }>;

async function read(monitor: Monitor): Promise<Records> {
  return recordsOf(await resourcesOf(monitor));
}

async function resourcesOf(monitor: Monitor): Promise<Resources> {
  try {
    const answer = await invoke(monitor, { stackName: stackName() });
    const { outputs = {} } = (answer.getReturn()?.toJavaScript() ?? {}) as { outputs?: Resources };
    return outputs;
  } catch (error) {
    // Then the account is checked without the state.
    if (namesAccount()) return {};
    throw runError(
      `the engine did not tell on which account this stack's resources were made (${(error as Error).message}); ` +
        "nothing was changed. Try again, or name the account in LINK_MANAGEMENT_ACCOUNT or link-management:account",
    );
  }
}

/** @throws RunError where the marks of a resource cannot be read */
function recordsOf(resources: Resources): Records {
  const accounts = new Set<string>();
  const urns = new Set<string>();
  const held = new Map<string, Map<string, string>>();
  for (const [urn, { type, outputs }] of Object.entries(resources)) {
    if (!type.startsWith(TYPE_PREFIX)) continue;
    urns.add(urn);
    const { account, holder } = marksIn(urn, outputs);
    if (account !== undefined) accounts.add(account);
    const id = idInHolder(holder);
    const ofKind = held.get(type) ?? new Map<string, string>();
    held.set(type, ofKind);
    if (id !== undefined) ofKind.set(urn, id);
  }
  return { accounts: [...accounts], urns, held };
}

function marksIn(urn: string, outputs: Props): Partial<Metadata> {
  try {
    // A user can make any output a secret.
    return metadataOf({ ...outputs, [MARKS]: unwrapRpcSecret(outputs[MARKS]) });
  } catch (error) {
    throw runError(`${urn}: ${(error as Error).message}`);
  }
}

// Not through the SDK's own `invoke`, which writes the whole answer, secrets included, to the engine's debug log.
function invoke(monitor: Monitor, args: Record<string, string>): Promise<InvokeResponse> {
  const { Struct } = requireOfSdk(
    "google-protobuf/google/protobuf/struct_pb",
  ) as typeof import("google-protobuf/google/protobuf/struct_pb");
  const { ResourceInvokeRequest } =
    require("@pulumi/pulumi/proto/resource_pb") as typeof import("@pulumi/pulumi/proto/resource_pb");
  const request = new ResourceInvokeRequest();
  request.setTok(FUNCTION);
  request.setArgs(Struct.fromJavaScript(args));
  return new Promise((resolve, reject) => {
    monitor.invoke(request, (error, answer) => (error ? reject(new Error(error.details)) : resolve(answer)));
  });
}

// A backend of one's own has the one organization "organization", and in some layouts takes no name with it.
function stackName(): string {
  const organization = getOrganization();
  return organization === "organization" ? getStack() : `${organization}/${getProject()}/${getStack()}`;
}

function namesAccount(): boolean {
  try {
    return programSettings().expect !== undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}
