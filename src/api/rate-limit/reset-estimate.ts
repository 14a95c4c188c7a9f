// When a window of the rate limit ends, in our time: from what the headers claim, from what the service's clock
// shows, and from the documented length. Every bound here is one from above: waking early costs a refusal.

import { ClockOffset } from "./clock-offset";
import type { RateFacts, Reset } from "./rate-headers";

export const DOCUMENTED_WINDOW_MS = 60_000;
const JITTER_MS = 1000;

/** When a request was sent and answered, by the monotonic clock. */
export interface RoundTrip {
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** Between which times of ours something lies. */
export interface TimeRange {
  readonly least: number;
  readonly most: number;
}

/** Between which values a window's end lies, to put answers into the service's order. */
export interface End {
  /** Values of one kind can be compared: server time, or local time. */
  readonly kind: Reset["kind"];
  readonly least: number;
  readonly most: number;
}

export interface ResetEstimateOptions {
  /** Wall clock minus monotonic clock, in ms: what turns the service's dates into our times. */
  readonly wallOrigin: number;
  /** The service runs on this machine, so its clock is ours unless its dates say otherwise. @default false */
  readonly sameClock?: boolean;
  /** Uniform in [0, 1). */
  readonly random: () => number;
}

export interface Renewal {
  /** From when on the service surely has more to give. */
  readonly certain: number;
  /** Between which times the window ends, if the headers tell the truth; `undefined` where they cannot. */
  readonly told: TimeRange | undefined;
}

export class ResetEstimate {
  readonly #options: ResetEstimateOptions;
  readonly #clock = new ClockOffset();
  /** The first answer of this window. */
  #first: (RoundTrip & { readonly end: End | undefined }) | undefined;
  /** A date was over and the window was not: clocks that differ, and no `Date` header to tell by how much. */
  #datesAreWrong = false;
  #resetsAreWrong = false;

  constructor(options: ResetEstimateOptions) {
    this.#options = options;
  }

  /** Learns from any answer what the service's clock shows. */
  observe(trip: RoundTrip, { date }: RateFacts): void {
    const { wallOrigin } = this.#options;
    if (date !== undefined) this.#clock.observe(date, trip.sentAt + wallOrigin, trip.receivedAt + wallOrigin);
  }

  /** What resets told did not come true: only the documented length counts from now on. */
  distrustResets(): void {
    this.#resetsAreWrong = true;
  }

  get trustsResets(): boolean {
    return !this.#resetsAreWrong;
  }

  /** The window has ended. */
  forget(): void {
    this.#first = undefined;
  }

  /** An answer of the current window, or of a later one than those before. */
  noteAnswer(trip: RoundTrip, end: End | undefined): void {
    if (!this.#first || isLater(end, this.#first.end)) this.#first = { ...trip, end };
  }

  /** An answer that refuses for the limit although its reset, as we understand it, was over when we asked. */
  noteRefusal(trip: RoundTrip, { reset }: RateFacts): void {
    const claimed = this.#claimed(trip, reset);
    if (reset?.kind === "at" && claimed && claimed.most <= trip.sentAt) this.#datesAreWrong = true;
    this.noteAnswer(trip, undefined);
  }

  /** When the service has more to give. Random only where `others` use the key. */
  renewal(trip: RoundTrip, facts: RateFacts, others: boolean): Renewal {
    const now = trip.receivedAt;
    const byLength = this.#byLength(now);
    const claimed = this.#claimed(trip, facts.reset) ?? this.#claimed(trip, facts.retryAfter);
    const isCredible =
      claimed && claimed.most >= trip.sentAt && claimed.most <= now + 2 * DOCUMENTED_WINDOW_MS;
    let end = byLength ?? now + DOCUMENTED_WINDOW_MS;
    // Where both can be right, the length is the sharper one.
    if (isCredible && !(end === byLength && byLength >= claimed.least && byLength < claimed.most)) {
      end = claimed.most;
    }
    const jitter = others ? this.#options.random() * JITTER_MS : 0;
    const certain = end + guard(end - (this.#first?.receivedAt ?? now)) + jitter;
    return { certain, told: isCredible ? claimed : undefined };
  }

  // A window of the documented length in which the first answer was counted ends by then, whatever the clocks
  // say; that holds as long as it has surely not ended yet.
  #byLength(now: number): number | undefined {
    if (!this.#first || now >= this.#first.sentAt + DOCUMENTED_WINDOW_MS) return undefined;
    return this.#first.receivedAt + DOCUMENTED_WINDOW_MS;
  }

  /** Between which times the window ends, if the header tells the truth. Whole seconds may be cut or rounded up. */
  #claimed(trip: RoundTrip, reset: Reset | undefined): TimeRange | undefined {
    if (!reset || this.#resetsAreWrong) return undefined;
    const slack = reset.step > 1 ? reset.step : 0;
    if (reset.kind === "in") {
      return { least: trip.sentAt + reset.ms - slack, most: trip.receivedAt + reset.ms + slack };
    }
    if (this.#datesAreWrong) return undefined;
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

export function endOf(trip: RoundTrip, reset: Reset | undefined): End | undefined {
  if (!reset) return undefined;
  const { kind, ms, step } = reset;
  if (kind === "at") return { kind, least: ms, most: ms };
  return { kind, least: trip.sentAt + ms - step, most: trip.receivedAt + ms + step };
}

/** Whether `a` is surely a later end than `b`. */
export function isLater(a: End | undefined, b: End | undefined): boolean {
  return a !== undefined && b !== undefined && a.kind === b.kind && a.least > b.most;
}

/** The later of two ends, as far as either may be it. */
export function laterOf(a: End | undefined, b: End | undefined): End | undefined {
  if (!a || !b || a.kind !== b.kind) return a ?? b;
  return { kind: a.kind, least: Math.max(a.least, b.least), most: Math.max(a.most, b.most) };
}

/** Added to the end of a window, for timers that fire early and clocks that run apart: 0.5 %, at most 50 ms. */
export function guard(span: number): number {
  return Math.min(50, Math.max(5, span * 0.005));
}
