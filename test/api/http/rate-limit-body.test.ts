// A rate-limit response that shows in its body what others show in status and headers.
import { describe, expect, it } from "vitest";
import { AmbiguousError } from "../../../src/api/errors";
import { DOCUMENTED_WINDOW_MS } from "../../../src/api/rate-limit/reset-estimate";
import { fakeSession, GOOD, inTurn, NO_RATE_HEADERS, type Reply } from "../support/fake-service";

const limited = (status: number, body: object, headers: Reply["headers"] = {}): Reply => ({
  status,
  body: { error: 429, message: "Too many requests", ...body },
  headers: { ...NO_RATE_HEADERS, ...headers },
});

/** Creates an object. @returns after how many ms the create was sent again, without tolerance for timers */
async function waitAfter(reply: Reply): Promise<number> {
  const { session, service, clock } = fakeSession(inTurn(reply, GOOD));
  await session.account();
  const startedAt = clock.monotonic();
  await session.create("/api/x/add", {});
  expect(service.requests).toEqual(["POST /api/x/add", "POST /api/x/add"]);
  const waited = clock.monotonic() - startedAt;
  await session.close();
  return waited;
}

describe("error 429 in the body", () => {
  it.each([200, 400, 403, 404, 429])("is a rate-limit response with status %d", async (status) => {
    for (const error of [429, "429"]) {
      expect(await waitAfter(limited(status, { error, "Retry-After": 12 }))).toBeGreaterThanOrEqual(12_000);
    }
  });

  it.each([500, 503, 408])("leaves it open whether a create with status %d worked", async (status) => {
    const { session, service } = fakeSession(inTurn(limited(status, {}), GOOD));
    await expect(session.create("/api/x/add", {})).rejects.toThrow(AmbiguousError);
    expect(service.requests).toHaveLength(1);
  });

  it("is one although the headers show free quota", async () => {
    const free = { "x-ratelimit-limit": "30", "x-ratelimit-remaining": "20", "x-ratelimit-reset": "60" };
    expect(await waitAfter(limited(200, {}, free))).toBeLessThan(2000);
  });
});

describe("Retry-After in the body", () => {
  it.each<[string, Reply]>([
    ["with error 429", limited(200, { "Retry-After": 20 })],
    ["as text", limited(200, { "Retry-After": "20" })],
    ["with status 429", limited(429, { error: 1, "Retry-After": 20 })],
    ["with status 403 and error 1", limited(403, { error: 1, "Retry-After": 20 })],
  ])("is waited for %s", async (_, reply) => {
    const waited = await waitAfter(reply);
    expect(waited).toBeGreaterThanOrEqual(20_000);
    // A second for rounding, and some milliseconds for timers.
    expect(waited).toBeLessThan(22_000);
  });

  it("is ignored if there is a header", async () => {
    expect(await waitAfter(limited(429, { "Retry-After": 50 }, { "retry-after": "5" }))).toBeLessThan(7000);
  });

  it.each([1e9, 1e300, -5, "soon", "", null, {}, [20], true, "9".repeat(400)])(
    "of %j is no reason to wait for longer than a window",
    async (value) => {
      const waited = await waitAfter(limited(200, { "Retry-After": value }));
      expect(waited).toBeGreaterThanOrEqual(1000);
      expect(waited).toBeLessThanOrEqual(DOCUMENTED_WINDOW_MS + 2000);
    },
  );
});

it("waits for a window if the response shows nothing at all", async () => {
  const bare: Reply = { status: 429, body: { error: 1 }, headers: NO_RATE_HEADERS };
  const waited = await waitAfter(bare);
  expect(waited).toBeGreaterThanOrEqual(DOCUMENTED_WINDOW_MS - 1000);
  expect(waited).toBeLessThanOrEqual(DOCUMENTED_WINDOW_MS + 2000);
});
