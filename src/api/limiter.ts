// Sends as many requests as the service allows, and not one more (service.md 11, 12). First come, first served.
import type { Clock } from "./clock";
import { SessionError, StoppedError } from "./errors";
import type { Headers } from "./transport";

/** The limit of service.md 11, which counts if the service announces none. */
const DOCUMENTED_LIMIT = 30;
const WINDOW_MS = 60_000;
/** A wait ends a little later than announced: clocks and roundings differ. */
const MARGIN_MS = 1000;
/** Resets that are further apart belong to different windows. */
const SAME_RESET_MS = 2000;
/** With nothing in flight, another process of ours may use the limit. */
const FIGURE_TTL_MS = 1000;
const MAX_WAIT_MS = 600_000;
/** Of one request. */
const MAX_LIMITED = 20;
/** Shorter waits are not reported. */
const SHORT_WAIT_MS = 1000;
/** A reset further ahead is none. */
const MAX_RESET_MS = 120_000;
/** Nor is a time that has passed for longer: clocks differ, and local times without a zone look like another hour. */
const MAX_PAST_MS = 5000;
const NEVER = Number.POSITIVE_INFINITY;

/** What the limiter needs to know about a response. */
export interface Counted {
  readonly headers: Headers;
  /** The service asks to send it later (service.md 67). The request had no effect. */
  readonly limited: boolean;
}

interface LimiterOptions {
  readonly clock: Clock;
  /** Tells the user about a wait, once. */
  readonly log: (message: string) => void;
}

export class Limiter {
  readonly #options: LimiterOptions;
  readonly #stopped = new AbortController();
  readonly #waiting: { readonly start: () => void; readonly fail: (error: Error) => void }[] = [];
  #inFlight = 0;
  /** Requests that the service still allows, as of the lowest figure of this window, with those in flight. */
  #remaining: number | undefined;
  #figureAt = -NEVER;
  /** When this window ends, by the monotonic clock. */
  #resetAt: number | undefined;
  /** Nothing is sent before. */
  #blockedUntil = -NEVER;
  /** Of these waits, the end of one that is not for the limit. */
  #heldUntil = -NEVER;
  /** The last response had no figures, so our own count decides. */
  #countsItself = false;
  /** When requests ended, for our own count. */
  #ended: number[] = [];
  #wakesAt = NEVER;
  #announcedUntil = -NEVER;

  constructor(options: LimiterOptions) {
    this.#options = options;
  }

  /**
   * Sends a request when the limit allows it, and again after a limited response: it had no effect.
   * @throws SessionError if the service announces a wait of more than 10 minutes; what `send` throws
   */
  async run<T extends Counted>(send: () => Promise<T>): Promise<T> {
    for (let limited = 0; ; limited++) {
      await this.#turn(limited === 0);
      const response = await this.#send(send);
      if (!response.limited) return response;
      this.#block(response.headers, limited + 1 === MAX_LIMITED);
    }
  }

  /** @throws StoppedError */
  async pause(ms: number): Promise<void> {
    await this.#options.clock.sleep(ms, this.#stopped.signal);
    if (this.#stopped.signal.aborted) throw new StoppedError();
  }

  /** Nothing is sent for a time: the service is down, and says until when. */
  hold(ms: number): void {
    this.#heldUntil = this.#now() + ms + MARGIN_MS;
    this.#blockedUntil = Math.max(this.#blockedUntil, this.#heldUntil);
  }

  /** Requests that were not sent yet fail at once. Those in flight complete. */
  stop(): void {
    this.#stopped.abort();
    for (const { fail } of this.#waiting.splice(0)) fail(new StoppedError());
  }

  async #send<T extends Counted>(send: () => Promise<T>): Promise<T> {
    try {
      const response = await send();
      this.#note(response);
      return response;
    } catch (error) {
      // The service may have counted it.
      if (this.#remaining !== undefined) this.#remaining--;
      throw error;
    } finally {
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
      this.#waiting[isFirst ? "push" : "unshift"]({ start, fail });
      this.#pump();
    });
  }

  #pump(): void {
    while (this.#waiting.length > 0) {
      const at = this.#readyAt();
      if (at > this.#now()) {
        this.#wakeAt(at);
        return;
      }
      this.#waiting.shift()!.start();
    }
  }

