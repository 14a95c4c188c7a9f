// Runs a program as the language host does: with the real SDK, and a store of its own, so that several run at once.
import * as runtime from "@pulumi/pulumi/runtime";
import * as sdkConfig from "@pulumi/pulumi/runtime/config";
import * as sdkState from "@pulumi/pulumi/runtime/state";
import { SESSION_OPTIONS } from "../../../src/pulumi/program";
import type { Names } from "./monitor";

interface Store {
  readonly settings: { monitor?: unknown; engine?: unknown; readonly options: Record<string, unknown> };
  readonly logErrorCount: number;
  [SESSION_OPTIONS]?: unknown;
}

// The SDK has these functions, but its types do not.
export const sdk = sdkState as unknown as {
  withLocalStorage<T>(call: () => T): T;
  getStore(): Store;
};

interface ProgramOptions extends Names {
  readonly monitor: unknown;
  readonly isPreview: boolean;
  /** The stack config. */
  readonly config: Readonly<Record<string, string>>;
  /** A message of the program. */
  readonly log: (severity: "info" | "warning" | "error", message: string) => void;
  /** What the sessions of the program need, such as the clock. */
  readonly session: object;
}

/** The SDK reports errors of outputs as unhandled rejections. They belong to the run of their store. */
const runs = new Map<Store, (error: Error) => void>();

/**
 * Resolves when the program has ended and all its requests are answered.
 * @throws Error with all messages if the program failed
 */
export async function runProgram(program: () => unknown, options: ProgramOptions): Promise<void> {
  catchRejections();
  const errors = new Set<unknown>();
  await sdk.withLocalStorage(async () => {
    const store = sdk.getStore();
    prepare(store, options);
    runs.set(store, (error) => errors.add(error));
    try {
      await runtime.runInPulumiStack(async () => program() as Promise<Record<string, unknown>>);
      // Outputs that fail are known one turn after the last answer.
      await runtime.disconnect();
      await turn();
      await runtime.disconnect();
      await turn();
    } catch (error) {
      errors.add(error);
      await turn();
    } finally {
      runs.delete(store);
    }
    if (errors.size === 0 && store.logErrorCount > 0) errors.add(new Error("the program logged an error"));
  });
  if (errors.size === 0) return;
  const messages = [...errors].map((error) => (error instanceof Error ? error.message : String(error)));
  throw new Error([...new Set(messages)].join("\n"));
}

function prepare(store: Store, options: ProgramOptions): void {
  const { monitor, isPreview, config, log, session, ...names } = options;
  Object.assign(store.settings.options, {
    ...names,
    dryRun: isPreview,
    organization: "organization",
    // Any text: the monitor below takes the place of a connection.
    monitorAddr: "simulated",
    engineAddr: "simulated",
  });
  store.settings.monitor = monitor;
  store.settings.engine = engineLog(log);
  store[SESSION_OPTIONS] = session;
  sdkConfig.setAllConfig({ ...config }, ["link-management:apiKey"]);
}

type Answer = (error: null, response?: unknown) => void;

/** The engine's own service, as far as a program uses it. */
function engineLog(log: ProgramOptions["log"]) {
  return {
    log(request: { getSeverity(): number; getMessage(): string }, answer: Answer) {
      const severity = (["debug", "info", "warning", "error"] as const)[request.getSeverity()];
      if (severity && severity !== "debug") log(severity, request.getMessage());
      answer(null, {});
    },
    setRootResource: (_: unknown, answer: Answer) => answer(null, {}),
    getRootResource: (_: unknown, answer: Answer) => answer(null, { getUrn: () => "" }),
    close() {},
  };
}

let isCatching = false;

function catchRejections(): void {
  if (isCatching) return;
  isCatching = true;
  const others = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  process.on("unhandledRejection", (error, promise) => {
    const note = runs.get(sdk.getStore());
    if (note) note(error as Error);
    // A run that has failed leaves promises behind that nobody waits for.
    else if ((global as { asyncLocalStorage?: { getStore(): unknown } }).asyncLocalStorage?.getStore())
      return;
    else for (const other of others) other(error, promise);
  });
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
