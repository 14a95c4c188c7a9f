// What the client and its rate limiter guarantee if requests and responses get lost or damaged. Checked with simulated
// services.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  anyRateHeaders,
  anyService,
  anyWorkload,
  check,
  expectOneBurstPerWindow,
  expectSound,
  run,
} from "../support/properties";
import type { ServiceOptions } from "../support/simulated-service";
import { FAULTS, type Fault } from "../support/simulated-transport";

const shortWorkload = anyWorkload({ requests: fc.integer({ min: 1, max: 100 }) });
const faultRate = fc.double({ min: 0.02, max: 0.4, noNaN: true });

describe("one client and true headers", () => {
  const COUNTED_WITHOUT_RESPONSE: readonly Fault[] = ["responseLost", "late"];
  const others = FAULTS.filter((fault) => !COUNTED_WITHOUT_RESPONSE.includes(fault));

  it.each(others.map((fault) => [fault]))("nothing is rejected by the rate limit: %s", (fault) => {
    const cases = fc.tuple(anyService(), shortWorkload, faultRate);
    return check(25, cases, async ([options, workload, rate]) => {
      const { clients, limitedAt } = await run(options, workload, 1, { kinds: [fault], rate });
      expect(limitedAt).toEqual([]);
      expectSound(clients[0]!, workload.requests);
    });
  });

  // The service counted the request at an unknown time, so the next probe may find no quota. Waiting for a whole window
  // after each lost response would cost far more than this one rejection.
  it.each(COUNTED_WITHOUT_RESPONSE.map((fault) => [fault]))(
    "at most one request is rejected for each fault: %s",
    (fault) => {
      const cases = fc.tuple(anyService(), shortWorkload, faultRate);
      return check(60, cases, async ([options, workload, rate]) => {
        const { clients, limitedAt } = await run(options, workload, 1, { kinds: [fault], rate });
        const [client] = clients;
        expect(limitedAt.length).toBeLessThanOrEqual(client!.faults);
        expectOneBurstPerWindow(client!);
        expectSound(client!, workload.requests);
      });
    },
  );
});

it("lost responses cause no rejection if windows do not slide and the limit is higher than the number lost", () => {
  const options = anyService({
    limit: fc.integer({ min: 20, max: 60 }),
    windowKind: fc.constantFrom("fixed", "aligned"),
  });
  const lowRate = fc.double({ min: 0.02, max: 0.2, noNaN: true });
  return check(60, fc.tuple(options, shortWorkload, lowRate), async ([service, workload, rate]) => {
    const { limitedAt } = await run(service, workload, 1, { kinds: ["responseLost"], rate });
    expect(limitedAt).toEqual([]);
  });
});

const smallWorkload = anyWorkload({ requests: fc.integer({ min: 1, max: 60 }) });
const anyFaults = fc.record({ kinds: fc.subarray([...FAULTS], { minLength: 1 }), rate: faultRate });
const anyClients = fc.integer({ min: 1, max: 5 });
const anyLimit = fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 120 }));

it("at most one burst per window is rejected if rate-limit responses are recognizable, whatever the faults", () => {
  const marks = fc.constantFrom<Partial<ServiceOptions>>({ limitedStatus: 429 }, { rateHeaders: "all" });
  const options = fc
    .tuple(anyService({ limit: anyLimit, rateHeaders: anyRateHeaders }), marks)
    .map(([service, mark]) => ({ ...service, ...mark }));
  const cases = fc.tuple(options, smallWorkload, anyClients, anyFaults);
  return check(80, cases, async ([service, workload, count, faults]) => {
    for (const client of (await run(service, workload, count, faults)).clients) {
      expectOneBurstPerWindow(client);
      expectSound(client, workload.requests);
    }
  });
});

const anyFalseHeaders = fc.record(
  {
    date: fc.constantFrom("", "Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT"),
    "retry-after": fc.constantFrom("0", "1", "3600", "soon"),
    "x-ratelimit-limit": fc.constantFrom("0", "1", "30", "x"),
    "x-ratelimit-remaining": fc.constantFrom("0", "1", "29", "-1", "many"),
    "x-ratelimit-reset": fc.constantFrom("0", "60", "soon", "9999999999"),
  },
  { requiredKeys: [] },
);

const servicesOfAnyKind = fc
  .tuple(
    anyService({
      limit: anyLimit,
      windowMs: fc.constantFrom(1000, 10_000, 60_000),
      rateHeaders: anyRateHeaders,
      dateHeader: fc.boolean(),
      retryAfter: fc.boolean(),
    }),
    fc.option(anyFalseHeaders, { nil: undefined }),
  )
  .map(([service, falseHeaders]) => ({ ...service, falseHeaders }));

it("no request is executed twice, and each result is reported correctly, whatever the faults and headers", () => {
  const cases = fc.tuple(servicesOfAnyKind, smallWorkload, anyClients, anyFaults);
  return check(120, cases, async ([options, workload, count, faults]) => {
    const { clients } = await run(options, workload, count, faults);
    for (const client of clients) expectSound(client, workload.requests);
  });
});
