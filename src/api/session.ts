// One account, through one API key, for the life of a process. Every request to the service goes through here.
import { type AccountInfo, accountRecord, checkExpected, checkRecorded, parseAccount } from "./account";
import { Client, type ClientRequest } from "./client";
import { ApiError, type ErrorResponse, isRejection, SessionError, SettingsError } from "./errors";
import { type Clock, Limiter, systemClock } from "./limiter";
import { Inventory } from "./lists/inventory";
import { type ListSpec, type Reading, readList } from "./lists/list";
import { Owners } from "./lists/owners";
import type { Body } from "./response";
import { Secrets } from "./secrets";
import type { Settings } from "./settings";
import { HttpTransport, type Method, type Transport } from "./transport";

/** What a session needs from outside. Tests pass their own. */
export interface SessionOptions {
  /** @default the system clock */
  readonly clock?: Clock;
  /** Uniform in [0, 1). @default Math.random */
  readonly random?: () => number;
  /** Tells the user about a long wait, or a list that counts more than it shows. @default nothing */
  readonly log?: (message: string) => void;
  /** @default HTTP to `settings.baseUrl` */
  readonly transport?: Transport;
  /** What errors must not show. The session adds its key. @default nothing else */
  readonly secrets?: Secrets;
  /** Those of all kinds: together they tell whether the account shows any object. @default none */
  readonly lists?: readonly ListSpec[];
  /** Who has the objects of a list, by its path. @default nobody */
  readonly ownersOf?: (path: string) => Owners;
}

export class AccountSession {
  readonly settings: Settings;
  /** Requests and readings note its `monotonic()`, dates are compared with `now()`. */
  readonly clock: Clock;
  readonly #options: SessionOptions;
  readonly #transport: Transport;
  readonly #limiter: Limiter;
  readonly #client: Client;
  readonly #inventories = new Map<string, Inventory>();
  readonly #paging = { rejectsLimit: false };
  /** Lists that are being read, by their `writePath`, and changes in flight, by their path. */
  readonly #readings = new InFlight();
  readonly #changes = new InFlight();
  /** All accounts on which something was recorded, and how many of them were compared with that of the key. */
  readonly #recorded = new Set<string>();
  #compared = 0;
  #account: Promise<AccountInfo> | undefined;

  constructor(settings: Settings, options: SessionOptions = {}) {
    const { baseUrl, apiKey } = settings;
    const { clock = systemClock, random = Math.random, log = () => {}, secrets = new Secrets() } = options;
    const { transport = new HttpTransport(baseUrl, apiKey) } = options;
    secrets.add(apiKey);
    const limiter = new Limiter(clock, log);
    this.settings = settings;
    this.clock = clock;
    this.#options = options;
    this.#transport = transport;
    this.#limiter = limiter;
    this.#client = new Client({ transport, limiter, clock, random, baseUrl, secrets });
  }

  /**
   * The account of the key (`GET /api/account`): the first request of a session, sent once. Every other request waits
   * for it, and fails with it.
   * @throws SettingsError for a rejected key, another account than `settings.account`, or no usable response
   */
  account(): Promise<AccountInfo> {
    this.#account ??= this.#readAccount();
    return this.#account;
  }

  /** Text that identifies this account. It survives a change of e-mail address and user name. */
  async accountRecord(): Promise<string> {
    return accountRecord(await this.account(), this.settings.baseUrl);
  }

