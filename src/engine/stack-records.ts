// What the stack's own state says about accounts. The program asks the engine, which has a function for that and then
// keeps a default provider named "pulumi" in the state, as it does for a stack reference. A provider cannot ask: it
// sees of a state only the resource at hand.
import type { InvokeResponse } from "@pulumi/pulumi/proto/provider_pb";
import {
  getMonitor,
  getOrganization,
  getProject,
  getStack,
  hasEngine,
  isDryRun,
} from "@pulumi/pulumi/runtime/settings";
import { ApiError } from "../api/errors";
import type { Props } from "./definition";
import { programSettings, runError } from "./program-session";
import { TYPE_PREFIX } from "./provider-text";
import { requireOfSdk } from "./sdk-modules";

const FUNCTION = "pulumi:pulumi:readStackResourceOutputs";

type Monitor = NonNullable<ReturnType<typeof getMonitor>>;

/** Of every run of a program, which has an engine's monitor of its own. */
const runs = new WeakMap<Monitor, Promise<readonly string[] | undefined>>();

/**
 * What one more resource tells its provider: the marks of all accounts on which the stack's resources were made, or
 * `undefined` where there are none. The state is read once per run of a program. Without an engine (a user's own unit
 * tests with mocks) nothing is asked.
 * @throws RunError when the state cannot be read and no setting names the account either
 */
export function recordedAccounts(): Promise<readonly string[] | undefined> | undefined {
  const monitor = hasEngine() ? getMonitor() : undefined;
  if (!monitor) return undefined;
  const known = runs.get(monitor);
  // A preview makes nothing, so it is enough that one of its resources is refused; each costs the SDK time.
  if (known) return isDryRun() ? undefined : known;
  const accounts = readAccounts(monitor);
  // Whoever registers a resource meets the error.
  accounts.catch(() => {});
  runs.set(monitor, accounts);
  return accounts;
}

async function readAccounts(monitor: Monitor): Promise<readonly string[] | undefined> {
  try {
    const answer = await invoke(monitor, { stackName: stackName() });
    const { outputs: resources = {} } = (answer.getReturn()?.toJavaScript() ?? {}) as { outputs?: Props };
    const accounts = new Set<string>();
    for (const { type, outputs } of Object.values(resources) as { type: string; outputs: Props }[]) {
      if (type.startsWith(TYPE_PREFIX) && typeof outputs.account === "string") accounts.add(outputs.account);
    }
    return accounts.size === 0 ? undefined : [...accounts];
  } catch (error) {
    // Then the account is checked without the state.
    if (namesAccount()) return undefined;
    throw runError(
      `the engine did not tell on which account this stack's resources were made (${(error as Error).message}); ` +
        "nothing was changed. Try again, or name the account in LINK_MANAGEMENT_ACCOUNT or link-management:account",
    );
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
