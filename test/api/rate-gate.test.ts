// The rate gate, alone with its key, against simulated services.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Outcome, RateGate } from "../../src/api/rate-gate";
import { type ServiceOptions, type SimulatedResult, simulate } from "./simulation";

const RUNS = { numRuns: 150 };

const service = (changes: Partial<Record<keyof ServiceOptions, fc.Arbitrary<unknown>>> = {}) =>
  fc.record({
    limit: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 1000 })),
    windowMs: fc.constant(60_000),
    windowKind: fc.constantFrom("fixed", "aligned", "sliding"),
    resetFormat: fc.constantFrom("epochSeconds", "epochMs", "secondsLeft", "httpDate", "isoDate"),
    rounding: fc.constantFrom("up", "down"),
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

const traffic = fc.record({
  requests: fc.integer({ min: 1, max: 300 }),
  slowest: fc.oneof(fc.integer({ min: 2, max: 50 }), fc.integer({ min: 2, max: 5000 })),
  seed: fc.integer(),
});
type Traffic = { requests: number; slowest: number; seed: number };

/** Numbers that look random and come again with the same seed. */
function numbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

function runAlone(options: ServiceOptions, { requests, slowest, seed }: Traffic, sameClock = false) {
  const random = numbers(seed);
  const { clients } = simulate({
    service: options,
    clients: [{ requests }],
    latency: () => 1 + random() * slowest,
    sameClock,
  });
  return clients[0]!;
}

function isSound(result: SimulatedResult, requests: number): void {
  expect(result.ended).toBe(true);
  expect(result.order).toEqual(Array.from({ length: requests }, (_, index) => index));
  expect(result.handledTwice).toBe(0);
  expect(result.handledAt.length).toBe(requests);
}

describe("alone with a key, the rate gate", () => {
  it("is never refused: every kind of window, format of reset, limit, latency and clock", () => {
    fc.assert(
      fc.property(service(), traffic, (options, load) => {
        const result = runAlone(options, load);
        expect(result.refusedAt).toEqual([]);
        isSound(result, load.requests);
      }),
      { numRuns: 500 },
    );
  });

  it("is never refused in windows of another length than the documented one", () => {
    const options = service({
      windowMs: fc.integer({ min: 1000, max: 60_000 }),
      skewMs: fc.integer({ min: -2000, max: 2000 }),
    });
    fc.assert(
      fc.property(options, traffic, (one, load) => {
        const result = runAlone(one, load);
        expect(result.refusedAt).toEqual([]);
        isSound(result, load.requests);
      }),
      RUNS,
    );
  });

  it("is never refused without rate headers, as long as the documented limit holds", () => {
    const options = service({ rateHeaders: fc.constant(false), limit: fc.integer({ min: 30, max: 60 }) });
    fc.assert(
      fc.property(options, traffic, (one, load) => {
        const result = runAlone(one, load);
        expect(result.refusedAt).toEqual([]);
        isSound(result, load.requests);
      }),
      RUNS,
    );
  });

  it("recovers without rate headers when the limit is lower than documented", () => {
    const options = service({
      rateHeaders: fc.constant(false),
      limit: fc.integer({ min: 5, max: 29 }),
      refusal: fc.constant("429"),
    });
    fc.assert(
      fc.property(options, traffic, (one, load) => {
        isSound(runAlone(one, load), load.requests);
      }),
      RUNS,
    );
  });

  it("is refused at most once for a clock that differs and is not told", () => {
    const options = service({
      dateHeader: fc.constant(false),
      limit: fc.integer({ min: 2, max: 100 }),
      skewMs: fc.integer({ min: -100_000, max: 100_000 }),
      windowKind: fc.constantFrom("fixed", "aligned"),
    });
    fc.assert(
      fc.property(
        options,
        fc.record({ requests: fc.integer({ min: 1, max: 300 }), seed: fc.integer() }),
        (one, load) => {
          const result = runAlone(one, { ...load, slowest: 50 });
          expect(result.refusedAt.length).toBeLessThanOrEqual(1);
          isSound(result, load.requests);
        },
      ),
      RUNS,
    );
  });

  it("needs at most 0.5 % more than the windows that the limit asks for", () => {
    const options = service({ limit: fc.constant(30), windowKind: fc.constantFrom("fixed", "sliding") });
    fc.assert(
      fc.property(options, fc.integer({ min: 31, max: 300 }), fc.integer(), (one, requests, seed) => {
        const { handledAt } = runAlone(one, { requests, slowest: 50, seed });
        const bound = Math.ceil((requests - 30) / 30) * 60_000;
        expect((handledAt.at(-1)! - handledAt[0]!) / bound).toBeLessThan(1.005);
      }),
      RUNS,
    );
  });

  it("needs at most 2 % more in windows of 2 s on this machine, where the reset has ms", () => {
    const options = service({
      limit: fc.constant(30),
      windowMs: fc.constant(2000),
      windowKind: fc.constant("fixed"),
      resetFormat: fc.constantFrom("epochMs", "isoDate"),
      skewMs: fc.constant(0),
    });
    fc.assert(
      fc.property(options, fc.integer({ min: 31, max: 300 }), fc.integer(), (one, requests, seed) => {
        const { handledAt, refusedAt } = runAlone(one, { requests, slowest: 5, seed }, true);
        const bound = Math.ceil((requests - 30) / 30) * 2000;
        expect((handledAt.at(-1)! - handledAt[0]!) / bound).toBeLessThan(1.02);
        expect(refusedAt).toEqual([]);
      }),
      RUNS,
    );
  });
});

