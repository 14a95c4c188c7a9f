// The service without its socket: key, rate limit, body, endpoint, log.

import { changeDialect, DEFAULT_DIALECT, type Dialect } from "../dialect";
import { Call } from "../endpoint/request-context";
import { type Answer, failure, Refusal } from "../endpoint/responses";
import { splitTarget } from "../http/request";
import { bodyFields, parseBody } from "../http/request-body";
import { type Quota, RateLimit, rateHeaders } from "../rate-limit/rate-limiter";
import { findRoute } from "../routes/index";
import { type Account, keyDigest } from "../store/account";
import type { Store } from "../store/store";
import { redactBody, redactQuery } from "./redaction";
import { RequestLog } from "./request-log";

/** A request as it came from the socket. */
export interface ServiceRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly body: Buffer | "tooLarge";
}

/** An answer ready to be sent. */
export interface ServiceResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether it is a success. */
  readonly ok: boolean;
  /** Whether the account is not what it was before. */
  readonly changed: boolean;
}

/** What befalls a request on its way; by default nothing. */
export interface Circumstances {
  /** Names of the faults that make them up, for the log. */
  readonly faults: readonly string[];
  /** Lists show what was there this many ms ago. @default 0 */
  readonly listLagMs?: number;
  /** The service fails with this status, before or after it did what was asked. */
  readonly breakdown?: Breakdown;
  /** Whether the request uses quota up. @default true */
  readonly isCounted?: boolean;
}

export interface Breakdown {
  readonly status: number;
  readonly message: string;
  readonly isAfterCommit: boolean;
}

/** A request whose key and quota were looked at. */
export interface Admission {
  readonly request: ServiceRequest;
  readonly circumstances: Circumstances;
  readonly at: number;
  readonly account: Account | undefined;
  readonly quota: Quota;
}

const NOTHING_BEFALLS: Circumstances = { faults: [] };

export interface ServiceOptions {
  readonly store: Store;
  readonly now: () => number;
  readonly rateLimit: number;
  readonly windowMs: number;
}

export class Service {
  readonly log = new RequestLog();
  readonly rate: RateLimit;
  dialect: Dialect = DEFAULT_DIALECT;
  readonly #store: Store;
  readonly #now: () => number;

  constructor({ store, now, rateLimit, windowMs }: ServiceOptions) {
    this.#store = store;
    this.#now = now;
    this.rate = new RateLimit(rateLimit, windowMs);
  }

  changeDialect(changes: Partial<Dialect>): void {
    this.dialect = changeDialect(this.dialect, changes);
  }

  /** Handles one request from beginning to end without a pause, so requests never mix. */
  handle(request: ServiceRequest, circumstances: Circumstances = NOTHING_BEFALLS): ServiceResponse {
    return this.carryOut(this.admit(request, circumstances));
  }

  /** The first half of {@link handle}: key and rate limit. */
  admit(request: ServiceRequest, circumstances: Circumstances): Admission {
    const at = this.#now();
    const key = bearerKey(request);
    const account = this.accountOf(request);
    // Unknown keys share one bucket: a bucket for each would let strangers fill the memory.
    const bucket = key !== undefined && account !== undefined ? keyDigest(key) : "no valid key";
    const { windowKind } = this.dialect;
    const quota = this.rate.take(bucket, windowKind, at, circumstances.isCounted ?? true);
    return { request, circumstances, at, account, quota };
  }

