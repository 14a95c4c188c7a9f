// Counts the requests per API key in windows (api.md, Limits).
import type { Dialect } from "./dialect";

/** The limit of a key after a request. */
export interface LimitStatus {
  readonly allowed: boolean;
  readonly limit: number;
  /** Requests left in the window. */
  readonly remaining: number;
  /** When the window ends or, if it slides, when its oldest request leaves it. Ms since 1970. */
  readonly resetAt: number;
}

interface Window {
  readonly start: number;
  /** Times of the allowed requests, oldest first. */
  readonly requests: number[];
}

/** Never reads a clock: every call passes the time. */
export class RateLimiter {
  readonly #windows = new Map<string, Window>();
  readonly #limit: number;
  readonly #windowMs: number;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** Counts one request of `client`. A rejected request does not count. */
  take(client: string, type: Dialect["rateLimitWindow"], now: number): LimitStatus {
    const window = this.#windowOf(client, type, now);
    this.#windows.set(client, window);
    const allowed = window.requests.length < this.#limit;
    if (allowed) window.requests.push(now);
    const start = type === "sliding" ? (window.requests[0] ?? now) : window.start;
    const remaining = this.#limit - window.requests.length;
    return { allowed, limit: this.#limit, remaining, resetAt: start + this.#windowMs };
  }

  #windowOf(client: string, type: Dialect["rateLimitWindow"], now: number): Window {
    const last = this.#windows.get(client);
    if (type === "sliding") {
      const requests = (last?.requests ?? []).filter((at) => at > now - this.#windowMs && at <= now);
      return { start: now, requests };
    }
    if (last !== undefined && now >= last.start && now < last.start + this.#windowMs) return last;
    const start = type === "aligned" ? Math.floor(now / this.#windowMs) * this.#windowMs : now;
    return { start, requests: [] };
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
    "X-RateLimit-Reset": resetText(dialect, status.resetAt, now),
  };
}

function resetText({ resetFormat }: Dialect, resetAt: number, now: number): string {
  // Rounded down: a client that trusts it asks too early.
  const seconds = Math.floor(resetAt / 1000);
  return {
    epochSeconds: () => String(seconds),
    epochMs: () => String(resetAt),
    secondsLeft: () => String(Math.floor((resetAt - now) / 1000)),
    httpDate: () => new Date(seconds * 1000).toUTCString(),
    isoDate: () => new Date(resetAt).toISOString(),
  }[resetFormat]();
}
