// The rule of the limiter, simulated in virtual time: it uses up the limit, and the service never has to reject
// a request. How long 120 creates take: test/stack/requests.test.ts.
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { Limiter, systemClock } from "../../src/api/limiter";
import type { Rate } from "../../src/api/response";
import { caseCount } from "../support/case-count";
import { randomNumbers } from "../support/seeded";
import { VirtualClock } from "../support/virtual-clock";

/** A window starts with its first request, starts at multiples of its length, or slides. */
const WINDOW_KINDS = ["fixed", "aligned", "sliding"] as const;
const WINDOW_MS = 60_000;

interface Service {
  readonly limit: number;
  readonly windows: (typeof WINDOW_KINDS)[number];
  /** How its headers say when the window ends, in whole seconds. */
  readonly reset: "time" | "seconds left" | "unknown" | "no headers";
}

interface Load {
  readonly requests: number;
  readonly inFlight: number;
  /** From sending to receiving. The real one is up to a tenth shorter or longer. */
  readonly latencyMs: number;
  readonly seed: number;
}

const SERVICE: Service = { limit: 30, windows: "fixed", reset: "time" };
const LOAD: Load = { requests: 30, inFlight: 120, latencyMs: 50, seed: 1 };

/** @returns what the service answers to a request that arrives now */
function simulate({ limit, windows, reset }: Service, clock: VirtualClock) {
  let counted: number[] = [];
  let start = Number.NEGATIVE_INFINITY;
  return (): Rate => {
    const now = clock.now();
    if (windows === "sliding") counted = counted.filter((at) => at > now - WINDOW_MS);
    else if (now >= start + WINDOW_MS) {
      start = windows === "aligned" ? Math.floor(now / WINDOW_MS) * WINDOW_MS : now;
      counted = [];
    }
    const limited = counted.length >= limit;
    if (!limited) counted.push(now);
    if (reset === "no headers") return { limited };
    const resetAt = (windows === "sliding" ? counted[0]! : start) + WINDOW_MS;
    const remaining = limit - counted.length;
    if (reset === "unknown") return { limited, remaining };
    const isTime = reset === "time";
    const seconds = isTime ? Math.ceil(resetAt / 1000) - Math.floor(now / 1000) : (resetAt - now) / 1000;
    return { limited, remaining, resetInMs: Math.floor(seconds) * 1000 };
  };
}

/** Starts the requests in a fraction of a second that the seed determines. Times are in ms after that. */
async function run(service: Service, { requests, inFlight, latencyMs, seed }: Load) {
  const clock = new VirtualClock();
  const random = randomNumbers(seed);
  await clock.advance(Math.floor(random() * WINDOW_MS));
  const begin = clock.monotonic();
  const arrive = simulate(service, clock);
  const limiter = new Limiter(clock, () => {});
  const sentAt: number[] = [];
  let rejected = 0;
  let left = requests;
  const oneWay = () => (latencyMs / 2) * (0.9 + 0.2 * random());
  const send = async () => {
    sentAt.push(clock.monotonic() - begin);
    await clock.sleep(oneWay());
    const response = arrive();
    if (response.limited) rejected++;
    await clock.sleep(oneWay());
    return response;
  };
  const worker = async () => {
    while (left-- > 0) await limiter.run(send);
  };
  const workers = Promise.all(Array.from({ length: inFlight }, worker));
  // A request that has not ended by then never will.
  await clock.advance(120 * WINDOW_MS);
  await workers;
  return { sentAt, rejected };
}

test("no request is rejected: windows, resets, limits, latencies, requests in flight", async () => {
  const services: fc.Arbitrary<Service> = fc.record({
    limit: fc.integer({ min: 2, max: 60 }),
    windows: fc.constantFrom(...WINDOW_KINDS),
    reset: fc.constantFrom("time", "seconds left", "unknown"),
  });
  const loads: fc.Arbitrary<Load> = fc.record({
    requests: fc.integer({ min: 1, max: 150 }),
    inFlight: fc.integer({ min: 4, max: 64 }),
    latencyMs: fc.integer({ min: 2, max: 800 }),
    seed: fc.nat(),
  });
  await fc.assert(
    fc.asyncProperty(services, loads, async (service, load) => {
      const { rejected, sentAt } = await run(service, load);
      expect({ rejected, sent: sentAt.length }).toEqual({ rejected: 0, sent: load.requests });
    }),
    { numRuns: caseCount(300, 50), seed: 20_240_505 },
  );
});

test("the first request is alone, and then all go that it allows, without spacing", async () => {
  const { sentAt } = await run(SERVICE, LOAD);
  const [first, second] = sentAt;
  expect(second! - first!).toBeGreaterThanOrEqual(45);
  expect(sentAt.slice(1)).toEqual(Array(29).fill(second));
});

test("without headers, at most 30 requests go in any minute, and none is rejected", async () => {
  const service: Service = { ...SERVICE, windows: "sliding", reset: "no headers" };
  const { sentAt, rejected } = await run(service, { ...LOAD, requests: 90 });
  expect(rejected).toBe(0);
  for (const [index, at] of sentAt.slice(30).entries())
    expect(at - sentAt[index]!).toBeGreaterThanOrEqual(WINDOW_MS);
  expect(sentAt.at(-1)).toBeLessThan(2.05 * WINDOW_MS);
});

test("a figure older than a second is forgotten: another process may have used it", async () => {
  const clock = new VirtualClock();
  const limiter = new Limiter(clock, () => {});
  let sent = 0;
  const send = async () => {
    sent++;
    await clock.sleep(100);
    return { limited: false, remaining: 20, resetInMs: WINDOW_MS };
  };
  /** How many of three requests go at once. */
  const sentAfter = async (pauseMs: number) => {
    await clock.advance(pauseMs);
    sent = 0;
    const all = Promise.all([send, send, send].map((one) => limiter.run(one)));
    await clock.advance(50);
    const atOnce = sent;
    await clock.advance(500);
    await all;
    return atOnce;
  };
  expect([await sentAfter(0), await sentAfter(400), await sentAfter(3000)]).toEqual([1, 3, 1]);
});

test("20 requests that wait leave no warning of Node in the output of a command", async () => {
  const warned = vi.spyOn(process, "emitWarning");
  onTestFinished(() => warned.mockRestore());
  const limiter = new Limiter(systemClock, () => {});
  const waits = Array.from({ length: 20 }, () => limiter.pause(60_000));
  limiter.stop();
  expect((await Promise.allSettled(waits)).every(({ status }) => status === "rejected")).toBe(true);
  expect(warned).not.toHaveBeenCalled();
});
