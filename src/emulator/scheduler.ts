// The emulator's clock, and the work that it runs later. Everything stops when the emulator closes.
import { setTimeout as sleepInRealTime } from "node:timers/promises";

/** Time source. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Resolves after `ms`, or earlier when `signal` aborts. Only faults sleep.
   * @default real time
   */
  sleep?(ms: number, signal: AbortSignal): Promise<void>;
}

/** Waits by the emulator's clock. */
export type Sleep = (ms: number) => Promise<void>;

export class Scheduler {
  readonly #clock: Clock;
  readonly #stopped = new AbortController();
  readonly #tasks = new Set<Promise<void>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly now = () => this.#clock.now();

  readonly sleep: Sleep = async (ms) => {
    const { signal } = this.#stopped;
    if (this.#clock.sleep !== undefined) return this.#clock.sleep(ms, signal);
    // Rejects only on abort, which ends the wait, too.
    await sleepInRealTime(ms, undefined, { signal }).catch(() => {});
  };

  /** Runs `task` after `ms`, unless the scheduler is stopped by then. */
  schedule(ms: number, task: () => Promise<void>): void {
    const run = this.sleep(ms).then(() => (this.#stopped.signal.aborted ? undefined : task()));
    const tracked = run.catch(() => {}).finally(() => this.#tasks.delete(tracked));
    this.#tasks.add(tracked);
  }

  /** Resolves when no scheduled task is left. */
  async settled(): Promise<void> {
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
  }

  stop(): void {
    this.#stopped.abort();
  }
}
