// One account, through one API key, for the life of a process. Every request to the service goes through here.
import { type AccountInfo, accountRecord, checkExpected, checkRecorded, readAccount } from "./account";
import { wrongAddress } from "./base-address";
import { type Clock, systemClock } from "./clock";
import { ApiError, ErrorResponse, RateLimitError, RejectedKeyError } from "./errors";
import { type ApiResponse, Client, type ClientRequest } from "./http/client";
import { HttpTransport, isLoopback, type Transport } from "./http/transport";
import { REQUEST_ATTEMPTS } from "./limits";
import { Collection, type ListSpec } from "./list/collection";
import { EnvelopeConventions } from "./list/list-reader";
import { PageSize } from "./list/page-size";
import { readList } from "./list/read-list";
import { WriteLock } from "./list/write-lock";
import { ClockOffset, type OffsetRange } from "./rate-limit/clock-offset";
import { isServerError } from "./rate-limit/rate-limiter";
import { type LimiterStatus, RequestQueue } from "./rate-limit/request-queue";
import { Redactor } from "./redaction/redactor";
import type { Settings } from "./settings";

export type { LimiterStatus } from "./rate-limit/request-queue";

/** A longer wait may be a wait for the rate limit. */
const AT_ONCE_MS = 1000;

const SET_KEY =
  "set it again with `export LINK_MANAGEMENT_API_KEY=…` or `pulumi config set --secret link-management:apiKey`";

/** Apache with PHP as CGI, and some proxies. */
const STRIPPED =
  "If the key is right, the web server may strip the Authorization header (docs/operations.md)";

/** @param provider name of the explicit provider */
function checkKey(provider: string | undefined): string {
  const set =
    provider === undefined
      ? SET_KEY
      : `correct apiKey of provider ${provider}. A refresh and a destroy use the key of the last \`pulumi up\``;
  return `Check that it is a key of this service and has not expired, and ${set}. ${STRIPPED}`;
}

/** What a session needs from outside. Tests pass their own. */
export interface SessionOptions {
  /** @default the system clock */
  readonly clock: Clock;
  /** Uniform in [0, 1). @default Math.random */
  readonly random: () => number;
  /** Called when a request begins to wait for the rate limit. @default nothing */
  readonly onWait: (status: LimiterStatus) => void;
  /** Informs the user about a slow response. @default no information */
  readonly log: (message: string) => void;
  /** Knows what no message may contain. The session adds the key. @default a new one */
  readonly redactor: Redactor;
  /** @default HTTP to `settings.baseUrl` */
  readonly transport: Transport;
}

export class AccountSession {
  readonly settings: Settings;
  readonly #client: Client;
  readonly #queue: RequestQueue;
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #writeLock = new WriteLock();
  readonly #conventions = new EnvelopeConventions();
  readonly #redactor: Redactor;
  readonly #clockOffset = new ClockOffset();
  readonly #pageSize: PageSize;
  readonly #collections = new Map<string, Collection>();
  /** Responses that are read once, by path. */
  readonly #responses = new Map<string, Promise<ApiResponse>>();
  /** All accounts on which something was recorded. */
  readonly #recorded = new Set<string>();
  #account: Promise<AccountInfo> | undefined;

