// What is left of the current window's quota, put together from answers that may have overtaken one another.
import { EarlyProbes } from "./early-probes";
import type { InFlightRequests, Ticket } from "./in-flight";
import { OtherClients } from "./other-clients";
import type { RateFacts } from "./rate-headers";
import {
  DOCUMENTED_WINDOW_MS,
  type End,
  endOf,
  isLater,
  laterOf,
  type Renewal,
  ResetEstimate,
  type ResetEstimateOptions,
  type RoundTrip,
} from "./reset-estimate";

/** The documented limit, used until headers tell another. */
export const DOCUMENTED_LIMIT = 30;

interface Estimate {
  /** Requests left on the service, before those still under way. */
  remaining: number;
  /** Latest receipt among the answers that it rests on. */
  receivedAt: number;
  /** The latest end that came with them. */
  end: End | undefined;
  /** When more is free. */
  renewal: Renewal;
  /** The first answer of the window, with how many of ours had ended by then. */
  readonly base: { readonly remaining: number; readonly receivedAt: number; readonly ended: number };
}

export class Quota {
  readonly #traffic: InFlightRequests;
  readonly #windowEnd: ResetEstimate;
  readonly #early = new EarlyProbes();
  readonly #others = new OtherClients();
  #estimate: Estimate | undefined;
  /** Sent without an answer that tells the quota, and not yet covered by a later one: their numbers. */
  #unreported: number[] = [];
  #window = 0;
  /** Most requests that waited or were under way at a moment of this window. */
  #wanted = 0;
  /** What the last window's end was told to be. */
  #ended: End | undefined;
  #limit = DOCUMENTED_LIMIT;
  #windowMs = DOCUMENTED_WINDOW_MS;

  constructor(traffic: InFlightRequests, options: ResetEstimateOptions) {
    this.#traffic = traffic;
    this.#windowEnd = new ResetEstimate(options);
  }

  /** Requests per window, as last told. */
  get limit(): number {
    return this.#limit;
  }

  /** Length of a window in ms, as answers showed it. */
  get windowMs(): number {
    return this.#windowMs;
  }

  /** Number of the current window. */
  get window(): number {
    return this.#window;
  }

  /** Requests left on the service, before those under way; `undefined` when that is not known. */
  get remaining(): number | undefined {
    return this.#estimate?.remaining;
  }

  /** When more is free for sure, `undefined` when the quota is not known. */
  get renewsAt(): number | undefined {
    return this.#estimate?.renewal.certain;
  }

