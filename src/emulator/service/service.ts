// The emulated service without its server: API key, rate limit, body, route, log.
import { changeDialect, DEFAULT_DIALECT, type Dialect } from "../dialect";
import { RequestContext } from "../endpoint/request-context";
import { failure, isSuccess, type JsonResponse } from "../endpoint/responses";
import { AccessError, HttpError } from "../http/http-error";
import { type HttpRequest, type HttpResponse, splitTarget } from "../http/messages";
import { bodyFields, parseBody } from "../http/request-body";
import { rateLimitHeaders, secondsUntilReset } from "../rate-limit/headers";
import { RateLimiter, type RateLimitStatus } from "../rate-limit/rate-limiter";
import { findRoute } from "../routes/index";
import type { Account } from "../store/account";
import { keyDigest } from "../store/credentials";
import type { Store } from "../store/store";
import type { FaultContext } from "./fault-context";
import { redactBody, redactQuery } from "./redaction";
import { RequestLog } from "./request-log";

export interface ServiceResponse extends HttpResponse {
  /** Whether it is a success by its field `error`. */
  readonly ok: boolean;
  /** Whether the request changed the store. */
  readonly hasChanges: boolean;
}

/** A request after the checks of key and rate limit. */
export interface AdmittedRequest {
  readonly request: HttpRequest;
  readonly faults: FaultContext;
  readonly at: number;
  /** undefined if the key is missing or invalid. */
  readonly account: Account | undefined;
  readonly rateLimit: RateLimitStatus;
}

export interface ServiceOptions {
  readonly store: Store;
  readonly now: () => number;
  readonly rateLimit: number;
  readonly windowMs: number;
}

export class Service {
  readonly log = new RequestLog();
  readonly rateLimiter: RateLimiter;
  readonly #store: Store;
  readonly #now: () => number;
  #dialect: Dialect = DEFAULT_DIALECT;

  constructor({ store, now, rateLimit, windowMs }: ServiceOptions) {
    this.#store = store;
    this.#now = now;
    this.rateLimiter = new RateLimiter(rateLimit, windowMs);
  }

  get dialect(): Dialect {
    return this.#dialect;
  }

  changeDialect(changes: Partial<Dialect>): void {
    this.#dialect = changeDialect(this.#dialect, changes);
  }

  /** Checks key and rate limit. {@link respond} does the rest. */
  admit(request: HttpRequest, faults: FaultContext): AdmittedRequest {
    const at = this.#now();
    const key = bearerKey(request);
    const account = key === undefined ? undefined : this.#store.accountOfKey(key);
    // Invalid keys share one limit. With a limit for each, a client could fill the memory.
    const client = key !== undefined && account !== undefined ? keyDigest(key) : "no valid key";
    const { rateLimitWindow } = this.#dialect;
    const rateLimit = this.rateLimiter.take(client, rateLimitWindow, at, faults.isCounted);
    return { request, faults, at, account, rateLimit };
  }

