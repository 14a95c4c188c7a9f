// The waiting line before the rate gate: first come, first served. Does what the gate only decides: it waits.
import { setMaxListeners } from "node:events";
import type { Clock } from "../clock";
import { ClosedError } from "../errors";
import { type Outcome, RateLimiter, type ReceivedResponse, type Ticket } from "./rate-limiter";

/** What a user may want to know while requests wait. */
export interface LimiterStatus {
  /** Requests that wait. */
  readonly queued: number;
  /** Requests that are to come beside those that wait; `undefined` where that is not known. */
  readonly ahead: number | undefined;
  /** Requests that may be sent now; `undefined` while that is not known. */
  readonly free: number | undefined;
  /** When more may be sent, ms since 1970. */
  readonly resetAt: number | undefined;
  /** Estimated ms until the last one of those that wait, and of those that are known to come, is sent. */
  readonly eta: number | undefined;
  /** Requests per window: what the service told, else what api.md documents. */
  readonly limit: number;
  /** Length of a window in ms: what the service's answers showed, else what api.md documents. */
  readonly windowMs: number;
}

interface Waiter {
  readonly place: number;
  readonly admit: (ticket: Ticket) => void;
  readonly refuse: (error: Error) => void;
}

export interface RequestQueueOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly sameClock: boolean;
  readonly notify: (status: LimiterStatus) => void;
}

export class RequestQueue {
  readonly #gate: RateLimiter;
  readonly #options: RequestQueueOptions;
  readonly #closing = new AbortController();
  #waiters: Waiter[] = [];
  /** Ends of the waits in `nextWindow`, by the monotonic clock. */
  readonly #resting = new Set<{ readonly until: number }>();
  #places = 0;
  #alarm: { readonly at: number; readonly off: AbortController } | undefined;

  constructor(options: RequestQueueOptions) {
    this.#options = options;
    const { clock, random, sameClock } = options;
    // Any number may wait; Node would warn of the eleventh on the standard error.
    setMaxListeners(0, this.#closing.signal);
    this.#gate = new RateLimiter({ wallOrigin: clock.now() - clock.monotonic(), random, sameClock });
  }

  /** A place in the line, to be kept for all tries of one request: a repeat stands before all later ones. */
  place(): number {
    return ++this.#places;
  }

  /**
   * Waits until the request at `place` may be sent; it counts as sent from then on, and must be ended with
   * `settle` or `lose`.
   * @throws ClosedError when the queue is closed, or what `signal` was aborted with; nothing was counted then
   */
  enter(place: number, signal?: AbortSignal): Promise<Ticket> {
    if (this.#closing.signal.aborted) return Promise.reject(new ClosedError());
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const cancel = () => {
        this.#waiters = this.#waiters.filter((one) => one !== waiter);
        reject(signal!.reason);
        this.#pump();
      };
      const waiter: Waiter = {
        place,
        admit: (ticket) => {
          signal?.removeEventListener("abort", cancel);
          resolve(ticket);
        },
        refuse: reject,
      };
      signal?.addEventListener("abort", cancel, { once: true });
      const behind = this.#waiters.findIndex((one) => one.place > place);
      this.#waiters.splice(behind < 0 ? this.#waiters.length : behind, 0, waiter);
      this.#pump();
    });
  }

  settle(ticket: Ticket, outcome: ReceivedResponse): Outcome {
    const verdict = this.#gate.settle(ticket, this.#options.clock.monotonic(), outcome);
    // Later, so that a request that was refused takes its place before others are let through.
    setImmediate(() => this.#pump());
    return verdict;
  }

  lose(ticket: Ticket, sent: boolean): void {
    this.#gate.lose(ticket, this.#options.clock.monotonic(), sent);
    setImmediate(() => this.#pump());
  }

  /**
   * Waits until the window in which a doubtful answer came is over.
   * @throws ClosedError when the queue is closed meanwhile
   */
  async nextWindow(): Promise<void> {
    const { clock, notify } = this.#options;
    const now = clock.monotonic();
    const rest = { until: this.#gate.renewsAt(now) };
    this.#resting.add(rest);
    notify(this.status());
    try {
      await this.pause(rest.until - now);
    } finally {
      this.#resting.delete(rest);
    }
  }

  /** @throws ClosedError when the queue is closed meanwhile */
  async pause(ms: number): Promise<void> {
    await this.#options.clock.sleep(ms, this.#closing.signal);
    if (this.#closing.signal.aborted) throw new ClosedError();
  }

  /** Sends nothing more; all who wait get a ClosedError. */
  close(): void {
    this.#closing.abort();
    this.#alarm?.off.abort();
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const { refuse } of waiters) refuse(new ClosedError());
  }

  status(ahead?: number): LimiterStatus {
    const { clock } = this.#options;
    const now = clock.monotonic();
    const { free, renewsAt, limit, windowMs } = this.#gate.outlook(now);
    const rests = [...this.#resting].map(({ until }) => until);
    const waiting = this.#waiters.length;
    const more = renewsAt ?? (rests.length > 0 ? Math.min(...rests) : undefined);
    const wait = more === undefined ? undefined : Math.max(0, more - now);
    const windows = Math.ceil((waiting + (ahead ?? 0) - (free ?? 0)) / limit);
    const line = windows <= 0 ? 0 : wait && wait + (windows - 1) * windowMs;
    return {
      queued: waiting + rests.length,
      ahead,
      free,
      resetAt: wait === undefined ? undefined : clock.now() + wait,
      eta: line === undefined ? undefined : Math.max(line, ...rests.map((until) => until - now)),
      limit,
      windowMs,
    };
  }

  #pump(): void {
    const { clock, notify } = this.#options;
    if (this.#closing.signal.aborted) return;
    for (;;) {
      const first = this.#waiters[0];
      if (!first) break;
      const now = clock.monotonic();
      const at = this.#gate.readyAt(now, this.#waiters.length);
      if (at > now) {
        this.#wakeAt(at, now);
        if (at !== Number.POSITIVE_INFINITY) notify(this.status());
        return;
      }
      this.#waiters.shift();
      first.admit(this.#gate.take(now));
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
