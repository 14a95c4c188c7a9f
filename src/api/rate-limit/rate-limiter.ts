// Decides when a request may be sent so that the service's limit (api.md, "Limits") is used up and never
// exceeded. Pure: it holds no timer and asks no clock; every call brings the time (monotonic, in ms).

import { InFlightRequests, type Ticket } from "./in-flight";
import { Quota } from "./quota";
import { type Headers, type RateFacts, readRateFacts } from "./rate-headers";
import { DOCUMENTED_WINDOW_MS, type ResetEstimateOptions, type RoundTrip } from "./reset-estimate";

export type { Ticket } from "./in-flight";
export { DOCUMENTED_LIMIT } from "./quota";

/** What the gate must know of an answer. */
export interface ReceivedResponse {
  readonly status: number;
  /** Anything but a success in the sense of api.md. */
  readonly failed: boolean;
  /** A failure in another form than the service's own, so that nobody knows what it did. @default false */
  readonly foreign?: boolean;
  readonly headers: Headers;
}

/**
 * `passed`: the service handled the request, well or badly. `limited`: it was refused, surely not carried out, and
 * for the limit. `presumed`: a failure that is taken for one of the request itself, though nothing in the answer
 * proves it. `doubtful`: a failure that may be either.
 */
export type Outcome = "passed" | "limited" | "presumed" | "doubtful";

/** What is known of the limit at a moment; `undefined` where nothing is. */
export interface Outlook {
  readonly free: number | undefined;
  readonly renewsAt: number | undefined;
  readonly limit: number;
  readonly windowMs: number;
}

/** Statuses that no service uses for its rate limit. */
const NEVER_RATE_STATUSES = new Set([401, 404, 405, 406, 409, 410, 411, 413, 415, 422]);
/** Pause when the service says both "too many" and that something is left: perhaps it has another limit too. */
const CONTRADICTION_PAUSE_MS = 1000;
const SHORTEST_PAUSE_MS = 1000;
/** Doubtful answers without a success between them after which nothing is sent until the next window. */
const DOUBTS_IN_A_ROW = 3;
/** Part of the limit that others may have used up without a sign. */
const UNSEEN = 1 / 4;

/** Whether the service broke down, so that what was asked may have been done. */
export function isServerFault(status: number): boolean {
  return status >= 500 || status === 408;
}

export class RateLimiter {
  readonly #traffic = new InFlightRequests();
  readonly #quota: Quota;
  /** Nothing is sent before. */
  #blockedUntil = Number.NEGATIVE_INFINITY;
  #sawHeaders = false;
  #saw429 = false;
  /** Without headers: the last answer was no refusal, so the documented limit may be used. */
  #confident = false;
  /** Refusals without anything else between them; those of one burst are one. */
  #refusals = 0;
  #doubts = 0;

  constructor(options: ResetEstimateOptions) {
    this.#quota = new Quota(this.#traffic, options);
  }

