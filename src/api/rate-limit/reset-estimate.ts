// Estimates in local time when a rate-limit window ends: from the headers, from the server's clock, and from the
// documented length. Every estimate is an upper bound, because waking early costs a rejection.
import { ClockOffset, type OffsetRange } from "./clock-offset";
import type { RateHeaders, Reset } from "./rate-headers";

export const DOCUMENTED_WINDOW_MS = 60_000;
const JITTER_MS = 1000;

/** When a request was sent and its response received, by the monotonic clock. */
export interface RoundTrip {
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** A range of monotonic times. */
interface TimeRange {
  readonly min: number;
  readonly max: number;
}

/** The range in which a window ends. It puts responses into the service's order. */
export interface WindowEnd extends TimeRange {
  /** Only values of one kind can be compared: server time, or local time. */
  readonly kind: Reset["kind"];
}

export interface ResetEstimateOptions {
  /** Wall clock minus monotonic clock, in ms. Turns the service's dates into monotonic times. */
  readonly wallOrigin: number;
  /** The service runs on this machine: its clock is ours unless its dates contradict. @default false */
  readonly sameClock?: boolean;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

export class ResetEstimate {
  readonly #options: ResetEstimateOptions;
  readonly #clockOffset = new ClockOffset();
  /** The first response of this window. */
  #first: (RoundTrip & { readonly end: WindowEnd | undefined }) | undefined;
  /** A date had passed and the window had not ended: the clocks differ, and no `Date` header says by how much. */
  #distrustsDates = false;
  #distrustsResets = false;

  constructor(options: ResetEstimateOptions) {
    this.#options = options;
  }

  /** Learns the server's clock from any response. */
  observe({ sentAt, receivedAt }: RoundTrip, { date }: RateHeaders): void {
    const { wallOrigin } = this.#options;
    if (date !== undefined) this.#clockOffset.observe(date, sentAt + wallOrigin, receivedAt + wallOrigin);
  }

  /** Announced resets proved wrong. From now on only the documented length counts. */
  distrustResets(): void {
    this.#distrustsResets = true;
  }

  get trustsResets(): boolean {
    return !this.#distrustsResets;
  }

  /** The window has ended. */
  forget(): void {
    this.#first = undefined;
  }

  /** A response of the current window, or of a later one. */
  noteResponse(trip: RoundTrip, end: WindowEnd | undefined): void {
    if (!this.#first || isLater(end, this.#first.end)) this.#first = { ...trip, end };
  }

  /** A rate-limit response. Its reset may already have passed when the request was sent. */
  noteRejection(trip: RoundTrip, { reset }: RateHeaders): void {
    const claimed = this.#claimed(trip, reset);
    if (reset?.kind === "at" && claimed && claimed.max <= trip.sentAt) this.#distrustsDates = true;
    this.noteResponse(trip, undefined);
  }

  /** From when on the service certainly has new quota. @param others adds jitter, because other clients wait too */
  renewsAt(trip: RoundTrip, headers: RateHeaders, others: boolean): number {
    const now = trip.receivedAt;
    const byLength = this.#byLength(now);
    const claimed = this.#claimed(trip, headers.reset) ?? this.#claimed(trip, headers.retryAfter);
    const isCredible = claimed && claimed.max >= trip.sentAt && claimed.max <= now + 2 * DOCUMENTED_WINDOW_MS;
    let end = byLength ?? now + DOCUMENTED_WINDOW_MS;
    // If both can be right, the length is the sharper bound.
    const lengthFits = claimed && byLength !== undefined && byLength >= claimed.min && byLength < claimed.max;
    if (isCredible && !lengthFits) end = claimed.max;
    const jitter = others ? this.#options.random() * JITTER_MS : 0;
    return end + guard(end - (this.#first?.receivedAt ?? now)) + jitter;
  }

  // A window of the documented length that counted the first response ends by then, whatever the clocks say. This
  // holds until that time may have passed.
  #byLength(now: number): number | undefined {
    if (!this.#first || now >= this.#first.sentAt + DOCUMENTED_WINDOW_MS) return undefined;
    return this.#first.receivedAt + DOCUMENTED_WINDOW_MS;
  }

  /** The range in which the window ends if the header is right. Whole seconds may be rounded up or down. */
  #claimed(trip: RoundTrip, reset: Reset | undefined): TimeRange | undefined {
    if (!reset || this.#distrustsResets) return undefined;
    const slack = reset.stepMs > 1 ? reset.stepMs : 0;
    if (reset.kind === "in") {
      return { min: trip.sentAt + reset.ms - slack, max: trip.receivedAt + reset.ms + slack };
    }
    if (this.#distrustsDates) return undefined;
    const { min, max } = this.#offset();
    const local = reset.ms - this.#options.wallOrigin;
    return { min: local - max - slack, max: local - min + slack };
  }

  #offset(): OffsetRange {
    const seen = this.#clockOffset.range;
    if (!seen || (this.#options.sameClock && seen.min <= 0 && seen.max >= 0)) return { min: 0, max: 0 };
    return seen;
  }
}

export function windowEnd(trip: RoundTrip, reset: Reset | undefined): WindowEnd | undefined {
  if (!reset) return undefined;
  const { kind, ms, stepMs } = reset;
  if (kind === "at") return { kind, min: ms, max: ms };
  return { kind, min: trip.sentAt + ms - stepMs, max: trip.receivedAt + ms + stepMs };
}

/** Whether `a` is certainly later than `b`. */
export function isLater(a: WindowEnd | undefined, b: WindowEnd | undefined): boolean {
  return a !== undefined && b !== undefined && a.kind === b.kind && a.min > b.max;
}

/** The later of two ends, as far as they can be compared. */
export function laterOf(a: WindowEnd | undefined, b: WindowEnd | undefined): WindowEnd | undefined {
  if (!a || !b || a.kind !== b.kind) return a ?? b;
  return { kind: a.kind, min: Math.max(a.min, b.min), max: Math.max(a.max, b.max) };
}

/** Added to the end of a window for early timers and clocks that drift: 0.5 %, between 5 and 50 ms. */
export function guard(lengthMs: number): number {
  return Math.min(50, Math.max(5, lengthMs * 0.005));
}
