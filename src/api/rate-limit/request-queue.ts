// The queue in front of the rate limiter: first come, first served. The limiter decides, the queue waits.
import { setMaxListeners } from "node:events";
import type { Clock } from "../clock";
import { ClosedError } from "../errors";
import type { Ticket } from "./in-flight";
import { type Outcome, RateLimiter, type ReceivedResponse } from "./rate-limiter";

/** What a user may want to know while requests wait. */
export interface LimiterStatus {
  readonly queued: number;
  /** Requests that may be sent now. `undefined` while unknown. */
  readonly free: number | undefined;
  /** When more may be sent, ms since 1970. */
  readonly resetAt: number | undefined;
  /** Requests per window. */
  readonly limit: number;
}

interface Waiter {
  readonly place: number;
  readonly admit: (ticket: Ticket) => void;
  readonly reject: (error: Error) => void;
}

export interface RequestQueueOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly sameClock: boolean;
  /** Called when a request begins to wait for new quota. */
  readonly onWait: (status: LimiterStatus) => void;
}

export class RequestQueue {
  readonly #limiter: RateLimiter;
  readonly #options: RequestQueueOptions;
  readonly #closing = new AbortController();
  #waiters: Waiter[] = [];
  /** When the waits in `nextWindow` end, by the monotonic clock. */
  readonly #pauses = new Set<{ readonly until: number }>();
  #places = 0;
  #alarm: { readonly at: number; readonly off: AbortController } | undefined;

  constructor(options: RequestQueueOptions) {
    this.#options = options;
    const { clock, random, sameClock } = options;
    // Any number of requests may wait. Node would warn about the eleventh.
    setMaxListeners(0, this.#closing.signal);
    this.#limiter = new RateLimiter({ wallOrigin: clock.now() - clock.monotonic(), random, sameClock });
  }

  /** A place in the queue, kept for all attempts of one request: a retry precedes all later requests. */
  place(): number {
    return ++this.#places;
  }

  /**
   * Waits until the request at `place` may be sent. It then counts as sent, and ends with `settle` or `lose`.
   * @throws ClosedError when the queue is closed; then nothing was counted
   */
  enter(place: number): Promise<Ticket> {
    if (this.#closing.signal.aborted) return Promise.reject(new ClosedError());
    return new Promise((admit, reject) => {
      const waiter: Waiter = { place, admit, reject };
      const behind = this.#waiters.findIndex((one) => one.place > place);
      this.#waiters.splice(behind < 0 ? this.#waiters.length : behind, 0, waiter);
      // Later, because a request behind this one would be sent first: its caller awaits the ticket already.
      queueMicrotask(() => this.#pump());
    });
  }

  settle(ticket: Ticket, response: ReceivedResponse): Outcome {
    const outcome = this.#limiter.settle(ticket, this.#options.clock.monotonic(), response);
    // Later, so that a rejected request is back in its place before others are let through.
    setImmediate(() => this.#pump());
    return outcome;
  }

  lose(ticket: Ticket, sent: boolean): void {
    this.#limiter.lose(ticket, this.#options.clock.monotonic(), sent);
    setImmediate(() => this.#pump());
  }

  /**
   * Waits until the window of an ambiguous response has ended.
   * @throws ClosedError when the queue is closed meanwhile
   */
  async nextWindow(): Promise<void> {
    const { clock, onWait } = this.#options;
    const now = clock.monotonic();
    const pause = { until: this.#limiter.renewsAt(now) };
    this.#pauses.add(pause);
    onWait(this.status());
    try {
      await this.pause(pause.until - now);
    } finally {
      this.#pauses.delete(pause);
    }
  }

  /** @throws ClosedError when the queue is closed meanwhile */
  async pause(ms: number): Promise<void> {
    await this.#options.clock.sleep(ms, this.#closing.signal);
    if (this.#closing.signal.aborted) throw new ClosedError();
  }

  /** Sends nothing more. All waiting requests fail with a ClosedError. */
  close(): void {
    this.#closing.abort();
    this.#alarm?.off.abort();
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const { reject } of waiters) reject(new ClosedError());
  }

  status(): LimiterStatus {
    const { clock } = this.#options;
    const now = clock.monotonic();
    const { free, renewsAt, limit } = this.#limiter.state(now);
    const pauses = [...this.#pauses].map(({ until }) => until);
    const next = renewsAt ?? (pauses.length > 0 ? Math.min(...pauses) : undefined);
    return {
      queued: this.#waiters.length + pauses.length,
      free,
      resetAt: next === undefined ? undefined : clock.now() + Math.max(0, next - now),
      limit,
    };
  }

  #pump(): void {
    const { clock, onWait } = this.#options;
    if (this.#closing.signal.aborted) return;
    for (;;) {
      const first = this.#waiters[0];
      if (!first) break;
      const now = clock.monotonic();
      const at = this.#limiter.readyAt(now);
      if (at > now) {
        this.#wakeAt(at, now);
        if (at !== Number.POSITIVE_INFINITY) onWait(this.status());
        return;
      }
      this.#waiters.shift();
      first.admit(this.#limiter.take(now));
    }
    this.#wakeAt(Number.POSITIVE_INFINITY, 0);
  }

  #wakeAt(at: number, now: number): void {
    if (this.#alarm?.at === at) return;
    this.#alarm?.off.abort();
    this.#alarm = undefined;
    if (at === Number.POSITIVE_INFINITY) return;
    const alarm = { at, off: new AbortController() };
    this.#alarm = alarm;
    void this.#options.clock.sleep(at - now, alarm.off.signal).then(() => {
      if (this.#alarm !== alarm) return;
      this.#alarm = undefined;
      this.#pump();
    });
  }
}