  /** When the next request may be sent. Never: after the next response. */
  #readyAt(): number {
    const now = this.#now();
    if (this.#blockedUntil > now) return this.#blockedUntil;
    this.#forgetOldFigures(now);
    if (this.#countsItself) {
      const windowMs = WINDOW_MS + MARGIN_MS;
      this.#ended = this.#ended.filter((at) => at > now - windowMs);
      if (this.#ended.length + this.#inFlight < DOCUMENTED_LIMIT) return now;
      return (this.#ended[0] ?? NEVER) + windowMs;
    }
    // Nothing known: one request finds out.
    if (this.#remaining === undefined) return this.#inFlight === 0 ? now : NEVER;
    if (this.#remaining > this.#inFlight) return now;
    return this.#inFlight > 0 && this.#remaining > 0 ? NEVER : this.#resetAt!;
  }

  #forgetOldFigures(now: number): void {
    const isOver = this.#resetAt !== undefined && this.#resetAt <= now;
    const isOld = this.#inFlight === 0 && this.#remaining !== 0 && now > this.#figureAt + FIGURE_TTL_MS;
    if (isOver || isOld) this.#remaining = undefined;
    if (isOver) this.#resetAt = undefined;
  }

  #note({ headers, limited }: Counted): void {
    const now = this.#now();
    const { limit, remaining, resetInMs } = readRateHeaders(headers, this.#options.clock.now());
    // A limit of 0 may mean that there is none: then the figures say nothing.
    if (remaining === undefined || limit === 0) {
      if (this.#remaining !== undefined) this.#remaining--;
      else if (!limited && this.#resetAt === undefined) this.#countsItself = true;
      return;
    }
    this.#countsItself = false;
    const resetAt = now + (resetInMs ?? WINDOW_MS) + MARGIN_MS;
    const known = this.#resetAt ?? -NEVER;
    // A late response of the window before.
    if (resetAt < Math.min(known, now + 2 * MARGIN_MS) - SAME_RESET_MS / 2) return;
    const isLater = resetAt > known + SAME_RESET_MS;
    this.#remaining = isLater ? remaining : Math.min(this.#remaining ?? remaining, remaining);
    this.#resetAt = Math.abs(resetAt - known) <= SAME_RESET_MS ? Math.max(known, resetAt) : resetAt;
    this.#figureAt = now;
  }

  /** Nobody sends until the service allows it again. */
  #block(headers: Headers, isLast: boolean): void {
    const { retryAfterMs, resetInMs } = readRateHeaders(headers, this.#options.clock.now());
    const waitMs = (retryAfterMs ?? resetInMs ?? WINDOW_MS) + MARGIN_MS;
    if (waitMs > MAX_WAIT_MS || isLast) {
      const minutes = Math.max(1, Math.round(waitMs / 60_000));
      throw new SessionError(
        `the service allows the next request in ${minutes} min. Other clients of the API key use up its limit, or the ` +
          "service is in maintenance: run the command later",
      );
    }
    this.#remaining = undefined;
    this.#resetAt = undefined;
    this.#blockedUntil = Math.max(this.#blockedUntil, this.#now() + waitMs);
  }

  #wakeAt(at: number): void {
    if (at >= this.#wakesAt) return;
    this.#wakesAt = at;
    this.#announce(at);
    void this.#options.clock.sleep(at - this.#now(), this.#stopped.signal).then(() => {
      this.#wakesAt = NEVER;
      this.#pump();
    });
  }

  #announce(until: number): void {
    const waitMs = until - this.#now();
    if (waitMs <= SHORT_WAIT_MS || until <= this.#announcedUntil + SAME_RESET_MS) return;
    this.#announcedUntil = until;
    const why = until === this.#heldUntil ? "the service is down" : "rate limit";
    // By then, all requests that begin to wait together are counted. A stopped limiter has no queue.
    setImmediate(() => {
      const queued = this.#waiting.length;
      if (queued > 0) this.#options.log(`wait ${Math.ceil(waitMs / 1000)} s: ${why}, ${queued} queued`);
    });
  }

  #now(): number {
    return this.#options.clock.monotonic();
  }
}

/**
 * What a response says about the limit (service.md 12). The form of the reset is not documented (31). Times are counted from
 * the receipt of the response. What is missing or no figure is `undefined`.
 * @param now our own time, ms since 1970, which counts only if the response has no `Date`
 */
export function readRateHeaders(headers: Headers, now: number) {
  const sentAt = timeIn(headers.date) ?? now;
  const resetInMs = timeLeft(headers["x-ratelimit-reset"], sentAt) ?? NEVER;
  return {
    limit: countIn(headers["x-ratelimit-limit"]),
    remaining: countIn(headers["x-ratelimit-remaining"]),
    resetInMs: resetInMs <= MAX_RESET_MS ? resetInMs : undefined,
    retryAfterMs: timeLeft(headers["retry-after"], sentAt),
  };
}

/** Of seconds left, or of a time. */
function timeLeft(text = "", sentAt: number): number | undefined {
  if (/^\d{1,9}(\.\d+)?$/.test(text.trim())) return Number(text) * 1000;
  const leftMs = (timeIn(text) ?? -NEVER) - sentAt;
  return leftMs < -MAX_PAST_MS ? undefined : Math.max(0, leftMs);
}

/** Larger numbers are ms since 1970. */
const LAST_EPOCH_SECOND = 1e11;

/**
 * ms since 1970, from ISO 8601, an HTTP date, or seconds or ms since 1970. `undefined` for other forms: day and month could
 * be in any order.
 */
function timeIn(text = ""): number | undefined {
  const form = text.trim();
  if (/^\d{10,}(\.\d+)?$/.test(form)) return Number(form) * (Number(form) < LAST_EPOCH_SECOND ? 1000 : 1);
  if (!/^\d{4}-\d\d-\d\d|(GMT|UTC)$/.test(form)) return undefined;
  // A date without a zone means UTC. Date.parse takes it for local time if it has a time of day.
  const isZoneless = /^\S+[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(form);
  const time = Date.parse(isZoneless ? `${form.replace(" ", "T")}Z` : form);
  return Number.isNaN(time) ? undefined : time;
}

function countIn(text = ""): number | undefined {
  return /^-?\d{1,15}$/.test(text.trim()) ? Math.max(0, Number(text)) : undefined;
}
