// A clock that only moves when told to, or by itself from one sleeper to the next.
interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

export interface VirtualClockOptions {
  /** Milliseconds since 1970 at the start. @default 2024-01-01T00:00:00Z */
  readonly start?: number;
  /**
   * Let `sleep` move the time to its own end and resolve, so that nothing ever waits: the way to run real
   * sockets against a clock that an emulator shares. A later sleeper never moves the time back.
   * @default false
   */
  readonly autoAdvance?: boolean;
}

export class VirtualClock {
  readonly #start: number;
  readonly #auto: boolean;
  #elapsed = 0;
  #sleepers: Sleeper[] = [];
  /** How long sleepers were made to wait, in order. */
  readonly slept: number[] = [];

  constructor(options: VirtualClockOptions = {}) {
    this.#start = options.start ?? Date.UTC(2024, 0, 1);
    this.#auto = options.autoAdvance ?? false;
  }

  now(): number {
    return this.#start + this.#elapsed;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    const at = this.#elapsed + Math.max(0, ms);
    this.slept.push(Math.max(0, ms));
    if (this.#auto) return this.#sleepThrough(at, signal);
    return new Promise((resolve) => {
      const sleeper = { at, wake: resolve };
      this.#sleepers.push(sleeper);
      signal?.addEventListener(
        "abort",
        () => {
          this.#sleepers = this.#sleepers.filter((one) => one !== sleeper);
          resolve();
        },
        { once: true },
      );
    });
  }

  /** Sleepers that have not woken. */
  get pending(): number {
    return this.#sleepers.length;
  }

  /** Moves the time by `ms`, waking sleepers in order; each gets the time it asked for. */
  async advance(ms: number): Promise<void> {
    const end = this.#elapsed + ms;
    for (;;) {
      await settled();
      const next = this.#sleepers.reduce<Sleeper | undefined>(
        (first, one) => (one.at <= end && (first === undefined || one.at < first.at) ? one : first),
        undefined,
      );
      if (next === undefined) break;
      this.#sleepers = this.#sleepers.filter((one) => one !== next);
      this.#elapsed = Math.max(this.#elapsed, next.at);
      next.wake();
    }
    this.#elapsed = Math.max(this.#elapsed, end);
    await settled();
  }

  /** Moves the time to the next sleeper; false when nobody sleeps. */
  async advanceToNext(): Promise<boolean> {
    await settled();
    if (this.#sleepers.length === 0) return false;
    const next = Math.min(...this.#sleepers.map(({ at }) => at));
    await this.advance(Math.max(0, next - this.#elapsed));
    return true;
  }

  // Work that is ready runs first: whoever would ask the time next should not find it moved.
  async #sleepThrough(at: number, signal?: AbortSignal): Promise<void> {
    await settled();
    if (!signal?.aborted) this.#elapsed = Math.max(this.#elapsed, at);
  }
}

/** Lets every callback run that is ready now. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
