// The line that tells a waiting user why nothing happens, and for how long.
import type { GateStatus } from "../api/gate-queue";

const SHORTEST_INTERVAL_MS = 1000;

/** Turns the gate's status into a line, at most once a second. */
export function rateLine(show: (line: string) => void, now: () => number): (status: GateStatus) => void {
  let shownAt = Number.NEGATIVE_INFINITY;
  return (status) => {
    if (status.queued === 0 || status.resetAt === undefined) return;
    const time = now();
    if (time - shownAt < SHORTEST_INTERVAL_MS) return;
    shownAt = time;
    show(describeStatus(status, time));
  };
}

export function describeStatus({ queued, resetAt, eta }: GateStatus, now: number): string {
  const parts = [`rate limit: ${queued} ${queued === 1 ? "request waits" : "requests wait"}`];
  if (resetAt !== undefined) parts.push(`next window in ${duration(resetAt - now)}`);
  if (eta !== undefined && resetAt !== undefined && eta > resetAt - now)
    parts.push(`about ${duration(eta)} in all`);
  return parts.join(", ");
}

function duration(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
