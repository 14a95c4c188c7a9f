// Time that costs none: it stands still while anything is under way and jumps to the next sleeper when nothing is.

/** Rounds of the event loop in which everything that an answer sets off comes to rest. */
const ROUNDS_TO_REST = 10;

/** A clock as src/api/clock.ts describes it; every process of a simulation shares one. */
export class SimulatedClock {
  #start = Date.UTC(2024, 0, 1);
  #elapsed = 0;
  #underway = 0;
  /** Changes with everything that happens. */
  #events = 0;
  #sleepers = new Set();
  #isMoving = false;

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
      if (!this.#isMoving) void this.#move();
    });
  }

  /** Time stands still until `work` has ended. */
  async during(work) {
    this.#underway++;
    try {
      return await work();
    } finally {
      this.#underway--;
      this.#events++;
    }
  }

  async #move() {
    this.#isMoving = true;
    while (this.#sleepers.size > 0) {
      const before = this.#events;
      for (let round = 0; round < ROUNDS_TO_REST; round++) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (this.#underway > 0 || this.#events !== before) continue;
      const next = [...this.#sleepers].reduce((first, one) => (one.at < first.at ? one : first));
      this.#elapsed = Math.max(this.#elapsed, next.at);
      next.wake();
    }
    this.#isMoving = false;
  }
}
