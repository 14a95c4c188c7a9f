// Decides when a request may be sent so that the service's limit (api.md, "Limits") is used up and never exceeded.
// It has no timer and reads no clock: every call passes the time (monotonic, in ms).
import { InFlightRequests, type Ticket } from "./in-flight";
import { Quota } from "./quota";
import { type Headers, type RateHeaders, readRateHeaders } from "./rate-headers";
import { DOCUMENTED_WINDOW_MS, type ResetEstimateOptions, type RoundTrip } from "./reset-estimate";

/** What the limiter needs to know about a response. */
export interface ReceivedResponse {
  readonly status: number;
  /** No success in the sense of api.md. */
  readonly failed: boolean;
  /** A failure that does not have the service's own form, so that its effect is unknown. @default false */
  readonly isForeign?: boolean;
  readonly headers: Headers;
}

/**
 * `accepted`: the service handled the request, with success or not. `limited`: a rate-limit response; the request
 * certainly had no effect. `assumed`: a failure that most likely concerns the request itself. `ambiguous`: a failure
 * that may be either.
 */
export type Outcome = "accepted" | "limited" | "assumed" | "ambiguous";

/** What is known about the limit. `undefined` means unknown. */
export interface LimitState {
  readonly free: number | undefined;
  readonly renewsAt: number | undefined;
  readonly limit: number;
}

/** No service uses these statuses for its rate limit. */
const NEVER_RATE_LIMIT = new Set([401, 404, 405, 406, 409, 410, 411, 413, 415, 422]);
/** Pause after a contradiction ("too many", yet something is left): there may be a second limit. */
const CONTRADICTION_PAUSE_MS = 1000;
const MIN_PAUSE_MS = 1000;
/** Consecutive ambiguous responses after which nothing is sent until the next window. */
const MAX_AMBIGUOUS = 3;
/** Part of the limit that other clients may have used without a sign. */
const UNSEEN = 1 / 4;

/** Whether the service failed in a way that leaves the effect of the request open. */
export function isServerError(status: number): boolean {
  return status >= 500 || status === 408;
}

/** A limit of 0 may mean that there is none. So the figures say nothing, and our own count applies. */
function credible(headers: RateHeaders): RateHeaders {
  if (headers.limit !== 0) return headers;
  const { limit: _limit, remaining: _remaining, ...rest } = headers;
  return rest;
}

export class RateLimiter {
  readonly #inFlight = new InFlightRequests();
  readonly #quota: Quota;
  /** Nothing is sent before. */
  #blockedUntil = Number.NEGATIVE_INFINITY;
  #sawHeaders = false;
  #saw429 = false;
  /** Without headers: the last response was no rejection, so the documented limit may be used. */
  #isConfident = false;
  /** Consecutive rejections. Those of one burst count once. */
  #rejections = 0;
  #ambiguous = 0;

  constructor(options: ResetEstimateOptions) {
    this.#quota = new Quota(this.#inFlight, options);
  }

