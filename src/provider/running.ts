// The calls of the engine that have not ended yet, and what a user reads while they wait.
import { DOCUMENTED_WINDOW_MS } from "../api/rate-limit/reset-estimate";
import type { LimiterStatus } from "../api/session";
import type { Operation } from "../kind/reported-error";

interface Running {
  readonly operation: Operation;
  /** ms since 1970. */
  readonly since: number;
}

/** Operations that the message names. The others are counted. */
const MAX_NAMED = 2;

export class RunningOperations {
  readonly #running = new Set<Running>();

  get size(): number {
    return this.#running.size;
  }

  /** @returns notes its end */
  start(operation: Operation, now: number): () => void {
    const running = { operation, since: now };
    this.#running.add(running);
    return () => void this.#running.delete(running);
  }

  /**
   * One line with the remaining time first, because the engine cuts it. `undefined` if nothing runs.
   * @param status unset before the first request
   */
  describe(now: number, status?: LimiterStatus): string | undefined {
    if (this.size === 0) return undefined;
    const shown = [...this.#running]
      .slice(0, MAX_NAMED)
      .map(({ operation, since }) => `${operation.name} for ${seconds(now - since)}`);
    const more = this.size > MAX_NAMED ? [`${this.size - MAX_NAMED} more`] : [];
    return `stopping: ${remaining(now, status)}. Still running: ${[...shown, ...more].join(", ")}. Nothing else starts`;
  }
}

/** Only the wait for the rate limit can be estimated. */
function remaining(now: number, status: LimiterStatus | undefined): string {
  if (!status || status.queued === 0 || status.resetAt === undefined) return "waits for the service";
  const windows = Math.ceil((status.queued - (status.free ?? 0)) / status.limit);
  const waitMs = Math.max(0, status.resetAt - now) + Math.max(0, windows - 1) * DOCUMENTED_WINDOW_MS;
  return `about ${seconds(waitMs)} for the rate limit`;
}

function seconds(ms: number): string {
  return `${Math.max(1, Math.ceil(ms / 1000))} s`;
}

/** One short line with the numbers first, because the engine cuts it. `undefined` if nothing waits. */
export function rateLimitStatus({ queued, resetAt }: LimiterStatus, now: number): string | undefined {
  if (queued === 0 || resetAt === undefined) return undefined;
  return `rate limit: ${Math.max(1, Math.ceil((resetAt - now) / 1000))} s, ${queued} left`;
}
