// Which responses are a success, which requests are sent again, and what an error says.
import { describe, expect, test } from "vitest";
import { AmbiguousError, ApiError, ErrorResponse, StoppedError } from "../../src/api/errors";
import {
  type Answer,
  type Client,
  errorOf,
  inTurn,
  KEY,
  openClient,
  page,
  type Reply,
  rejection,
  success,
} from "./support/service";

const CALLS: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  GET: (client) => client.get("/api/x"),
  PUT: (client) => client.put("/api/x/1/update"),
  DELETE: (client) => client.delete("/api/x/1/delete"),
  assignment: (client) => client.assign("/api/x/1/assign/links/2"),
  create: (client) => client.create("/api/x/add"),
};
const REPEATABLE = ["GET", "PUT", "DELETE", "assignment"];
const CHANGES = ["PUT", "DELETE", "assignment", "create"];

/** @returns the error, and when requests were sent, in s after the first one */
async function fail(call: string, ...answers: Answer[]) {
  const client = await openClient(inTurn(...answers));
  const error = await errorOf(CALLS[call]!(client));
  expect(error).toBeInstanceOf(ApiError);
  return { error, times: client.requests.map(({ at }) => (at - client.requests[0]!.at) / 1000) };
}

const HALF: Reply = { body: '{"error":0,"id":' };
const down = (seconds: number): Reply => ({
  ...page("<h1>Maintenance</h1>", 503),
  headers: { "Retry-After": `${seconds}` },
});
/** What leaves the effect open, and is waited for. */
const FAILURES: readonly [string, Answer][] = [
  ["a reset", "reset"],
  ["a server error", rejection("crash", 500)],
  ["a page of a gateway", page("<html>Bad gateway</html>", 502)],
  ["a service that is down for long", down(200)],
  ["a time-out of the service", page("", 408)],
];

test.each([0, "0", false])("error %j is a success, whatever the status", async (error) => {
  for (const status of [200, 201, 404]) {
    const client = await openClient(() => ({ status, body: { error, id: 5 } }));
    expect(await client.get("/api/x")).toMatchObject({ id: 5 });
  }
});

test.each<[string, Reply]>([
  ["error 1", rejection()],
  ["a status", rejection("no", 422)],
])("a rejection is an error, and sent once: %s", async (_, reply) => {
  for (const call of Object.keys(CALLS)) {
    const { error, times } = await fail(call, reply);
    expect(error).toBeInstanceOf(ErrorResponse);
    expect(error).toMatchObject({ status: reply.status ?? 200, isAfterAmbiguous: false });
    expect(times).toHaveLength(1);
  }
});

test("an error has method, path, status and the service's message", async () => {
  const { error } = await fail("PUT", rejection("The name is taken.", 422));
  for (const part of ["PUT", "/api/x/1/update", "422", "The name is taken"])
    expect(error.message).toContain(part);
});

test("an address with a token is no secret of the user: the service's message is shown, without the token", async () => {
  const client = await openClient(inTurn(rejection("The alias of ?token=abc is taken.")));
  const error = await errorOf(client.put("/api/x/1/update", { url: "https://example.com/?token=abc" }));
  expect(error.message).toContain("The alias of ?token=*** is taken");
});

test.each<[Reply, string]>([
  [rejection(`the key ${KEY} may not do this`, 403), "may not do this"],
  [page(`<p>${KEY} &lt;${KEY}</p>`, 403), "no JSON"],
  // Where the page is cut.
  [page(`<${"x".repeat(113)}${KEY}`), "xxx"],
])("an error contains no key that the service repeats, and no part of it", async (reply, shown) => {
  const { error } = await fail("GET", reply);
  expect(error.message).toContain(shown);
  expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain(KEY.slice(0, 4));
});

describe("a request that failed is sent again", () => {
  const usedUp = { "X-RateLimit-Limit": "30", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "60" };

  test.each(REPEATABLE.flatMap((call) => FAILURES.map(([what, answer]) => [call, what, answer] as const)))(
    "for 30 s after the first failure: %s after %s",
    async (call, _, answer) => expect((await fail(call, answer)).times.at(-1)).toBe(30),
  );

  test("and succeeds when the service is back", async () => {
    const client = await openClient(inTurn("reset", rejection("busy", 503), "reset", success({ id: 5 })));
    expect(await client.put("/api/x/1/update")).toMatchObject({ id: 5 });
  });

  test("at least once, if the limit delays it by a minute, and not a second time", async () => {
    const crash: Reply = { ...rejection("crash", 500), headers: usedUp };
    expect((await fail("GET", crash)).times).toEqual([0, expect.closeTo(61, 0)]);
    const { error, times } = await fail("PUT", "reset", crash);
    expect(times).toHaveLength(2);
    expect(error).toBeInstanceOf(AmbiguousError);
  });

  test.each(REPEATABLE)("after the Retry-After of a 503, which is waited for once: %s", async (call) => {
    expect((await fail(call, down(100))).times).toEqual([0, expect.closeTo(101, 0)]);
  });
});

