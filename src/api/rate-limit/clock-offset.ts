// How far the server's clock is from ours, as far as the `Date` headers of its answers tell.

/** Bounds of (server time − local time) in ms. */
export interface OffsetRange {
  readonly least: number;
  readonly most: number;
}

/** `Date` counts whole seconds. */
const DATE_STEP_MS = 1000;

export class ClockOffset {
  #offset: OffsetRange | undefined;

  /**
   * An answer that says `date` was written between `sent` and `received` of the local clock. Each answer narrows
   * the bounds; one that contradicts them (a clock was set) begins anew.
   */
  observe(date: number, sent: number, received: number): void {
    const seen = { least: date - received, most: date + DATE_STEP_MS - sent };
    const old = this.#offset;
    const both = old && {
      least: Math.max(old.least, seen.least),
      most: Math.min(old.most, seen.most),
    };
    this.#offset = both && both.least <= both.most ? both : seen;
  }

  /** `undefined` until an answer carried a `Date`. */
  get offset(): OffsetRange | undefined {
    return this.#offset;
  }
}