  /** Handles an admitted request synchronously, so that requests never interleave. */
  respond(admitted: AdmittedRequest): ServiceResponse {
    const { rateLimit, at } = admitted;
    const revision = this.#store.revision;
    const response = rateLimit.allowed
      ? this.#respond(admitted)
      : rateLimitedResponse(this.#dialect, secondsUntilReset(rateLimit, at));
    const hasChanges = this.#store.revision !== revision;
    const ok = isSuccess(response);
    this.#addToLog(admitted, response, hasChanges);

    return {
      status: response.status,
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        ...(this.#dialect.dateHeader === "present" && { Date: new Date(at).toUTCString() }),
        ...rateLimitHeaders(this.#dialect, rateLimit, at, !ok),
        ...response.headers,
      },
      body: JSON.stringify(response.body),
      ok,
      hasChanges,
    };
  }

  /** Logs a request that never reached the service. It does not count against the rate limit. */
  logLost(request: HttpRequest, faults: FaultContext): void {
    const admitted = this.admit(request, { ...faults, isCounted: false });
    this.#addToLog(admitted, { status: 0, body: {} }, false);
  }

  /** Body of an error outside {@link respond}: an unreadable request, or a state that cannot be saved. */
  errorBody(status: number, message: string): string {
    return JSON.stringify(failure(this.#dialect, new HttpError(status, message)).body);
  }

  #respond(admitted: AdmittedRequest): JsonResponse {
    const fault = admitted.faults.failure;
    if (fault === undefined) return this.#handle(admitted);
    if (fault.isAfterCommit) this.#handle(admitted);
    // A service that fails has no control over its status, so the dialect does not apply to it.
    const { status, message } = fault;
    return { ...failure(this.#dialect, new HttpError(status, message)), status };
  }

  #handle(admitted: AdmittedRequest): JsonResponse {
    try {
      return this.#route(admitted);
    } catch (error) {
      const httpError =
        error instanceof HttpError ? error : new HttpError(500, `The service failed: ${error}`);
      return failure(this.#dialect, httpError);
    }
  }

  #route({ request, account, faults }: AdmittedRequest): JsonResponse {
    const dialect = this.#dialect;
    if (account === undefined) {
      throw new AccessError(dialect.invalidKeyStatus, "A valid API key is required to use this service.");
    }
    const { path, query } = splitTarget(request.target);
    if (path.startsWith(dialect.pathOutsidePlan)) {
      throw new AccessError(403, "Your plan does not include this feature.");
    }
    const match = findRoute(dialect, request.method, path);
    if (!("route" in match)) {
      if (match.allowedMethods.length === 0) throw new HttpError(404, "There is no such endpoint.");
      const headers = { Allow: match.allowedMethods.join(", ") };
      throw new HttpError(405, "The endpoint does not support this method.", headers);
    }
    const { route, params } = match;
    const hasBody = route.hasBody === true;
    const needsContentType = { never: false, withBody: hasBody, always: true }[dialect.contentTypeRequired];
    if (needsContentType && !isJson(request.contentType)) {
      throw new HttpError(415, "The header Content-Type must be application/json.");
    }
    const body = hasBody ? bodyFields(parseBody(request.body)) : {};
    const { listLagMs } = faults;
    const listsAsOf = listLagMs === undefined ? undefined : this.#now() - listLagMs;
    return route.handle(new RequestContext({ account, params, query, body, dialect, listsAsOf }));
  }

  #addToLog(admitted: AdmittedRequest, response: JsonResponse, hasChanges: boolean): void {
    const { request, faults, at, account, rateLimit } = admitted;
    const { path, query } = splitTarget(request.target);
    const { message } = response.body;
    this.log.add({
      at,
      method: request.method,
      path,
      query: redactQuery(query),
      account: account?.username,
      status: response.status,
      ok: isSuccess(response),
      rateLimited: !rateLimit.allowed,
      remaining: rateLimit.remaining,
      changes: hasChanges,
      faults: faults.names,
      message: typeof message === "string" ? message : undefined,
      body: loggedBody(request, path, account),
    });
  }
}

function loggedBody({ body }: HttpRequest, path: string, account: Account | undefined): unknown {
  try {
    const updatedId = /^\/api\/qr\/(.*)\/update$/.exec(path)?.[1];
    const storedQrType =
      updatedId === undefined ? undefined : (account?.qrs.get(Number(updatedId))?.type ?? null);
    return redactBody(parseBody(body), body.length, storedQrType);
  } catch {
    return undefined;
  }
}

/** `rateLimitResponse` determines the status, not `statusCodes`. */
function rateLimitedResponse(dialect: Dialect, retryAfter: number): JsonResponse {
  const { body } = failure(dialect, new HttpError(429, "The rate limit is reached. Try again later."));
  return {
    status: { "429": 429, "200WithError": 200, "403": 403 }[dialect.rateLimitResponse],
    body: {
      message: body,
      error429: { ...body, error: 429, "Retry-After": retryAfter },
      errorOnly: { error: body.error },
    }[dialect.rateLimitBody],
  };
}

function bearerKey({ authorization }: HttpRequest): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json *(;|$)/i.test(contentType ?? "");
}