describe("several clients on one key", () => {
  it("all end, in order, with nothing handled twice", () => {
    const options = service({ limit: fc.integer({ min: 2, max: 60 }), refusal: fc.constant("429") });
    fc.assert(
      fc.property(options, fc.integer({ min: 2, max: 5 }), fc.integer(), (one, count, seed) => {
        const random = numbers(seed);
        const { clients } = simulate({
          service: one,
          clients: Array.from({ length: count }, () => ({ requests: 40, startAt: random() * 5000 })),
          latency: () => 1 + random() * 200,
          random,
        });
        for (const client of clients) {
          expect(client.ended).toBe(true);
          expect(client.order).toEqual(Array.from({ length: 40 }, (_, index) => index));
          expect(client.handledTwice).toBe(0);
        }
      }),
      { numRuns: 100 },
    );
  });
});

const NOW = Date.UTC(2024, 0, 1);
const gate = () => new RateGate({ wallOrigin: NOW, random: () => 0, sameClock: true });
const answer = (remaining: number | undefined, changes: Partial<Outcome> = {}): Outcome => ({
  status: 200,
  failed: false,
  headers:
    remaining === undefined
      ? {}
      : {
          "x-ratelimit-limit": "30",
          "x-ratelimit-remaining": String(remaining),
          "x-ratelimit-reset": String(NOW + 60_000),
        },
  ...changes,
});

describe("the gate's first steps", () => {
  it("sends one probe, and then at once all that it allows", () => {
    const one = gate();
    const probe = one.take(0);
    expect(one.readyAt(1)).toBe(Number.POSITIVE_INFINITY);
    one.settle(probe, 100, answer(29));
    for (let sent = 0; sent < 29; sent++) {
      expect(one.readyAt(100)).toBe(100);
      one.take(100);
    }
    expect(one.readyAt(100)).toBeGreaterThanOrEqual(60_000);
  });

  it("asks for no pause when a probe was never sent", () => {
    const one = gate();
    one.lose(one.take(0), 5, false);
    expect(one.readyAt(5)).toBe(5);
  });

  it("counts a request whose answer was lost", () => {
    const one = gate();
    one.settle(one.take(0), 100, answer(2));
    one.lose(one.take(100), 200, true);
    one.take(200);
    expect(one.readyAt(200)).toBeGreaterThan(59_000);
  });
});

