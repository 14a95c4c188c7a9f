// Counts the requests per API key in windows (service.md 16, 17).
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

/** Never reads a clock: every call passes the time. */
export class RateLimiter {
  /** Times of the allowed requests of the window, oldest first. */
  readonly #requests = new Map<string, number[]>();

  constructor(
    private readonly limit: number,
    private readonly windowMs: number,
  ) {}

  /** Counts one request of `client`. A rejected request does not count. */
  take(client: string, type: Dialect["rateLimitWindow"], now: number): LimitStatus {
    const { limit, windowMs } = this;
    const [old = [], multiple] = [this.#requests.get(client), Math.floor(now / windowMs) * windowMs];
    const since = { fixed: old[0] ?? now, aligned: multiple, sliding: now - windowMs + 1 }[type];
    const isOver = now < since || now >= since + windowMs;
    const requests = isOver ? [] : type === "fixed" ? old : old.filter((at) => at >= since && at <= now);
    const allowed = requests.length < limit;
    if (allowed) requests.push(now);
    this.#requests.set(client, requests);
    const start = type === "aligned" ? multiple : (requests[0] ?? now);
    const remaining = limit - requests.length;
    return { allowed, limit, remaining, resetAt: start + windowMs };
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
