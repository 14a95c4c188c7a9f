// The offset between the server's clock and ours, from the `Date` headers of responses.

/** Bounds of (server time - local time) in ms. */
export interface OffsetRange {
  readonly min: number;
  readonly max: number;
}

/** A `Date` header counts whole seconds. */
const DATE_STEP_MS = 1000;

export class ClockOffset {
  #range: OffsetRange | undefined;

  /**
   * A response with this `Date` was written between `sentAt` and `receivedAt` of the local clock. Each response narrows
   * the range. A contradiction means that a clock was set, and starts over.
   */
  observe(date: number, sentAt: number, receivedAt: number): void {
    const seen = { min: date - receivedAt, max: date + DATE_STEP_MS - sentAt };
    const old = this.#range;
    const both = old && { min: Math.max(old.min, seen.min), max: Math.min(old.max, seen.max) };
    this.#range = both && both.min <= both.max ? both : seen;
  }

  /** `undefined` until a response had a `Date`. */
  get range(): OffsetRange | undefined {
    return this.#range;
  }
}