test.each([
  ...FAILURES,
  ["half a body", HALF],
  ["text after the JSON", { body: '{"error":0,"id":5}<!-- -->' }],
])("a create is sent once, and its result is unclear, after %s", async (_, answer) => {
  const { error, times } = await fail("create", answer as Answer);
  expect(error).toBeInstanceOf(AmbiguousError);
  expect(times).toHaveLength(1);
});

describe("what is not the service, but something before it", () => {
  const CHALLENGE =
    "<!DOCTYPE html><!--[if IE]><html class=old><![endif]--><html><head><style>a { color: red }</style>" +
    "<title>Just a moment...</title></head><body><h1>Enable cookies</h1><script>go()</script></body></html>";

  test.each<[string, Reply, RegExp]>([
    ["a page with status 403", page(CHALLENGE, 403), /Just a moment\.\.\. Enable cookies/],
    ["JSON without `error`", { status: 403, body: { message: "Forbidden" } }, /Forbidden/],
    ["a page with status 200", page("<h1>Sign in</h1>"), /Sign in/],
    ["half a rejection", { ...HALF, status: 403 }, /no JSON/],
    ["a redirect", { ...page("", 302), headers: { Location: "https://a.example/x" } }, /a.example/],
  ])("rejects nothing, and says nothing about the key: %s", async (_, reply, words) => {
    const opened = await openClient(() => success(), { account: reply });
    const results = await Promise.all(Object.keys(CALLS).map((call) => fail(call, reply)));
    for (const error of [...results.map((one) => one.error), await errorOf(opened.account())]) {
      expect(error).not.toBeInstanceOf(ErrorResponse);
      expect(error.message).toMatch(/before the service/i);
      expect(error.message).toMatch(words);
      expect(error.message).not.toMatch(/remove|plan|API.?key|<|\{ color/i);
      expect(error.message.length).toBeLessThan(600);
    }
    for (const { times } of results) expect(times).toHaveLength(1);
    // It may have answered after the effect.
    const unclear = results.map(({ error }) => error instanceof AmbiguousError);
    expect(unclear).toEqual(Object.keys(CALLS).map((call) => call !== "GET"));
    expect(results.at(-1)!.error.message).toMatch(/object may exist/);
  });
});

describe("a request that was certainly not sent", () => {
  test.each(CHANGES)("had no effect: %s", async (call) => {
    const client = await openClient(() => success());
    await client.account();
    await client.server.close();
    expect((await errorOf(CALLS[call]!(client))).message).toMatch(/REFUSED.*8 attempts/);
  });

  test("is sent again, also if it creates an object", async () => {
    const client = await openClient(() => success({ id: 5 }));
    await client.account();
    await client.server.close();
    // The service starts during the pause before the second attempt.
    client.duringPause(() => client.server.reopen());
    expect(await client.create("/api/x/add")).toMatchObject({ id: 5 });
    expect(client.requests).toHaveLength(1);
  });

  test.each(["PUT", "DELETE", "assignment"])(
    "is unclear if an attempt before may have worked: %s",
    async (call) => {
      const client = await openClient(() => "reset");
      client.duringPause(() => client.server.close());
      expect(await errorOf(CALLS[call]!(client))).toBeInstanceOf(AmbiguousError);
    },
  );
});

describe("Ctrl-C", () => {
  test("ends the repeats of an update, which may have taken effect", async () => {
    const client = await openClient(() => {
      void client.close();
      return "reset";
    });
    expect(await errorOf(client.put("/api/x/1/update"))).toBeInstanceOf(AmbiguousError);
    expect(client.lines()).toHaveLength(1);
  });

  test("fails what waits, and nothing more is sent", async () => {
    const client = await openClient(() => ({
      status: 429,
      body: { error: 1 },
      headers: { "Retry-After": "30" },
    }));
    client.duringPause(() => client.close());
    expect(await errorOf(client.create("/api/x/add"))).toBeInstanceOf(StoppedError);
    expect(client.clock.monotonic()).toBeLessThan(31_000);
    expect(await errorOf(client.get("/api/y"))).toBeInstanceOf(StoppedError);
    expect(client.lines()).toEqual(["POST /api/x/add"]);
  });
});
