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
  readonly #options: Required<VirtualClockOptions>;
  #elapsed = 0;
  #calls = 0;
  #isAdvancing = false;
  /** The first to wake first. */
  #sleepers: Sleeper[] = [];

  constructor(options: VirtualClockOptions = {}) {
    this.#options = { autoAdvance: false, quietMs: 4, isBusy: () => false, ...options };
  }

  now(): number {
    return START + this.monotonic();
  }

  monotonic(): number {
    this.#calls++;
    return this.#elapsed;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.#calls++;
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const sleeper = { at: this.#elapsed + Math.max(0, ms), wake: resolve };
      const cancel = () => {
        this.#sleepers = this.#sleepers.filter((one) => one !== sleeper);
        resolve();
      };
      this.#sleepers = [...this.#sleepers, sleeper].sort((a, b) => a.at - b.at);
      signal?.addEventListener("abort", cancel, { once: true });
      if (this.#options.autoAdvance && !this.#isAdvancing) void this.#advanceWhenQuiet();
    });
  }

  /** Advances the clock by `ms` and wakes each sleeper at its time, in order. */
  async advance(ms: number): Promise<void> {
    const end = this.#elapsed + ms;
    do await turns(2);
    while (this.#wakeFirst(end));
    this.#elapsed = Math.max(this.#elapsed, end);
    await turns(2);
  }

  /** @returns whether one sleeps until then at most */
  #wakeFirst(end = Number.POSITIVE_INFINITY): boolean {
    const [first] = this.#sleepers;
    if (!first || first.at > end) return false;
    this.#sleepers = this.#sleepers.slice(1);
    this.#elapsed = Math.max(this.#elapsed, first.at);
    first.wake();
    return true;
  }

  async #advanceWhenQuiet(): Promise<void> {
    this.#isAdvancing = true;
    while (this.#sleepers.length > 0) {
      const before = this.#calls;
      await new Promise((resolve) => setTimeout(resolve, this.#options.quietMs));
      await turns(QUIET_TURNS);
      if (this.#calls === before && !this.#options.isBusy()) this.#wakeFirst();
    }
    this.#isAdvancing = false;
  }
}

/** Lets pending callbacks run and sockets be read. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}
