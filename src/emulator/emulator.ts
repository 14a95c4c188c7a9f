// Starts the service of api.md on localhost.
import type { Dialect } from "./dialect";
import { FaultInjector, type Faults } from "./faults/injector";
import type { SeedOptions } from "./faults/seeded-faults";
import { listen } from "./http/server";
import { type DialectPreset, dialectPreset } from "./presets";
import { RequestPipeline } from "./request-pipeline";
import { type Clock, Scheduler } from "./scheduler";
import type { LogEntry } from "./service/request-log";
import { Service } from "./service/service";
import { type AccountSeed, DEFAULT_ACCOUNTS } from "./store/seed";
import { StateFile } from "./store/state-file";
import { Store } from "./store/store";

/** How to start an emulator. All options may be omitted. */
export interface EmulatorOptions {
  /** Port on 127.0.0.1. 0 takes any free port. @default 0 */
  readonly port?: number;
  /**
   * The name of a preset, or knobs that differ from the preset `document`. A preset with changes is
   * `{ ...OBSERVED_DIALECT, idsAs: "string" }`. @default "document"
   */
  readonly dialect?: DialectPreset | Partial<Dialect>;
  /** The accounts, with their keys and first objects. @default the account "acme" with the key "demo-key" */
  readonly accounts?: readonly AccountSeed[];
  /** Determines dates, rate limit windows, the Date header and the durations of faults. @default the system clock */
  readonly clock?: Clock;
  /** Requests per window and API key (api.md, Limits). @default 30 */
  readonly rateLimit?: number;
  /** Length of a rate limit window. @default 60000 */
  readonly windowMs?: number;
  /** JSON file that keeps all objects across restarts. Its accounts take precedence over `accounts`. @default none */
  readonly stateFile?: string;
  /** First id of pixels, domains, channels, campaigns and QR codes. Each collection counts separately. @default 101 */
  readonly firstId?: number;
  /** Random faults from the start: see {@link Faults.seed}. @default none */
  readonly faults?: SeedOptions & { readonly seed: number };
}

/** A running emulator. */
export interface Emulator {
  /** `http://127.0.0.1:<port>`, the base URL of the API. */
  readonly url: string;
  /** Port on 127.0.0.1. */
  readonly port: number;
  /** Every request so far, in the order of handling. */
  readonly log: readonly LogEntry[];
  /** The data of the service, without the API. */
  readonly store: Store;
  /** All knobs, with their values. */
  readonly dialect: Dialect;
  /** Without rules and seed there are no faults. */
  readonly faults: Faults;
  /** Empties the log. */
  clearLog(): void;
  /** Changes knobs while the emulator runs. Stored objects stay as they are. */
  setDialect(changes: Partial<Dialect>): void;
  /** Resets the rate limit of every API key. */
  resetRateLimit(): void;
  /**
   * Stops listening, so that connections are refused, or listens again on the same port. Idle connections end.
   * Requests in flight still get their responses.
   */
  refuseConnections(refuse: boolean): Promise<void>;
  /** Saves the state, stops listening and ends every connection. */
  close(): Promise<void>;
}

const REQUEST_TIMEOUT_MS = 30_000;

/**
 * Starts the service on the loopback interface.
 * @throws EmulatorError if the port is in use or the state file cannot be used
 * @throws TypeError for an unknown dialect or knob
 * @throws RangeError for a number out of range or a duplicate account
 * @example
 * const emulator = await startEmulator({ port: 4010, dialect: { idsAs: "string" } });
 * await fetch(`${emulator.url}/api/account`, { headers: { Authorization: "Bearer demo-key" } });
 * await emulator.close();
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { clock = { now: Date.now }, rateLimit = 30, windowMs = 60_000, firstId = 101, port = 0 } = options;
  const { dialect = "document" } = options;
  checkInteger("port", port, 0, 65_535);
  checkInteger("rateLimit", rateLimit, 1, Number.MAX_SAFE_INTEGER);
  checkInteger("windowMs", windowMs, 1, Number.MAX_SAFE_INTEGER);
  checkInteger("firstId", firstId, 1, 1e15 - 1);
  const scheduler = new Scheduler(clock);
  const { now } = scheduler;

  const store = new Store(firstId, now);
  const service = new Service({ store, now, rateLimit, windowMs });
  service.changeDialect(typeof dialect === "string" ? dialectPreset(dialect) : dialect);
  const stateFile = options.stateFile === undefined ? undefined : new StateFile(options.stateFile, store);
  await stateFile?.load();
  addAccounts(store, options.accounts ?? DEFAULT_ACCOUNTS);

  const faults = new FaultInjector(scheduler);
  if (options.faults !== undefined) faults.seed(options.faults.seed, options.faults);
  const pipeline = new RequestPipeline({
    service,
    faults,
    scheduler,
    stateFile,
    refuseConnections: (refuse) => server.refuseConnections(refuse),
  });
  const server = await listen({
    port,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    errorBody: (status, message) => service.errorBody(status, message),
    respond: (request) => pipeline.respond(request),
  });
  if (stateFile !== undefined) {
    // A direct change of the store cannot report a failed write. The write in close() reports it.
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
    scheduler.stop();
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
    resetRateLimit: () => service.rateLimiter.reset(),
    refuseConnections: (refuse) => server.refuseConnections(refuse),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

function addAccounts(store: Store, seeds: readonly AccountSeed[]): void {
  const usernames = new Set<string>();
  for (const seed of seeds) {
    if (usernames.has(seed.username)) throw new RangeError(`Duplicate account "${seed.username}".`);
    usernames.add(seed.username);
    store.addAccount(seed);
  }
}

function checkInteger(name: string, value: number, min: number, max: number): void {
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw new RangeError(`${name} must be an integer from ${min} to ${max}, not ${value}.`);
}
