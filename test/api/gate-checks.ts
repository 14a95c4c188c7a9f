// What the gate's property tests share: arbitrary services and traffic, how often each property is tried, and what
// holds in every run.
// GATE_RUNS=20 tries each twenty times as often, with another seed each time.
import fc from "fast-check";
import { expect } from "vitest";
import { AmbiguousError } from "../../src/api/errors";
import type { Fault, ServiceOptions } from "./simulated-service";
import { type End, type SimulatedResult, simulate } from "./simulation";

const FACTOR = Number(process.env.GATE_RUNS ?? 1);

const seed = FACTOR > 1 ? {} : { seed: 20_240_505 };

/** The same cases each time, unless it is asked for more; a failure prints the seed. */
export function holds<T>(runs: number, cases: fc.Arbitrary<T>, check: (one: T) => Promise<unknown>) {
  return fc.assert(
    fc.asyncProperty(cases, async (one) => void (await check(one))),
    { numRuns: runs * FACTOR, ...seed },
  );
}

export const rateHeaders = fc.constantFrom("all", "none", "successes", "some");

/** Services whose headers tell the truth. */
export const service = (changes: Partial<Record<keyof ServiceOptions, fc.Arbitrary<unknown>>> = {}) =>
  fc.record({
    limit: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 1000 })),
    windowMs: fc.constant(60_000),
    windowKind: fc.constantFrom("fixed", "aligned", "sliding"),
    resetFormat: fc.constantFrom("epochSeconds", "epochMs", "secondsLeft", "httpDate", "isoDate"),
    rounding: fc.constantFrom("up", "down", "nearest"),
    rateHeaders: fc.constant("all"),
    dateHeader: fc.constant(true),
    skewMs: fc.oneof(
      fc.constant(0),
      fc.integer({ min: -2000, max: 2000 }),
      fc.integer({ min: -1e8, max: 1e8 }),
    ),
    refusal: fc.constantFrom("429", "200", "403"),
    ...changes,
  }) as fc.Arbitrary<ServiceOptions>;

export interface Load {
  readonly requests: number;
  /** Most that wait or are under way at once. */
  readonly parallel: number;
  /** Longest time of one way, in ms. */
  readonly slowest: number;
  readonly seed: number;
}

export const load = (changes: Partial<Record<keyof Load, fc.Arbitrary<number>>> = {}): fc.Arbitrary<Load> =>
  fc.record({
    requests: fc.integer({ min: 1, max: 300 }),
    parallel: fc.oneof(fc.constant(300), fc.integer({ min: 1, max: 32 })),
    slowest: fc.oneof(fc.integer({ min: 2, max: 50 }), fc.integer({ min: 2, max: 5000 })),
    seed: fc.integer(),
    ...changes,
  });

/** Numbers that look random and come again with the same seed. */
export function numbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

/** What goes wrong, and how often, as a share of the requests. */
export interface Faults {
  readonly kinds: readonly Fault[];
  readonly rate: number;
}

/** So many clients that begin within 5 s; one begins at once. */
export function run(
  options: ServiceOptions,
  { requests, parallel, slowest, seed }: Load,
  count = 1,
  { kinds, rate }: Faults = { kinds: [], rate: 0 },
) {
  const random = numbers(seed);
  return simulate({
    service: options,
    clients: Array.from({ length: count }, () => ({
      requests,
      parallel,
      startAt: count === 1 ? 0 : random() * 5000,
    })),
    latency: () => 1 + random() * slowest,
    fault: () => (random() < rate ? kinds[Math.floor(random() * kinds.length)] : undefined),
    random,
  });
}

/** Every request was sent in order and ended, and what the client tells of its end is so. */
export function isSound({ order, overtaking, ends }: SimulatedResult, requests: number): void {
  expect(order).toEqual(Array.from({ length: requests }, (_, index) => index));
  expect(overtaking).toEqual([]);
  expect(ends.length).toBe(requests);
  expect(ends.filter((end) => !isTrue(end))).toEqual([]);
}

function isTrue({ error, carriedOut }: End): boolean {
  if (!error) return carriedOut === 1;
  return error instanceof AmbiguousError ? carriedOut <= 1 : carriedOut === 0;
}
