// A clock that stops while work is in progress, and jumps to the next sleeper when there is none.

/** Event loop turns after which everything that a response triggered is done. */
const TURNS_TO_SETTLE = 10;

/** Implements the clock of src/api/clock.ts. All processes of a simulation share one. */
export class SimulatedClock {
  #start = Date.UTC(2024, 0, 1);
  #elapsed = 0;
  #pendingWork = 0;
  /** Counts everything that happens. */
  #events = 0;
  #sleepers = new Set();
  #isAdvancing = false;

  now() {
    return this.#start + this.#elapsed;
  }

  monotonic() {
    return this.#elapsed;
  }

  sleep(ms, signal) {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        signal?.removeEventListener("abort", wake);
        this.#sleepers.delete(sleeper);
        this.#events++;
        resolve();
      };
      const sleeper = { at: this.#elapsed + Math.max(0, ms), wake };
      this.#sleepers.add(sleeper);
      this.#events++;
      signal?.addEventListener("abort", wake, { once: true });
      if (!this.#isAdvancing) void this.#advance();
    });
  }

  /** Stops the clock until `work` is done. */
  async during(work) {
    this.#pendingWork++;
    try {
      return await work();
    } finally {
      this.#pendingWork--;
      this.#events++;
    }
  }

  async #advance() {
    this.#isAdvancing = true;
    while (this.#sleepers.size > 0) {
      const before = this.#events;
      for (let turn = 0; turn < TURNS_TO_SETTLE; turn++) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (this.#pendingWork > 0 || this.#events !== before) continue;
      const next = [...this.#sleepers].reduce((first, one) => (one.at < first.at ? one : first));
      this.#elapsed = Math.max(this.#elapsed, next.at);
      next.wake();
    }
    this.#isAdvancing = false;
  }
}
