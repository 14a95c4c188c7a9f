// Counts the requests per API key in windows (api.md, Limits).

/** "fixed" starts a window with the first request, "aligned" at multiples of its length. */
export type WindowType = "fixed" | "aligned" | "sliding";

/** The state of a key's rate limit after a request. */
export interface RateLimitStatus {
  readonly allowed: boolean;
  readonly limit: number;
  /** Requests left in the window. */
  readonly remaining: number;
  /** Milliseconds since 1970 when the window ends or, if it slides, when its oldest request leaves it. */
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

  /**
   * Counts one request of `client` at `now`. A rejected request does not count.
   * @param isCounted false only returns the status
   */
  take(client: string, type: WindowType, now: number, isCounted = true): RateLimitStatus {
    const window = this.#currentWindow(client, type, now);
    this.#windows.set(client, window);
    const allowed = window.requests.length < this.#limit;
    if (allowed && isCounted) window.requests.push(now);
    const start = type === "sliding" ? (window.requests[0] ?? now) : window.start;
    return {
      allowed,
      limit: this.#limit,
      remaining: this.#limit - window.requests.length,
      resetAt: start + this.#windowMs,
    };
  }

  /** Resets the limit of every client. */
  reset(): void {
    this.#windows.clear();
  }

  #currentWindow(client: string, type: WindowType, now: number): Window {
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
