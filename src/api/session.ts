// One account, through one API key, for the life of a process. Every request to the service goes through here.
import {
  type AccountInfo,
  accountRecord,
  checkExpected,
  checkRecorded,
  readAccount,
  recordsOf,
} from "./account";
import { wrongAddress } from "./base-address";
import { type ApiResponse, Client, type ClientRequest } from "./client";
import { type Clock, systemClock } from "./clock";
import { Collection } from "./collection";
import { ApiError, ErrorResponse, RejectedKeyError } from "./errors";
import { Limiter } from "./limiter";
import { type ListSpec, readList } from "./list";
import type { Settings } from "./settings";
import { HttpTransport, type Transport } from "./transport";
import { WriteLock } from "./write-lock";

const SET_KEY =
  "set it again with `export LINK_MANAGEMENT_API_KEY=…` or `pulumi config set --secret link-management:apiKey`";

/** Apache with PHP as CGI, and some proxies. */
const STRIPPED =
  "If the key is right, the web server may strip the Authorization header (docs/operations.md)";

/** What a session needs from outside. Tests pass their own. */
export interface SessionOptions {
  /** @default the system clock */
  readonly clock: Clock;
  /** Uniform in [0, 1). @default Math.random */
  readonly random: () => number;
  /** Called when requests begin to wait for the rate limit. @default nothing */
  readonly onWait: (ms: number, queued: number) => void;
  /** Informs the user about a slow response. @default no information */
  readonly log: (message: string) => void;
  /** @default HTTP to `settings.baseUrl` */
  readonly transport: Transport;
}

export class AccountSession {
  readonly settings: Settings;
  readonly #client: Client;
  readonly #limiter: Limiter;
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #writeLock = new WriteLock();
  readonly #collections = new Map<string, Collection>();
  /** Responses that are read once, by path. */
  readonly #responses = new Map<string, Promise<ApiResponse>>();
  /** All accounts on which something was recorded. */
  readonly #recorded = new Set<string>();
  #account: Promise<AccountInfo> | undefined;

  constructor(settings: Settings, options: Partial<SessionOptions> = {}) {
    const { clock = systemClock, random = Math.random, onWait = () => {}, log = () => {} } = options;
    const { baseUrl, apiKey } = settings;
    this.settings = settings;
    this.#clock = clock;
    this.#transport = options.transport ?? new HttpTransport(baseUrl, apiKey);
    this.#limiter = new Limiter({ clock, onWait });
    this.#client = new Client({
      transport: this.#transport,
      limiter: this.#limiter,
      ...{ clock, random, log, baseUrl, apiKey },
    });
  }

  /**
   * The account of the key (`GET /api/account`): the first request of a session, sent once. Every other request waits
   * for it, and fails with it.
   * @throws RejectedKeyError, WrongAccountError (other than `settings.expect`), UnreachableError, UnexpectedResponse
   */
  account(): Promise<AccountInfo> {
    this.#account ??= this.#readAccount();
    return this.#account;
  }

  /** Text that identifies this account. It survives a change of e-mail address and user name. */
  async accountRecord(): Promise<string> {
    return accountRecord(await this.account(), this.settings.baseUrl);
  }

  /** All records that stand for this account, also those with an old address and those of earlier versions. */
  async accountRecords(): Promise<ReadonlySet<string>> {
    return recordsOf(await this.account(), this.settings);
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

  /** Updates the result of `account()` after an own change. */
  noteAccountChange(fields: Partial<AccountInfo>): void {
    const changed = this.#account?.then((account) => ({ ...account, ...fields }));
    changed?.catch(() => {});
    this.#account = changed;
  }

  /** The objects of a list. There is one collection per path and session. */
  collection(spec: ListSpec): Collection {
    const known = this.#collections.get(spec.path);
    if (known) return known;
    const collection = new Collection(spec, {
      clock: this.#clock,
      trustsEmpty: this.settings.maxDeletions === "100%",
      pause: (ms) => this.#limiter.pause(ms),
      read: () => this.#readList(spec),
    });
    this.#collections.set(spec.path, collection);
    return collection;
  }

  /** A GET, with up to 4 attempts. @throws ApiError */
  async read(path: string, query?: Readonly<Record<string, string | number>>): Promise<ApiResponse> {
    await this.account();
    return this.#client.request({ method: "GET", path, ...(query && { query }) });
  }

  /** A GET that a session sends once. */
  readOnce(path: string): Promise<ApiResponse> {
    const response = this.#responses.get(path) ?? this.read(path);
    this.#responses.set(path, response);
    return response;
  }

  /**
   * An idempotent change, with up to 4 attempts.
   * @throws ApiError; AmbiguousError if the last attempt may have taken effect; ErrorResponse with `isAfterAmbiguous` if an
   * attempt before the rejected one may have
   */
  send(method: "PUT" | "DELETE" | "POST", path: string, body?: unknown): Promise<ApiResponse> {
    return this.#change({ method, path, body });
  }

  /**
   * A POST that must not be executed twice: sent again only if it certainly had no effect.
   * @throws ApiError; AmbiguousError if it may have taken effect
   */
  create(path: string, body?: unknown): Promise<ApiResponse> {
    return this.#change({ method: "POST", path, body, creates: true });
  }

  /** The session's clock, ms since 1970. */
  now(): number {
    return this.#clock.now();
  }

  /** Requests sent, retries included. */
  get sent(): number {
    return this.#client.sent;
  }

  /** Requests per window. */
  get limit(): number {
    return this.#limiter.limit;
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

  async #change(request: ClientRequest): Promise<ApiResponse> {
    await this.account();
    return this.#writeLock.write(request.path, () => this.#client.request(request));
  }

  async #readList(spec: ListSpec) {
    // Held before the first page: an own change between two pages would move objects across their edge.
    const release = await this.#writeLock.hold(spec.writePath);
    try {
      return await readList((path, query) => this.read(path, query), spec);
    } finally {
      release();
    }
  }

  async #readAccount(): Promise<AccountInfo> {
    const { baseUrl, expect } = this.settings;
    try {
      const { data } = await this.#client.request({ method: "GET", path: "/api/account", session: true });
      const account = readAccount(data);
      if (expect) checkExpected(account, expect, this.settings);
      return account;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw wrongAddress(baseUrl, error);
      if (!(error instanceof ErrorResponse)) throw error;
      throw new RejectedKeyError(
        `the service rejected the API key: ${error.reason}, GET /api/account. Check that it is a key of this service and ` +
          `has not expired, and ${SET_KEY}. ${STRIPPED}`,
        error,
      );
    }
  }
}