  /**
   * When the next of `waiting` requests may be sent: `now` or earlier means at once, Infinity means after the next
   * answer.
   */
  readyAt(now: number, waiting = 1): number {
    this.#quota.roll(now);
    if (this.#blockedUntil > now) return this.#blockedUntil;
    const { remaining, limit, window } = this.#quota;
    if (remaining !== undefined) return this.#quota.readyAt(now, waiting);
    if (this.#needsNoProbe) return this.#traffic.readyWithin(limit, now);
    // Unknown quota: one probe. What is still under way from before may be counted in the new window.
    const isProbing = this.#traffic.isUnderwayIn(window);
    if (isProbing || this.#traffic.underway >= limit) return Number.POSITIVE_INFINITY;
    // Where nothing tells the quota, our own count holds for a probe as well.
    return this.#sawHeaders ? now : this.#traffic.readyWithin(limit, now);
  }

  /** Counts a request that is sent now. */
  take(now: number): Ticket {
    const isProbe = this.#quota.remaining === undefined && !this.#needsNoProbe;
    return this.#traffic.send({ sentAt: now, isProbe, window: this.#quota.window });
  }

  /** A request ended without an answer; `sent` tells whether the service may have counted it. */
  lose(ticket: Ticket, now: number, sent: boolean): void {
    this.#traffic.end(ticket);
    if (!sent) return;
    this.#traffic.noteCounted(now);
    this.#noteUnreported();
  }

  settle(ticket: Ticket, now: number, outcome: ReceivedResponse): Outcome {
    this.#traffic.end(ticket);
    const facts = readRateFacts(outcome.headers);
    const trip = { sentAt: ticket.sentAt, receivedAt: now };
    this.#quota.observe(trip, facts);
    const verdict = this.#judge(ticket, now, outcome, facts);
    this.#quota.noteLimit(facts);
    if (outcome.status === 429) this.#saw429 = true;
    if (verdict === "limited") {
      this.#noteRefusal(ticket, trip, facts);
      return verdict;
    }
    // What was sent before a refusal tells nothing of what is left after it.
    const isCurrent = ticket.window === this.#quota.window;
    if (isCurrent) this.#refusals = 0;
    this.#traffic.noteCounted(now);
    this.#countDoubt(verdict, outcome, now);
    if (facts.remaining !== undefined) {
      this.#sawHeaders = true;
      this.#quota.noteRemaining(ticket, trip, facts.remaining, facts);
    } else {
      this.#noteUnreported();
      if (!outcome.failed && isCurrent) this.#confident = true;
    }
    return verdict;
  }

  /** When a request in doubt may be repeated: after the window in which it was answered. */
  renewsAt(now: number): number {
    const known = this.#quota.renewsAt;
    return known !== undefined && known > now ? known : now + DOCUMENTED_WINDOW_MS;
  }

  outlook(now: number): Outlook {
    this.#quota.roll(now);
    const { free, renewsAt, limit, windowMs } = this.#quota;
    const isBlocked = this.#blockedUntil > now;
    return {
      free: isBlocked ? 0 : free && Math.max(0, free),
      renewsAt: isBlocked ? this.#blockedUntil : renewsAt,
      limit,
      windowMs,
    };
  }

  /** A service without headers that refuses nothing: the documented limit is kept by our own count. */
  get #needsNoProbe(): boolean {
    return this.#confident && !this.#sawHeaders;
  }

  #judge(
    ticket: Ticket,
    now: number,
    { status, failed, foreign }: ReceivedResponse,
    facts: RateFacts,
  ): Outcome {
    if (status === 429) return "limited";
    if (!failed || NEVER_RATE_STATUSES.has(status)) return "passed";
    this.#quota.roll(now);
    const { remaining, window, limit } = this.#quota;
    // What is no refusal in the service's own form may have been carried out.
    const isRefusal = !foreign && !isServerFault(status);
    if (facts.remaining === 0) {
      // The last legal request of a window shows 0 too, so a failure with 0 is clear only if that one is another.
      const wasEmpty = remaining === 0 && ticket.window === window;
      const isClear = wasEmpty || (ticket.isProbe && (facts.limit ?? limit) > 1);
      return isClear && isRefusal ? "limited" : "doubtful";
    }
    if (facts.remaining !== undefined) return "passed";
    if (facts.retryAfter && isRefusal) return "limited";
    return !foreign && this.#mayBeLimit(ticket, now) ? "doubtful" : "presumed";
  }

  /** Of a failure without headers. A doubt costs a wait, so there is none where much was free, as far as is known. */
  #mayBeLimit(ticket: Ticket, now: number): boolean {
    const { limit, free, isShared } = this.#quota;
    const unseen = limit * UNSEEN;
    if (free !== undefined && !isShared) return free <= unseen;
    const counted = this.#traffic.counted(now);
    // It refuses with 429, unless that came from something before it.
    if (this.#saw429) return counted >= unseen;
    // What another process sent before this one's first request is not known.
    return counted > 0 || ticket.number === 1;
  }

  #noteUnreported(): void {
    if (this.#sawHeaders) this.#quota.noteUnreported();
  }

  // Without headers a row of doubtful answers is what a used-up limit looks like.
  #countDoubt(verdict: Outcome, { failed }: ReceivedResponse, now: number): void {
    if (!failed) this.#doubts = 0;
    if (verdict !== "doubtful") return;
    this.#confident = false;
    if (++this.#doubts < DOUBTS_IN_A_ROW) return;
    this.#doubts = 0;
    this.#blockedUntil = Math.max(this.#blockedUntil, this.renewsAt(now));
  }

  #noteRefusal(ticket: Ticket, trip: RoundTrip, facts: RateFacts): void {
    const now = trip.receivedAt;
    this.#confident = false;
    if (facts.remaining !== undefined) this.#sawHeaders = true;
    if (ticket.window < this.#quota.window) {
      // One more of a burst, of which the first said all; but the window may have ended between the two.
      if (this.#blockedUntil > now)
        this.#blockedUntil = Math.max(this.#blockedUntil, this.#pauseUntil(trip, facts));
      else if (facts.remaining !== undefined) this.#quota.noteRemaining(ticket, trip, facts.remaining, facts);
      if (this.#blockedUntil > now || this.#quota.remaining !== undefined) return;
    }
    if (++this.#refusals > 1 && !this.#quota.isShared) this.#quota.distrustResets();
    this.#quota.noteRefusal(ticket, trip, facts);
    this.#blockedUntil = Math.max(this.#blockedUntil, this.#pauseUntil(trip, facts));
    this.#quota.beginWindow();
  }

  #pauseUntil(trip: RoundTrip, facts: RateFacts): number {
    const now = trip.receivedAt;
    if (!this.#quota.trustsResets) return now + DOCUMENTED_WINDOW_MS;
    if (facts.remaining !== undefined && facts.remaining > 0) return now + CONTRADICTION_PAUSE_MS;
    return Math.max(now + SHORTEST_PAUSE_MS, this.#quota.renewal(trip, facts).certain);
  }
}
