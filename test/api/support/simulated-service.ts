// A service with a rate limit: windows and rate headers of many kinds.
import type { SimulatedTime } from "./simulated-time";

/** The window starts with its first request, starts at multiples of its length, or slides. */
export type WindowKind = "fixed" | "aligned" | "sliding";
export type Rounding = "up" | "down" | "nearest";
export type ResetFormat = "epochSeconds" | "epochMs" | "secondsLeft" | "httpDate" | "isoDate";
/** Which responses have rate headers. `some`: two of three. */
export type RateHeadersOn = "all" | "none" | "successes" | "some";

export interface ServiceOptions {
  readonly limit: number;
  /** The limit at a time of the run. @default limit */
  readonly limitAt?: (at: number) => number;
  /** Headers that replace the true ones. @default none */
  readonly falseHeaders?: Readonly<Record<string, string>>;
  readonly windowMs: number;
  readonly windowKind: WindowKind;
  readonly resetFormat: ResetFormat;
  readonly rounding: Rounding;
  readonly rateHeaders: RateHeadersOn;
  readonly dateHeader: boolean;
  /** A rate-limit response has `Retry-After`, in seconds. @default false */
  readonly retryAfter?: boolean;
  /** How far the service's clock is ahead of the clients'. */
  readonly clockOffsetMs: number;
  /** Status of a rate-limit response. */
  readonly limitedStatus: 429 | 200 | 403;
}

export interface Counted {
  /** `false`: rejected by the rate limit. */
  readonly allowed: boolean;
  readonly headers: Record<string, string>;
  /** When the window ends. Distinguishes windows. */
  readonly windowEnd: number;
}

export class SimulatedService {
  readonly options: ServiceOptions;
  readonly #time: SimulatedTime;
  #start = Number.NEGATIVE_INFINITY;
  #counted: number[] = [];
  #renewal = Number.NEGATIVE_INFINITY;
  #responses = 0;
  /** When requests were counted. */
  readonly countedAt: number[] = [];
  /** When requests were rejected by the rate limit. */
  readonly limitedAt: number[] = [];

  constructor(time: SimulatedTime, options: ServiceOptions) {
    this.#time = time;
    this.options = options;
  }

  /** Counts a request, or rejects it. @param isFailing the response will be a failure */
  count(isFailing: boolean): Counted {
    const { windowMs, windowKind, clockOffsetMs, limitAt, falseHeaders } = this.options;
    const at = this.#time.monotonic();
    const limit = limitAt?.(at) ?? this.options.limit;
    const now = this.#time.now() + clockOffsetMs;
    if (windowKind === "sliding") {
      this.#counted = this.#counted.filter((one) => one > now - windowMs);
    } else if (now >= this.#start + windowMs) {
      this.#start = windowKind === "aligned" ? Math.floor(now / windowMs) * windowMs : now;
      this.#counted = [];
    }
    const allowed = this.#counted.length < limit;
    if (allowed) this.#counted.push(now);
    (allowed ? this.countedAt : this.limitedAt).push(at);
    const start = windowKind === "sliding" ? (this.#counted[0] ?? now) : this.#start;
    const headers = this.#headers({ limit, now, resetAt: start + windowMs, allowed, isFailing });
    return { allowed, headers: { ...headers, ...falseHeaders }, windowEnd: this.#windowEnd(now) };
  }

  // For a rejected client, a sliding window ends when the oldest request leaves it.
  #windowEnd(now: number): number {
    const { windowMs, windowKind } = this.options;
    if (windowKind !== "sliding") return this.#start + windowMs;
    if (now >= this.#renewal) this.#renewal = (this.#counted[0] ?? 0) + windowMs;
    return this.#renewal;
  }

  #headers(response: { limit: number; now: number; resetAt: number; allowed: boolean; isFailing: boolean }) {
    const { limit, now, resetAt, allowed, isFailing } = response;
    const { rateHeaders, dateHeader, retryAfter, resetFormat, rounding } = this.options;
    const headers: Record<string, string> = {};
    if (dateHeader) headers.date = new Date(Math.floor(now / 1000) * 1000).toUTCString();
    if (retryAfter && !allowed) headers["retry-after"] = String(Math.ceil((resetAt - now) / 1000));
    const hasRateHeaders = {
      all: true,
      none: false,
      successes: allowed && !isFailing,
      some: this.#responses++ % 3 !== 1,
    }[rateHeaders];
    if (!hasRateHeaders) return headers;
    const round = { up: Math.ceil, down: Math.floor, nearest: Math.round }[rounding];
    headers["x-ratelimit-limit"] = String(limit);
    headers["x-ratelimit-remaining"] = String(Math.max(0, limit - this.#counted.length));
    headers["x-ratelimit-reset"] = {
      epochSeconds: () => String(round(resetAt / 1000)),
      epochMs: () => String(Math.round(resetAt)),
      secondsLeft: () => String(round((resetAt - now) / 1000)),
      httpDate: () => new Date(round(resetAt / 1000) * 1000).toUTCString(),
      isoDate: () => new Date(Math.round(resetAt)).toISOString(),
    }[resetFormat]();
    return headers;
  }
}
