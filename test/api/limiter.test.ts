// The rule of the limiter, simulated: it uses up the limit, and the service never has to reject a request.
import fc from "fast-check";
import { expect, test } from "vitest";
import { caseCount } from "../support/case-count";
import {
  LOCAL_TIME,
  type Load,
  RESET_FORMATS,
  run,
  type Service,
  WINDOW_KINDS,
} from "./support/limiter-simulation";

const SERVICE: Service = { limit: 30, windows: "fixed", reset: "epochSeconds", skewMs: 0 };
const LOAD: Load = { requests: 120, inFlight: 120, latencyMs: 50, seed: 1 };

test("no request is rejected: windows, formats of the reset, clocks, limits, latencies, requests in flight", async () => {
  const services: fc.Arbitrary<Service> = fc.record({
    limit: fc.integer({ min: 2, max: 60 }),
    windows: fc.constantFrom(...WINDOW_KINDS),
    reset: fc.constantFrom(...RESET_FORMATS, LOCAL_TIME),
    rounding: fc.constantFrom("up", "down"),
    skewMs: fc.oneof(fc.integer({ min: -1500, max: 1500 }), fc.integer({ min: -1e8, max: 1e8 })),
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

test.each(WINDOW_KINDS.flatMap((windows) => RESET_FORMATS.map((reset) => [windows, reset] as const)))(
  "120 creates take at most 1.04 of the shortest time: %s windows, reset as %s",
  async (windows, reset) => {
    for (const inFlight of [8, 120]) {
      const { endedAt, rejected } = await run({ ...SERVICE, windows, reset }, { ...LOAD, inFlight });
      expect(rejected).toBe(0);
      expect(endedAt / (3 * 60_000)).toBeLessThanOrEqual(1.04);
    }
  },
);

test("the first request is alone, and then all go that it allows, without spacing", async () => {
  const { sentAt } = await run(SERVICE, { ...LOAD, requests: 30 });
  const [first, second] = sentAt;
  expect(second! - first!).toBeGreaterThanOrEqual(45);
  expect(sentAt.slice(1)).toEqual(Array(29).fill(second));
});

test("without headers, at most 30 requests go in any minute, and none is rejected", async () => {
  const service: Service = { ...SERVICE, windows: "sliding", headers: "none" };
  const { sentAt, rejected, endedAt } = await run(service, { ...LOAD, requests: 90 });
  expect(rejected).toBe(0);
  for (const [index, at] of sentAt.slice(30).entries())
    expect(at - sentAt[index]!).toBeGreaterThanOrEqual(60_000);
  expect(endedAt).toBeLessThan(2.05 * 60_000);
});
