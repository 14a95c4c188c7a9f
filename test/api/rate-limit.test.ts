// What the client does about the rate limit of the service: what counts as limited, and how long it waits.
import { describe, expect, test } from "vitest";
import { ApiError } from "../../src/api/errors";
import { ACCOUNT, inTurn, openClient, page, type Reply, success } from "./support/service";

const limited = (headers: Reply["headers"] = {}, body: object = { error: 1 }, status = 429): Reply => ({
  status,
  headers,
  body: { message: "slow down", ...body },
});
const AHEAD_MS = 3_600_000;

/** The seconds between the first request and the second one. */
async function waitAfter(reply: Reply): Promise<number> {
  const client = await openClient(inTurn(reply, success()));
  await client.create("/api/x/add");
  if (client.requests.length === 1) await client.create("/api/x/add");
  const [first, second] = client.requests;
  return (second!.at - first!.at) / 1000;
}

describe("a response is limited", () => {
  test.each<[string, Reply]>([
    ["status 429", limited({ "Retry-After": "20" })],
    ["error 429 with status 200", limited({}, { error: 429 }, 200)],
    ['error "429" with status 403', limited({}, { error: "429" }, 403)],
    ["a page with status 429", { ...page("<h1>Slow down</h1>", 429), headers: { "Retry-After": "20" } }],
  ])("with %s: a create is sent again, too", async (_, reply) => {
    expect(await waitAfter(reply)).toBeGreaterThanOrEqual(20);
  });
});

describe("a limited request waits", () => {
  test.each<[string, Reply, number]>([
    ["Retry-After", limited({ "Retry-After": "12" }), 12],
    ["Retry-After in the body", limited({}, { error: 429, "Retry-After": 12 }), 12],
    ["the reset", limited({ "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "40" }), 40],
    ["a minute without both", limited(), 60],
  ])("for %s", async (_, reply, seconds) => {
    const waited = await waitAfter(reply);
    expect(waited).toBeGreaterThanOrEqual(seconds);
    expect(waited).toBeLessThanOrEqual(seconds + 2.1);
  });

  test("for Retry-After rather than for the reset", async () => {
    const waited = await waitAfter(limited({ "Retry-After": "12", "X-RateLimit-Reset": "40" }));
    expect(waited).toBeLessThan(15);
  });

  test("for ten minutes at most: else it fails and names the time", async () => {
    const client = await openClient(inTurn(limited({ "Retry-After": "1200" }), success()));
    await expect(client.get("/api/x")).rejects.toThrow(/20 min|1200 s/);
  });

  test("at the head of the queue", async () => {
    const last = { "X-RateLimit-Limit": "30", "X-RateLimit-Remaining": "1", "X-RateLimit-Reset": "60" };
    const account = { ...success({ data: ACCOUNT }), headers: last };
    const client = await openClient(inTurn(limited({ "Retry-After": "5" }), success()), { account });
    await Promise.all(["a", "b", "c"].map((name) => client.create(`/api/${name}/add`)));
    expect(client.lines().map((line) => line.at(10))).toEqual(["a", "a", "b", "c"]);
  });

  test("and so does every request that comes meanwhile", async () => {
    const client = await openClient(inTurn(limited({ "Retry-After": "30" }), success()));
    await client.account();
    const { sleep } = client.clock;
    let later: Promise<unknown> | undefined;
    client.clock.sleep = (...args) => {
      later ??= client.get("/api/b");
      return sleep.call(client.clock, ...args);
    };
    await client.get("/api/a");
    await later;
    expect(client.lines()).toEqual(["GET /api/a", "GET /api/a", "GET /api/b"]);
    for (const { at } of client.requests.slice(1)) expect(at).toBeGreaterThanOrEqual(30_000);
  });
});

describe("a used-up limit", () => {
  const usedUp = (reset: string, date?: number): Reply => ({
    ...success(),
    headers: {
      "X-RateLimit-Limit": "30",
      "X-RateLimit-Remaining": "0",
      "X-RateLimit-Reset": reset,
      ...(date !== undefined && { Date: new Date(date).toUTCString() }),
    },
  });
  // The clock of the service is an hour ahead.
  const date = Date.UTC(2024, 0, 1) + AHEAD_MS;
  const reset = date + 40_000;

  test.each([
    ["epoch seconds", String(reset / 1000)],
    ["epoch ms", String(reset)],
    ["seconds left", "40"],
    ["an HTTP date", new Date(reset).toUTCString()],
    ["an ISO date", new Date(reset).toISOString()],
  ])("is waited for until its reset, by the clock of the service: %s", async (_, text) => {
    const waited = await waitAfter(usedUp(text, date));
    expect(waited).toBeGreaterThanOrEqual(39);
    expect(waited).toBeLessThanOrEqual(43);
  });

  test.each([
    ["a word", "soon"],
    ["a time in two minutes", new Date(date + 121_000).toISOString()],
    ["a time that has passed", new Date(date - 6000).toISOString()],
  ])("is waited for a minute if the reset says nothing: %s", async (_, text) => {
    const waited = await waitAfter(usedUp(text, date));
    expect(waited).toBeGreaterThanOrEqual(60);
    expect(waited).toBeLessThanOrEqual(62);
  });

  test("is reported with the time to wait and the number of requests that wait", async () => {
    const client = await openClient(inTurn(usedUp("40"), success()));
    await client.get("/api/x");
    expect(client.messages).toEqual([]);
    await Promise.all(["a", "b", "c"].map((name) => client.get(`/api/${name}`)));
    expect(client.messages.at(-1)).toMatch(/wait 4[0-2] s: rate limit, 3 queued/);
  });
});

test("a wait that is over within a second is not reported", async () => {
  const client = await openClient(inTurn(limited({ "Retry-After": "0" }), success()));
  await client.get("/api/x");
  expect([client.requests.length, client.messages]).toEqual([2, []]);
});

test("a limit of 0 counts as unknown: 30 requests a minute, by own count", async () => {
  const headers = { "X-RateLimit-Limit": "0", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "60" };
  const client = await openClient(() => ({ ...success(), headers }), {
    account: { ...success({ data: { id: 7 } }), headers },
  });
  await Promise.all(Array.from({ length: 35 }, () => client.get("/api/x")));
  const times = client.requests.map(({ at }) => at);
  // The request for the account counts, too.
  expect(times.filter((at) => at < 60_000)).toHaveLength(29);
  expect(times.at(-1)).toBeLessThan(62_000);
});

test("a figure older than a second is forgotten: another process may have used it", async () => {
  let inFlight = 0;
  let most = 0;
  const headers = { "X-RateLimit-Limit": "30", "X-RateLimit-Remaining": "1", "X-RateLimit-Reset": "60" };
  const client = await openClient(async () => {
    most = Math.max(most, ++inFlight);
    // Enough for the other requests to arrive.
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
    inFlight--;
    return { ...success(), headers };
  });
  await client.account();
  await client.clock.advance(3000);
  await Promise.all([client.get("/api/x"), client.get("/api/x"), client.get("/api/x")]);
  expect(most).toBe(1);
});

test("a service that always limits fails the request", async () => {
  const client = await openClient(() => limited({ "Retry-After": "1" }));
  await expect(client.create("/api/x/add")).rejects.toThrow(ApiError);
});
