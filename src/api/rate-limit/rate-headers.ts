// Reads the rate headers (api.md, "Limits"). The format of the reset is not documented.

/** When a window ends, according to a header. */
export interface Reset {
  /** `at`: server time, ms since 1970. `in`: ms after the response. */
  readonly kind: "at" | "in";
  readonly ms: number;
  /** Resolution of the value in ms. The true end may be that much earlier or later. */
  readonly stepMs: number;
}

export interface RateHeaders {
  readonly limit?: number;
  readonly remaining?: number;
  readonly reset?: Reset;
  /** `Retry-After`, which a rejection may carry. */
  readonly retryAfter?: Reset;
  /** `Date`, ms since 1970. The server's clock was there, or up to a second later. */
  readonly date?: number;
}

export type Headers = Readonly<Record<string, string | undefined>>;

// Smaller numbers are seconds left. Larger ones are epoch seconds (from 2001 on), and then epoch ms.
const FIRST_EPOCH_SECOND = 1e9;
const FIRST_EPOCH_MS = 1e11;

export function readRateHeaders(headers: Headers): RateHeaders {
  return {
    limit: count(headers["x-ratelimit-limit"]),
    remaining: count(headers["x-ratelimit-remaining"]),
    reset: readReset(headers["x-ratelimit-reset"]),
    retryAfter: readReset(headers["retry-after"]),
    date: readDate(headers.date),
  };
}

/** Accepts epoch seconds, epoch ms, seconds left, an HTTP date, and an ISO date. */
export function readReset(text: string | undefined): Reset | undefined {
  const value = text?.trim() ?? "";
  if (value === "") return undefined;
  const number = /^\d+(?:\.(\d+))?$/.exec(value);
  if (!number) {
    const at = readDate(value);
    return at === undefined ? undefined : { kind: "at", ms: at, stepMs: /\.\d/.test(value) ? 1 : 1000 };
  }
  if (Number(value) >= FIRST_EPOCH_MS) return { kind: "at", ms: Number(value), stepMs: 1 };
  const stepMs = number[1] === undefined ? 1000 : 1000 / 10 ** number[1].length;
  const kind = Number(value) >= FIRST_EPOCH_SECOND ? "at" : "in";
  return { kind, ms: Number(value) * 1000, stepMs: Math.max(1, stepMs) };
}

function readDate(text: string | undefined): number | undefined {
  if (text === undefined || !/\d{4}/.test(text)) return undefined;
  // A date without a zone means UTC. Date.parse takes it for local time if it has a time of day.
  const isZoneless = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text.trim());
  const ms = Date.parse(isZoneless ? `${text.trim().replace(" ", "T")}Z` : text);
  return Number.isNaN(ms) ? undefined : ms;
}

function count(text: string | undefined): number | undefined {
  const value = text?.trim() ?? "";
  if (!/^-?\d{1,15}$/.test(value)) return undefined;
  return Math.max(0, Number(value));
}
