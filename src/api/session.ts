// One account, through one API key, for the life of a process: every request to the service goes through here.
import { type AccountInfo, accountRecord, checkExpected, checkRecorded, readAccount } from "./account";
import { type Clock, systemClock } from "./clock";
import { ErrorResponse, RejectedKeyError } from "./errors";
import { type ApiResponse, Client, type ClientRequest } from "./http/client";
import { HttpTransport, isLoopback, type Transport } from "./http/transport";
import { Collection, type CollectionSpec } from "./list/collection";
import { EnvelopeConventions } from "./list/list-reader";
import { PageSize } from "./list/page-size";
import { readList } from "./list/read-list";
import { WriteLock } from "./list/write-lock";
import { ClockOffset, type OffsetRange } from "./rate-limit/clock-offset";
import { type LimiterStatus, RequestQueue } from "./rate-limit/request-queue";
import { Redactor } from "./redactor";
import type { Settings } from "./settings";

export type { AccountInfo } from "./account";
export type { Clock } from "./clock";
export type { ApiResponse as Answer } from "./http/client";
export type { LimiterStatus as GateStatus } from "./rate-limit/request-queue";

/** A wait longer than this may have been one for the rate limit. */
const AT_ONCE_MS = 1000;

/** What a session takes from outside, so that tests can put something else in its place. */
export interface SessionOptions {
  /** @default the system's clock */
  readonly clock: Clock;
  /** Uniform in [0, 1). @default Math.random */
  readonly random: () => number;
  /** Called while requests wait for the rate limit, whenever something changes. @default nothing */
  readonly notify: (status: LimiterStatus) => void;
  /** @default HTTP to `settings.baseUrl` */
  readonly transport: Transport;
}

export class AccountSession {
  readonly settings: Settings;
  readonly #client: Client;
  readonly #queue: RequestQueue;
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #begunAt: number;
  readonly #changes = new WriteLock();
  readonly #habits = new EnvelopeConventions();
  readonly #hidden = new Redactor();
  readonly #serverClock = new ClockOffset();
  readonly #pageSize: PageSize;
  readonly #collections = new Map<string, Collection>();
  /** Marks of all accounts on which something was recorded. */
  readonly #recorded = new Set<string>();
  #account: Promise<AccountInfo> | undefined;
  readonly #trips = { count: 0, ms: 0, busyMs: 0, lastAt: 0 };