  /**
   * Ensures that the key belongs to the recorded account, and that all calls name the same one. A mismatch ends the
   * session: later calls fail as well, because new objects must not be created on the wrong account either.
   * @param recorded earlier results of `accountRecord()`; `undefined` passes
   * @throws WrongAccountError
   */
  async guard(...recorded: readonly (string | undefined)[]): Promise<void> {
    for (const record of recorded) if (record !== undefined) this.#recorded.add(record);
    const account = await this.account();
    // Each of 1,000 resources asks.
    if (this.#compared === this.#recorded.size) return;
    try {
      checkRecorded(account, this.#recorded, this.settings);
      this.#compared = this.#recorded.size;
    } catch (error) {
      this.#account = Promise.reject(error);
      this.#account.catch(() => {});
      throw error;
    }
  }

  /** The objects of a list. There is one inventory per path and session. */
  inventory(spec: ListSpec): Inventory {
    const { path, writePath } = spec;
    const { ownersOf = () => new Owners(), log = () => {} } = this.#options;
    const inventory =
      this.#inventories.get(path) ??
      new Inventory({
        spec,
        clock: this.clock,
        owners: ownersOf(path),
        pause: (ms) => this.#limiter.pause(ms),
        // New changes wait from now on.
        read: () => this.#readings.add(writePath, this.#readList(spec)),
        checkAccount: (from) => this.#checkAccount(from),
        log,
      });
    this.#inventories.set(path, inventory);
    return inventory;
  }

  /**
   * A request that may be executed twice.
   * @throws ApiError; AmbiguousError if the last attempt may have taken effect; ErrorResponse with `isAfterAmbiguous` if an
   * attempt before the rejected one may have
   */
  async send(method: Method, path: string, body?: unknown): Promise<Body> {
    await this.account();
    const request = { method, path, body };
    return method === "GET" ? this.#client.request(request) : this.#change(request);
  }

  /**
   * A POST that must not be executed twice: sent again only if it certainly had no effect.
   * @throws ApiError; AmbiguousError if it may have taken effect
   */
  async create(path: string, body?: unknown): Promise<Body> {
    await this.account();
    return this.#change({ method: "POST", path, body, creates: true });
  }

  /** Requests sent, retries included. */
  get sent(): number {
    return this.#client.sent;
  }

  /** Requests that were not sent yet fail at once, and those in flight complete. */
  stop(): void {
    this.#limiter.stop();
  }

  /** Sends nothing more, and ends the connections. */
  async close(): Promise<void> {
    this.stop();
    await this.#transport.close();
  }

  /** @throws SessionError if no list shows an object, in readings from a time on, but the state has some */
  async #checkAccount(from: number): Promise<number> {
    // A pending create alone says nothing about an account that may be new.
    if (![...this.#inventories.values()].some(({ owners }) => owners.expectsAny)) return from;
    const { lists = [] } = this.#options;
    // Those that were read may answer without a request.
    const wasRead = ({ path }: ListSpec) => this.#inventories.get(path)?.known !== undefined;
    for (const list of [...lists.filter(wasRead), ...lists.filter((list) => !wasRead(list))]) {
      const shownAt = await this.inventory(list).shownAt(from);
      if (shownAt !== undefined) return shownAt;
    }
    throw new SessionError(
      "the account lists no object at all, but the state has some (their only one may have been deleted by hand). It may be " +
        "another installation, or one that has lost its data, so nothing was changed. Run the command again later. If the " +
        "account was emptied on purpose, run `pulumi destroy --refresh=false`",
    );
  }

  // An object that is added or deleted while a list is read would move others across the edge of a page.
  async #change(request: ClientRequest): Promise<Body> {
    const reading = () => this.#readings.ended((writePath) => request.path.startsWith(writePath));
    for (let ended = reading(); ended; ended = reading()) await ended;
    return this.#changes.add(request.path, this.#client.request(request));
  }

  async #readList(spec: ListSpec): Promise<Reading> {
    await this.#changes.ended((path) => path.startsWith(spec.writePath));
    return readList((path) => this.send("GET", path), spec, this.#paging);
  }

  async #readAccount(): Promise<AccountInfo> {
    const { baseUrl, account: expected } = this.settings;
    try {
      const account = parseAccount(await this.#client.request({ method: "GET", path: "/api/account" }));
      if (expected) checkExpected(account, expected, { baseUrl });
      return account;
    } catch (cause) {
      if (cause instanceof SessionError || !(cause instanceof ApiError)) throw cause;
      throw new SettingsError(isRejection(cause) ? whyNoAccount(cause, baseUrl) : cause.message, { cause });
    }
  }
}

function whyNoAccount({ status, answer }: ErrorResponse, baseUrl: string): string {
  return status === 404
    ? `wrong base address: ${baseUrl} has no /api/account (${answer}). Correct LINK_MANAGEMENT_BASE_URL, or ` +
        "link-management:baseUrl"
    : `the service rejected the API key: ${answer}, GET /api/account. Check that it is a key of ${baseUrl} and has not ` +
        "expired (LINK_MANAGEMENT_API_KEY, or link-management:apiKey). If the key is right, the web server may strip the Authorization header " +
        "(node_modules/pulumi-link-management/docs/operations.md)";
}

/** What has not ended yet, by path. */
class InFlight {
  readonly #all = new Set<{ readonly path: string; readonly promise: Promise<unknown> }>();

  async add<T>(path: string, promise: Promise<T>): Promise<T> {
    const one = { path, promise };
    this.#all.add(one);
    return promise.finally(() => this.#all.delete(one));
  }

  /** Resolves when all with such a path have ended. `undefined` if there is none. */
  ended(isSuch: (path: string) => boolean): Promise<unknown> | undefined {
    const found = [...this.#all].filter(({ path }) => isSuch(path));
    return found.length === 0 ? undefined : Promise.allSettled(found.map(({ promise }) => promise));
  }
}
