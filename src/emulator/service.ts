// The emulated service without its server: API key, rate limit, route, response.
import type { Account } from "./account";
import { reject, ServiceError } from "./fields";
import type { Preset } from "./preset";
import { type Context, findRoute, type Route } from "./routes";

export interface ServiceRequest {
  /** In capitals. */
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Parsed JSON, or the text if it is none. undefined without a body. */
  readonly body: unknown;
  /** Values by the lower-case name of the header. */
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

/**
 * Handles requests one after the other, without waiting in between. Windows of the rate limit start with their first request
 * (service.md 11, 12).
 * @param rateLimit requests per window and key
 */
export function startService(preset: Preset, rateLimit: number, windowMs: number) {
  const windows = new Map<string, { readonly endsAt: number; free: number }>();
  return (request: ServiceRequest, now: number): ServiceResponse => {
    // Invalid keys share one limit.
    const key = request.account ? bearerKey(request.headers) : "";
    const known = windows.get(key);
    const window = known && now < known.endsAt ? known : { endsAt: now + windowMs, free: rateLimit };
    windows.set(key, window);
    const isAllowed = window.free > 0;
    if (isAllowed) window.free -= 1;
    const headers = {
      "Content-Type": "application/json; charset=utf-8",
      Date: new Date(now).toUTCString(),
      "X-RateLimit-Limit": String(rateLimit),
      "X-RateLimit-Remaining": String(window.free),
      // Rounded down: a client that trusts it asks too early.
      "X-RateLimit-Reset": String(Math.floor(window.endsAt / 1000)),
    };
    const limited = { error: 1, message: "The rate limit is reached. Try again later." };
    return { headers, ...(isAllowed ? answerTo(request, preset) : { status: 429, body: limited }) };
  };
}

function answerTo(request: ServiceRequest, preset: Preset): Omit<ServiceResponse, "headers"> {
  try {
    return { status: 200, body: { error: 0, ...handle(request, preset) } };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { status, message } = error;
    const observed = status === 401 ? 403 : 200;
    return { status: preset.responses === "documented" ? status : observed, body: { error: 1, message } };
  }
}

/** Body of a success. @throws {ServiceError} */
function handle(request: ServiceRequest, preset: Preset): object {
  // An assignment and a delete have no body (service.md 3, 5).
  const { account, method, path, query, body = {} } = request;
  if (account === undefined) throw new ServiceError(401, "A valid API key is required to use this service.");
  const { route, params } = findRoute(method, path, preset);
  if (typeof body !== "object" || body === null || Array.isArray(body))
    return reject("The body must be a JSON object.");
  const context = { account, preset, params, query, body: body as Context["body"] };
  if (preset.undocumentedInput === "rejected") rejectUndocumented(route, context, request.headers);
  return route.handle(context);
}

/** @throws {ServiceError} for a parameter, a field or a header that is not as in the document */
function rejectUndocumented(route: Route, context: Context, headers: ServiceRequest["headers"]): void {
  if (!/^application\/json\b/i.test(String(headers["content-type"] ?? "")))
    throw new ServiceError(415, "The header Content-Type must be application/json.");
  const { query = [], fields = {} } = route;
  const documented = Object.keys(fields).filter(
    (name) => !fields[name]!.undocumented || context.preset.qrNames === "accepted",
  );
  const known = [...query, ...documented];
  const unknown = Object.keys({ ...context.query, ...context.body }).find((name) => !known.includes(name));
  if (unknown !== undefined) reject(`The field or parameter ${unknown} is unknown.`);
}

/** The key of the header Authorization. "" without one. */
export function bearerKey({ authorization }: ServiceRequest["headers"]): string {
  return /^Bearer +(\S+) *$/i.exec(String(authorization ?? ""))?.[1] ?? "";
}