  constructor(settings: Settings, seams: Partial<SessionOptions> = {}) {
    const { clock = systemClock, random = Math.random, notify = () => {} } = seams;
    const { baseUrl, apiKey, pageSize } = settings;
    this.settings = settings;
    this.#clock = clock;
    this.#begunAt = clock.monotonic();
    this.#pageSize = new PageSize(pageSize);
    this.#transport = seams.transport ?? new HttpTransport(baseUrl, apiKey);
    const sameClock = isLoopback(new URL(baseUrl).hostname);
    this.#queue = new RequestQueue({ clock, random, sameClock, notify });
    this.addSecret(apiKey);
    const mask = (text: string) => this.#hidden.redact(text);
    this.#client = new Client({
      transport: this.#transport,
      queue: this.#queue,
      clock,
      random,
      mask,
      baseUrl,
    });
  }

  /** From now on no text inside of `secret` stands in a message, whatever the service answers. */
  addSecret(secret: unknown): void {
    this.#hidden.add(secret);
  }

  /**
   * The account of the key (`GET /api/account`): the first request of a session, sent once. Every other request
   * waits for it, and fails with it.
   * @throws RefusedKeyError, WrongAccountError (other than `settings.expect`), UnreachableError, UnexpectedAnswer
   */
  account(): Promise<AccountInfo> {
    this.#account ??= this.#readAccount();
    return this.#account;
  }

  /** Text that tells this account from all others; stable over changes of e-mail and host name. */
  async accountRecord(): Promise<string> {
    return accountRecord(await this.account(), this.settings.baseUrl);
  }

  /**
   * Makes sure that the key belongs to the account on which something was recorded, and that it is one account in all
   * calls. Where it does not, the session ends: every later call fails too, since what has no record yet must not be
   * made on that account either.
   * @param recorded what `mark()` gave then; `undefined` passes
   * @throws WrongAccountError
   */
  async guard(...recorded: readonly (string | undefined)[]): Promise<void> {
    for (const mark of recorded) if (mark !== undefined) this.#recorded.add(mark);
    try {
      checkRecorded(await this.account(), this.#recorded, this.settings.baseUrl);
    } catch (error) {
      this.#account = Promise.reject(error);
      this.#account.catch(() => {});
      throw error;
    }
  }

  /** Keeps what `account()` gives up to date after an own update. */
  noteAccountChange(fields: Partial<AccountInfo>): void {
    const changed = this.#account?.then((account) => ({ ...account, ...fields }));
    changed?.catch(() => {});
    this.#account = changed;
  }

  /** The one snapshot of a list in this session; the first caller's spec holds. */
  collection(spec: CollectionSpec): Collection {
    const known = this.#collections.get(spec.path);
    if (known) return known;
    const parts = {
      get: (path: string, query: Record<string, string | number>) => this.read(path, query),
      pageSize: this.#pageSize,
      habits: this.#habits,
      changes: this.#changes,
      settle: () => this.#queue.pause(this.settings.settleTimeMs),
      answersAtOnce: () => this.isAnsweringAtOnce(),
    };
    const collection = new Collection(spec, {
      clock: this.#clock,
      settleTime: this.settings.settleTimeMs,
      begunAt: this.#begunAt,
      pause: (ms) => this.#queue.pause(ms),
      list: () => readList(parts, spec),
    });
    this.#collections.set(spec.path, collection);
    return collection;
  }

  /** A GET, sent up to 4 times. @throws ApiError */
  async read(path: string, query?: Readonly<Record<string, string | number>>): Promise<ApiResponse> {
    await this.account();
    return this.#request({ method: "GET", path, query });
  }

  /**
   * A change that may be carried out twice without harm, sent up to 4 times.
   * @throws ApiError; AmbiguousError when the last try may have taken effect; ServiceRefusal with
   * `afterAmbiguous` when the refused try followed one that may have
   */
  async send(method: "PUT" | "DELETE" | "POST", path: string, body?: unknown): Promise<ApiResponse> {
    await this.account();
    return this.#changes.write(path, () => this.#request({ method, path, body }));
  }

  /**
   * A POST that must not be carried out twice: sent again only when it was surely not processed.
   * @throws ApiError; AmbiguousError when it may have taken effect
   */
  async create(path: string, body?: unknown): Promise<ApiResponse> {
    await this.account();
    return this.#changes.write(path, () =>
      this.#request({ method: "POST", path, body, notIdempotent: true }),
    );
  }

  /**
   * Whether another request is answered at once: then a refusal right before it was hardly one for the rate limit.
   * @throws ApiError
   */
  async isAnsweringAtOnce(): Promise<boolean> {
    const askedAt = this.now();
    const { sentAt } = await this.#request({ method: "GET", path: "/api/account" });
    return sentAt <= askedAt + AT_ONCE_MS;
  }

  /** The session's clock, ms since 1970. */
  now(): number {
    return this.#clock.now();
  }

  /** How far the service's clock is ahead of ours; `undefined` while no answer told its time. */
  get clockOffset(): OffsetRange | undefined {
    return this.#serverClock.offset;
  }

  /** Requests sent so far, repeats included. */
  get sent(): number {
    return this.#client.sent;
  }

  /** How long a request takes on average, in ms, without what it waited for the rate limit; 0 before the first answer. */
  get tripMs(): number {
    const { count, ms } = this.#trips;
    return count === 0 ? 0 : ms / count;
  }

  /** How long there were requests under way, in ms: less than `tripMs` for each where some went side by side. */
  get busyMs(): number {
    return this.#trips.busyMs;
  }

  /**
   * Requests that wait and what is known of the limit.
   * @param ahead requests that are to come beside them; `undefined` where that is not known
   */
  status(ahead?: number): LimiterStatus {
    return this.#queue.status(ahead);
  }

  /** Sends nothing more: what waits fails with a ClosedError, what is under way is cut off. */
  async close(): Promise<void> {
    this.#queue.close();
    await this.#transport.close();
  }

  async #request(request: ClientRequest): Promise<ApiResponse> {
    const answer = await this.#client.request(request);
    if (answer.date !== undefined) this.#serverClock.observe(answer.date, answer.sentAt, answer.receivedAt);
    this.#noteTrip(answer);
    return answer;
  }

  #noteTrip({ sentAt, receivedAt }: ApiResponse): void {
    const trips = this.#trips;
    trips.count++;
    trips.ms += Math.max(0, receivedAt - sentAt);
    trips.busyMs += Math.max(0, receivedAt - Math.max(sentAt, trips.lastAt));
    trips.lastAt = receivedAt;
  }

  async #readAccount(): Promise<AccountInfo> {
    const { baseUrl, expect } = this.settings;
    try {
      const { data, status } = await this.#request({
        method: "GET",
        path: "/api/account",
        session: true,
      });
      const account = readAccount(data, status);
      if (expect) checkExpected(account, expect, baseUrl);
      return account;
    } catch (error) {
      if (!(error instanceof ErrorResponse) || (error.status ?? 0) >= 500) throw error;
      throw new RejectedKeyError(
        `the service refused the API key: ${error.reason} (status ${error.status}, GET /api/account); ` +
          "check that the key is that of this service and has not expired, and set it again with " +
          "`export LINK_MANAGEMENT_API_KEY=…` or `pulumi config set --secret link-management:apiKey`",
        error,
      );
    }
  }
}
