// Decides when a request may be sent so that the service's limit (api.md, "Limits") is used up and never
// exceeded. Pure: it holds no timer and asks no clock; every call brings the time (monotonic, in ms).
import { type Headers, type RateFacts, type Reset, readRateFacts } from "./rate-headers";
import { ServerClock } from "./server-clock";

/** The documented limit, used until headers tell another. */
export const DOCUMENTED_LIMIT = 30;
export const DOCUMENTED_WINDOW_MS = 60_000;

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
  readonly headers: Headers;
}

/**
 * `passed`: the service handled the request, well or badly. `limited`: it was refused for the limit and not
 * handled. `doubtful`: a failure that may be either.
 */
export type Verdict = "passed" | "limited" | "doubtful";

export interface GateOptions {
  /** Wall clock minus monotonic clock, in ms: what turns the service's dates into the gate's times. */
  readonly wallOrigin: number;
  /** The service runs on this machine, so its clock is ours unless its dates say otherwise. @default false */
  readonly sameClock?: boolean;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

interface Estimate {
  /** Requests left on the service, before those still under way. */
  remaining: number;
  /** Latest receipt among the answers that it rests on. */
  receivedAt: number;
  /** When more is free for sure. */
  renewsAt: number;
  /** Sent up to here when the estimate was made; what came later is not in `remaining`. */
  upTo: number;
}

/** Statuses that no service uses for its rate limit. */
const NEVER_RATE_STATUSES = new Set([401, 404, 405, 406, 409, 410, 411, 413, 415, 422]);
/** First pause when the service says both "too many" and that something is left; doubles. */
const CONTRADICTION_PAUSE_MS = 1000;
const SHORTEST_PAUSE_MS = 1000;
const JITTER_MS = 1000;

export class RateGate {
  readonly #clock = new ServerClock();
  readonly #options: GateOptions;
  readonly #underway = new Set<Ticket>();
  #estimate: Estimate | undefined;
  /** Nothing is sent before. */
  #blockedUntil = Number.NEGATIVE_INFINITY;
  /** Sent without an answer that tells the quota, and not yet covered by a later one: their numbers. */
  #unreported: number[] = [];
  /** Receipts of the last window, for a service without headers and for doubts. */
  #receipts: number[] = [];
  #window = 0;
  #windowFirstReceipt: number | undefined;
  #sent = 0;
  #limit = DOCUMENTED_LIMIT;
  #sawHeaders = false;
  #saw429 = false;
  #sawOthers = false;
  /** Without headers: the last answer was no refusal, so the documented limit may be used. */
  #confident = false;
  #contradictions = 0;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** When the next request may be sent: `now` or earlier means at once, Infinity means after the next answer. */
  readyAt(now: number): number {
    this.#roll(now);
    if (this.#blockedUntil > now) return this.#blockedUntil;
    if (this.#estimate) return this.#free() > 0 ? now : this.#estimate.renewsAt;
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
    return ticket;
  }

  /** A request ended without an answer; `sent` tells whether the service may have counted it. */
  lose(ticket: Ticket, now: number, sent: boolean): void {
    this.#underway.delete(ticket);
    if (!sent) return;
    this.#receipts.push(now);
    this.#unreported.push(this.#sent);
  }

  settle(ticket: Ticket, now: number, outcome: Outcome): Verdict {
    this.#underway.delete(ticket);
    const facts = readRateFacts(outcome.headers);
    if (facts.date !== undefined) {
      const { wallOrigin } = this.#options;
      this.#clock.observe(facts.date, ticket.sentAt + wallOrigin, now + wallOrigin);
    }
    const verdict = this.#judge(ticket, now, outcome, facts);
    if (facts.limit !== undefined && facts.limit > 0) this.#limit = facts.limit;
    if (outcome.status === 429) this.#saw429 = true;
    if (verdict === "limited") {
      this.#noteRefusal(ticket, now, facts);
      return verdict;
    }
    this.#contradictions = 0;
    this.#receipts.push(now);
    if (facts.remaining !== undefined) {
      this.#sawHeaders = true;
      this.#noteQuota(ticket, now, facts.remaining, facts);
    } else {
      this.#unreported.push(this.#sent);
      if (!outcome.failed) this.#confident = true;
    }
    return verdict;
  }

  /** When a request in doubt may be repeated: after the window in which it was answered. */
  renewsAt(now: number): number {
    const known = this.#estimate?.renewsAt;
    return known !== undefined && known > now ? known : now + DOCUMENTED_WINDOW_MS;
  }

  /** What is known to be free now, and when more will be; `undefined` where it is not known. */
  outlook(now: number): { free: number | undefined; renewsAt: number | undefined; limit: number } {
    this.#roll(now);
    const blocked = this.#blockedUntil > now;
    const free = blocked ? 0 : this.#estimate && Math.max(0, this.#free());
    const renewsAt = blocked ? this.#blockedUntil : this.#estimate?.renewsAt;
    return { free, renewsAt, limit: this.#limit };
  }

  #free(): number {
    const { remaining } = this.#estimate!;
    return remaining - this.#underway.size - this.#unreported.length;
  }

  /** Forgets what was true of a window that has ended. */
  #roll(now: number): void {
    while (this.#receipts.length > 0 && this.#receipts[0]! + DOCUMENTED_WINDOW_MS <= now)
      this.#receipts.shift();
    if (this.#estimate && now >= this.#estimate.renewsAt) this.#beginWindow();
  }

  #beginWindow(): void {
    this.#estimate = undefined;
    this.#unreported = [];
    this.#window++;
    this.#windowFirstReceipt = undefined;
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

  #judge(ticket: Ticket, now: number, { status, failed }: Outcome, facts: RateFacts): Verdict {
    if (status === 429) return "limited";
    if (!failed || NEVER_RATE_STATUSES.has(status)) return "passed";
    this.#roll(now);
    if (facts.remaining === 0) {
      // The last legal request of a window shows 0 too, so a failure with 0 is clear only if that one is another.
      const wasEmpty = this.#estimate?.remaining === 0 && ticket.window === this.#window;
      if (wasEmpty || (ticket.isProbe && (facts.limit ?? this.#limit) > 1)) return "limited";
      return "doubtful";
    }
    if (facts.remaining !== undefined || this.#saw429) return "passed";
    // No headers. With them on other answers, the estimate tells whether anything was free.
    if (this.#estimate && this.#free() > 0 && !this.#sawOthers) return "passed";
    return this.#receipts.length > 0 ? "doubtful" : "passed";
  }

  #noteQuota(ticket: Ticket, now: number, remaining: number, facts: RateFacts): void {
    if (ticket.window < this.#window) return;
    this.#windowFirstReceipt ??= now;
    const old = this.#estimate;
    const renewsAt = this.#renewal(ticket, now, facts);
    if (!old || ticket.sentAt >= old.receivedAt) {
      if (old) {
        const own = ticket.number - old.upTo + this.#underway.size;
        if (remaining < old.remaining - own) this.#sawOthers = true;
      }
      this.#estimate = { remaining, receivedAt: now, renewsAt, upTo: ticket.number };
      this.#unreported = this.#unreported.filter((number) => number >= ticket.number);
      return;
    }
    // The order in which the service counted the two is not known.
    old.receivedAt = now;
    if (remaining < old.remaining) {
      old.remaining = remaining;
      old.renewsAt = renewsAt;
    }
  }

  #noteRefusal(ticket: Ticket, now: number, facts: RateFacts): void {
    this.#confident = false;
    if (facts.remaining !== undefined) this.#sawHeaders = true;
    const isOld = ticket.window < this.#window;
    // Answers of one burst come together; the first says all.
    if (isOld && (this.#blockedUntil > now || this.#estimate)) return;
    let until: number;
    if (facts.remaining !== undefined && facts.remaining > 0) {
      const pause = CONTRADICTION_PAUSE_MS * 2 ** Math.min(6, this.#contradictions++);
      until = Math.min(now + pause, Math.max(now + SHORTEST_PAUSE_MS, this.#renewal(ticket, now, facts)));
    } else {
      this.#windowFirstReceipt ??= now;
      until = this.#renewal(ticket, now, facts);
    }
    if (this.#sawOthers || !ticket.isProbe)
      until += this.#options.random() * (this.#sawOthers ? JITTER_MS : 0);
    this.#blockedUntil = Math.max(this.#blockedUntil, until);
    this.#beginWindow();
  }

  /** The moment from which on the service surely has more to give, by all that bounds it from above. */
  #renewal(ticket: Ticket, now: number, facts: RateFacts): number {
    const first = this.#windowFirstReceipt ?? now;
    // A window of the documented length that already held the first receipt ends by then, whatever the clocks say.
    const byLength = first + DOCUMENTED_WINDOW_MS;
    const claimed =
      this.#claimedEnd(ticket, now, facts.reset) ?? this.#claimedEnd(ticket, now, facts.retryAfter);
    let end: number;
    if (!claimed || claimed.most > now + 2 * DOCUMENTED_WINDOW_MS || claimed.most <= now) {
      end = byLength > now ? byLength : now + SHORTEST_PAUSE_MS;
    } else {
      end = byLength >= claimed.least && byLength < claimed.most ? byLength : claimed.most;
    }
    const jitter = this.#sawOthers ? this.#options.random() * JITTER_MS : 0;
    return end + guard(end - first) + jitter;
  }

  /** Between which local times the window ends, if the header tells the truth. */
  #claimedEnd(
    ticket: Ticket,
    now: number,
    reset: Reset | undefined,
  ): { least: number; most: number } | undefined {
    if (!reset) return undefined;
    const slack = reset.step > 1 ? reset.step : 0;
    if (reset.kind === "in") {
      return { least: ticket.sentAt + reset.ms - slack, most: now + reset.ms + slack };
    }
    const { least, most } = this.#offset();
    const local = reset.ms - this.#options.wallOrigin;
    return { least: local - most - slack, most: local - least + slack };
  }

  #offset(): { least: number; most: number } {
    const seen = this.#clock.offset;
    if (!seen || (this.#options.sameClock && seen.least <= 0 && seen.most >= 0)) return { least: 0, most: 0 };
    return seen;
  }
}

/** Added to the end of a window, for timers that fire early and clocks that run apart: 0.5 %, at most 50 ms. */
function guard(span: number): number {
  return Math.min(50, Math.max(5, span * 0.005));
}
