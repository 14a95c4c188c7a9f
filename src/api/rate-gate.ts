// Decides when a request may be sent so that the service's limit (api.md, "Limits") is used up and never
// exceeded. Pure: it holds no timer and asks no clock; every call brings the time (monotonic, in ms).
import { EarlyProbes } from "./early-probes";
import { type Headers, type RateFacts, readRateFacts } from "./rate-headers";
import {
  DOCUMENTED_WINDOW_MS,
  type End,
  endOf,
  guard,
  isLater,
  laterOf,
  type Renewal,
  type Trip,
  WindowEnd,
  type WindowEndOptions,
} from "./window-end";

/** The documented limit, used until headers tell another. */
export const DOCUMENTED_LIMIT = 30;

/** A request that was let through and has no answer yet. */
export interface Ticket {
  readonly sentAt: number;
  /** Sent to learn the quota: nothing was known to be free. */
  readonly isProbe: boolean;
  /** Number of the window, as the gate counts them, in which it was sent. */
  readonly window: number;
  /** Position in the order of all that was sent. */
  readonly number: number;
}

/** What the gate must know of an answer. */
export interface Outcome {
  readonly status: number;
  /** Anything but a success in the sense of api.md. */
  readonly failed: boolean;
  /** It does not look like an answer of the service at all. @default false */
  readonly foreign?: boolean;
  readonly headers: Headers;
}

/**
 * `passed`: the service handled the request, well or badly. `limited`: it was refused for the limit and not
 * handled. `doubtful`: a failure that may be either.
 */
export type Verdict = "passed" | "limited" | "doubtful";

/** What is known of the limit at a moment; `undefined` where nothing is. */
export interface Outlook {
  readonly free: number | undefined;
  readonly renewsAt: number | undefined;
  readonly limit: number;
  readonly windowMs: number;
}

interface Estimate {
  /** Requests left on the service, before those still under way. */
  remaining: number;
  /** Latest receipt among the answers that it rests on. */
  receivedAt: number;
  /** The latest end that came with them. */
  end: End | undefined;
  /** When more is free. */
  renewal: Renewal;
  /** Sent up to here when the estimate was made; what came later is not in `remaining`. */
  upTo: number;
}

/** Statuses that no service uses for its rate limit. */
const NEVER_RATE_STATUSES = new Set([401, 404, 405, 406, 409, 410, 411, 413, 415, 422]);
/** First pause when the service says both "too many" and that something is left; doubles. */
const CONTRADICTION_PAUSE_MS = 1000;
const SHORTEST_PAUSE_MS = 1000;
/** Doubtful answers without a success between them after which nothing is sent until the next window. */
const DOUBTS_IN_A_ROW = 3;

export class RateGate {
  readonly #windowEnd: WindowEnd;
  readonly #early = new EarlyProbes();
  readonly #underway = new Set<Ticket>();
  #estimate: Estimate | undefined;
  /** Nothing is sent before. */
  #blockedUntil = Number.NEGATIVE_INFINITY;
  /** Sent without an answer that tells the quota, and not yet covered by a later one: their numbers. */
  #unreported: number[] = [];
  /** Receipts of the last window, for a service without headers and for doubts. */
  #receipts: number[] = [];
  #window = 0;
  /** What the last window's end was told to be. */
  #ended: End | undefined;
  #sent = 0;
  #lastSentAt = Number.NEGATIVE_INFINITY;
  #limit = DOCUMENTED_LIMIT;
  #sawHeaders = false;
  #saw429 = false;
  #sawOthers = false;
  /** Without headers: the last answer was no refusal, so the documented limit may be used. */
  #confident = false;
  #contradictions = 0;
  #doubts = 0;
  /** Length of a window, as a fresh one told it. */
  #windowMs = DOCUMENTED_WINDOW_MS;

  constructor(options: WindowEndOptions) {
    this.#windowEnd = new WindowEnd(options);
  }

