// Requests through the limiter to a simulated service, in virtual time and without sockets.
import { Limiter } from "../../../src/api/limiter";
import { type Rate, rateOf } from "../../../src/api/response";
import { randomNumbers } from "../../support/seeded";
import { VirtualClock } from "../../support/virtual-clock";

export const WINDOW_KINDS = ["fixed", "aligned", "sliding"] as const;
export const RESET_FORMATS = ["epochSeconds", "epochMs", "secondsLeft", "httpDate", "isoDate"] as const;

/** Without a zone, so that nobody knows what it means. */
export const LOCAL_TIME = "localTime";

export interface Service {
  readonly limit: number;
  /** A window starts with its first request, starts at multiples of its length, or slides. */
  readonly windows: (typeof WINDOW_KINDS)[number];
  readonly reset: (typeof RESET_FORMATS)[number] | typeof LOCAL_TIME;
  /** Of seconds. @default up */
  readonly rounding?: "up" | "down";
  /** How far the service's clock is ahead of ours. */
  readonly skewMs: number;
  /** @default all */
  readonly headers?: "all" | "none";
}

export interface Load {
  readonly requests: number;
  readonly inFlight: number;
  /** From sending to receiving. The real one is up to a tenth shorter or longer. */
  readonly latencyMs: number;
  readonly seed: number;
}

export interface Run {
  /** Times in virtual ms. */
  readonly sentAt: readonly number[];
  readonly rejected: number;
  readonly endedAt: number;
}

const WINDOW_MS = 60_000;
/** Requests that have not ended by then never will. */
const MAX_MINUTES = 120;

/** @returns what the service answers to a request that arrives now */
function simulate(service: Service, clock: VirtualClock) {
  const { limit, windows, skewMs, headers = "all" } = service;
  let counted: number[] = [];
  let start = Number.NEGATIVE_INFINITY;
  return (): Rate => {
    const now = clock.now() + skewMs;
    if (windows === "sliding") counted = counted.filter((at) => at > now - WINDOW_MS);
    else if (now >= start + WINDOW_MS) {
      start = windows === "aligned" ? Math.floor(now / WINDOW_MS) * WINDOW_MS : now;
      counted = [];
    }
    const isFree = counted.length < limit;
    if (isFree) counted.push(now);
    const resetAt = (windows === "sliding" ? counted[0]! : start) + WINDOW_MS;
    const announced = {
      date: new Date(Math.floor(now / 1000) * 1000).toUTCString(),
      "x-ratelimit-limit": String(limit),
      "x-ratelimit-remaining": String(limit - counted.length),
      "x-ratelimit-reset": formatted(service, resetAt, now),
    };
    return { limited: !isFree, ...rateOf(headers === "none" ? {} : announced, clock.now()) };
  };
}

function formatted({ reset, rounding }: Service, resetAt: number, now: number): string {
  const round = rounding === "down" ? Math.floor : Math.ceil;
  const seconds = round(resetAt / 1000);
  return {
    epochSeconds: String(seconds),
    epochMs: String(Math.round(resetAt)),
    secondsLeft: String(round((resetAt - now) / 1000)),
    httpDate: new Date(seconds * 1000).toUTCString(),
    isoDate: new Date(Math.round(resetAt)).toISOString(),
    localTime: new Date(resetAt - 5 * 3_600_000).toISOString().slice(0, 19).replace("T", " "),
  }[reset];
}

/** Starts the requests in a fraction of a second that the seed determines. */
export async function run(service: Service, { requests, inFlight, latencyMs, seed }: Load): Promise<Run> {
  const clock = new VirtualClock();
  const random = randomNumbers(seed);
  await clock.advance(Math.floor(random() * 60_000));
  const begin = clock.monotonic();
  const arrive = simulate(service, clock);
  const limiter = new Limiter(clock, () => {});
  const sentAt: number[] = [];
  let rejected = 0;
  let endedAt = 0;
  const oneWay = () => (latencyMs / 2) * (0.9 + 0.2 * random());
  const send = async () => {
    sentAt.push(clock.monotonic() - begin);
    await clock.sleep(oneWay());
    const response = arrive();
    if (response.limited) rejected++;
    await clock.sleep(oneWay());
    return response;
  };
  let left = requests;
  const worker = async () => {
    while (left-- > 0) await limiter.run(send);
    endedAt = clock.monotonic() - begin;
  };
  let isRunning = true;
  void Promise.all(Array.from({ length: inFlight }, worker)).finally(() => {
    isRunning = false;
  });
  for (let minute = 0; isRunning && minute < MAX_MINUTES; minute++) await clock.advance(WINDOW_MS);
  return { sentAt, rejected, endedAt };
}
