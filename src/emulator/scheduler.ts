// The emulator's time: a clock that is given, and waits that end when the emulator closes.
import { setTimeout as realSleep } from "node:timers/promises";

/** Time source. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Resolves after `ms`, or sooner when `signal` aborts. Only faults wait.
   * @default real time
   */
  sleep?(ms: number, signal: AbortSignal): Promise<void>;
}

/** Waits by the emulator's clock. */
export type Sleep = (ms: number) => Promise<void>;

/** What is under way in an emulator and ends with it. */
export class Time {
  readonly #clock: Clock;
  readonly #end = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly now = () => this.#clock.now();

  readonly sleep: Sleep = async (ms) => {
    const { signal } = this.#end;
    if (this.#clock.sleep !== undefined) return this.#clock.sleep(ms, signal);
    // Rejects only when the emulator closes, which ends the wait too.
    await realSleep(ms, undefined, { signal }).catch(() => {});
  };

  /** Does something `ms` from now, unless the emulator is closed by then. */
  later(ms: number, act: () => Promise<void>): void {
    const run = this.sleep(ms).then(() => (this.#end.signal.aborted ? undefined : act()));
    const noted = run.catch(() => {}).finally(() => this.#running.delete(noted));
    this.#running.add(noted);
  }

  /** Resolves when nothing is left of what was to be done {@link later}. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  end(): void {
    this.#end.abort();
  }
}
