// The line that tells a waiting user why nothing happens, and for how long. It counts down by itself: the gate has
// nothing to tell while time passes.
import type { Clock, GateStatus } from "../api/session";

/** A shorter wait is over before its line is read. */
const SHORTEST_WAIT_MS = 1000;

export interface RateLineOptions {
  readonly clock: Clock;
  /** What is true now. */
  status(): Promise<GateStatus>;
  show(line: string): void;
  /**
   * Least ms between two lines, and before the first one: a command has a process for each of its phases, and that of
   * the preview may have ended with a line. Asked once, when something waits.
   */
  interval(): Promise<number>;
}

export class RateLine {
  readonly #options: RateLineOptions;
  #interval: Promise<number> | undefined;
  readonly #ending = new AbortController();
  #shownAt: number;
  #isRunning = false;

  constructor(options: RateLineOptions) {
    this.#options = options;
    this.#shownAt = options.clock.monotonic();
  }

  /** Something waits now: tells it until nothing does any more. */
  wake(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    // Whatever is wrong with a line, the work goes on.
    this.#run().catch(() => {});
  }

  /** Says nothing more. */
  end(): void {
    this.#ending.abort();
  }

  async #run(): Promise<void> {
    const { clock, status, show } = this.#options;
    for (;;) {
      // Who waits comes one after the other: after a moment all are counted.
      await clock.sleep(Math.max(SHORTEST_WAIT_MS, await this.#rest()), this.#ending.signal);
      const line = this.#ending.signal.aborted ? undefined : describeStatus(await status(), clock.now());
      if (line === undefined) break;
      this.#shownAt = clock.monotonic();
      show(line);
    }
    this.#isRunning = false;
  }

  /** How long no line may follow on the last one. */
  async #rest(): Promise<number> {
    this.#interval ??= this.#options.interval();
    return this.#shownAt + (await this.#interval) - this.#options.clock.monotonic();
  }
}

/** @returns `undefined` while nothing waits, or for nobody knows how long */
export function describeStatus({ queued, ahead, resetAt, eta }: GateStatus, now: number): string | undefined {
  if (queued === 0 || resetAt === undefined) return undefined;
  const window = duration(resetAt - now);
  const end = duration(eta ?? 0);
  const parts = [
    `rate limit: ${ahead === undefined ? waiting(queued) : left(queued + ahead)}`,
    `next window in ${window}`,
  ];
  if (eta !== undefined && eta > resetAt - now && end !== window)
    parts.push(`the last one goes out in about ${end}`);
  return parts.join(", ");
}

const waiting = (count: number) => (count === 1 ? "1 request waits" : `${count} requests wait`);
const left = (count: number) => (count === 1 ? "1 request left" : `about ${count} requests left`);

/** A time in words, to the second below two minutes and to the minute above. */
export function duration(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
