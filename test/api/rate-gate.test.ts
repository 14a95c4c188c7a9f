// The rate gate step by step: what it sends first, and what it makes of single answers.
import { describe, expect, it } from "vitest";
import { RateLimiter, type ReceivedResponse } from "../../src/api/rate-limit/rate-limiter";

const NOW = Date.UTC(2024, 0, 1);
const gate = () => new RateLimiter({ wallOrigin: NOW, random: () => 0, sameClock: true });
const answer = (
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

  // Windows of 2 s, told in whole seconds: this one may end anywhere from 2 to 4 s.
  const vague = (remaining: number) => {
    const { headers } = answer(remaining);
    return answer(remaining, { headers: { ...headers, "x-ratelimit-reset": String(NOW / 1000 + 3) } });
  };

  it("keeps the last requests for when a vaguely told window may end, while more wait than are left", () => {
    const one = gate();
    one.settle(one.take(0), 2, vague(29));
    for (let sent = 0; sent < 26; sent++) one.take(3);
    expect(one.readyAt(4, 1 + 3)).toBeGreaterThanOrEqual(2000);
    expect(one.readyAt(4, 1 + 3)).toBeLessThan(2020);
  });

  it("keeps none for a request that is the last", () => {
    const one = gate();
    one.settle(one.take(0), 2, vague(29));
    for (let remaining = 28; remaining >= 3; remaining--) one.settle(one.take(3), 4, vague(remaining));
    expect(one.readyAt(4, 1)).toBe(4);
    expect(one.readyAt(4, 4)).toBeGreaterThanOrEqual(2000);
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

  it.each<[string, Partial<ReceivedResponse>]>([
    ["in no form of the service", { foreign: true }],
    ["of a service that broke down", { status: 500 }],
    ["of a service that took too long", { status: 408 }],
  ])("a failure %s with 0 left is doubtful also when nothing was known to be free", (_, changes) => {
    const probing = gate();
    expect(probing.settle(probing.take(0), 100, answer(0, { failed: true, ...changes }))).toBe("doubtful");
    const empty = gate();
    empty.settle(empty.take(0), 100, answer(2));
    const tickets = [empty.take(100), empty.take(100)];
    empty.settle(tickets[0]!, 200, answer(0));
    expect(empty.settle(tickets[1]!, 200, answer(0, { failed: true, ...changes }))).toBe("doubtful");
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
  });

  it("without headers it is presumed to be none where a 429 was seen, until much was sent", () => {
    const one = gate();
    one.settle(one.take(0), 1, answer(undefined, { failed: true, status: 429 }));
    for (let sent = 0; sent < 7; sent++) one.settle(one.take(70_000), 70_001, answer(undefined));
    expect(one.settle(one.take(70_002), 70_003, answer(undefined, { failed: true }))).toBe("presumed");
    expect(one.settle(one.take(70_004), 70_005, answer(undefined, { failed: true }))).toBe("doubtful");
  });

  it("without headers it is one where it says when to come again, if it says it in the service's own form", () => {
    const headers = { "retry-after": "20" };
    for (const [status, foreign, verdict] of [
      [403, false, "limited"],
      [200, false, "limited"],
      [503, false, "doubtful"],
      [403, true, "presumed"],
    ] as const) {
      const one = gate();
      one.settle(one.take(0), 1, answer(undefined));
      expect(one.settle(one.take(2), 3, { status, failed: true, foreign, headers })).toBe(verdict);
      if (verdict === "limited") expect(one.readyAt(3)).toBeGreaterThan(20_000);
    }
  });

  it.each([
    ["much", 9, "presumed"],
    ["little", 8, "doubtful"],
  ])("without the headers that other answers have, where %s was believed left", (_, remaining, verdict) => {
    const one = gate();
    one.settle(one.take(0), 100, answer(remaining));
    const failed = one.take(100);
    one.take(100);
    expect(one.settle(failed, 200, answer(undefined, { failed: true }))).toBe(verdict);
  });

  it("without headers a doubt does not let a request go that the documented limit forbids", () => {
    const one = gate();
    for (let sent = 0; sent < 29; sent++) one.settle(one.take(sent), sent + 1, answer(undefined));
    const failure = answer(undefined, { status: 400, failed: true });
    expect(one.settle(one.take(100), 101, failure)).toBe("doubtful");
    expect(one.readyAt(102)).toBeGreaterThan(60_000);
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
  const withReset = (reset: string, remaining = 0): ReceivedResponse => ({
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
