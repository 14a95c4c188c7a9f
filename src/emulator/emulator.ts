// Starts a service of api.md on localhost.
import type { Dialect } from "./dialect";
import type { LogEntry } from "./request-log";
import { type AccountSeed, DEFAULT_ACCOUNTS } from "./seed";
import { listen } from "./server";
import { Service, type ServiceRequest, type ServiceResponse } from "./service";
import { StateFile } from "./state-file";
import { Store } from "./store";

/** Time source: milliseconds since 1970. */
export interface Clock {
  now(): number;
}

export interface EmulatorOptions {
  /** Port on 127.0.0.1; 0 takes any free one. @default 0 */
  readonly port?: number;
  /** Knobs that differ from the first value of {@link DIALECT_KNOBS}. @default {} */
  readonly dialect?: Partial<Dialect>;
  /** @default the account "acme" with the key "demo-key" */
  readonly accounts?: readonly AccountSeed[];
  /** Rules dates, rate windows and the Date header. @default the system's clock */
  readonly clock?: Clock;
  /** Requests per window and key (api.md, Limits). @default 30 */
  readonly rateLimit?: number;
  /** Length of a rate window in ms. @default 60000 */
  readonly windowMs?: number;
  /** JSON file that keeps all objects over restarts; an account found in it wins over its seed. @default none */
  readonly stateFile?: string;
  /** First id of pixels, domains, channels, campaigns and QR codes; each kind counts apart. @default 101 */
  readonly firstId?: number;
}

/** A running emulator. */
export interface Emulator {
  /** `http://127.0.0.1:<port>`, the base address of the API. */
  readonly url: string;
  readonly port: number;
  /** Every request so far, in the order of handling. */
  readonly log: readonly LogEntry[];
  /** The service's data, behind the API's back. */
  readonly store: Store;
  readonly dialect: Dialect;
  clearLog(): void;
  /** Turns knobs while it runs; what is stored stays as it is. */
  setDialect(changes: Partial<Dialect>): void;
  /** Gives every key its full quota back. */
  resetRateLimit(): void;
  /** Saves the state, stops listening and ends every connection. */
  close(): Promise<void>;
}

const REQUEST_TIMEOUT_MS = 30_000;

/**
 * Starts the service on the loopback interface.
 * @throws {import("./emulator-error").EmulatorError} when the port is in use or the state file cannot be used.
 * @throws {TypeError} for an unknown knob, {@link RangeError} for a number out of range or a double seed.
 * @example
 * const emulator = await startEmulator({ port: 4010, dialect: { idsAs: "string" } });
 * await fetch(`${emulator.url}/api/account`, { headers: { Authorization: "Bearer demo-key" } });
 * await emulator.close();
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { clock = { now: Date.now }, rateLimit = 30, windowMs = 60_000, firstId = 101, port = 0 } = options;
  inRange("port", port, 0, 65_535);
  inRange("rateLimit", rateLimit, 1, Number.MAX_SAFE_INTEGER);
  inRange("windowMs", windowMs, 1, Number.MAX_SAFE_INTEGER);
  inRange("firstId", firstId, 1, 1e15 - 1);
  const now = () => clock.now();
  const seeds = options.accounts ?? DEFAULT_ACCOUNTS;

  const store = new Store(firstId, now);
  const service = new Service({ store, now, rateLimit, windowMs });
  service.changeDialect(options.dialect ?? {});
  const stateFile = options.stateFile === undefined ? undefined : new StateFile(options.stateFile, store);
  await stateFile?.load();
  for (const [index, seed] of seeds.entries()) {
    const twice = seeds.findIndex(({ username }) => username === seed.username) < index;
    if (twice) throw new RangeError(`The account "${seed.username}" is seeded twice.`);
    store.addAccount(seed);
  }

  const server = await listen({
    port,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    failureBody: (status, message) => service.failureBody(status, message),
    respond: (request) => respond(service, stateFile, request),
  });
  if (stateFile !== undefined) {
    // A change behind the API's back has nobody to tell of a failed write; the write at close() tells.
    store.onChange(() => void stateFile.save().catch(() => {}));
    try {
      await stateFile.save();
    } catch (error) {
      await server.close();
      throw error;
    }
  }

  let closing: Promise<void> | undefined;
  const close = async () => {
    await server.close();
    await stateFile?.save();
  };
  return {
    url: `http://127.0.0.1:${server.port}`,
    port: server.port,
    log: service.log.entries,
    store,
    get dialect() {
      return service.dialect;
    },
    clearLog: () => service.log.clear(),
    setDialect: (changes) => service.changeDialect(changes),
    resetRateLimit: () => service.rate.reset(),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

/** A change is answered only once it is in the state file: what a client was told survives a kill. */
async function respond(
  service: Service,
  stateFile: StateFile | undefined,
  request: ServiceRequest,
): Promise<ServiceResponse> {
  const response = service.handle(request);
  if (!response.changed || stateFile === undefined) return response;
  try {
    await stateFile.save();
    return response;
  } catch {
    return { ...response, status: 500, body: service.failureBody(500, "The state cannot be saved.") };
  }
}

function inRange(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new RangeError(`${name} must be a whole number from ${least} to ${most}, not ${value}.`);
}
