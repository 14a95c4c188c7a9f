// Sends as many requests as the service allows, and not one more (service.md 11, 12). First come, first served.
import { setMaxListeners } from "node:events";
import { setTimeout } from "node:timers/promises";
import { SessionError, StoppedError } from "./errors";
import type { Rate } from "./response";

/** The client's clock, which is passed in, so that tests need not wait. */
export interface Clock {
  /** Milliseconds since 1970. Jumps when the machine's clock is set. */
  now(): number;
  /** Milliseconds since a fixed time. Never jumps. */
  monotonic(): number;
  /** Resolves after `ms`, or when `signal` is aborted. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) => setTimeout(Math.max(0, Math.ceil(ms)), undefined, { signal }).catch(() => {}),
};

/** The limit of service.md 11, which counts if the service announces none. */
const DOCUMENTED_LIMIT = 30;
const WINDOW_MS = 60_000;
/** A wait ends a little later than announced: clocks and roundings differ. */
const MARGIN_MS = 1000;
/** Resets that are further apart belong to different windows. */
const SAME_RESET_MS = 2000;
/** With nothing in flight, another process of ours may use the limit. */
const FIGURE_TTL_MS = 1000;
/** All waits of one request for the limit. */
const MAX_WAIT_MS = 600_000;
/** Shorter waits are not reported. */
const SHORT_WAIT_MS = 1000;
const NEVER = Number.POSITIVE_INFINITY;

/** What the service has said about its window. Times are of the monotonic clock. */
interface Window {
  /** Requests that it still allows, with those in flight: the lowest figure. Unset if it is too old. */
  free: number | undefined;
  readonly figureAt: number;
  readonly endsAt: number;
}

export class Limiter {
  readonly #clock: Clock;
  readonly #log: (message: string) => void;
  readonly #stopped = new AbortController();
  readonly #queue: { readonly start: () => void; readonly fail: (error: Error) => void }[] = [];
  #inFlight = 0;
  #window: Window | undefined;
  /** Nothing is sent before. */
  #blocked = { until: -NEVER, why: "" };
  /** The last response had no figures, so our own count decides. */
  #countsItself = false;
  /** When requests ended, for our own count. */
  #ended: number[] = [];
  #wakesAt = NEVER;
  #announcedUntil = -NEVER;