  constructor(settings: Settings, options: Partial<SessionOptions> = {}) {
    const { clock = systemClock, random = Math.random, onWait = () => {}, log } = options;
    const { redactor = new Redactor() } = options;
    const { baseUrl, apiKey, pageSize } = settings;
    this.settings = settings;
    this.#clock = clock;
    this.#startedAt = clock.monotonic();
    this.#pageSize = new PageSize(pageSize);
    this.#transport = options.transport ?? new HttpTransport(baseUrl, apiKey);
    const sameClock = isLoopback(new URL(baseUrl).hostname);
    this.#queue = new RequestQueue({ clock, random, sameClock, onWait });
    this.#redactor = redactor;
    this.addSecret(apiKey);
    this.#client = new Client({
      transport: this.#transport,
      queue: this.#queue,
      clock,
      random,
      show: (text, length) => redactor.show(text, length),
      log,
      baseUrl,
    });
  }

  /** From now on no message contains text inside `secret`, whatever the service responds. */
  addSecret(secret: unknown): void {
    this.#redactor.add(secret);
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

  /** Text that identifies this account. It survives a change of e-mail address and host name. */
  async accountRecord(): Promise<string> {
    return accountRecord(await this.account(), this.settings.baseUrl);
  }

  /** What the state records about the owner of an object. */
  async ownership(): Promise<{ readonly account: string; readonly provider: string | undefined }> {
    return { account: await this.accountRecord(), provider: this.settings.provider };
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
    const context = {
      get: (path: string, query: Record<string, string | number>) => this.read(path, query),
      pageSize: this.#pageSize,
      conventions: this.#conventions,
      writeLock: this.#writeLock,
      settle: () => this.#queue.pause(this.settings.settleTimeMs),
      confirmRejection: <T>(send: () => Promise<T>) => this.confirmRejection(send),
    };
    const collection = new Collection(spec, {
      clock: this.#clock,
      settleTimeMs: this.settings.settleTimeMs,
      startedAt: this.#startedAt,
      pause: (ms) => this.#queue.pause(ms),
      read: () => readList(context, spec),
    });
    this.#collections.set(spec.path, collection);
    return collection;
  }

  /** A GET, with up to 4 attempts. @throws ApiError */
  async read(path: string, query?: Readonly<Record<string, string | number>>): Promise<ApiResponse> {
    await this.account();
    return this.#request({ method: "GET", path, query });
  }

  /** A GET that a session sends once. */
  readOnce(path: string): Promise<ApiResponse> {
    const response = this.#responses.get(path) ?? this.read(path);
    this.#responses.set(path, response);
    return response;
  }

  /**
   * An idempotent change, with up to 4 attempts.
   * @throws ApiError; AmbiguousError if the last attempt may have taken effect; ErrorResponse with `isAfterAmbiguous`
   * if an attempt before the rejected one may have
   */
  async send(method: "PUT" | "DELETE" | "POST", path: string, body?: unknown): Promise<ApiResponse> {
    await this.account();
    return this.#writeLock.write(path, () => this.#request({ method, path, body }));
  }

  /**
   * A POST that must not be executed twice: sent again only if it certainly had no effect.
   * @throws ApiError; AmbiguousError if it may have taken effect
   */
  async create(path: string, body?: unknown): Promise<ApiResponse> {
    await this.account();
    return this.#writeLock.write(path, () =>
      this.#request({ method: "POST", path, body, notIdempotent: true }),
    );
  }

  /**
   * Repeats a rejected request until the rejection is certainly no rate-limit response: it occurs again right after
   * another request got a response.
   * @throws ErrorResponse; with `isAmbiguous` if this stays unclear
   */
  async confirmRejection<T>(send: () => Promise<T>): Promise<T> {
    let isAnswering = false;
    let isAfterAmbiguous = false;
    for (let attempt = 1; ; attempt++) {
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof ErrorResponse) || isServerError(error.status)) throw error;
        isAfterAmbiguous ||= error.isAfterAmbiguous;
        const isAmbiguous = error.isAmbiguous && !isAnswering;
        if (!isAmbiguous || attempt === REQUEST_ATTEMPTS) {
          throw new ErrorResponse(error.message, { ...error, isAfterAmbiguous, isAmbiguous });
        }
        isAnswering = await this.#isAnsweringAtOnce();
      }
    }
  }

  /** The session's clock, ms since 1970. */
  now(): number {
    return this.#clock.now();
  }

  /** How far the server's clock is ahead of ours. `undefined` until a response had a `Date`. */
  get clockOffset(): OffsetRange | undefined {
    return this.#clockOffset.range;
  }

  get sent(): number {
    return this.#client.sent;
  }

  /** Waiting requests, and what is known about the limit. */
  status(): LimiterStatus {
    return this.#queue.status();
  }

  /** Sends nothing more. Waiting requests fail with a ClosedError, and requests in flight are aborted. */
  async close(): Promise<void> {
    this.#queue.close();
    await this.#transport.close();
  }

  /** Whether another request gets a response at once. Then an error right before it was hardly a rate-limit response. */
  async #isAnsweringAtOnce(): Promise<boolean> {
    const askedAt = this.now();
    const { sentAt } = await this.#request({ method: "GET", path: "/api/account" });
    return sentAt <= askedAt + AT_ONCE_MS;
  }

  async #request(request: ClientRequest): Promise<ApiResponse> {
    const response = await this.#client.request(request);
    const { date, sentAt, receivedAt } = response;
    if (date !== undefined) this.#clockOffset.observe(date, sentAt, receivedAt);
    return response;
  }

  async #readAccount(): Promise<AccountInfo> {
    const { baseUrl, expect, provider } = this.settings;
    try {
      const { data } = await this.#request({ method: "GET", path: "/api/account", session: true });
      const account = readAccount(data);
      if (expect) checkExpected(account, expect, this.settings);
      return account;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) throw wrongAddress(baseUrl, error, provider);
      if (error instanceof RateLimitError) {
        throw new RejectedKeyError(
          `the service rejected the API key, or other clients use up its limit: ${error.message}. ${checkKey(provider)}`,
          error,
        );
      }
      if (!(error instanceof ErrorResponse) || error.status >= 500) throw error;
      throw new RejectedKeyError(
        `the service rejected the API key: ${error.reason} (status ${error.status}, GET /api/account). ${checkKey(provider)}`,
        error,
      );
    }
  }
}
