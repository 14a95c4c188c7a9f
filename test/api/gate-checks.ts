// What the gate's property tests share: arbitrary services and traffic, and how often each property is tried.
// GATE_RUNS=20 tries each twenty times as often, with another seed each time.
import fc from "fast-check";
import type { ServiceOptions } from "./simulation";

const FACTOR = Number(process.env.GATE_RUNS ?? 1);

const seed = FACTOR > 1 ? {} : { seed: 20_240_505 };

/** The same cases each time, unless it is asked for more; a failure prints the seed. */
export function holds<T>(runs: number, cases: fc.Arbitrary<T>, check: (one: T) => void): void {
  fc.assert(fc.property(cases, check), { numRuns: runs * FACTOR, ...seed });
}

/** The same for what takes its time. */
export function holdsLater<T>(runs: number, cases: fc.Arbitrary<T>, check: (one: T) => Promise<void>) {
  return fc.assert(fc.asyncProperty(cases, check), { numRuns: runs * FACTOR, ...seed });
}

/** Services whose headers tell the truth. */
export const service = (changes: Partial<Record<keyof ServiceOptions, fc.Arbitrary<unknown>>> = {}) =>
  fc.record({
    limit: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 1000 })),
    windowMs: fc.constant(60_000),
    windowKind: fc.constantFrom("fixed", "aligned", "sliding"),
    resetFormat: fc.constantFrom("epochSeconds", "epochMs", "secondsLeft", "httpDate", "isoDate"),
    rounding: fc.constantFrom("up", "down", "nearest"),
    rateHeaders: fc.constant(true),
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
