// The emulated service without its server: API key, rate limit, route, response.
import type { Account } from "./account";
import { positiveInteger } from "./crud";
import type { Dialect } from "./dialect";
import { rejectUnknown, ServiceError } from "./fields";
import { type LimitStatus, limitHeaders, RateLimiter, retryAfter } from "./rate-limit";
import { findRoute } from "./routes";

export interface ServiceRequest {
  /** In capitals. */
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Parsed JSON, or the text if it is none. undefined without a body. */
  readonly body: unknown;
  /** Of header names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The account of the API key. undefined if the key is missing or invalid. */
  readonly account: Account | undefined;
}

/** A response. A text is sent as it is, anything else as JSON. */
export interface ServiceResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** JSON can be read that is nested too deeply to be written, such as into the state file. */
const MAX_LEVELS = 100;
const REJECTED_KEY = "A valid API key is required to use this service.";

/**
 * Handles requests one after the other, without waiting in between.
 * @param rateLimit requests per window and key
 * @returns the response, and whether the request was above the rate limit
 */
export function startService(dialect: Dialect, rateLimit: number, windowMs: number) {
  const limiter = new RateLimiter(rateLimit, windowMs);
  return (request: ServiceRequest, now: number): { response: ServiceResponse; limited: boolean } => {
    // Invalid keys share one limit.
    const client = request.account === undefined ? "" : bearerKey(request.headers);
    const limit = limiter.take(client, now);
    const { status, body, isFailure } = limit.allowed
      ? answerTo(request, dialect)
      : limited(dialect, limit, now);
    const headers = {
      "Content-Type": "application/json; charset=utf-8",
      ...limitHeaders(dialect, limit, { now, isFailure }),
    };
    return { response: { status, headers, body: shaped(body, dialect) }, limited: !limit.allowed };
  };
}

function answerTo(request: ServiceRequest, dialect: Dialect): Answer {
  try {
    return { status: 200, body: handle(request, dialect), isFailure: false };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return failure(dialect, error.status, error.message);
  }
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly isFailure: boolean;
}

/** Body of a success. @throws {ServiceError} */
function handle(request: ServiceRequest, dialect: Dialect): unknown {
  const { account, method, path, query, headers } = request;
  if (account === undefined) throw new ServiceError(dialect.statusCodes === "real" ? 401 : 403, REJECTED_KEY);
  const { route, params } = findRoute(method, path, dialect);
  if (dialect.undocumentedInput === "rejected") {
    rejectUnknown("parameter", query, route.query ?? []);
    if (!/^application\/json\b/i.test(String(headers["content-type"] ?? "")))
      throw new ServiceError(415, "The header Content-Type must be application/json.");
  }
  if (dialect.maxLimit !== "any" && (positiveInteger(query.limit) ?? 0) > dialect.maxLimit)
    throw new ServiceError(422, `The limit must not be greater than ${dialect.maxLimit}.`);
  // An assignment and a delete have no body (service.md 5, 7).
  const { body = {} } = request;
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new ServiceError(400, "The body must be a JSON object.");
  if (isDeeper(body, MAX_LEVELS)) throw new ServiceError(400, "The body is nested too deeply.");
  const fields = body as Readonly<Record<string, unknown>>;
  return route.handle({ account, dialect, params, query, body: fields });
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1));
}

/** A body with every value as the dialect writes it. */
function shaped(value: unknown, dialect: Dialect): unknown {
  if (value === "") return { empty: "", null: null, absent: undefined }[dialect.unsetText];
  if (typeof value === "number" || typeof value === "boolean")
    return dialect.responses === "strings" ? String(value) : value;
  if (Array.isArray(value)) return value.map((one) => shaped(one, dialect));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shaped(one, dialect)]));
}

function failure(dialect: Dialect, status: number, message: string): Answer {
  const isShown =
    dialect.statusCodes === "real" || (dialect.statusCodes === "realForAccess" && status === 403);
  return { status: isShown ? status : 200, body: { error: 1, message }, isFailure: true };
}

/** `limitedResponse` determines the status, not `statusCodes`. */
function limited(dialect: Dialect, limit: LimitStatus, now: number): Answer {
  const error = 1;
  const message = "The rate limit is reached. Try again later.";
  const error429 = { error: 429, message, "Retry-After": retryAfter(limit, now) };
  const body = { "429": { error, message }, error429, errorOnly: { error }, "200": error429 }[
    dialect.limitedResponse
  ];
  return { status: dialect.limitedResponse === "200" ? 200 : 429, body, isFailure: true };
}

/** The key of the header Authorization. "" without one. */
export function bearerKey({ authorization }: ServiceRequest["headers"]): string {
  return /^Bearer +(\S+) *$/i.exec(String(authorization ?? ""))?.[1] ?? "";
}
