// The client's clock, which is passed in, so that tests need not wait. And times in texts of the service.
import { setTimeout } from "node:timers/promises";

export interface Clock {
  /** Milliseconds since 1970. Jumps when the machine's clock is set. */
  now(): number;
  /** Milliseconds since a fixed time. Never jumps. */
  monotonic(): number;
  /** Resolves after `ms`, or when `signal` is aborted. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) => setTimeout(Math.max(0, Math.ceil(ms)), undefined, { signal }).catch(() => {}),
};

/** Larger numbers are ms since 1970. */
const LAST_EPOCH_SECOND = 1e11;

/**
 * ms since 1970, from ISO 8601, an HTTP date, or seconds or ms since 1970. `undefined` for other forms: day and month could
 * be in any order.
 */
export function timeIn(text = ""): number | undefined {
  const form = text.trim();
  if (/^\d{10,}(\.\d+)?$/.test(form)) return Number(form) * (Number(form) < LAST_EPOCH_SECOND ? 1000 : 1);
  if (!/^\d{4}-\d\d-\d\d|(GMT|UTC)$/.test(form)) return undefined;
  // A date without a zone means UTC. Date.parse takes it for local time if it has a time of day.
  const isZoneless = /^\S+[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(form);
  const time = Date.parse(isZoneless ? `${form.replace(" ", "T")}Z` : form);
  return Number.isNaN(time) ? undefined : time;
}