  /** @param log tells the user about a wait, once */
  constructor(clock: Clock, log: (message: string) => void) {
    this.#clock = clock;
    this.#log = log;
    // Node takes more than ten requests that wait for a leak. Its warning would be in the output of a command.
    setMaxListeners(0, this.#stopped.signal);
  }

  /**
   * Sends a request when the limit allows it, and again after a limited response: it had no effect.
   * @throws SessionError if it would wait for more than 10 minutes; what `send` throws
   */
  async run<T extends Rate>(send: () => Promise<T>): Promise<T> {
    for (let waitedMs = 0; ; ) {
      await this.#turn(waitedMs === 0);
      const response = await this.#send(send);
      if (!response.limited) return response;
      const waitMs = response.retryAfterMs ?? response.resetInMs ?? WINDOW_MS;
      waitedMs += waitMs + MARGIN_MS;
      if (waitedMs > MAX_WAIT_MS) {
        const minutes = Math.max(1, Math.round(waitMs / 60_000));
        throw new SessionError(
          `the service allows the next request in ${minutes} min. Other clients of the API key use up its limit, or the ` +
            "service is in maintenance: run the command later",
        );
      }
      this.#window = undefined;
      this.hold(waitMs, "rate limit");
    }
  }

  /** @throws StoppedError */
  async pause(ms: number): Promise<void> {
    await this.#clock.sleep(ms, this.#stopped.signal);
    if (this.#stopped.signal.aborted) throw new StoppedError();
  }

  /** Nothing is sent for a time that the service asks for. */
  hold(ms: number, why = "the service is down"): void {
    const until = this.#now() + ms + MARGIN_MS;
    if (until > this.#blocked.until) this.#blocked = { until, why };
  }

  /** Requests that were not sent yet fail at once. Those in flight complete. */
  stop(): void {
    this.#stopped.abort();
    for (const { fail } of this.#queue.splice(0)) fail(new StoppedError());
  }

  async #send<T extends Rate>(send: () => Promise<T>): Promise<T> {
    let response: T | undefined;
    try {
      response = await send();
      return response;
    } finally {
      this.#note(response);
      this.#ended.push(this.#now());
      this.#inFlight--;
      // Later, so that a limited request is back at the head of the queue.
      setImmediate(() => this.#pump());
    }
  }

  /** Waits until a request may be sent, which then counts as in flight. */
  #turn(isFirst: boolean): Promise<void> {
    return new Promise((resolve, fail) => {
      if (this.#stopped.signal.aborted) throw new StoppedError();
      const start = () => {
        this.#inFlight++;
        resolve();
      };
      this.#queue[isFirst ? "push" : "unshift"]({ start, fail });
      this.#pump();
    });
  }

  #pump(): void {
    while (this.#queue.length > 0) {
      const at = this.#readyAt();
      if (at > this.#now()) return void this.#wakeAt(at);
      this.#queue.shift()!.start();
    }
  }

  /** When the next request may be sent. Never: after the next response. */
  #readyAt(): number {
    const now = this.#now();
    if (this.#blocked.until > now) return this.#blocked.until;
    if (this.#countsItself) {
      const windowMs = WINDOW_MS + MARGIN_MS;
      this.#ended = this.#ended.filter((at) => at > now - windowMs);
      if (this.#ended.length + this.#inFlight < DOCUMENTED_LIMIT) return now;
      return (this.#ended[0] ?? NEVER) + windowMs;
    }
    if (this.#window && this.#window.endsAt <= now) this.#window = undefined;
    const window = this.#window;
    const isOld = this.#inFlight === 0 && window?.free !== 0;
    if (window && isOld && now > window.figureAt + FIGURE_TTL_MS) window.free = undefined;
    // Nothing known: one request finds out.
    if (window?.free === undefined) return this.#inFlight === 0 ? now : NEVER;
    if (window.free > this.#inFlight) return now;
    return this.#inFlight > 0 && window.free > 0 ? NEVER : window.endsAt;
  }

  /** @param response unset if none arrived: the service may have counted the request */
  #note(response: Rate | undefined): void {
    const now = this.#now();
    const known = this.#window;
    if (response?.remaining === undefined) {
      if (known?.free !== undefined) known.free--;
      else if (response && !response.limited && !known) this.#countsItself = true;
      return;
    }
    this.#countsItself = false;
    const { remaining, resetInMs = WINDOW_MS } = response;
    const resetAt = now + resetInMs + MARGIN_MS;
    const isSame = known !== undefined && resetAt <= known.endsAt + SAME_RESET_MS;
    const free = isSame ? Math.min(known.free ?? remaining, remaining) : remaining;
    const isClose = isSame && resetAt >= known.endsAt - SAME_RESET_MS;
    this.#window = { free, figureAt: now, endsAt: isClose ? Math.max(known.endsAt, resetAt) : resetAt };
  }

  #wakeAt(at: number): void {
    if (at >= this.#wakesAt) return;
    this.#wakesAt = at;
    const waitMs = at - this.#now();
    if (waitMs > SHORT_WAIT_MS && at > this.#announcedUntil + SAME_RESET_MS) {
      this.#announcedUntil = at;
      const why = at === this.#blocked.until ? this.#blocked.why : "rate limit";
      // By then, all requests that begin to wait together are counted. A stopped limiter has no queue.
      setImmediate(() => {
        const queued = this.#queue.length;
        if (queued > 0) this.#log(`wait ${Math.ceil(waitMs / 1000)} s: ${why}, ${queued} queued`);
      });
    }
    void this.#clock.sleep(waitMs, this.#stopped.signal).then(() => {
      this.#wakesAt = NEVER;
      this.#pump();
    });
  }

  #now(): number {
    return this.#clock.monotonic();
  }
}