  /** The second half of {@link handle}: what the request asks for, answer and log. */
  carryOut(admission: Admission): ServiceResponse {
    const { dialect } = this;
    const { quota, at } = admission;
    const before = this.#store.revision;
    const answer = quota.allowed ? this.#answer(admission) : rateAnswer(dialect);
    const changed = this.#store.revision !== before;
    this.#note(admission, answer, changed);

    return {
      status: answer.status,
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        ...(dialect.dateHeader === "present" && { Date: new Date(at).toUTCString() }),
        ...rateHeaders(dialect, quota, at, !isSuccess(answer)),
        ...answer.headers,
      },
      body: JSON.stringify(answer.body),
      ok: isSuccess(answer),
      changed,
    };
  }

  /** Logs a request that was lost on its way here: it has no answer and used nothing up. */
  noteLost(request: ServiceRequest, circumstances: Circumstances): void {
    const admission = this.admit(request, { ...circumstances, isCounted: false });
    this.#note(admission, { status: 0, body: {} }, false);
  }

  /** The account whose valid key a request carries. */
  accountOf(request: ServiceRequest): Account | undefined {
    const key = bearerKey(request);
    return key === undefined ? undefined : this.#store.accountOfKey(key);
  }

  /** A failure that happens outside {@link handle}: an unreadable request, a state that cannot be saved. */
  failureBody(status: number, message: string): string {
    return JSON.stringify(failure(this.dialect, new Refusal(status, message)).body);
  }

  #answer(admission: Admission): Answer {
    const { breakdown } = admission.circumstances;
    if (breakdown === undefined) return this.#dispatchOrRefuse(admission);
    if (breakdown.isAfterCommit) this.#dispatchOrRefuse(admission);
    // A service that breaks down does not get to spell its status as the dialect has it.
    const { status, message } = breakdown;
    return { ...failure(this.dialect, new Refusal(status, message)), status };
  }

  #dispatchOrRefuse(admission: Admission): Answer {
    try {
      return this.#dispatch(admission);
    } catch (error) {
      if (error instanceof Refusal) return failure(this.dialect, error);
      return failure(this.dialect, new Refusal(500, `The service failed: ${error}`));
    }
  }

  #dispatch({ request, account, circumstances }: Admission): Answer {
    const { dialect } = this;
    if (account === undefined) {
      throw new Refusal(dialect.refusedKeyStatus, "The API key is missing, invalid or expired.");
    }
    const { path, query } = splitTarget(request.target);
    const found = findRoute(request.method, path);
    if (!("route" in found)) {
      if (found.allowed.length === 0) throw new Refusal(404, "There is no such endpoint.");
      throw new Refusal(405, "The endpoint does not take this method.", { Allow: found.allowed.join(", ") });
    }
    const { route, params } = found;
    const takesBody = route.takesBody === true;
    const needsType = { lenient: false, withBody: takesBody, always: true }[dialect.contentType];
    if (needsType && !isJson(request.contentType)) {
      throw new Refusal(415, "The header Content-Type must be application/json.");
    }
    const body = takesBody ? bodyFields(parseBody(request.body)) : {};
    const { listLagMs } = circumstances;
    const listsAsOf = listLagMs === undefined ? undefined : this.#now() - listLagMs;
    return route.handle(new Call({ account, params, query, body, dialect, listsAsOf }));
  }

  #note(admission: Admission, answer: Answer, changed: boolean): void {
    const { request, circumstances, at, account, quota } = admission;
    const { path, query } = splitTarget(request.target);
    const { message } = answer.body;
    this.log.add({
      at,
      method: request.method,
      path,
      query: redactQuery(query),
      account: account?.username,
      status: answer.status,
      ok: isSuccess(answer),
      rateLimited: !quota.allowed,
      remaining: quota.remaining,
      changes: changed,
      faults: circumstances.faults,
      message: typeof message === "string" ? message : undefined,
      body: loggedBody(request, path, account),
    });
  }
}

function loggedBody({ body }: ServiceRequest, path: string, account: Account | undefined): unknown {
  try {
    const updated = /^\/api\/qr\/(.*)\/update$/.exec(path)?.[1];
    const storedType = updated === undefined ? undefined : (account?.qrs.get(Number(updated))?.type ?? null);
    return redactBody(parseBody(body), body.length, storedType);
  } catch {
    return undefined;
  }
}

/** The rate answer has a knob of its own and does not follow `statusCodes`. */
function rateAnswer(dialect: Dialect): Answer {
  const { body } = failure(dialect, new Refusal(429, "The rate limit is reached. Try again later."));
  return { body, status: { "429": 429, "200WithError": 200, "403": 403 }[dialect.rateLimitAnswer] };
}

function bearerKey({ authorization }: ServiceRequest): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
}

function isSuccess({ body }: Answer): boolean {
  return body.error === 0 || body.error === "0";
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json *(;|$)/i.test(contentType ?? "");
}
