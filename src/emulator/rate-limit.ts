// Counts the requests per API key in windows (service.md 16, 17).
import type { Dialect } from "./dialect";

/** The limit of a key after a request. */
export interface LimitStatus {
  readonly allowed: boolean;
  readonly limit: number;
  /** Requests left in the window. */
  readonly remaining: number;
  /** When the window ends, in ms since 1970. */
  readonly resetAt: number;
}

/** A window starts with its first request. Never reads a clock: every call passes the time. */
export class RateLimiter {
  readonly #windows = new Map<string, { readonly startedAt: number; count: number }>();

  constructor(
    private readonly limit: number,
    private readonly windowMs: number,
  ) {}

  /** Counts one request of `client`. A rejected request does not count. */
  take(client: string, now: number): LimitStatus {
    const { limit, windowMs } = this;
    const last = this.#windows.get(client);
    // A clock may be set back.
    const isOpen = last && now >= last.startedAt && now < last.startedAt + windowMs;
    const window = isOpen ? last : { startedAt: now, count: 0 };
    this.#windows.set(client, window);
    const allowed = window.count < limit;
    if (allowed) window.count += 1;
    return { allowed, limit, remaining: limit - window.count, resetAt: window.startedAt + windowMs };
  }
}

/** Whole seconds until the limit resets, at least one. */
export function retryAfter({ resetAt }: LimitStatus, now: number): number {
  return Math.max(1, Math.ceil((resetAt - now) / 1000));
}

/** The Date and X-RateLimit headers, and Retry-After on a rejected request. */
export function limitHeaders(
  dialect: Dialect,
  status: LimitStatus,
  { now, isFailure }: { now: number; isFailure: boolean },
): Record<string, string> {
  const headers: Record<string, string> = {};
  const { rateLimitHeaders: form } = dialect;
  if (form !== "withoutDate") headers.Date = new Date(now).toUTCString();
  if (!status.allowed && dialect.limitedResponse === "error429") {
    headers["Retry-After"] = String(retryAfter(status, now));
  }
  if (form === "absent" || (form === "absentOnFailure" && isFailure)) return headers;
  const figure = (value: number) => String(form === "zero" ? 0 : value);
  return {
    ...headers,
    "X-RateLimit-Limit": figure(status.limit),
    "X-RateLimit-Remaining": figure(status.remaining),
    // Rounded down: a client that trusts it asks too early.
    "X-RateLimit-Reset": String(Math.floor(status.resetAt / 1000)),
  };
}
