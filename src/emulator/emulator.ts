// Starts a service of api.md on localhost.
import type { Dialect } from "./dialect";
import { FaultInjector, type Faults } from "./faults/injector";
import type { SeedOptions } from "./faults/seeded-faults";
import { listen } from "./http/server";
import { Exchange } from "./request-pipeline";
import { type Clock, Time } from "./scheduler";
import type { LogEntry } from "./service/request-log";
import { Service } from "./service/service";
import { type AccountSeed, DEFAULT_ACCOUNTS } from "./store/seed";
import { StateFile } from "./store/state-file";
import { Store } from "./store/store";

export interface EmulatorOptions {
  /** Port on 127.0.0.1; 0 takes any free one. @default 0 */
  readonly port?: number;
  /** Knobs that differ from the first value of {@link DIALECT_KNOBS}. @default {} */
  readonly dialect?: Partial<Dialect>;
  /** @default the account "acme" with the key "demo-key" */
  readonly accounts?: readonly AccountSeed[];
  /** Rules dates, rate windows, the Date header and the times of faults. @default the system's clock */
  readonly clock?: Clock;
  /** Requests per window and key (api.md, Limits). @default 30 */
  readonly rateLimit?: number;
  /** Length of a rate window in ms. @default 60000 */
  readonly windowMs?: number;
  /** JSON file that keeps all objects over restarts; an account found in it wins over its seed. @default none */
  readonly stateFile?: string;
  /** First id of pixels, domains, channels, campaigns and QR codes; each kind counts apart. @default 101 */
  readonly firstId?: number;
  /** Faults by seed from the beginning; see {@link Faults.seed}. @default none */
  readonly faults?: SeedOptions & { readonly seed: number };
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
  /** What goes wrong; nothing until it is told to. */
  readonly faults: Faults;
  clearLog(): void;
  /** Turns knobs while it runs; what is stored stays as it is. */
  setDialect(changes: Partial<Dialect>): void;
  /** Gives every key its full quota back. */
  resetRateLimit(): void;
  /**
   * Stops listening, so that connections are refused, or begins again on the same port. Requests under way get
   * their answers; connections without a request end.
   */
  refuseConnections(refuse: boolean): Promise<void>;
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
  const time = new Time(clock);
  const { now } = time;
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

  const faults = new FaultInjector(time);
  if (options.faults !== undefined) faults.seed(options.faults.seed, options.faults);
  const exchange = new Exchange({
    service,
    faults,
    time,
    stateFile,
    refuseConnections: (refuse) => server.refuseConnections(refuse),
  });
  const server = await listen({
    port,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    failureBody: (status, message) => service.failureBody(status, message),
    respond: (request) => exchange.respond(request),
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
    time.end();
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
    faults,
    clearLog: () => service.log.clear(),
    setDialect: (changes) => service.changeDialect(changes),
    resetRateLimit: () => service.rate.reset(),
    refuseConnections: (refuse) => server.refuseConnections(refuse),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

function inRange(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new RangeError(`${name} must be a whole number from ${least} to ${most}, not ${value}.`);
}
