// A clock that advances on demand, or automatically when everything waits for it.
interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

interface VirtualClockOptions {
  /**
   * Advance to the next sleeper when the clock has not been used for `quietMs` of real time. Client and server share the
   * clock over real sockets: time stops while requests are in flight, and a wait of a minute takes a few ms.
   * @default false
   */
  readonly autoAdvance?: boolean;
  /** Real ms without a call after which everything counts as waiting. @default 4 */
  readonly quietMs?: number;
  /** The clock does not advance automatically while this is true, such as while a request is in flight. @default never */
  readonly isBusy?: () => boolean;
}

const START = Date.UTC(2024, 0, 1);

// Event loop turns after the quiet time, for sockets that became readable while the process was busy.
const QUIET_TURNS = 4;

export class VirtualClock {
  readonly #autoAdvance: boolean;
  readonly #quietMs: number;
  readonly #isBusy: () => boolean;
  #elapsed = 0;
  #calls = 0;
  #isAdvancing = false;
  #sleepers: Sleeper[] = [];

  constructor(options: VirtualClockOptions = {}) {
    this.#autoAdvance = options.autoAdvance ?? false;
    this.#quietMs = options.quietMs ?? 4;
    this.#isBusy = options.isBusy ?? (() => false);
  }

  now(): number {
    this.#calls++;
    return START + this.#elapsed;
  }

  monotonic(): number {
    this.#calls++;
    return this.#elapsed;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.#calls++;
    if (signal?.aborted) return Promise.resolve();
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
      if (this.#autoAdvance && !this.#isAdvancing) void this.#advanceWhenQuiet();
    });
  }

  /** Advances the clock by `ms` and wakes each sleeper at its time, in order. */
  async advance(ms: number): Promise<void> {
    const end = this.#elapsed + ms;
    for (;;) {
      await turns(2);
      const next = this.#nextUntil(end);
      if (next === undefined) break;
      this.#wake(next);
    }
    this.#elapsed = Math.max(this.#elapsed, end);
    await turns(2);
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
      const before = this.#calls;
      await new Promise((resolve) => setTimeout(resolve, this.#quietMs));
      await turns(QUIET_TURNS);
      const next = this.#nextUntil(Number.POSITIVE_INFINITY);
      if (next && this.#calls === before && !this.#isBusy()) this.#wake(next);
    }
    this.#isAdvancing = false;
  }
}

/** Lets pending callbacks run and sockets be read. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}
