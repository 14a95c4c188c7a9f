import type { Dialect } from "../dialect";
import type { RateLimitStatus } from "./rate-limiter";

/** Until the limit resets, at least one. */
export function secondsUntilReset({ resetAt }: RateLimitStatus, now: number): number {
  return Math.max(1, Math.ceil((resetAt - now) / 1000));
}

/** The X-RateLimit headers, and Retry-After on a rate-limited response. */
export function rateLimitHeaders(
  dialect: Dialect,
  status: RateLimitStatus,
  now: number,
  isFailure: boolean,
): Record<string, string> {
  const headers: Record<string, string> = {};
  if (!status.allowed && dialect.retryAfterHeader === "present") {
    headers["Retry-After"] = String(secondsUntilReset(status, now));
  }
  const isAbsent =
    dialect.rateLimitHeaders === "absent" || (isFailure && dialect.rateLimitHeadersOnFailure === "absent");
  if (isAbsent) return headers;
  const isReal = dialect.rateLimitFigures === "real";
  headers["X-RateLimit-Limit"] = String(isReal ? status.limit : 0);
  headers["X-RateLimit-Remaining"] = String(isReal ? status.remaining : 0);
  headers["X-RateLimit-Reset"] = formatReset(dialect, status.resetAt, now);
  return headers;
}

function formatReset(dialect: Dialect, resetAt: number, now: number): string {
  const round = dialect.resetRounding === "up" ? Math.ceil : Math.floor;
  switch (dialect.resetFormat) {
    case "epochSeconds":
      return String(round(resetAt / 1000));
    case "epochMs":
      return String(resetAt);
    case "secondsLeft":
      return String(round((resetAt - now) / 1000));
    case "httpDate":
      return new Date(round(resetAt / 1000) * 1000).toUTCString();
    case "isoDate":
      return new Date(resetAt).toISOString();
  }
}
