import type { LimiterStatus } from "../api/session";

/** One short line with the numbers first, because the engine cuts it. `undefined` if nothing waits. */
export function rateLimitStatus({ queued, resetAt }: LimiterStatus, now: number): string | undefined {
  if (queued === 0 || resetAt === undefined) return undefined;
  return `rate limit: ${Math.max(1, Math.ceil((resetAt - now) / 1000))} s, ${queued} left`;
}
