// Starts the service of docs/service.md on localhost.
import { once } from "node:events";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { type Account, type AccountData, type AccountSeed, DEMO_KEY, openAccount } from "./account";
import { PRESETS, type Preset, type PresetName } from "./preset";
import { EmulatorError, listen, type Outcome } from "./server";
import { bearerKey, type ServiceRequest, type ServiceResponse, startService } from "./service";

/** Handles the request as the service would, or another one in its place. */
export type Serve = (request?: ServiceRequest) => ServiceResponse;

/** Decides what the client gets for a request, and whether and when the service handles it. */
export type Intercept = (request: ServiceRequest, serve: Serve) => Outcome | Promise<Outcome>;

/** One request and the response that the client got, without bodies and keys. */
interface LogEntry {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** HTTP status of the response. 0 as long as there is none, or if the client never got one. */
  readonly status: number;
  /** The request changed the account. */
  readonly changes: boolean;
}

/** How to start an emulator. All options may be omitted. */
export interface EmulatorOptions {
  /** Port on 127.0.0.1. 0 takes any free port. @default 0 */
  readonly port?: number;
  /** The accounts, with their keys and first objects. @default the account "acme" with the key "demo-key" */
  readonly accounts?: readonly AccountSeed[];
  /** Requests per window and API key. @default 30 */
  readonly rateLimit?: number;
  /** The API document alone, or what deployments of the API do. @default "document" */
  readonly preset?: PresetName;
  /** JSON file that keeps all objects across restarts. It takes precedence over the objects of `accounts`. */
  readonly stateFile?: string;
}

/** What only the tests of this package change. */
export interface Hooks {
  /** @default that of the options */
  readonly behavior?: Preset;
  /** Length of a window of the rate limit. @default 60000 */
  readonly windowMs?: number;
  /** Time source, in ms since 1970. @default the system clock */
  readonly clock?: { now(): number };
  /** Runs around each request. @default the service handles it */
  readonly intercept?: Intercept;
}

/** A running emulator. It does not keep its process alive. */
export interface Emulator {
  /** `http://127.0.0.1:<port>`, the base address of the API. */
  readonly url: string;
  /** Every request so far, in the order of arrival. */
  readonly log: readonly LogEntry[];
  /** The data of an account, without the API. @default the first account @throws {RangeError} if there is none */
  account(username?: string): Account;
  clearLog(): void;
  /** Stops listening and ends every connection. */
  close(): Promise<void>;
}

/**
 * Starts the service on the loopback interface.
 * @throws EmulatorError if the port is in use or the state file cannot be used
 * @example
 * const emulator = await startEmulator({ preset: "observed" });
 * await fetch(`${emulator.url}/api/account`, { headers: { Authorization: "Bearer demo-key" } });
 * await emulator.close();
 */
export function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  return startWith(options, {});
}

export async function startWith(options: EmulatorOptions, hooks: Hooks): Promise<Emulator> {
  const { port = 0, rateLimit = 30, preset = "document", stateFile } = options;
  const { clock = Date, windowMs = 60_000, intercept, behavior = PRESETS[preset] } = hooks;
  const { accounts: seeds = [{ username: "acme", keys: [DEMO_KEY] }] } = options;
  const now = () => clock.now();
  const saved = stateFile === undefined ? [] : loadState(stateFile);
  const accounts = seeds.map((seed, index) => {
    const old = saved.find(({ username }) => username === seed.username);
    return openAccount(now, { id: index + 1, ...seed, ...old });
  });
  const save = () => stateFile !== undefined && saveState(stateFile, accounts);
  save();
  const handle = startService(behavior, rateLimit, windowMs);
  const log: LogEntry[] = [];
  const server = await listen(port, async (incoming) => {
    const account = accounts.find(({ keys }) => keys.includes(bearerKey(incoming.headers)));
    const request: ServiceRequest = { ...incoming, account };
    const entry = { method: request.method, path: request.path, status: 0, changes: false };
    log.push(entry);
    const serve: Serve = (served = request) => {
      const revision = account?.revision;
      const response = handle(served, now());
      entry.changes ||= account?.revision !== revision;
      if (entry.changes) save();
      return response;
    };
    const outcome = await (intercept?.(request, serve) ?? serve());
    if (outcome !== "reset") entry.status = outcome.status;
    return outcome;
  });
  const { address, port: opened } = server.address() as AddressInfo;
  return {
    url: `http://${address}:${opened}`,
    log,
    account: (name = seeds[0]!.username) => {
      const account = accounts.find(({ user }) => user.username === name);
      if (account === undefined) throw new RangeError(`No account "${name}".`);
      return account;
    },
    clearLog: () => void log.splice(0),
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close().closeAllConnections();
      await closed;
    },
  };
}

/** A state file has no keys and passwords, and a kill leaves the old one or the new one. @throws {EmulatorError} */
function saveState(path: string, accounts: readonly Account[]): void {
  try {
    const state = { accounts: accounts.map(({ data }) => data) };
    writeFileSync(`${path}.tmp`, JSON.stringify(state), { mode: 0o600 });
    renameSync(`${path}.tmp`, path);
  } catch (error) {
    throw new EmulatorError(`Cannot write the state file ${path}: ${(error as Error).message}`);
  }
}

/** @throws {EmulatorError} for a file of something else, which stays as it is */
function loadState(path: string): readonly AccountData[] {
  try {
    const { accounts } = JSON.parse(readFileSync(path, "utf8")) as { accounts?: unknown };
    if (Array.isArray(accounts)) return accounts;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
  }
  throw new EmulatorError(`${path} is not a state file of this emulator. Choose another file, or delete it.`);
}
