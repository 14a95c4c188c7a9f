// One account, through one API key, for the life of a process. Every request to the service goes through here.
import { type AccountInfo, accountRecord, checkExpected, checkRecorded, parseAccount } from "./account";
import { type ApiResponse, Client, type ClientRequest } from "./client";
import { type Clock, systemClock } from "./clock";
import { AccessError, ApiError, type ErrorResponse, isRejection, SessionError } from "./errors";
import { Limiter } from "./limiter";
import { Inventory } from "./lists/inventory";
import { type Listing, type ListSpec, readList } from "./lists/list";
import { Owners } from "./lists/owners";
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
  readonly #client: Client;
  readonly #limiter: Limiter;
  readonly #log: NonNullable<SessionOptions["log"]>;
  readonly #transport: Transport;
  readonly #ownersOf: (path: string) => Owners;
  readonly #lists: readonly ListSpec[];
  readonly #inventories = new Map<string, Inventory>();
  readonly #paging = { rejectsLimit: false };
  /** Lists that are being read, by their `writePath`, and changes in flight, by their path. */
  readonly #readings = new InFlight();
  readonly #changes = new InFlight();
  /** All accounts on which something was recorded. */
  readonly #recorded = new Set<string>();
  #account: Promise<AccountInfo> | undefined;

  constructor(settings: Settings, options: SessionOptions = {}) {
    const { baseUrl, apiKey } = settings;
    const { clock = systemClock, random = Math.random, log = () => {} } = options;
    const { ownersOf = () => new Owners(), lists = [] } = options;
    const { secrets = new Secrets() } = options;
    const { transport = new HttpTransport(baseUrl, apiKey) } = options;
    secrets.add(apiKey);
    const limiter = new Limiter({ clock, log });
    this.settings = settings;
    this.clock = clock;
    this.#transport = transport;
    this.#limiter = limiter;
    this.#log = log;
    this.#ownersOf = ownersOf;
    this.#lists = lists;
    const hide = (text: string) => secrets.hide(text);
    this.#client = new Client({ transport, limiter, clock, random, baseUrl, hide });
  }

  /**
   * The account of the key (`GET /api/account`): the first request of a session, sent once. Every other request waits
   * for it, and fails with it.
   * @throws AccessError for a rejected key, another account than `settings.expect`, or no usable response
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
    try {
      checkRecorded(await this.account(), this.#recorded, this.settings);
    } catch (error) {
      this.#account = Promise.reject(error);
      this.#account.catch(() => {});
      throw error;
    }
  }

  /** The objects of a list. There is one inventory per path and session. */
  inventory(spec: ListSpec): Inventory {
    const { path, writePath } = spec;
    const known = this.#inventories.get(path);
    if (known) return known;
    const inventory = new Inventory(spec, {
      clock: this.clock,
      owners: this.#ownersOf(path),
      pause: (ms) => this.#limiter.pause(ms),
      // New changes wait from now on.
      read: () => this.#readings.add(writePath, this.#readList(spec)),
      accountShows: (from) => this.#shows(from),
      log: this.#log,
    });
    this.#inventories.set(path, inventory);
    return inventory;
  }

  /**
   * A request that may be executed twice.
   * @throws ApiError; AmbiguousError if the last attempt may have taken effect; ErrorResponse with `isAfterAmbiguous` if an
   * attempt before the rejected one may have
   */
  async send(method: Method, path: string, body?: unknown): Promise<ApiResponse> {
    await this.account();
    const request = { method, path, body };
    return method === "GET" ? this.#client.request(request) : this.#change(request);
  }

  /**
   * A POST that must not be executed twice: sent again only if it certainly had no effect.
   * @throws ApiError; AmbiguousError if it may have taken effect
   */
  async create(path: string, body?: unknown): Promise<ApiResponse> {
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

  /** Whether the account shows an object, in readings from a time on. Those that were read first may answer without a request. */
  async #shows(from: number): Promise<boolean> {
    const wasRead = ({ path }: ListSpec) => this.#inventories.get(path)?.known !== undefined;
    // A pending create alone says nothing about an account that may be new.
    const isKnown = ({ owners }: Inventory) => owners.hadObjects || owners.expected.length > 0;
    if (![...this.#inventories.values()].some(isKnown)) return true;
    for (const list of this.#lists.toSorted((a, b) => Number(wasRead(b)) - Number(wasRead(a))))
      if (await this.inventory(list).shows(from)) return true;
    return false;
  }

  // An object that is added or deleted while a list is read would move others across the edge of a page.
  async #change(request: ClientRequest): Promise<ApiResponse> {
    const reading = () => this.#readings.ended((writePath) => request.path.startsWith(writePath));
    for (let ended = reading(); ended; ended = reading()) await ended;
    return this.#changes.add(request.path, this.#client.request(request));
  }

  async #readList(spec: ListSpec): Promise<Listing> {
    await this.#changes.ended((path) => path.startsWith(spec.writePath));
    return readList((path) => this.send("GET", path), spec, this.#paging);
  }

  async #readAccount(): Promise<AccountInfo> {
    try {
      const { data } = await this.#client.request({ method: "GET", path: "/api/account" });
      const account = parseAccount(data);
      if (this.settings.expect) checkExpected(account, this.settings.expect, this.settings);
      return account;
    } catch (error) {
      if (error instanceof SessionError || !(error instanceof ApiError)) throw error;
      const message = isRejection(error) ? this.#whyNoAccount(error) : error.message;
      throw new AccessError(message, { cause: error });
    }
  }

  #whyNoAccount({ status, answer }: ErrorResponse): string {
    const { baseUrl } = this.settings;
    if (status === 404)
      return (
        `wrong base address: ${baseUrl} has no /api/account (${answer}). Look it up in the API documentation, and correct ` +
        "LINK_MANAGEMENT_BASE_URL, or link-management:baseUrl"
      );
    return (
      `the service rejected the API key: ${answer}, GET /api/account. Check that it is a key of ${baseUrl} and has not ` +
      "expired (LINK_MANAGEMENT_API_KEY, or link-management:apiKey). If the key is right, the web server may strip the Authorization header " +
      "(node_modules/pulumi-link-management/docs/operations.md)"
    );
  }
}

/** What has not ended yet, by path. */
class InFlight {
  readonly #paths = new Map<Promise<unknown>, string>();

  add<T>(path: string, promise: Promise<T>): Promise<T> {
    const remove = () => void this.#paths.delete(promise);
    this.#paths.set(promise, path);
    promise.then(remove, remove);
    return promise;
  }

  /** Resolves when all with such a path have ended. `undefined` if there is none. */
  ended(isSuch: (path: string) => boolean): Promise<unknown> | undefined {
    const found = [...this.#paths].filter(([, path]) => isSuch(path)).map(([promise]) => promise);
    return found.length === 0 ? undefined : Promise.allSettled(found);
  }
}