  /** Requests that may be sent now; `undefined` when that is not known. */
  get free(): number | undefined {
    if (!this.#estimate) return undefined;
    const left = this.#estimate.remaining - this.#unreported.length;
    return this.#others.share(left) - this.#traffic.underway;
  }

  /** Whether others were seen to use the key. */
  get isShared(): boolean {
    return this.#others.areThere;
  }

  /** When the next of `waiting` requests may be sent, `now` for at once. Only while the quota is known. */
  readyAt(now: number, waiting: number): number {
    const { renewal } = this.#estimate!;
    const free = this.free!;
    if (free <= 0) return renewal.certain;
    // Where more are wanted than are left, the last ones are kept to be sent when the window may have ended. What
    // is under way counts with them, since its answer often brings the next request; and who asks with pauses for
    // work of their own still wants as many as they wanted before.
    const { underway, lastSentAt } = this.#traffic;
    this.#wanted = Math.max(this.#wanted, waiting + underway);
    if (this.#wanted <= free || this.isShared || !renewal.told) return now;
    const times = this.#early.times(lastSentAt, free, this.#limit, renewal.told, renewal.certain);
    return free > times.length ? now : times[0]!;
  }

  /** Forgets what was true of a window that has ended. */
  roll(now: number): void {
    if (this.#estimate && now >= this.#estimate.renewal.certain) this.beginWindow();
  }

  /** Learns from any answer, before what it says of the quota. */
  observe(trip: RoundTrip, facts: RateFacts): void {
    this.#windowEnd.observe(trip, facts);
  }

  noteLimit({ limit }: RateFacts): void {
    if (limit !== undefined && limit > 0) this.#limit = limit;
  }

  /** A request was counted, perhaps, and no answer tells: it counts as used until an answer to a later one does. */
  noteUnreported(): void {
    this.#unreported.push(this.#traffic.sent);
  }

  /** An answer that tells what is left. */
  noteRemaining(ticket: Ticket, trip: RoundTrip, remaining: number, facts: RateFacts): void {
    const end = endOf(trip, facts.reset);
    const old = this.#estimate;
    const isPast = ticket.window < this.#window;
    if (!old && isPast && !isLater(end, this.#ended)) {
      // Counted in a window that has ended, or, where the end is told vaguely, perhaps in this one.
      if (end?.kind !== "at") this.noteUnreported();
      return;
    }
    // A window's end never moves back, so of two answers that overlapped the one that names a later end was
    // counted later. Where the ends are equal or cannot be compared, the lower figure is safe.
    const isAfter = old !== undefined && !isPast && trip.sentAt >= old.receivedAt;
    const isNewer = !old || isAfter || isLater(end, old.end);
    if (!isNewer && isLater(old.end, end)) return;
    const isNewWindow = !old || isLater(end, old.end) || (isAfter && remaining > old.remaining);
    this.#windowEnd.noteAnswer(trip, end);
    if (!isNewWindow) this.#lookForOthers(old.base, trip, remaining);
    const renewal = this.renewal(trip, facts);
    this.#learnWindow(trip, remaining, renewal, isNewWindow);
    if (!isNewer) {
      old.receivedAt = trip.receivedAt;
      old.remaining = Math.min(old.remaining, remaining);
      if (renewal.certain > old.renewal.certain) old.renewal = renewal;
      old.end = laterOf(old.end, end);
      return;
    }
    const { receivedAt } = trip;
    const ended = this.#traffic.sent - this.#traffic.underway;
    const base = isNewWindow ? { remaining, receivedAt, ended } : old.base;
    this.#estimate = { remaining, receivedAt, renewal, end, base };
    this.#unreported = this.#unreported.filter((number) => number >= ticket.number);
  }

  /** An answer that refuses for the limit. */
  noteRefusal(ticket: Ticket, trip: RoundTrip, facts: RateFacts): void {
    // Alone, what was believed to be free is free, unless the figures do not hold at all.
    if (this.#estimate && !ticket.isProbe && !facts.remaining) this.#others.noteSign();
    this.#windowEnd.noteRefusal(trip, facts);
  }

  /** Forgets what is known: it is over, or it was wrong. */
  beginWindow(): void {
    this.#ended = this.#estimate?.end ?? this.#ended;
    this.#estimate = undefined;
    this.#unreported = [];
    this.#wanted = 0;
    this.#window++;
    this.#windowEnd.forget();
    this.#others.noteNewWindow();
  }

  /** Refused again right after a window had begun, alone with the key: the told ends are no ends. */
  distrustResets(): void {
    this.#windowEnd.distrustResets();
  }

  get trustsResets(): boolean {
    return this.#windowEnd.trustsResets;
  }

  /** When there is more, by one answer. */
  renewal(trip: RoundTrip, facts: RateFacts): Renewal {
    return this.#windowEnd.renewal(trip, facts, this.isShared);
  }

  // Of a request sent after the first answer of the window it is sure that it was counted in this one.
  #lookForOthers(base: Estimate["base"], trip: RoundTrip, remaining: number): void {
    if (trip.sentAt < base.receivedAt) return;
    const own = this.#traffic.sent - base.ended;
    if (remaining < base.remaining - own) this.#others.noteSign();
  }

  #learnWindow(trip: RoundTrip, remaining: number, { certain }: Renewal, isNew: boolean): void {
    if (!isNew) {
      this.#early.noteOld(trip);
      return;
    }
    // What is still under way may have been counted in it too.
    const isFresh = remaining >= this.#limit - 1 - this.#traffic.underway - this.#unreported.length;
    this.#early.noteNew(trip, isFresh);
    if (isFresh && certain > trip.receivedAt)
      this.#windowMs = this.#early.length ?? certain - trip.receivedAt;
  }
}
