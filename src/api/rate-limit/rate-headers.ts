// Reads the rate headers (api.md, "Limits"), whose reset has no documented format.

/** When a window ends, as a header says it. */
export interface Reset {
  /** `at`: server time, ms since 1970. `in`: ms from the moment of the answer. */
  readonly kind: "at" | "in";
  readonly ms: number;
  /** Size of one step of the value in ms; the true end may lie that much before or behind it. */
  readonly step: number;
}

export interface RateFacts {
  readonly limit?: number;
  readonly remaining?: number;
  readonly reset?: Reset;
  /** `Retry-After`, which a refusal may carry. */
  readonly retryAfter?: Reset;
  /** `Date` of the answer, ms since 1970; the server's clock was there or up to a second further. */
  readonly date?: number;
}

export type Headers = Readonly<Record<string, string | undefined>>;

// A number below is taken as seconds left, above as seconds since 1970 (from 2001 on), and above that as ms.
const FIRST_EPOCH_SECOND = 1e9;
const FIRST_EPOCH_MS = 1e11;

export function readRateFacts(headers: Headers): RateFacts {
  return {
    limit: count(headers["x-ratelimit-limit"]),
    remaining: count(headers["x-ratelimit-remaining"]),
    reset: readReset(headers["x-ratelimit-reset"]),
    retryAfter: readReset(headers["retry-after"]),
    date: readDate(headers.date),
  };
}

/** Epoch seconds, epoch ms, seconds left, HTTP date or ISO date. */
export function readReset(text: string | undefined): Reset | undefined {
  const value = text?.trim() ?? "";
  if (value === "") return undefined;
  const fraction = /^\d+(?:\.(\d+))?$/.exec(value);
  if (!fraction) {
    const at = readDate(value);
    return at === undefined ? undefined : { kind: "at", ms: at, step: /\.\d/.test(value) ? 1 : 1000 };
  }
  const number = Number(value);
  if (number >= FIRST_EPOCH_MS) return { kind: "at", ms: number, step: 1 };
  const step = fraction[1] === undefined ? 1000 : 1000 / 10 ** fraction[1].length;
  const kind = number >= FIRST_EPOCH_SECOND ? "at" : "in";
  return { kind, ms: number * 1000, step: Math.max(1, step) };
}

function readDate(text: string | undefined): number | undefined {
  if (text === undefined || !/\d{4}/.test(text)) return undefined;
  // A date without a zone is meant as UTC, which Date.parse takes for local time when a time is there.
  const zoneless = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text.trim());
  const ms = Date.parse(zoneless ? `${text.trim().replace(" ", "T")}Z` : text);
  return Number.isNaN(ms) ? undefined : ms;
}

function count(text: string | undefined): number | undefined {
  const value = text?.trim() ?? "";
  if (!/^-?\d{1,15}$/.test(value)) return undefined;
  return Math.max(0, Number(value));
}
