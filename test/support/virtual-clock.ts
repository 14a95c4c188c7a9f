// A clock that only moves when told to, or by itself whenever everything waits for it.
interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

export interface VirtualClockOptions {
  /** Milliseconds since 1970 at the start. @default 2024-01-01T00:00:00Z */
  readonly start?: number;
  /**
   * Move to the next sleeper by itself once nobody has asked for the time for `quietMs` of real time. That way
   * real sockets run against a clock which the server shares: while requests are under way the time stands still,
   * and a wait of a minute takes some ms.
   * @default false
   */
  readonly autoAdvance?: boolean;
  /** Real ms without a question that count as "everything waits". @default 4 */
  readonly quietMs?: number;
}

// Rounds of the event loop after the quiet time, for sockets that became readable while the process was busy.
const QUIET_ROUNDS = 4;

export class VirtualClock {
  readonly #start: number;
  readonly #auto: boolean;
  readonly #quietMs: number;
  #elapsed = 0;
  #questions = 0;
  #isAdvancing = false;
  #sleepers: Sleeper[] = [];
  /** How long sleepers asked to wait, in order. */
  readonly slept: number[] = [];

  constructor(options: VirtualClockOptions = {}) {
    this.#start = options.start ?? Date.UTC(2024, 0, 1);
    this.#auto = options.autoAdvance ?? false;
    this.#quietMs = options.quietMs ?? 4;
  }

  now(): number {
    this.#questions++;
    return this.#start + this.#elapsed;
  }

  monotonic(): number {
    this.#questions++;
    return this.#elapsed;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.#questions++;
    if (signal?.aborted) return Promise.resolve();
    this.slept.push(Math.max(0, ms));
    return new Promise((resolve) => {
      const cancel = () => {
        this.#sleepers = this.#sleepers.filter((one) => one !== sleeper);
        resolve();
      };
      const sleeper = {
        at: this.#elapsed + Math.max(0, ms),
        wake: () => {
          signal?.removeEventListener("abort", cancel);
          resolve();
        },
      };
      this.#sleepers.push(sleeper);
      signal?.addEventListener("abort", cancel, { once: true });
      if (this.#auto && !this.#isAdvancing) void this.#advanceWhenQuiet();
    });
  }

  /** Sleepers that have not woken. */
  get pending(): number {
    return this.#sleepers.length;
  }

  /** Moves the time by `ms`, waking sleepers in order, each at the time it asked for. */
  async advance(ms: number): Promise<void> {
    const end = this.#elapsed + ms;
    for (;;) {
      await rounds(2);
      const next = this.#nextUntil(end);
      if (next === undefined) break;
      this.#wake(next);
    }
    this.#elapsed = Math.max(this.#elapsed, end);
    await rounds(2);
  }

  /** Moves the time to the next sleeper; false when nobody sleeps. */
  async advanceToNext(): Promise<boolean> {
    await rounds(2);
    const next = this.#nextUntil(Number.POSITIVE_INFINITY);
    if (next === undefined) return false;
    await this.advance(Math.max(0, next.at - this.#elapsed));
    return true;
  }

  #nextUntil(end: number): Sleeper | undefined {
    let first: Sleeper | undefined;
    for (const one of this.#sleepers) if (one.at <= end && (!first || one.at < first.at)) first = one;
    return first;
  }

  #wake(sleeper: Sleeper): void {
    this.#sleepers = this.#sleepers.filter((one) => one !== sleeper);
    this.#elapsed = Math.max(this.#elapsed, sleeper.at);
    sleeper.wake();
  }

  async #advanceWhenQuiet(): Promise<void> {
    this.#isAdvancing = true;
    while (this.#sleepers.length > 0) {
      const before = this.#questions;
      await new Promise((resolve) => setTimeout(resolve, this.#quietMs));
      await rounds(QUIET_ROUNDS);
      const next = this.#nextUntil(Number.POSITIVE_INFINITY);
      if (next && this.#questions === before) this.#wake(next);
    }
    this.#isAdvancing = false;
  }
}

/** Lets every callback run that is ready, and sockets be read. */
async function rounds(count: number): Promise<void> {
  for (let round = 0; round < count; round++) await new Promise((resolve) => setImmediate(resolve));
}
