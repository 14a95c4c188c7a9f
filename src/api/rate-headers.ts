// The rate headers of a response (api.md, "Limits"). The form of the reset is not documented.
import type { Headers } from "./transport";

/** A reset further ahead is none. */
const MAX_RESET_MS = 120_000;
/** Smaller numbers are seconds left. Larger ones are epoch seconds (from 2001 on), and then epoch ms. */
const FIRST_EPOCH_SECOND = 1e9;
const FIRST_EPOCH_MS = 1e11;

/**
 * Times are counted from the receipt of the response. What is missing or no figure is `undefined`.
 * @param now our own time, ms since 1970, which counts only if the response has no `Date`
 */
export function readRateHeaders(headers: Headers, now: number) {
  const sentAt = timeIn(headers.date) ?? now;
  const resetInMs = timeLeft(headers["x-ratelimit-reset"], sentAt);
  return {
    limit: countIn(headers["x-ratelimit-limit"]),
    remaining: countIn(headers["x-ratelimit-remaining"]),
    resetInMs: resetInMs !== undefined && resetInMs <= MAX_RESET_MS ? resetInMs : undefined,
    retryAfterMs: timeLeft(headers["retry-after"], sentAt),
  };
}

/** Of seconds left, epoch seconds, epoch ms, or a date. */
function timeLeft(text = "", sentAt: number): number | undefined {
  const number = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined;
  if (number !== undefined && number < FIRST_EPOCH_SECOND) return number * 1000;
  const time = number === undefined ? timeIn(text) : number >= FIRST_EPOCH_MS ? number : number * 1000;
  return time === undefined ? undefined : Math.max(0, time - sentAt);
}

/** ms since 1970. */
function timeIn(text = ""): number | undefined {
  if (!/\d{4}/.test(text)) return undefined;
  // A date without a zone means UTC. Date.parse takes it for local time if it has a time of day.
  const isZoneless = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text.trim());
  const time = Date.parse(isZoneless ? `${text.trim().replace(" ", "T")}Z` : text);
  return Number.isNaN(time) ? undefined : time;
}

function countIn(text = ""): number | undefined {
  return /^-?\d{1,15}$/.test(text.trim()) ? Math.max(0, Number(text)) : undefined;
}
