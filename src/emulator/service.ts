// The emulated service without its server: API key, rate limit, route, response.
import type { Account } from "./account";
import { rejectUnknown, ServiceError } from "./fields";
import type { Preset } from "./preset";
import { findRoute, positiveInteger } from "./routes";

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

/** The limit of a key after a request. */
interface LimitStatus {
  readonly allowed: boolean;
  /** When the window ends, in ms since 1970. */
  readonly resetAt: number;
  /** Every response has them. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Windows start with their first request (service.md 11, 12).
 * @returns a function that counts one request of a client, unless the limit rejects it
 */
function limitRequests(limit: number, windowMs: number) {
  const windows = new Map<string, { readonly startedAt: number; count: number }>();
  return (client: string, now: number): LimitStatus => {
    const last = windows.get(client);
    // A clock may be set back.
    const isOpen = last && now >= last.startedAt && now < last.startedAt + windowMs;
    const window = isOpen ? last : { startedAt: now, count: 0 };
    windows.set(client, window);
    const allowed = window.count < limit;
    if (allowed) window.count += 1;
    const resetAt = window.startedAt + windowMs;
    const headers = {
      "X-RateLimit-Limit": String(limit),
      "X-RateLimit-Remaining": String(limit - window.count),
      // Rounded down: a client that trusts it asks too early.
      "X-RateLimit-Reset": String(Math.floor(resetAt / 1000)),
    };
    return { allowed, resetAt, headers };
  };
}

const REJECTED_KEY = "A valid API key is required to use this service.";

/**
 * Handles requests one after the other, without waiting in between.
 * @param rateLimit requests per window and key
 * @returns the response, and whether the request was above the rate limit
 */
export function startService(preset: Preset, rateLimit: number, windowMs: number) {
  const count = limitRequests(rateLimit, windowMs);
  return (request: ServiceRequest, now: number): { response: ServiceResponse; limited: boolean } => {
    // Invalid keys share one limit.
    const client = request.account === undefined ? "" : bearerKey(request.headers);
    const limit = count(client, now);
    const headers = {
      "Content-Type": "application/json; charset=utf-8",
      Date: new Date(now).toUTCString(),
      ...limit.headers,
    };
    if (limit.allowed) return { response: { headers, ...answerTo(request, preset) }, limited: false };
    const error = { error: 1, message: "The rate limit is reached. Try again later." };
    if (preset.limitedResponse === "429")
      return { response: { status: 429, headers, body: error }, limited: true };
    const seconds = Math.max(1, Math.ceil((limit.resetAt - now) / 1000));
    const response = {
      status: 429,
      headers: { ...headers, "Retry-After": String(seconds) },
      body: { ...error, error: 429, "Retry-After": seconds },
    };
    return { response, limited: true };
  };
}

function answerTo(request: ServiceRequest, preset: Preset): Omit<ServiceResponse, "headers"> {
  try {
    return { status: 200, body: { error: 0, ...handle(request, preset) } };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { status, message } = error;
    const isShown = preset.statusCodes === "real" || status === 403;
    return { status: isShown ? status : 200, body: { error: 1, message } };
  }
}

/** Body of a success. @throws {ServiceError} */
function handle(request: ServiceRequest, preset: Preset): object {
  const { account, method, path, query, headers } = request;
  if (account === undefined) throw new ServiceError(preset.statusCodes === "real" ? 401 : 403, REJECTED_KEY);
  const { route, params } = findRoute(method, path, preset);
  if (preset.undocumentedInput === "rejected") {
    rejectUnknown("parameter", query, route.query ?? []);
    if (!/^application\/json\b/i.test(String(headers["content-type"] ?? "")))
      throw new ServiceError(415, "The header Content-Type must be application/json.");
  }
  if (preset.maxLimit !== "any" && (positiveInteger(query.limit) ?? 0) > preset.maxLimit)
    throw new ServiceError(422, `The limit must not be greater than ${preset.maxLimit}.`);
  // An assignment and a delete have no body (service.md 3, 5).
  const { body = {} } = request;
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new ServiceError(400, "The body must be a JSON object.");
  return route.handle({ account, preset, params, query, body: body as Readonly<Record<string, unknown>> });
}

/** The key of the header Authorization. "" without one. */
export function bearerKey({ authorization }: ServiceRequest["headers"]): string {
  return /^Bearer +(\S+) *$/i.exec(String(authorization ?? ""))?.[1] ?? "";
}
