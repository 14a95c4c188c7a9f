// Counts requests per key in windows (api.md, Limits) and writes the rate headers.
import type { Dialect } from "../dialect";

/** What is left for a key after one request. */
export interface Quota {
  readonly allowed: boolean;
  readonly limit: number;
  /** Requests left in the window. */
  readonly remaining: number;
  /** Milliseconds since 1970 at which the window ends or, sliding, the oldest request leaves it. */
  readonly resetAt: number;
}

interface Window {
  /** Start of the current fixed window. */
  start: number;
  /** Times of the requests let through in the window, oldest first. */
  passed: number[];
}

/** The limit of all keys. It never looks at a clock itself: every call brings the time. */
export class RateLimit {
  readonly #windows = new Map<string, Window>();
  readonly #limit: number;
  readonly #windowMs: number;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /**
   * Counts one request of `bucket` at `now`. A refused request uses nothing up.
   * @param counts false only looks at what is left
   */
  take(bucket: string, kind: Dialect["windowKind"], now: number, counts = true): Quota {
    const window = this.#current(bucket, kind, now);
    const allowed = window.passed.length < this.#limit;
    if (allowed && counts) window.passed.push(now);
    const begin = kind === "sliding" ? (window.passed[0] ?? now) : window.start;
    return {
      allowed,
      limit: this.#limit,
      remaining: this.#limit - window.passed.length,
      resetAt: begin + this.#windowMs,
    };
  }

  /** Gives every key its full quota back. */
  reset(): void {
    this.#windows.clear();
  }

  #current(bucket: string, kind: Dialect["windowKind"], now: number): Window {
    const old = this.#windows.get(bucket);
    if (kind === "sliding") {
      const passed = (old?.passed ?? []).filter((at) => at > now - this.#windowMs && at <= now);
      return this.#keep(bucket, { start: now, passed });
    }
    if (old !== undefined && now >= old.start && now < old.start + this.#windowMs) return old;
    const start = kind === "aligned" ? Math.floor(now / this.#windowMs) * this.#windowMs : now;
    return this.#keep(bucket, { start, passed: [] });
  }

  #keep(bucket: string, window: Window): Window {
    this.#windows.set(bucket, window);
    return window;
  }
}

/** X-RateLimit headers, and Retry-After on a refusal where the dialect has it. */
export function rateHeaders(
  dialect: Dialect,
  quota: Quota,
  now: number,
  failed: boolean,
): Record<string, string> {
  const headers: Record<string, string> = {};
  if (!quota.allowed && dialect.retryAfter === "present") {
    headers["Retry-After"] = String(Math.max(1, Math.ceil((quota.resetAt - now) / 1000)));
  }
  if (dialect.rateHeaders === "absent" || (failed && dialect.rateHeadersOnFailure === "absent"))
    return headers;
  headers["X-RateLimit-Limit"] = String(quota.limit);
  headers["X-RateLimit-Remaining"] = String(quota.remaining);
  headers["X-RateLimit-Reset"] = resetText(dialect, quota.resetAt, now);
  return headers;
}

function resetText(dialect: Dialect, resetAt: number, now: number): string {
  const round = dialect.resetRounding === "up" ? Math.ceil : Math.floor;
  switch (dialect.resetFormat) {
    case "epochSeconds":
      return String(round(resetAt / 1000));
    case "epochMs":
      return String(resetAt);
    case "secondsLeft":
      return String(round((resetAt - now) / 1000));
    case "httpDate":
      return new Date(round(resetAt / 1000) * 1000).toUTCString();
    case "isoDate":
      return new Date(resetAt).toISOString();
  }
}
