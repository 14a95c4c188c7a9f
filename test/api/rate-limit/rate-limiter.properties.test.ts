// What the rate limiter guarantees for every kind of service. Checked with simulated services.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RateLimitError } from "../../../src/api/errors";
import {
  anyRateHeaders,
  anyService,
  anyWorkload,
  check,
  expectOneBurstPerWindow,
  expectSound,
  run,
  type Workload,
} from "../support/properties";
import type { ServiceOptions } from "../support/simulated-service";

async function runAlone(options: ServiceOptions, workload: Workload) {
  const { clients, ...service } = await run(options, workload);
  return { ...clients[0]!, ...service };
}

const withWorkload = (options: fc.Arbitrary<ServiceOptions>, workload = anyWorkload()) =>
  fc.tuple(options, workload);
const only429 = { limitedStatus: fc.constant(429) };
const sharedLimit = { limit: fc.integer({ min: 2, max: 120 }) };
const severalClients = fc.integer({ min: 2, max: 5 });
const smallWorkload = anyWorkload({ requests: fc.integer({ min: 1, max: 60 }) });

const DATES = [
  "Thu, 01 Jan 1970 00:00:00 GMT",
  "Mon, 06 May 2024 07:07:08 GMT",
  "Fri, 31 Dec 9999 23:59:59 GMT",
];
const TIMES = ["", "-5", "1700000000", "9999999999", "99999999999999", ...DATES];

const withFalseHeaders = (headers: fc.Arbitrary<Record<string, string>>, changes = {}) =>
  fc
    .tuple(anyService({ limit: fc.integer({ min: 2, max: 60 }), ...only429, ...changes }), headers)
    .map(([service, falseHeaders]) => ({ ...service, falseHeaders }));

describe("one client and true headers: nothing is rejected", () => {
  const nothingIsRejected = async ([options, workload]: [ServiceOptions, Workload]) => {
    const result = await runAlone(options, workload);
    expect(result.limitedAt).toEqual([]);
    expect(result.results.filter(({ error }) => error)).toEqual([]);
    expectSound(result, workload.requests);
  };

  it("in every kind of window, reset format, limit, latency and clock offset", () => {
    return check(120, withWorkload(anyService()), nothingIsRejected);
  });

  it("in windows of another length than the documented one", () => {
    const windowMs = fc.oneof(fc.constantFrom(1000, 2000, 10_000), fc.integer({ min: 1000, max: 60_000 }));
    const clockOffsetMs = fc.integer({ min: -2000, max: 2000 });
    return check(120, withWorkload(anyService({ windowMs, clockOffsetMs })), nothingIsRejected);
  });

  it("if the limit rises during the run", () => {
    const rising = fc.integer({ min: 1, max: 200_000 }).chain((at) =>
      anyService({ limit: fc.integer({ min: 1, max: 40 }) }).map((options) => ({
        ...options,
        limitAt: (now: number) => (now < at ? options.limit : options.limit * 3),
      })),
    );
    return check(80, withWorkload(rising), nothingIsRejected);
  });

  it("over several windows with a limit up to 1,000", () => {
    const options = anyService({ limit: fc.integer({ min: 301, max: 1000 }) });
    return check(6, withWorkload(options, anyWorkload({ requests: fc.constant(2500) })), nothingIsRejected);
  });

  it("if only successes have rate headers", () => {
    return check(40, withWorkload(anyService({ rateHeaders: fc.constant("successes") })), nothingIsRejected);
  });

  it("without rate headers if the limit is at least the documented one", () => {
    const options = anyService({ rateHeaders: fc.constant("none"), limit: fc.integer({ min: 30, max: 60 }) });
    return check(80, withWorkload(options), nothingIsRejected);
  });
});

