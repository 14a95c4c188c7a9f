// The client's clock. It is passed in, so that tests need not wait.

export interface Clock {
  /** Milliseconds since 1970. Jumps when the machine's clock is set. */
  now(): number;
  /** Milliseconds since a fixed time. Never jumps. */
  monotonic(): number;
  /** Resolves after `ms`, or when `signal` is aborted. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

// Longer timeouts fire at once.
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep(ms, signal) {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, Math.min(Math.max(0, Math.ceil(ms)), MAX_TIMEOUT_MS));
      signal?.addEventListener("abort", done, { once: true });
    });
  },
};
