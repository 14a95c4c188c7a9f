// Counts the requests per API key in windows (service.md 16, 17).

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

/** Of every response (service.md 17). */
export function limitHeaders({ limit, remaining, resetAt }: LimitStatus): Record<string, string> {
  return {
    "X-RateLimit-Limit": String(limit),
    "X-RateLimit-Remaining": String(remaining),
    // Rounded down: a client that trusts it asks too early.
    "X-RateLimit-Reset": String(Math.floor(resetAt / 1000)),
  };
}