  /** When the next request may be sent: `now` or earlier means at once, Infinity means after the next response. */
  readyAt(now: number): number {
    this.#quota.roll(now);
    if (this.#blockedUntil > now) return this.#blockedUntil;
    const { free, renewsAt, limit, window } = this.#quota;
    if (free !== undefined && renewsAt !== undefined) return free > 0 ? now : renewsAt;
    if (this.#needsNoProbe) return this.#inFlight.readyWithin(limit, now);
    // Unknown quota: one probe. Requests in flight from before may be counted in the new window.
    const isProbing = this.#inFlight.hasAnyOf(window);
    if (isProbing || this.#inFlight.count >= limit) return Number.POSITIVE_INFINITY;
    // If the service reports no quota, our own count limits a probe as well.
    return this.#sawHeaders ? now : this.#inFlight.readyWithin(limit, now);
  }

  /** Counts a request that is sent now. */
  take(now: number): Ticket {
    const isProbe = this.#quota.remaining === undefined && !this.#needsNoProbe;
    return this.#inFlight.send({ sentAt: now, isProbe, window: this.#quota.window });
  }

  /** A request ended without a response. @param sent whether the service may have counted it */
  lose(ticket: Ticket, now: number, sent: boolean): void {
    this.#inFlight.end(ticket);
    if (!sent) return;
    this.#inFlight.noteCounted(now);
    this.#noteUnreported();
  }

  settle(ticket: Ticket, now: number, response: ReceivedResponse): Outcome {
    this.#inFlight.end(ticket);
    const headers = credible(readRateHeaders(response.headers));
    const trip = { sentAt: ticket.sentAt, receivedAt: now };
    this.#quota.observe(trip, headers);
    const outcome = this.#judge(ticket, now, response, headers);
    this.#quota.noteLimit(headers);
    if (response.status === 429) this.#saw429 = true;
    if (outcome === "limited") {
      this.#noteRejection(ticket, trip, headers);
      return outcome;
    }
    // A request sent before a rejection says nothing about the quota after it.
    const isCurrent = ticket.window === this.#quota.window;
    if (isCurrent) this.#rejections = 0;
    this.#inFlight.noteCounted(now);
    this.#countAmbiguous(outcome, response, now);
    if (headers.remaining !== undefined) {
      this.#sawHeaders = true;
      this.#quota.noteRemaining(ticket, trip, headers.remaining, headers);
    } else {
      this.#noteUnreported();
      if (!response.failed && isCurrent) this.#isConfident = true;
    }
    return outcome;
  }

  /** When a request with an ambiguous response may be repeated: after the window of that response. */
  renewsAt(now: number): number {
    const known = this.#quota.renewsAt;
    return known !== undefined && known > now ? known : now + DOCUMENTED_WINDOW_MS;
  }

  state(now: number): LimitState {
    const readyAt = this.readyAt(now);
    const { free, renewsAt, limit } = this.#quota;
    const isWaiting = readyAt > now && readyAt !== Number.POSITIVE_INFINITY;
    if (isWaiting) return { free: 0, renewsAt: readyAt, limit };
    return { free: free && Math.max(0, free), renewsAt, limit };
  }

  /** The service sends no headers and rejects nothing: our own count keeps to the documented limit. */
  get #needsNoProbe(): boolean {
    return this.#isConfident && !this.#sawHeaders;
  }

  #judge(ticket: Ticket, now: number, response: ReceivedResponse, headers: RateHeaders): Outcome {
    const { status, failed, isForeign = false } = response;
    if (status === 429) return "limited";
    if (!failed || NEVER_RATE_LIMIT.has(status)) return "accepted";
    this.#quota.roll(now);
    const { remaining, window, limit } = this.#quota;
    // Any other failure may have taken effect.
    const isRejection = !isForeign && !isServerError(status);
    if (headers.remaining === 0) {
      // The last allowed request of a window shows 0, too. A failure with 0 is clear only for a later request.
      const wasEmpty = remaining === 0 && ticket.window === window;
      const isClear = wasEmpty || (ticket.isProbe && (headers.limit ?? limit) > 1);
      return isClear && isRejection ? "limited" : "ambiguous";
    }
    if (headers.remaining !== undefined) return "accepted";
    if (headers.retryAfter && isRejection) return "limited";
    return !isForeign && this.#mayBeLimit(ticket, now) ? "ambiguous" : "assumed";
  }

  /** For a failure without headers. "Ambiguous" costs a wait, so it is never the answer while much quota is free. */
  #mayBeLimit(ticket: Ticket, now: number): boolean {
    const { limit, free, isShared } = this.#quota;
    const unseen = limit * UNSEEN;
    if (free !== undefined && !isShared) return free <= unseen;
    const counted = this.#inFlight.counted(now);
    // This service rejects with 429, unless a proxy in front of it sent that.
    if (this.#saw429) return counted >= unseen;
    // What another process sent before our first request is unknown.
    return counted > 0 || ticket.number === 1;
  }

  #noteUnreported(): void {
    if (this.#sawHeaders) this.#quota.noteUnreported();
  }

  // Without headers, consecutive ambiguous responses look like a used-up limit.
  #countAmbiguous(outcome: Outcome, { failed }: ReceivedResponse, now: number): void {
    if (!failed) this.#ambiguous = 0;
    if (outcome !== "ambiguous") return;
    this.#isConfident = false;
    if (++this.#ambiguous < MAX_AMBIGUOUS) return;
    this.#ambiguous = 0;
    this.#blockedUntil = Math.max(this.#blockedUntil, this.renewsAt(now));
  }

  #noteRejection(ticket: Ticket, trip: RoundTrip, headers: RateHeaders): void {
    const now = trip.receivedAt;
    this.#isConfident = false;
    if (headers.remaining !== undefined) this.#sawHeaders = true;
    if (ticket.window < this.#quota.window) {
      // One more rejection of a burst. The window may have ended between the two.
      if (this.#blockedUntil > now)
        this.#blockedUntil = Math.max(this.#blockedUntil, this.#pauseUntil(trip, headers));
      else if (headers.remaining !== undefined)
        this.#quota.noteRemaining(ticket, trip, headers.remaining, headers);
      if (this.#blockedUntil > now || this.#quota.remaining !== undefined) return;
    }
    if (++this.#rejections > 1 && !this.#quota.isShared) this.#quota.distrustResets();
    this.#quota.noteRejection(ticket, trip, headers);
    this.#blockedUntil = Math.max(this.#blockedUntil, this.#pauseUntil(trip, headers));
    this.#quota.beginWindow();
  }

  #pauseUntil(trip: RoundTrip, headers: RateHeaders): number {
    const now = trip.receivedAt;
    if (!this.#quota.trustsResets) return now + DOCUMENTED_WINDOW_MS;
    if (headers.remaining !== undefined && headers.remaining > 0) return now + CONTRADICTION_PAUSE_MS;
    return Math.max(now + MIN_PAUSE_MS, this.#quota.renewalOf(trip, headers));
  }
}