describe("what a failure means to the gate", () => {
  it("429 is a refusal for the limit, whatever the headers say", () => {
    const one = gate();
    expect(one.settle(one.take(0), 100, answer(12, { status: 429, failed: true }))).toBe("limited");
    expect(one.readyAt(100)).toBeGreaterThan(100);
    expect(one.readyAt(100)).toBeLessThan(2000);
  });

  it("a failure with 0 left is one when nothing was known to be free", () => {
    const one = gate();
    expect(one.settle(one.take(0), 100, answer(0, { failed: true }))).toBe("limited");
  });

  it("a failure with 0 left is one when the last legal request is known to be another", () => {
    const one = gate();
    one.settle(one.take(0), 100, answer(2));
    const tickets = [one.take(100), one.take(100)];
    expect(one.settle(tickets[0]!, 200, answer(0))).toBe("passed");
    expect(one.settle(tickets[1]!, 200, answer(0, { failed: true }))).toBe("limited");
  });

  it("a failure with 0 left is doubtful when some was believed free", () => {
    const one = gate();
    one.settle(one.take(0), 100, answer(1));
    expect(one.settle(one.take(100), 200, answer(0, { failed: true }))).toBe("doubtful");
    expect(one.renewsAt(200)).toBeGreaterThanOrEqual(60_000);
  });

  it("a failure with some left is the service's own", () => {
    const one = gate();
    expect(one.settle(one.take(0), 100, answer(12, { failed: true }))).toBe("passed");
  });

  it("without headers it is doubtful when others may have sent before, or this one has", () => {
    const one = gate();
    expect(one.settle(one.take(0), 1, answer(undefined, { failed: true }))).toBe("doubtful");
    expect(one.settle(one.take(2), 3, answer(undefined, { failed: true }))).toBe("doubtful");
    expect(one.settle(one.take(4), 5, answer(undefined, { failed: true, status: 404 }))).toBe("passed");
    expect(one.settle(one.take(4), 5, answer(undefined, { failed: true, status: 401 }))).toBe("passed");
    expect(one.settle(one.take(6), 7, answer(undefined, { failed: true, status: 429 }))).toBe("limited");
    // A service that says 429 once says it always.
    expect(one.settle(one.take(70_000), 70_001, answer(undefined, { failed: true }))).toBe("passed");
  });

  it("without headers a refused burst stops everything for a window", () => {
    const one = gate();
    one.settle(one.take(0), 1, answer(undefined));
    const burst = Array.from({ length: 10 }, () => one.take(2));
    for (const ticket of burst) one.settle(ticket, 50, answer(undefined, { failed: true, status: 429 }));
    expect(one.readyAt(51)).toBeGreaterThanOrEqual(60_000);
    one.take(61_000);
    expect(one.readyAt(61_000)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("resets that cannot be believed", () => {
  const withReset = (reset: string, remaining = 0): Outcome => ({
    status: 200,
    failed: false,
    headers: { "x-ratelimit-remaining": String(remaining), "x-ratelimit-reset": reset },
  });

  it.each([
    ["beyond two windows", String(NOW + 500_000)],
    ["long over", String(NOW - 500_000)],
    ["no date at all", "soon"],
    ["empty", ""],
  ])("%s: the documented length counts, from the first answer on", (_, reset) => {
    const one = gate();
    one.settle(one.take(0), 100, withReset(reset));
    expect(one.readyAt(200)).toBeGreaterThanOrEqual(60_100);
    expect(one.readyAt(200)).toBeLessThan(60_300);
  });

  it("over while the answer travelled: the window has ended", () => {
    const one = gate();
    one.settle(one.take(0), 100, withReset(String(NOW + 50)));
    expect(one.readyAt(120)).toBe(120);
  });
});