  /**
   * When the next of `waiting` requests may be sent: `now` or earlier means at once, Infinity means after the next
   * answer.
   */
  readyAt(now: number, waiting = 1): number {
    this.#roll(now);
    if (this.#blockedUntil > now) return this.#blockedUntil;
    if (this.#estimate) return this.#readyInQuota(this.#estimate, now, waiting);
    if (!this.#sawHeaders && this.#confident) return this.#readyWithoutHeaders(now);
    // Unknown quota: one probe. What is still under way from before may be counted in the new window.
    const isProbing = [...this.#underway].some(({ window }) => window === this.#window);
    return isProbing || this.#underway.size >= this.#limit ? Number.POSITIVE_INFINITY : now;
  }

  /** Counts a request that is sent now. */
  take(now: number): Ticket {
    const ticket = {
      sentAt: now,
      isProbe: this.#estimate === undefined && !(this.#confident && !this.#sawHeaders),
      window: this.#window,
      number: ++this.#sent,
    };
    this.#underway.add(ticket);
    this.#lastSentAt = now;
    return ticket;
  }

  /** A request ended without an answer; `sent` tells whether the service may have counted it. */
  lose(ticket: Ticket, now: number, sent: boolean): void {
    this.#underway.delete(ticket);
    if (!sent) return;
    this.#receipts.push(now);
    this.#noteUnreported();
  }

  settle(ticket: Ticket, now: number, outcome: Outcome): Verdict {
    this.#underway.delete(ticket);
    const facts = readRateFacts(outcome.headers);
    const trip = { sentAt: ticket.sentAt, receivedAt: now };
    this.#windowEnd.observe(trip, facts);
    const verdict = this.#judge(ticket, now, outcome, facts);
    if (facts.limit !== undefined && facts.limit > 0) this.#limit = facts.limit;
    if (outcome.status === 429) this.#saw429 = true;
    if (verdict === "limited") {
      this.#noteRefusal(ticket, trip, facts);
      return verdict;
    }
    this.#contradictions = 0;
    this.#receipts.push(now);
    this.#countDoubt(verdict, outcome, now);
    if (facts.remaining !== undefined) {
      this.#sawHeaders = true;
      this.#noteQuota(ticket, trip, facts.remaining, facts);
    } else {
      this.#noteUnreported();
      if (!outcome.failed) this.#confident = true;
    }
    return verdict;
  }

  /** When a request in doubt may be repeated: after the window in which it was answered. */
  renewsAt(now: number): number {
    const known = this.#estimate?.renewal.certain;
    return known !== undefined && known > now ? known : now + DOCUMENTED_WINDOW_MS;
  }

  outlook(now: number): Outlook {
    this.#roll(now);
    const blocked = this.#blockedUntil > now;
    const free = blocked ? 0 : this.#estimate && Math.max(0, this.#free());
    const renewsAt = blocked ? this.#blockedUntil : this.#estimate?.renewal.certain;
    return { free, renewsAt, limit: this.#limit, windowMs: this.#windowMs };
  }

  // Where more wait than are left, the last ones are kept to be sent when the window may have ended. What is under
  // way counts with them, since its answer often brings the next request.
  #readyInQuota({ renewal }: Estimate, now: number, waiting: number): number {
    const free = this.#free();
    if (free <= 0) return renewal.certain;
    if (waiting + this.#underway.size <= free || this.#sawOthers || !renewal.told) return now;
    const times = this.#early.times(this.#lastSentAt, free, this.#limit, renewal.told, renewal.certain);
    return free > times.length ? now : times[0]!;
  }

  #free(): number {
    const { remaining } = this.#estimate!;
    return remaining - this.#underway.size - this.#unreported.length;
  }

  /** Forgets what was true of a window that has ended. */
  #roll(now: number): void {
    while (this.#receipts.length > 0 && this.#receipts[0]! + DOCUMENTED_WINDOW_MS <= now)
      this.#receipts.shift();
    if (this.#estimate && now >= this.#estimate.renewal.certain) this.#beginWindow();
  }

  #beginWindow(): void {
    this.#ended = this.#estimate?.end ?? this.#ended;
    this.#estimate = undefined;
    this.#unreported = [];
    this.#window++;
    this.#windowEnd.forget();
  }

  // Counted from the receipt: when the service counted a request is not known, only that it was before.
  #readyWithoutHeaders(now: number): number {
    const used = this.#receipts.length + this.#underway.size;
    if (used < this.#limit) return now;
    const oldest = this.#receipts[used - this.#limit];
    return oldest === undefined
      ? Number.POSITIVE_INFINITY
      : oldest + DOCUMENTED_WINDOW_MS + guard(DOCUMENTED_WINDOW_MS);
  }

  #judge(ticket: Ticket, now: number, { status, failed, foreign }: Outcome, facts: RateFacts): Verdict {
    if (status === 429) return "limited";
    if (!failed || NEVER_RATE_STATUSES.has(status)) return "passed";
    this.#roll(now);
    if (facts.remaining === 0) {
      // The last legal request of a window shows 0 too, so a failure with 0 is clear only if that one is another.
      const wasEmpty = this.#estimate?.remaining === 0 && ticket.window === this.#window;
      if (wasEmpty || (ticket.isProbe && (facts.limit ?? this.#limit) > 1)) return "limited";
      return "doubtful";
    }
    if (facts.remaining !== undefined || this.#saw429 || foreign) return "passed";
    // No headers. With them on other answers, the estimate tells whether anything was free.
    if (this.#estimate && this.#free() > 0 && !this.#sawOthers) return "passed";
    // What another process sent before this one's first request is not known.
    return this.#receipts.length > 0 || ticket.number === 1 ? "doubtful" : "passed";
  }

  /** Counts as used until an answer to a later request covers it. */
  #noteUnreported(): void {
    if (this.#sawHeaders) this.#unreported.push(this.#sent);
  }

  // A window's end never moves back, so of two answers that overlapped the one that names a later end was counted
  // later. Where the ends are equal or cannot be compared, the lower figure is safe.
  #noteQuota(ticket: Ticket, trip: Trip, remaining: number, facts: RateFacts): void {
    const now = trip.receivedAt;
    const end = endOf(trip, facts.reset);
    const old = this.#estimate;
    const isPast = ticket.window < this.#window;
    if (!old && isPast && !isLater(end, this.#ended)) {
      // Counted in a window that has ended, or, where the end is told vaguely, perhaps in this one.
      if (end?.kind !== "at") this.#noteUnreported();
      return;
    }
    const isAfter = old !== undefined && !isPast && trip.sentAt >= old.receivedAt;
    const isNewer = !old || isAfter || isLater(end, old.end);
    if (!isNewer && isLater(old.end, end)) return;
    this.#windowEnd.noteAnswer(trip, end);
    const renewal = this.#windowEnd.renewal(trip, facts, this.#sawOthers);
    this.#noteWindow(
      trip,
      remaining,
      renewal,
      !old || (isNewer && (isLater(end, old.end) || remaining > old.remaining)),
    );
    if (!isNewer) {
      old.receivedAt = now;
      old.remaining = Math.min(old.remaining, remaining);
      if (renewal.certain > old.renewal.certain) old.renewal = renewal;
      old.end = laterOf(old.end, end);
      return;
    }
    if (isAfter && !isLater(end, old.end)) {
      const own = ticket.number - old.upTo + this.#underway.size;
      if (remaining < old.remaining - own) this.#sawOthers = true;
    }
    this.#estimate = { remaining, receivedAt: now, renewal, end, upTo: ticket.number };
    this.#unreported = this.#unreported.filter((number) => number >= ticket.number);
  }

  #noteWindow(trip: Trip, remaining: number, { certain }: Renewal, isNew: boolean): void {
    if (!isNew) {
      this.#early.noteOld(trip);
      return;
    }
    // What is still under way may have been counted in it too.
    const isFresh = remaining >= this.#limit - 1 - this.#underway.size - this.#unreported.length;
    this.#early.noteNew(trip, isFresh);
    if (isFresh && certain > trip.receivedAt)
      this.#windowMs = this.#early.length ?? certain - trip.receivedAt;
  }

  // Without headers a row of doubtful answers is what a used-up limit looks like.
  #countDoubt(verdict: Verdict, { failed }: Outcome, now: number): void {
    if (!failed) this.#doubts = 0;
    if (verdict !== "doubtful") return;
    this.#confident = false;
    if (++this.#doubts < DOUBTS_IN_A_ROW) return;
    this.#doubts = 0;
    this.#blockedUntil = Math.max(this.#blockedUntil, this.renewsAt(now));
  }

  #noteRefusal(ticket: Ticket, trip: Trip, facts: RateFacts): void {
    const now = trip.receivedAt;
    this.#confident = false;
    if (facts.remaining !== undefined) this.#sawHeaders = true;
    // Answers of one burst come together; the first says all.
    if (ticket.window < this.#window && (this.#blockedUntil > now || this.#estimate)) return;
    this.#windowEnd.noteRefusal(trip, facts);
    let until = Math.max(
      now + SHORTEST_PAUSE_MS,
      this.#windowEnd.renewal(trip, facts, this.#sawOthers).certain,
    );
    if (facts.remaining !== undefined && facts.remaining > 0) {
      until = Math.min(until, now + CONTRADICTION_PAUSE_MS * 2 ** Math.min(6, this.#contradictions++));
    }
    this.#blockedUntil = Math.max(this.#blockedUntil, until);
    this.#beginWindow();
  }
}