describe("at most one burst per window is rejected", () => {
  const oneBurst = async ([options, workload]: [ServiceOptions, Workload], count = 1) => {
    const { clients } = await run(options, workload, count);
    for (const client of clients) {
      expectOneBurstPerWindow(client);
      expectSound(client, workload.requests);
    }
    return clients;
  };

  /** A single client never gives up a request. */
  const oneBurstAlone = async (one: [ServiceOptions, Workload]) => {
    const [client] = await oneBurst(one);
    expect(client!.results.filter(({ error }) => error instanceof RateLimitError)).toEqual([]);
  };

  it("with two to five clients on one key", () => {
    const cases = fc.tuple(anyService({ ...sharedLimit, ...only429 }), smallWorkload, severalClients);
    return check(80, cases, ([options, workload, count]) => oneBurst([options, workload], count));
  });

  it("with several clients if a rate-limit response has another status", () => {
    const cases = fc.tuple(anyService(sharedLimit), smallWorkload, severalClients);
    return check(80, cases, ([options, workload, count]) => oneBurst([options, workload], count));
  });

  it("with several clients and missing headers if a rate-limit response has 429 or Retry-After", () => {
    const marks = fc.constantFrom<Partial<ServiceOptions>>({ limitedStatus: 429 }, { retryAfter: true });
    const options = fc
      .tuple(anyService({ ...sharedLimit, rateHeaders: anyRateHeaders }), marks)
      .map(([service, mark]) => ({ ...service, ...mark }));
    const cases = fc.tuple(options, smallWorkload, severalClients);
    return check(80, cases, ([one, workload, count]) => oneBurst([one, workload], count));
  });

  it("if the limit falls during the run", () => {
    const change = fc.tuple(fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 1, max: 40 }));
    const options = fc
      .tuple(anyService({ limit: fc.integer({ min: 40, max: 200 }) }), change)
      .map(([service, [at, lower]]) => ({
        ...service,
        limitAt: (now: number) => (now < at ? service.limit : lower),
      }));
    return check(80, withWorkload(options), oneBurstAlone);
  });

  it("if only some responses have headers", () => {
    const options = anyService({ ...only429, rateHeaders: fc.constant("some") });
    return check(60, withWorkload(options), oneBurstAlone);
  });

  it("without rate headers if the limit is lower than documented", () => {
    const options = anyService({
      rateHeaders: fc.constant("none"),
      limit: fc.integer({ min: 6, max: 29 }),
      ...only429,
    });
    return check(40, withWorkload(options), oneBurstAlone);
  });

  // Of the burst after the probe, the service accepts any requests, not necessarily the first in the queue. So with a
  // limit this low, a request of a long queue may be given up.
  it("without rate headers if the limit is very low", () => {
    const options = anyService({
      rateHeaders: fc.constant("none"),
      limit: fc.integer({ min: 1, max: 5 }),
      ...only429,
    });
    return check(20, withWorkload(options, smallWorkload), (one) => oneBurst(one));
  });
});

// Then only consecutive failures show that the limit is used up.
it("rejects at most three bursts per window if a rate-limit response looks like any other error", () => {
  const limitedStatus = fc.constantFrom(200, 403);
  const options = anyService({ ...sharedLimit, rateHeaders: anyRateHeaders, limitedStatus });
  const cases = fc.tuple(options, smallWorkload, fc.oneof(fc.constant(1), severalClients));
  return check(120, cases, async ([one, workload, count]) => {
    for (const client of (await run(one, workload, count)).clients) {
      expect(Math.max(0, ...client.rejectedBursts)).toBeLessThanOrEqual(3);
      expectSound(client, workload.requests);
    }
  });
});

describe("at most two more bursts are rejected in a run, until the limiter distrusts", () => {
  const twoMoreBursts = async ([options, workload]: [ServiceOptions, Workload]) => {
    const result = await runAlone(options, workload);
    const repeated = result.rejectedBursts.reduce((sum, bursts) => sum + bursts - 1, 0);
    expect(repeated).toBeLessThanOrEqual(2);
    expectSound(result, workload.requests);
  };

  it("dates of a clock with an unknown offset", () => {
    const options = anyService({
      dateHeader: fc.constant(false),
      clockOffsetMs: fc.integer({ min: -100_000, max: 100_000 }),
    });
    return check(80, withWorkload(options), twoMoreBursts);
  });

  it("false rate headers", () => {
    const headers = fc.record(
      {
        "x-ratelimit-limit": fc.constantFrom("0", "1", "30", "5000", "x"),
        "x-ratelimit-remaining": fc.constantFrom("0", "1", "29", "30", "9999", "-1", "many", ""),
        "x-ratelimit-reset": fc.constantFrom("0", "1", "60", "soon", ...TIMES),
      },
      { requiredKeys: [] },
    );
    return check(120, withWorkload(withFalseHeaders(headers), smallWorkload), twoMoreBursts);
  });

  it("a false Date or Retry-After, with or without rate headers", () => {
    const headers = fc.record(
      { date: fc.constantFrom("soon", ...DATES), "retry-after": fc.constantFrom("0", "1", "soon", ...TIMES) },
      { requiredKeys: [] },
    );
    const services = withFalseHeaders(headers, { rateHeaders: anyRateHeaders });
    return check(100, withWorkload(services, smallWorkload), twoMoreBursts);
  });
});
