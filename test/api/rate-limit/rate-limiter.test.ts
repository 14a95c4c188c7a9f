// The rate limiter step by step: what it sends first, and what it concludes from single responses.
import { describe, expect, it } from "vitest";
import { RateLimiter, type ReceivedResponse } from "../../../src/api/rate-limit/rate-limiter";

const NOW = Date.UTC(2024, 0, 1);
const newLimiter = () => new RateLimiter({ wallOrigin: NOW, random: () => 0, sameClock: true });

/** A response that shows `remaining`, or has no rate headers. */
const response = (
  remaining: number | undefined,
  changes: Partial<ReceivedResponse> = {},
): ReceivedResponse => ({
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
const failure = (remaining: number | undefined, changes: Partial<ReceivedResponse> = {}) =>
  response(remaining, { failed: true, ...changes });

describe("the first requests", () => {
  it("are one probe, and then everything that it allows at once", () => {
    const limiter = newLimiter();
    const probe = limiter.take(0);
    expect(limiter.readyAt(1)).toBe(Number.POSITIVE_INFINITY);
    limiter.settle(probe, 100, response(29));
    for (let sent = 0; sent < 29; sent++) {
      expect(limiter.readyAt(100)).toBe(100);
      limiter.take(100);
    }
    expect(limiter.readyAt(100)).toBeGreaterThanOrEqual(60_000);
  });

  it("need no pause if the probe was not sent", () => {
    const limiter = newLimiter();
    limiter.lose(limiter.take(0), 5, false);
    expect(limiter.readyAt(5)).toBe(5);
  });
});

it("a request counts if its response was lost", () => {
  const limiter = newLimiter();
  limiter.settle(limiter.take(0), 100, response(2));
  limiter.lose(limiter.take(100), 200, true);
  limiter.take(200);
  expect(limiter.readyAt(200)).toBeGreaterThan(59_000);
});

describe("a failure with rate headers", () => {
  it("is limited with status 429, whatever the headers show", () => {
    const limiter = newLimiter();
    expect(limiter.settle(limiter.take(0), 100, failure(12, { status: 429 }))).toBe("limited");
    expect(limiter.readyAt(100)).toBeGreaterThan(100);
    expect(limiter.readyAt(100)).toBeLessThan(2000);
  });

  it("is limited with 0 left if the limiter knew of no free quota", () => {
    const limiter = newLimiter();
    expect(limiter.settle(limiter.take(0), 100, failure(0))).toBe("limited");
  });

  it("is limited with 0 left if another request was the last allowed one", () => {
    const limiter = newLimiter();
    limiter.settle(limiter.take(0), 100, response(2));
    const tickets = [limiter.take(100), limiter.take(100)];
    expect(limiter.settle(tickets[0]!, 200, response(0))).toBe("accepted");
    expect(limiter.settle(tickets[1]!, 200, failure(0))).toBe("limited");
  });

  it("is ambiguous with 0 left if the limiter knew of free quota", () => {
    const limiter = newLimiter();
    limiter.settle(limiter.take(0), 100, response(1));
    expect(limiter.settle(limiter.take(100), 200, failure(0))).toBe("ambiguous");
    expect(limiter.renewsAt(200)).toBeGreaterThanOrEqual(60_000);
  });

  it.each<[string, Partial<ReceivedResponse>]>([
    ["a foreign form", { isForeign: true }],
    ["a server error", { status: 500 }],
    ["a request timeout", { status: 408 }],
  ])("is ambiguous with 0 left and %s, even if the limiter knew of no free quota", (_, changes) => {
    const probing = newLimiter();
    expect(probing.settle(probing.take(0), 100, failure(0, changes))).toBe("ambiguous");
    const empty = newLimiter();
    empty.settle(empty.take(0), 100, response(2));
    const tickets = [empty.take(100), empty.take(100)];
    empty.settle(tickets[0]!, 200, response(0));
    expect(empty.settle(tickets[1]!, 200, failure(0, changes))).toBe("ambiguous");
  });

  it("is accepted if requests are left: it concerns the request itself", () => {
    const limiter = newLimiter();
    expect(limiter.settle(limiter.take(0), 100, failure(12))).toBe("accepted");
  });
});

describe("a failure without rate headers", () => {
  it("is ambiguous if this process or another one may have used up the limit", () => {
    const limiter = newLimiter();
    expect(limiter.settle(limiter.take(0), 1, failure(undefined))).toBe("ambiguous");
    expect(limiter.settle(limiter.take(2), 3, failure(undefined))).toBe("ambiguous");
    expect(limiter.settle(limiter.take(4), 5, failure(undefined, { status: 404 }))).toBe("accepted");
    expect(limiter.settle(limiter.take(4), 5, failure(undefined, { status: 401 }))).toBe("accepted");
    expect(limiter.settle(limiter.take(6), 7, failure(undefined, { status: 429 }))).toBe("limited");
  });

  it("is assumed to concern the request after a 429, until a part of the limit is used", () => {
    const limiter = newLimiter();
    limiter.settle(limiter.take(0), 1, failure(undefined, { status: 429 }));
    for (let sent = 0; sent < 7; sent++) limiter.settle(limiter.take(70_000), 70_001, response(undefined));
    expect(limiter.settle(limiter.take(70_002), 70_003, failure(undefined))).toBe("assumed");
    expect(limiter.settle(limiter.take(70_004), 70_005, failure(undefined))).toBe("ambiguous");
  });

  it("is limited with Retry-After in the service's own form", () => {
    const headers = { "retry-after": "20" };
    for (const [status, isForeign, outcome] of [
      [403, false, "limited"],
      [200, false, "limited"],
      [503, false, "ambiguous"],
      [403, true, "assumed"],
    ] as const) {
      const limiter = newLimiter();
      limiter.settle(limiter.take(0), 1, response(undefined));
      const received = { status, failed: true, isForeign, headers };
      expect(limiter.settle(limiter.take(2), 3, received)).toBe(outcome);
      if (outcome === "limited") expect(limiter.readyAt(3)).toBeGreaterThan(20_000);
    }
  });

  it.each([
    ["assumed to concern the request", "much", 9, "assumed"],
    ["ambiguous", "little", 8, "ambiguous"],
  ])("is %s if other responses have headers and %s quota is free", (_, __, remaining, outcome) => {
    const limiter = newLimiter();
    limiter.settle(limiter.take(0), 100, response(remaining));
    const failed = limiter.take(100);
    limiter.take(100);
    expect(limiter.settle(failed, 200, failure(undefined))).toBe(outcome);
  });

  it("does not permit a request that the documented limit forbids", () => {
    const limiter = newLimiter();
    for (let sent = 0; sent < 29; sent++) limiter.settle(limiter.take(sent), sent + 1, response(undefined));
    expect(limiter.settle(limiter.take(100), 101, failure(undefined, { status: 400 }))).toBe("ambiguous");
    expect(limiter.readyAt(102)).toBeGreaterThan(60_000);
  });

  it("stops everything for a window if a burst is rejected", () => {
    const limiter = newLimiter();
    limiter.settle(limiter.take(0), 1, response(undefined));
    const burst = Array.from({ length: 10 }, () => limiter.take(2));
    for (const ticket of burst) limiter.settle(ticket, 50, failure(undefined, { status: 429 }));
    expect(limiter.readyAt(51)).toBeGreaterThanOrEqual(60_000);
    limiter.take(61_000);
    expect(limiter.readyAt(61_000)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("the reset header", () => {
  const withReset = (reset: string): ReceivedResponse => ({
    status: 200,
    failed: false,
    headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset },
  });

  it.each([
    ["more than two windows ahead", String(NOW + 500_000)],
    ["in the past", String(NOW - 500_000)],
    ["not a date", "soon"],
    ["empty", ""],
  ])("is ignored if it is %s: the documented length counts from the first response", (_, reset) => {
    const limiter = newLimiter();
    limiter.settle(limiter.take(0), 100, withReset(reset));
    expect(limiter.readyAt(200)).toBeGreaterThanOrEqual(60_100);
    expect(limiter.readyAt(200)).toBeLessThan(60_300);
  });

  it("ends the window if it passed while the response was on its way", () => {
    const limiter = newLimiter();
    limiter.settle(limiter.take(0), 100, withReset(String(NOW + 50)));
    expect(limiter.readyAt(120)).toBe(120);
  });

  it("ends a window at the latest time that whole seconds allow", () => {
    const limiter = newLimiter();
    limiter.settle(limiter.take(0), 2, withReset(String(NOW / 1000 + 3)));
    expect(limiter.readyAt(10)).toBeGreaterThanOrEqual(4000);
    expect(limiter.readyAt(10)).toBeLessThan(4030);
  });
});
