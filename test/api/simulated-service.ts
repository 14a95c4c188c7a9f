// A service with a rate limit, as its clients see it over a network: with windows and headers of many kinds, and with
// answers that fail, break or get lost.
import { type RawAnswer, type Transport, TransportFailure } from "../../src/api/http/transport";
import type { SimulatedTime } from "./simulated-time";

export type WindowKind = "fixed" | "aligned" | "sliding";
export type Rounding = "up" | "down" | "nearest";
export type ResetFormat = "epochSeconds" | "epochMs" | "secondsLeft" | "httpDate" | "isoDate";
/** On which answers the rate headers are; `some`: on two of three. */
export type RateHeaders = "all" | "none" | "successes" | "some";

export interface ServiceOptions {
  readonly limit: number;
  /** The limit at a time of the run, where it changes. @default limit */
  readonly limitAt?: (at: number) => number;
  /** Headers that the service sends in place of the true ones. @default none */
  readonly lies?: Readonly<Record<string, string>>;
  readonly windowMs: number;
  readonly windowKind: WindowKind;
  readonly resetFormat: ResetFormat;
  readonly rounding: Rounding;
  readonly rateHeaders: RateHeaders;
  readonly dateHeader: boolean;
  /** A refusal for the limit says in seconds when to come again. @default false */
  readonly retryAfter?: boolean;
  /** How far the service's clock is ahead of the clients', in ms. */
  readonly skewMs: number;
  /** How a refusal for the limit looks. */
  readonly refusal: "429" | "200" | "403";
}

export const FAULTS = [
  /** There is no connection. */
  "unsent",
  /** It gets lost on its way, and is never counted. */
  "requestLost",
  /** It is counted and carried out, and no answer comes. */
  "answerLost",
  /** It is carried out, perhaps after it was given up. */
  "late",
  /** The answer ends early. */
  "cut",
  /** It is carried out, and what comes back is something else. */
  "foreign",
  /** It is carried out, and the service breaks down over the answer. */
  "brokenDown",
  /** A machine in front of the service answers in its place, and the service never sees it. */
  "gateway",
  /** It is counted, and refused for a reason of its own. */
  "turnedDown",
] as const;
export type Fault = (typeof FAULTS)[number];

/** So much later than others a late request arrives, at most. */
const LATEST_MS = 10_000;
const NEVER_SEEN: readonly Fault[] = ["unsent", "requestLost", "gateway"];
const LOST: readonly Fault[] = ["unsent", "requestLost", "answerLost", "late"];

interface Handled {
  readonly allowed: boolean;
  readonly headers: Record<string, string>;
  /** Tells windows apart: by their ends. */
  readonly window: number;
}

export class SimulatedService {
  readonly options: ServiceOptions;
  readonly #time: SimulatedTime;
  #start = Number.NEGATIVE_INFINITY;
  #counted: number[] = [];
  #renewal = Number.NEGATIVE_INFINITY;
  #answers = 0;
  /** When requests were counted. */
  readonly handledAt: number[] = [];
  /** When requests were refused for the limit. */
  readonly refusedAt: number[] = [];

  constructor(time: SimulatedTime, options: ServiceOptions) {
    this.#time = time;
    this.options = options;
  }

