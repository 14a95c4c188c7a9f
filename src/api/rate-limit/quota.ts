// The remaining quota of the current window, from responses that may have overtaken one another.
import type { InFlightRequests, Ticket } from "./in-flight";
import type { RateHeaders } from "./rate-headers";
import {
  isLater,
  laterOf,
  ResetEstimate,
  type ResetEstimateOptions,
  type RoundTrip,
  type WindowEnd,
  windowEnd,
} from "./reset-estimate";

/** Used until headers announce another limit (api.md, "Limits"). */
export const DOCUMENTED_LIMIT = 30;

interface Estimate {
  /** Requests left on the service, not counting those in flight. */
  remaining: number;
  /** Receipt of the latest response that it rests on. */
  receivedAt: number;
  /** The latest end announced with these responses. */
  end: WindowEnd | undefined;
  /** When new quota is certain. */
  renewsAt: number;
  /** The first response of the window, and how many of our requests had ended by then. */
  readonly base: { readonly remaining: number; readonly receivedAt: number; readonly ended: number };
}

export class Quota {
  readonly #inFlight: InFlightRequests;
  readonly #reset: ResetEstimate;
  readonly #others = new OtherClients();
  #estimate: Estimate | undefined;
  /** Numbers of requests whose response did not report the quota, until a later response does. */
  #unreported: number[] = [];
  #window = 0;
  /** The announced end of the last window. */
  #lastEnd: WindowEnd | undefined;
  #limit = DOCUMENTED_LIMIT;

  constructor(inFlight: InFlightRequests, options: ResetEstimateOptions) {
    this.#inFlight = inFlight;
    this.#reset = new ResetEstimate(options);
  }

  /** Requests per window, as last announced. */
  get limit(): number {
    return this.#limit;
  }

  /** Number of the current window. */
  get window(): number {
    return this.#window;
  }

  /** Requests left on the service, not counting those in flight. `undefined` while unknown. */
  get remaining(): number | undefined {
    return this.#estimate?.remaining;
  }

  /** When new quota is certain. `undefined` while the quota is unknown. */
  get renewsAt(): number | undefined {
    return this.#estimate?.renewsAt;
  }

  /** Requests that may be sent now. `undefined` while unknown. */
  get free(): number | undefined {
    if (!this.#estimate) return undefined;
    const left = this.#estimate.remaining - this.#unreported.length;
    return this.#others.share(left) - this.#inFlight.count;
  }

  /** Whether other clients use the key. */
  get isShared(): boolean {
    return this.#others.arePresent;
  }

  /** Begins a new window if the current one has ended. */
  roll(now: number): void {
    if (this.#estimate && now >= this.#estimate.renewsAt) this.beginWindow();
  }

  /** Learns from any response, before its quota is read. */
  observe(trip: RoundTrip, headers: RateHeaders): void {
    this.#reset.observe(trip, headers);
  }

  noteLimit({ limit }: RateHeaders): void {
    if (limit !== undefined && limit > 0) this.#limit = limit;
  }

  /** A request may have been counted, but no response says so. It counts as used until a later response reports. */
  noteUnreported(): void {
    this.#unreported.push(this.#inFlight.sent);
  }

  /** A response reported the remaining quota. */
  noteRemaining(ticket: Ticket, trip: RoundTrip, remaining: number, headers: RateHeaders): void {
    const end = windowEnd(trip, headers.reset);
    const old = this.#estimate;
    const isPast = ticket.window < this.#window;
    if (!old && isPast && !isLater(end, this.#lastEnd)) {
      // Counted in a past window or, if the end is vague, perhaps in this one.
      if (end?.kind !== "at") this.noteUnreported();
      return;
    }
    // The end of a window never moves back. Of two overlapping responses, the one with the later end was counted
    // later. If the ends are equal or cannot be compared, the lower figure is safe.
    const isAfter = old !== undefined && !isPast && trip.sentAt >= old.receivedAt;
    const isNewer = !old || isAfter || isLater(end, old.end);
    if (!isNewer && isLater(old.end, end)) return;
    const isNewWindow = !old || isLater(end, old.end) || (isAfter && remaining > old.remaining);
    this.#reset.noteResponse(trip, end);
    if (!isNewWindow) this.#lookForOthers(old.base, trip, remaining);
    const renewsAt = this.renewalOf(trip, headers);
    if (!isNewer) {
      old.receivedAt = trip.receivedAt;
      old.remaining = Math.min(old.remaining, remaining);
      old.renewsAt = Math.max(old.renewsAt, renewsAt);
      old.end = laterOf(old.end, end);
      return;
    }
    const { receivedAt } = trip;
    const ended = this.#inFlight.sent - this.#inFlight.count;
    const base = isNewWindow ? { remaining, receivedAt, ended } : old.base;
    this.#estimate = { remaining, receivedAt, renewsAt, end, base };
    this.#unreported = this.#unreported.filter((number) => number >= ticket.number);
  }

  /** A rate-limit response. */
  noteRejection(ticket: Ticket, trip: RoundTrip, headers: RateHeaders): void {
    // Without other clients the free quota is free, unless the headers are wrong altogether.
    if (this.#estimate && !ticket.isProbe && !headers.remaining) this.#others.noteSign();
    this.#reset.noteRejection(trip, headers);
  }

  /** Forgets the quota: the window has ended, or the figures were wrong. */
  beginWindow(): void {
    this.#lastEnd = this.#estimate?.end ?? this.#lastEnd;
    this.#estimate = undefined;
    this.#unreported = [];
    this.#window++;
    this.#reset.forget();
    this.#others.noteNewWindow();
  }

  /** Rejected right after a window began, without other clients: the announced resets are wrong. */
  distrustResets(): void {
    this.#reset.distrustResets();
  }

  get trustsResets(): boolean {
    return this.#reset.trustsResets;
  }

  /** When new quota is certain, according to one response. */
  renewalOf(trip: RoundTrip, headers: RateHeaders): number {
    return this.#reset.renewsAt(trip, headers, this.isShared);
  }

  // A request sent after the first response of the window was certainly counted in this window.
  #lookForOthers(base: Estimate["base"], trip: RoundTrip, remaining: number): void {
    if (trip.sentAt < base.receivedAt) return;
    const own = this.#inFlight.sent - base.ended;
    if (remaining < base.remaining - own) this.#others.noteSign();
  }
}

/** After this many windows without a sign of other clients, they count as gone. */
const QUIET_WINDOWS = 3;
/** Part of the remaining quota that may be in flight at once. Each response brings a new figure, and the next part. */
const SHARE = 1 / 4;

export class OtherClients {
  #quietWindows = QUIET_WINDOWS;

  /** The quota shrank by more than this process sent. */
  noteSign(): void {
    this.#quietWindows = 0;
  }

  noteNewWindow(): void {
    this.#quietWindows++;
  }

  get arePresent(): boolean {
    return this.#quietWindows < QUIET_WINDOWS;
  }

  /** How many of `remaining` may be in flight at once: all without other clients, otherwise at least one. */
  share(remaining: number): number {
    if (!this.arePresent || remaining <= 0) return remaining;
    return Math.max(1, Math.floor(remaining * SHARE));
  }
}
