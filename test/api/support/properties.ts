// Shared by the property tests of the rate limiter: arbitrary services and workloads, and what holds in every run.
// RATE_LIMIT_RUNS=20 runs each property twenty times as often, with a random seed.
import fc from "fast-check";
import { expect } from "vitest";
import { AmbiguousError } from "../../../src/api/errors";
import { caseCount } from "../../support/case-count";
import type { ServiceOptions } from "./simulated-service";
import type { Fault } from "./simulated-transport";
import { type ClientResult, type RequestResult, simulate } from "./simulation";

const FACTOR = Number(process.env.RATE_LIMIT_RUNS ?? 1);

/** By default the same cases in every run. A failure prints the seed. */
const SEED = FACTOR > 1 ? {} : { seed: 20_240_505 };

/** Checks a property. @param runs number of cases, of which `npm test` runs a part */
export function check<T>(runs: number, cases: fc.Arbitrary<T>, property: (one: T) => Promise<unknown>) {
  return fc.assert(
    fc.asyncProperty(cases, async (one) => void (await property(one))),
    { numRuns: caseCount(runs) * FACTOR, ...SEED },
  );
}

export const anyRateHeaders = fc.constantFrom("all", "none", "successes", "some");

/** Services with true headers. */
export const anyService = (changes: Partial<Record<keyof ServiceOptions, fc.Arbitrary<unknown>>> = {}) =>
  fc.record({
    limit: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 1000 })),
    windowMs: fc.constant(60_000),
    windowKind: fc.constantFrom("fixed", "aligned", "sliding"),
    resetFormat: fc.constantFrom("epochSeconds", "epochMs", "secondsLeft", "httpDate", "isoDate"),
    rounding: fc.constantFrom("up", "down", "nearest"),
    rateHeaders: fc.constant("all"),
    dateHeader: fc.constant(true),
    clockOffsetMs: fc.oneof(
      fc.constant(0),
      fc.integer({ min: -2000, max: 2000 }),
      fc.integer({ min: -1e8, max: 1e8 }),
    ),
    limitedStatus: fc.constantFrom(429, 200, 403),
    ...changes,
  }) as fc.Arbitrary<ServiceOptions>;

export interface Workload {
  readonly requests: number;
  /** Maximum number of requests that wait or are in flight at once. */
  readonly parallel: number;
  /** Maximum latency in one direction. */
  readonly maxLatencyMs: number;
  readonly seed: number;
}

export const anyWorkload = (
  changes: Partial<Record<keyof Workload, fc.Arbitrary<number>>> = {},
): fc.Arbitrary<Workload> =>
  fc.record({
    requests: fc.integer({ min: 1, max: 300 }),
    parallel: fc.oneof(fc.constant(300), fc.integer({ min: 1, max: 32 })),
    maxLatencyMs: fc.oneof(fc.integer({ min: 2, max: 50 }), fc.integer({ min: 2, max: 5000 })),
    seed: fc.integer(),
    ...changes,
  });

/** Random numbers in [0, 1), the same for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

export interface Faults {
  readonly kinds: readonly Fault[];
  /** Share of the requests that have a fault. */
  readonly rate: number;
}

/** Runs one client, or several that start within 5 s. */
export function run(
  service: ServiceOptions,
  { requests, parallel, maxLatencyMs, seed }: Workload,
  clients = 1,
  { kinds, rate }: Faults = { kinds: [], rate: 0 },
) {
  const random = randomNumbers(seed);
  return simulate({
    service,
    clients: Array.from({ length: clients }, () => ({
      requests,
      parallel,
      startAt: clients === 1 ? 0 : random() * 5000,
    })),
    latency: () => 1 + random() * maxLatencyMs,
    fault: () => (random() < rate ? kinds[Math.floor(random() * kinds.length)] : undefined),
    random,
  });
}

/** Every request was sent in order and ended, and the client reports correctly whether it was executed. */
export function expectSound({ order, overtaking, results }: ClientResult, requests: number): void {
  expect(order).toEqual(Array.from({ length: requests }, (_, index) => index));
  expect(overtaking).toEqual([]);
  expect(results.length).toBe(requests);
  expect(results.filter((result) => !isCorrect(result))).toEqual([]);
}

/** At most one burst of each window was rejected. */
export function expectOneBurstPerWindow({ rejectedBursts }: ClientResult): void {
  expect(Math.max(0, ...rejectedBursts)).toBeLessThanOrEqual(1);
}

function isCorrect({ error, executions }: RequestResult): boolean {
  if (!error) return executions === 1;
  return error instanceof AmbiguousError ? executions <= 1 : executions === 0;
}
