// What the client does about the rate limit of the service: what counts as limited, and how long it waits.
import { describe, expect, test } from "vitest";
import { ACCOUNT, errorOf, inTurn, openClient, page, type Reply, success } from "./support/service";

const limited = (headers: Reply["headers"] = {}, body: object = { error: 1 }, status = 429): Reply => ({
  status,
  headers,
  body: { message: "slow down", ...body },
});
const withRate = (remaining: number, reset = "60", more: object = {}): Reply => ({
  ...success({ data: ACCOUNT }),
  headers: {
    "X-RateLimit-Limit": "30",
    "X-RateLimit-Remaining": `${remaining}`,
    "X-RateLimit-Reset": reset,
    ...more,
  },
});

/** The seconds between the first request and the second one. */
async function waitAfter(reply: Reply): Promise<number> {
  const client = await openClient(inTurn(reply, success()));
  await client.create("/api/x/add");
  if (client.requests.length === 1) await client.create("/api/x/add");
  const [first, second] = client.requests;
  return (second!.at - first!.at) / 1000;
}

describe("a limited request, also a create, is sent again", () => {
  test.each<[string, Reply, number]>([
    ["Retry-After", limited({ "Retry-After": "12", "X-RateLimit-Reset": "40" }), 12],
    ["that of a page", { ...page("<h1>Slow down</h1>", 429), headers: { "Retry-After": "20" } }, 20],
    ["Retry-After in a body with error 429", limited({}, { error: 429, "Retry-After": 12 }, 200), 12],
    ["the reset", limited({ "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "40" }), 40],
    ["a minute without both", limited(), 60],
  ])("after %s", async (_, reply, seconds) => {
    const waited = await waitAfter(reply);
    expect(waited).toBeGreaterThanOrEqual(seconds);
    expect(waited).toBeLessThanOrEqual(seconds + 2.1);
  });

  test("for ten minutes at most, in one wait or many: else it fails and names the time", async () => {
    const client = await openClient(inTurn(limited({ "Retry-After": "1200" })));
    expect((await errorOf(client.get("/api/x"))).message).toMatch(/next request in 20 min/);
    const always = await openClient(() => limited({ "Retry-After": "30" }));
    expect((await errorOf(always.create("/api/x/add"))).message).toMatch(/next request in 1 min/);
    expect(always.clock.monotonic()).toBeLessThanOrEqual(600_000);
  });

  test("at the head of the queue, in which all others wait, too", async () => {
    const answers = inTurn(limited({ "Retry-After": "5" }), success());
    const client = await openClient(answers, { account: withRate(1) });
    let later: Promise<unknown> | undefined;
    client.duringPause(() => {
      later = client.create("/api/d/add");
    });
    await Promise.all(["a", "b", "c"].map((name) => client.create(`/api/${name}/add`)));
    await later;
    expect(client.lines().map((line) => line.at(10))).toEqual(["a", "a", "b", "c", "d"]);
    for (const { at } of client.requests.slice(1)) expect(at).toBeGreaterThanOrEqual(5000);
  });
});

describe("a used-up limit", () => {
  // The clock of the service is an hour ahead.
  const date = Date.UTC(2024, 0, 1, 1);
  const reset = date + 40_000;

  test.each([
    ["seconds since 1970", `${reset / 1000}`, 40],
    ["ms since 1970", `${reset}`, 40],
    ["seconds left", "40", 40],
    ["a date", new Date(reset).toUTCString(), 40],
    ["a date without a zone", new Date(reset).toISOString().slice(0, 19).replace("T", " "), 40],
    ["a word: a minute", "soon", 60],
    ["a time in two minutes: a minute", new Date(date + 121_000).toISOString(), 60],
    ["a time that has passed: a minute", new Date(date - 6000).toISOString(), 60],
  ])("is waited for until its reset, by the clock of the service: %s", async (_, text, seconds) => {
    const waited = await waitAfter(withRate(0, text, { Date: new Date(date).toUTCString() }));
    expect(waited).toBeGreaterThanOrEqual(seconds - 1);
    expect(waited).toBeLessThanOrEqual(seconds + 3);
  });

  test("is none if the limit is 0: nobody knows what that means", async () => {
    expect(await waitAfter(withRate(0, "60", { "X-RateLimit-Limit": "0" }))).toBe(0);
  });

  test("is reported with the time to wait and the number of requests that wait", async () => {
    const client = await openClient(inTurn(withRate(0, "40"), success()));
    await client.get("/api/x");
    expect(client.messages).toEqual([]);
    await Promise.all(["a", "b", "c"].map((name) => client.get(`/api/${name}`)));
    expect(client.messages.at(-1)).toMatch(/wait 4[0-2] s: rate limit, 3 queued/);
  });
});
