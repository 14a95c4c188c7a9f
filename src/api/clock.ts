// The client's clock, which is passed in, so that tests need not wait.
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
