// What the rate gate keeps to, whatever the service is like: tried on simulated services.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RateLimitError } from "../../src/api/errors";
import { holds, isSound, type Load, load, rateHeaders, run, service } from "./gate-checks";
import type { ServiceOptions } from "./simulated-service";

async function runAlone(options: ServiceOptions, traffic: Load) {
  const { clients, ...service } = await run(options, traffic);
  return { ...clients[0]!, ...service };
}

const withLoad = (options: fc.Arbitrary<ServiceOptions>, traffic = load()) => fc.tuple(options, traffic);
const only429 = { refusal: fc.constant("429") };
const shared = { limit: fc.integer({ min: 2, max: 120 }) };
const several = fc.integer({ min: 2, max: 5 });
const sharedLoad = load({ requests: fc.integer({ min: 1, max: 60 }) });

const DATES = [
  "Thu, 01 Jan 1970 00:00:00 GMT",
  "Mon, 06 May 2024 07:07:08 GMT",
  "Fri, 31 Dec 9999 23:59:59 GMT",
];
const TIMES = ["", "-5", "1700000000", "9999999999", "99999999999999", ...DATES];

const lying = (lies: fc.Arbitrary<Record<string, string>>, changes = {}) =>
  fc
    .tuple(service({ limit: fc.integer({ min: 2, max: 60 }), ...only429, ...changes }), lies)
    .map(([one, told]) => ({ ...one, lies: told }));

describe("alone, with headers that tell the truth, the rate gate is never refused", () => {
  const neverRefused = async ([options, traffic]: [ServiceOptions, Load]) => {
    const result = await runAlone(options, traffic);
    expect(result.refusedAt).toEqual([]);
    expect(result.ends.filter(({ error }) => error)).toEqual([]);
    isSound(result, traffic.requests);
  };

  it("in every kind of window, format of the reset, limit, latency and clock", () => {
    return holds(120, withLoad(service()), neverRefused);
  });

  it("in windows of another length than the documented one", () => {
    const windowMs = fc.oneof(fc.constantFrom(1000, 2000, 10_000), fc.integer({ min: 1000, max: 60_000 }));
    return holds(
      120,
      withLoad(service({ windowMs, skewMs: fc.integer({ min: -2000, max: 2000 }) })),
      neverRefused,
    );
  });

  it("where the limit is raised while it runs", () => {
    const raised = fc.integer({ min: 1, max: 200_000 }).chain((at) =>
      service({ limit: fc.integer({ min: 1, max: 40 }) }).map((options) => ({
        ...options,
        limitAt: (now: number) => (now < at ? options.limit : options.limit * 3),
      })),
    );
    return holds(80, withLoad(raised), neverRefused);
  });

  it("over several windows of a limit up to 1,000", () => {
    const options = service({ limit: fc.integer({ min: 301, max: 1000 }) });
    return holds(6, withLoad(options, load({ requests: fc.constant(2500) })), neverRefused);
  });

  it("where no refusal has headers, since there is none", () => {
    return holds(40, withLoad(service({ rateHeaders: fc.constant("successes") })), neverRefused);
  });

  it("without rate headers, as long as the documented limit holds", () => {
    const options = service({ rateHeaders: fc.constant("none"), limit: fc.integer({ min: 30, max: 60 }) });
    return holds(80, withLoad(options), neverRefused);
  });
});

