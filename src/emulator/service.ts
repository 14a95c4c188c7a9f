// The service without its socket: key, rate limit, body, endpoint, log.
import { type Account, keyDigest } from "./account";
import { type Answer, failure, Refusal } from "./answers";
import { Call } from "./call";
import { changeDialect, DEFAULT_DIALECT, type Dialect } from "./dialect";
import { type Quota, RateLimit, rateHeaders } from "./rate-limit";
import { redactBody, redactQuery } from "./redaction";
import { bodyFields, parseBody } from "./request-body";
import { RequestLog } from "./request-log";
import { findRoute } from "./routes/index";
import type { Store } from "./store";

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
  /** Whether the account is not what it was before. */
  readonly changed: boolean;
}

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
  handle(request: ServiceRequest): ServiceResponse {
    const now = this.#now();
    const { dialect } = this;
    const key = /^Bearer +(\S+) *$/i.exec(request.authorization ?? "")?.[1];
    const account = key === undefined ? undefined : this.#store.accountOfKey(key);
    // Unknown keys share one bucket: a bucket for each would let strangers fill the memory.
    const bucket = key !== undefined && account !== undefined ? keyDigest(key) : "no valid key";
    const quota = this.rate.take(bucket, dialect.windowKind, now);

    const before = this.#store.revision;
    const answer = quota.allowed ? this.#answer(request, account) : rateAnswer(dialect);
    const changed = this.#store.revision !== before;
    this.#note(request, { at: now, account, quota, answer, changed });

    return {
      status: answer.status,
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        ...(dialect.dateHeader === "present" && { Date: new Date(now).toUTCString() }),
        ...rateHeaders(dialect, quota, now, !isSuccess(answer)),
        ...answer.headers,
      },
      body: JSON.stringify(answer.body),
      changed,
    };
  }

  /** A failure that happens outside {@link handle}: an unreadable request, a state that cannot be saved. */
  failureBody(status: number, message: string): string {
    return JSON.stringify(failure(this.dialect, new Refusal(status, message)).body);
  }

  #answer(request: ServiceRequest, account: Account | undefined): Answer {
    try {
      return this.#dispatch(request, account);
    } catch (error) {
      if (error instanceof Refusal) return failure(this.dialect, error);
      return failure(this.dialect, new Refusal(500, `The service failed: ${error}`));
    }
  }

  #dispatch(request: ServiceRequest, account: Account | undefined): Answer {
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
    return route.handle(new Call({ account, params, query, body, dialect }));
  }

  #note(
    request: ServiceRequest,
    facts: { at: number; account: Account | undefined; quota: Quota; answer: Answer; changed: boolean },
  ): void {
    const { at, account, quota, answer, changed } = facts;
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

function splitTarget(target: string): { path: string; query: URLSearchParams } {
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  return { path, query: new URLSearchParams(mark < 0 ? "" : target.slice(mark + 1)) };
}

function isSuccess({ body }: Answer): boolean {
  return body.error === 0 || body.error === "0";
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json *(;|$)/i.test(contentType ?? "");
}