  /** Counts a request, or refuses it for the limit. */
  take(isFailing: boolean): Handled {
    const { windowMs, windowKind, skewMs, limitAt, lies } = this.options;
    const at = this.#time.monotonic();
    const limit = limitAt?.(at) ?? this.options.limit;
    const now = this.#time.now() + skewMs;
    if (windowKind === "sliding") {
      this.#counted = this.#counted.filter((one) => one > now - windowMs);
    } else if (now >= this.#start + windowMs) {
      this.#start = windowKind === "aligned" ? Math.floor(now / windowMs) * windowMs : now;
      this.#counted = [];
    }
    const allowed = this.#counted.length < limit;
    if (allowed) this.#counted.push(now);
    (allowed ? this.handledAt : this.refusedAt).push(at);
    const begin = windowKind === "sliding" ? (this.#counted[0] ?? now) : this.#start;
    const headers = { ...this.#headers(limit, now, begin + windowMs, allowed, isFailing), ...lies };
    return { allowed, headers, window: this.#windowAt(now) };
  }

  // A sliding window ends, for who was refused, when the oldest request leaves it.
  #windowAt(now: number): number {
    const { windowMs, windowKind } = this.options;
    if (windowKind !== "sliding") return this.#start + windowMs;
    if (now >= this.#renewal) this.#renewal = (this.#counted[0] ?? 0) + windowMs;
    return this.#renewal;
  }

  #headers(limit: number, now: number, resetAt: number, allowed: boolean, isFailing: boolean) {
    const { rateHeaders, dateHeader, retryAfter, resetFormat, rounding } = this.options;
    const headers: Record<string, string> = {};
    if (dateHeader) headers.date = new Date(Math.floor(now / 1000) * 1000).toUTCString();
    if (retryAfter && !allowed) headers["retry-after"] = String(Math.ceil((resetAt - now) / 1000));
    const isShown = {
      all: true,
      none: false,
      successes: allowed && !isFailing,
      some: this.#answers++ % 3 !== 1,
    }[rateHeaders];
    if (!isShown) return headers;
    const round = { up: Math.ceil, down: Math.floor, nearest: Math.round }[rounding];
    headers["x-ratelimit-limit"] = String(limit);
    headers["x-ratelimit-remaining"] = String(Math.max(0, limit - this.#counted.length));
    headers["x-ratelimit-reset"] = {
      epochSeconds: () => String(round(resetAt / 1000)),
      epochMs: () => String(Math.round(resetAt)),
      secondsLeft: () => String(round((resetAt - now) / 1000)),
      httpDate: () => new Date(round(resetAt / 1000) * 1000).toUTCString(),
      isoDate: () => new Date(Math.round(resetAt)).toISOString(),
    }[resetFormat]();
    return headers;
  }
}

export interface NetworkOptions {
  /** Time that one way takes for the next message, in ms. */
  readonly latency: () => number;
  /** What goes wrong with the next request. @default nothing */
  readonly fault?: () => Fault | undefined;
}

/** What one client's requests came to. Their paths are their numbers. */
export class SimulatedTransport implements Transport {
  readonly #time: SimulatedTime;
  readonly #service: SimulatedService;
  readonly #network: NetworkOptions;
  /** Refusals for the limit by window; requests sent after an earlier refusal was heard are another burst. */
  readonly #refusals = new Map<number, { bursts: number; heardAt: number }>();
  /** How often each was carried out. */
  readonly #carriedOut = new Map<number, number>();
  /** Refused for the limit, as the client heard, and neither sent again nor ended since: they stand in the line. */
  readonly #refused = new Set<number>();
  /** In the order of the first times that they were sent. */
  readonly order = new Set<number>();
  /** Those sent while an earlier one stood in the line for its repeat. */
  readonly overtaking: number[] = [];
  /** With how many something went wrong. */
  faults = 0;

  constructor(time: SimulatedTime, service: SimulatedService, network: NetworkOptions) {
    this.#time = time;
    this.#service = service;
    this.#network = network;
  }

  /** For each window with a refusal how many bursts were refused. */
  get refusedBursts(): number[] {
    return [...this.#refusals.values()].map(({ bursts }) => bursts);
  }

  timesCarriedOut(number: number): number {
    return this.#carriedOut.get(number) ?? 0;
  }

  /** The client has ended with it. */
  end(number: number): void {
    this.#refused.delete(number);
  }

  async send({ path }: { path: string }): Promise<RawAnswer> {
    const number = Number(path.slice(1));
    this.order.add(number);
    this.#refused.delete(number);
    for (const other of this.#refused) if (other < number) this.overtaking.push(number);
    const fault = this.#network.fault?.();
    if (fault) this.faults++;
    const sentAt = this.#time.monotonic();
    const there = this.#network.latency();
    let result: { answer: RawAnswer; heard: () => void } | undefined;
    const isSeen = fault === undefined || !NEVER_SEEN.includes(fault);
    const arrivesIn = fault === "late" ? there + (sentAt % LATEST_MS) : there;
    if (isSeen) {
      this.#time.after(arrivesIn, () => {
        result = this.#handle(number, sentAt, fault);
      });
    }
    await this.#time.sleep(there + this.#network.latency());
    if (fault === "gateway") return { status: 502, headers: {}, text: "<html>" };
    if (fault && LOST.includes(fault))
      throw new TransportFailure("the connection was lost", fault !== "unsent");
    result!.heard();
    return result!.answer;
  }

  async close(): Promise<void> {}

  #handle(number: number, sentAt: number, fault: Fault | undefined) {
    const isFailing = fault === "turnedDown" || fault === "brokenDown";
    const { allowed, headers, window } = this.#service.take(isFailing);
    if (allowed && fault !== "turnedDown") this.#carriedOut.set(number, this.timesCarriedOut(number) + 1);
    if (!allowed) this.#countBurst(window, sentAt);
    const refusal = this.#refusals.get(window);
    const heard = () => {
      if (allowed || !refusal) return;
      refusal.heardAt = Math.min(refusal.heardAt, this.#time.monotonic());
      this.#refused.add(number);
    };
    return { answer: { headers, ...this.#answer(allowed, fault) }, heard };
  }

  #answer(allowed: boolean, fault: Fault | undefined): Pick<RawAnswer, "status" | "text"> {
    const refusal = { "429": 429, "200": 200, "403": 403 }[this.#service.options.refusal];
    const status = allowed ? 200 : refusal;
    const text = allowed ? '{"error":0,"id":1}' : '{"error":1,"message":"Too many requests."}';
    if (fault === "cut") return { status, text: text.slice(0, 9) };
    if (!allowed || fault === undefined) return { status, text };
    if (fault === "brokenDown") return { status: 500, text: '{"error":1,"message":"Something broke."}' };
    if (fault === "foreign") return { status, text: '{"hello":"world"}' };
    if (fault === "turnedDown") return { status: refusal === 429 ? 400 : refusal, text: '{"error":1}' };
    return { status, text };
  }

  #countBurst(window: number, sentAt: number): void {
    const known = this.#refusals.get(window);
    if (!known) this.#refusals.set(window, { bursts: 1, heardAt: Number.POSITIVE_INFINITY });
    else if (sentAt > known.heardAt)
      this.#refusals.set(window, { bursts: known.bursts + 1, heardAt: Number.POSITIVE_INFINITY });
  }
}