describe("otherwise at most one burst per window is refused, and it recovers:", () => {
  const oneBurst = async ([options, traffic]: [ServiceOptions, Load], count = 1) => {
    const { clients } = await run(options, traffic, count);
    for (const result of clients) {
      expect(Math.max(0, ...result.refusedBursts)).toBeLessThanOrEqual(1);
      isSound(result, traffic.requests);
    }
    return clients;
  };

  /** Alone no request is refused so often that it is given up. */
  const oneBurstAlone = async (one: [ServiceOptions, Load]) => {
    const [result] = await oneBurst(one);
    expect(result!.ends.filter(({ error }) => error instanceof RateLimitError)).toEqual([]);
  };

  it("two to five clients on one key", () => {
    const cases = fc.tuple(service({ ...shared, ...only429 }), sharedLoad, several);
    return holds(80, cases, ([options, traffic, count]) => oneBurst([options, traffic], count));
  });

  it("several clients, where a refusal has another status", () => {
    const cases = fc.tuple(service(shared), sharedLoad, several);
    return holds(80, cases, ([options, traffic, count]) => oneBurst([options, traffic], count));
  });

  it("several clients, where headers are missing and a refusal has its own status, or says when to come again", () => {
    const marked = fc.constantFrom({ refusal: "429" } as const, { retryAfter: true });
    const options = fc
      .tuple(service({ ...shared, rateHeaders }), marked)
      .map(([one, mark]) => ({ ...one, ...mark }));
    const cases = fc.tuple(options, sharedLoad, several);
    return holds(80, cases, ([one, traffic, count]) => oneBurst([one, traffic], count));
  });

  it("a limit that is lowered while it runs", () => {
    const lowered = fc.tuple(fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 1, max: 40 }));
    const options = fc
      .tuple(service({ limit: fc.integer({ min: 40, max: 200 }) }), lowered)
      .map(([one, [at, less]]) => ({
        ...one,
        limitAt: (now: number) => (now < at ? one.limit : less),
      }));
    return holds(80, withLoad(options), oneBurstAlone);
  });

  it("headers on some answers only", () => {
    const options = service({ ...only429, rateHeaders: fc.constant("some") });
    return holds(60, withLoad(options), oneBurstAlone);
  });

  it("no rate headers and a lower limit than documented", () => {
    const options = service({
      rateHeaders: fc.constant("none"),
      limit: fc.integer({ min: 6, max: 29 }),
      ...only429,
    });
    return holds(40, withLoad(options), oneBurstAlone);
  });

  // Of the burst after the probe the service picks whom it lets through, which need not be the first in line.
  it("no rate headers and a limit so low that one of a long line may be given up", () => {
    const options = service({
      rateHeaders: fc.constant("none"),
      limit: fc.integer({ min: 1, max: 5 }),
      ...only429,
    });
    return holds(20, withLoad(options, sharedLoad), (one) => oneBurst(one));
  });
});

// Then only a row of failures tells that the limit is used up.
it("up to three bursts per window are refused where a refusal looks like any other failure", () => {
  const options = service({ ...shared, rateHeaders, refusal: fc.constantFrom("200", "403") });
  const cases = fc.tuple(options, sharedLoad, fc.oneof(fc.constant(1), several));
  return holds(120, cases, async ([one, traffic, count]) => {
    for (const result of (await run(one, traffic, count)).clients) {
      expect(Math.max(0, ...result.refusedBursts)).toBeLessThanOrEqual(3);
      isSound(result, traffic.requests);
    }
  });
});

describe("up to two bursts more are refused in a whole run, before it is plain what is not to be believed:", () => {
  const twoMoreInAll = async ([options, traffic]: [ServiceOptions, Load]) => {
    const result = await runAlone(options, traffic);
    const repeats = result.refusedBursts.reduce((sum, bursts) => sum + bursts - 1, 0);
    expect(repeats).toBeLessThanOrEqual(2);
    isSound(result, traffic.requests);
  };

  it("a clock that differs and is not told", () => {
    const options = service({
      dateHeader: fc.constant(false),
      skewMs: fc.integer({ min: -100_000, max: 100_000 }),
    });
    return holds(80, withLoad(options), twoMoreInAll);
  });

  it("rate headers that lie", () => {
    const lies = fc.record(
      {
        "x-ratelimit-limit": fc.constantFrom("0", "1", "30", "5000", "x"),
        "x-ratelimit-remaining": fc.constantFrom("0", "1", "29", "30", "9999", "-1", "many", ""),
        "x-ratelimit-reset": fc.constantFrom("0", "1", "60", "soon", ...TIMES),
      },
      { requiredKeys: [] },
    );
    return holds(120, withLoad(lying(lies), sharedLoad), twoMoreInAll);
  });

  it("a Date or a Retry-After that lies, with or without rate headers", () => {
    const lies = fc.record(
      { date: fc.constantFrom("soon", ...DATES), "retry-after": fc.constantFrom("0", "1", "soon", ...TIMES) },
      { requiredKeys: [] },
    );
    return holds(100, withLoad(lying(lies, { rateHeaders }), sharedLoad), twoMoreInAll);
  });
});
