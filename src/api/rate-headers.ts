// The rate headers of a response (api.md, "Limits"). The form of the reset is not documented.
import { timeIn } from "./clock";
import type { Headers } from "./transport";

/** A reset further ahead is none. */
const MAX_RESET_MS = 120_000;

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

/** Of seconds left, or of a time. */
function timeLeft(text = "", sentAt: number): number | undefined {
  if (/^\d{1,9}(\.\d+)?$/.test(text.trim())) return Number(text) * 1000;
  const time = timeIn(text);
  return time === undefined ? undefined : Math.max(0, time - sentAt);
}

function countIn(text = ""): number | undefined {
  return /^-?\d{1,15}$/.test(text.trim()) ? Math.max(0, Number(text)) : undefined;
}
