// Which responses are a success, which requests are sent again, and what an error says.
import { describe, expect, test } from "vitest";
import { AmbiguousError, ApiError, ErrorResponse, SessionError, StoppedError } from "../../src/api/errors";
import {
  type Answer,
  type Client,
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

/** @returns the error, how many requests were sent, and when, in s after the first one */
async function fail(call: string, ...answers: Answer[]) {
  const client = await openClient(inTurn(...answers));
  const error: unknown = await CALLS[call]!(client).then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  const times = client.requests.map(({ at }) => (at - client.requests[0]!.at) / 1000);
  return { error: error as ApiError, sent: times.length, times };
}

const TRUNCATED: Reply = { body: '{"error":0,"id":' };
const UNCLEAR: readonly [string, Answer][] = [
  ["a reset", "reset"],
  ["a server error", rejection("crash", 500)],
  ["a page of a gateway", page("<html>Bad gateway</html>", 502)],
  ["a service that is down", { ...page("down", 503), headers: { "Retry-After": "200" } }],
  ["half a body", TRUNCATED],
  ["a time-out of the service", page("", 408)],
];

describe("a response", () => {
  test.each([0, "0", false])("is a success with error %j, whatever its status", async (error) => {
    for (const status of [200, 201, 404]) {
      const client = await openClient(() => ({ status, body: { error, id: 5 } }));
      expect(await client.get("/api/x")).toMatchObject({ id: 5 });
    }
  });

  test.each<[string, Reply]>([
    ["error 1", rejection()],
    ["a status", rejection("no", 422)],
    ["an error in words", { body: { error: "no such object" } }],
    ["no error field", { body: { id: 5 } }],
    ["HTML", page("<html>Sign in</html>")],
    ["no body", { body: "" }],
    ["a redirect", { status: 302, headers: { Location: "https://other.example/" }, body: { error: 0 } }],
  ])("is an error: %s", async (_, reply) => {
    expect((await fail("GET", reply)).error.message).toContain("GET /api/x");
  });
});

describe("an error", () => {
  test("has method, path, status and the service's message", async () => {
    const { error } = await fail("PUT", rejection("The name is taken.", 422));
    expect(error).toBeInstanceOf(ErrorResponse);
    expect(error).toMatchObject({ status: 422 });
    for (const part of ["PUT", "/api/x/1/update", "422", "The name is taken"])
      expect(error.message).toContain(part);
  });

  test("contains no key that the service repeats", async () => {
    const { error } = await fail("GET", rejection(`the key ${KEY} may not do this`, 403));
    expect(error.message).toContain("may not do this");
    expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain(KEY);
  });

  test("is one short line without control characters", async () => {
    const { error } = await fail("GET", rejection("\u001b[31mno\u0007\r\n\u202eway ".repeat(200)));
    expect(error.message).not.toMatch(/[\p{Cc}\u202e]|\[31m/u);
    expect(error.message.length).toBeLessThan(600);
  });
});

describe("the request is sent again", () => {
  const usedUp = { "X-RateLimit-Limit": "30", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "60" };
  const down = (seconds: number): Reply => ({
    ...page("<h1>Maintenance</h1>", 503),
    headers: { "Retry-After": `${seconds}` },
  });

  test.each(REPEATABLE.flatMap((call) => UNCLEAR.map(([what, answer]) => [call, what, answer] as const)))(
    "for 30 s after the first failure: %s after %s",
    async (call, _, answer) => {
      expect((await fail(call, answer)).times.at(-1)).toBe(30);
    },
  );

  test("and succeeds when the service is back, after pauses that grow", async () => {
    const client = await openClient(inTurn("reset", rejection("busy", 503), "reset", success()));
    await client.put("/api/x/1/update");
    const times = client.requests.map(({ at }) => at);
    const pauses = times.slice(1).map((at, index) => at - times[index]!);
    expect(pauses).toHaveLength(3);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(pauses[0]).toBeGreaterThan(0);
  });

  test("at least once, also if the limit delays it by a minute, and then not again", async () => {
    const { times } = await fail("GET", { ...rejection("crash", 500), headers: usedUp });
    expect(times).toEqual([0, expect.closeTo(61, 0)]);
  });

  test("not later than that, if the limit delays a second repeat", async () => {
    const { error, sent } = await fail("PUT", "reset", { ...rejection("crash", 500), headers: usedUp });
    expect(sent).toBe(2);
    expect(error).toBeInstanceOf(AmbiguousError);
  });

  test.each(REPEATABLE)("after the Retry-After of a 503, which is waited for once: %s", async (call) => {
    const { times } = await fail(call, down(100));
    expect(times).toEqual([0, expect.closeTo(101, 0)]);
  });

  test("and the wait for a service that is down is one line", async () => {
    const client = await openClient(inTurn(down(100), success()));
    await client.get("/api/x");
    expect(client.messages).toEqual([expect.stringMatching(/wait 101 s: the service is down, 1 queued/)]);
  });
});

test("an update without a clear response that Ctrl-C does not let repeat may have taken effect", async () => {
  const client = await openClient(() => {
    void client.close();
    return "reset";
  });
  const failure = client.put("/api/x/1/update");
  await expect(failure).rejects.toThrow(/may have taken effect/);
  await expect(failure).rejects.toBeInstanceOf(AmbiguousError);
  expect(client.lines()).toHaveLength(1);
});

describe("the request is sent once", () => {
  test.each(UNCLEAR)("if it creates an object, after %s: the result is unclear", async (_, answer) => {
    const { error, sent } = await fail("create", answer);
    expect(error).toBeInstanceOf(AmbiguousError);
    expect(sent).toBe(1);
  });

  test.each(Object.keys(CALLS))("if the service rejects it: %s", async (call) => {
    const replies: readonly Reply[] = [rejection("no", 400), rejection("no", 404), rejection("no", 403)];
    for (const reply of replies) {
      const { error, sent } = await fail(call, reply);
      expect(error).toBeInstanceOf(ErrorResponse);
      expect(error).toMatchObject({ status: reply.status, isAfterAmbiguous: false });
      expect(sent).toBe(1);
    }
  });
});

describe("what is not the service, but something before it", () => {
  const CHALLENGE =
    "<!DOCTYPE html><!--[if IE]><html class=old><![endif]--><html><head><style>a { color: red }</style>" +
    "<title>Just a moment...</title></head><body><h1>Enable cookies</h1><script>go()</script></body></html>";
  const BLOCKED: readonly [string, Reply, RegExp][] = [
    ["a page with status 403", page(CHALLENGE, 403), /Just a moment\.\.\. Enable cookies/],
    ["JSON without `error`", { status: 403, body: { message: "Forbidden" } }, /Forbidden/],
    ["a page with status 200", page("<h1>Sign in</h1>"), /Sign in/],
    ["a rejection in half a body", { ...TRUNCATED, status: 403 }, /no JSON/],
    [
      "a redirect",
      { status: 302, headers: { Location: "https://login.example/x" }, body: "" },
      /login.example/,
    ],
  ];

  test.each(BLOCKED)("rejects nothing, and the error shows its first words: %s", async (_, reply, words) => {
    for (const call of Object.keys(CALLS)) {
      const { error, sent } = await fail(call, reply);
      expect(error).not.toBeInstanceOf(ErrorResponse);
      // It may have done so after the effect.
      expect(error instanceof AmbiguousError).toBe(call !== "GET");
      if (call === "create") expect(error.message).toMatch(/object may exist/);
      expect(error.message).toMatch(/before the service/i);
      expect(error.message).toMatch(words);
      expect(error.message).not.toMatch(/remove|plan|API key|<|\{ color/);
      expect(error.message.length).toBeLessThan(600);
      expect(sent).toBe(1);
    }
  });

  test.each(BLOCKED)("says nothing about the key, as the first response: %s", async (_, account, words) => {
    const client = await openClient(() => success(), { account });
    const error: Error = await client.account().then(
      () => new Error("no error"),
      (reason) => reason,
    );
    expect(error).toBeInstanceOf(SessionError);
    expect(error.message).toMatch(/before the service/i);
    expect(error.message).toMatch(words);
    expect(error.message).not.toMatch(/API key|API_KEY/);
  });
});

describe("a request that was certainly not sent", () => {
  test.each(CHANGES)("had no effect: %s", async (call) => {
    const client = await openClient(() => success());
    await client.account();
    await client.server.close();
    await expect(CALLS[call]!(client)).rejects.toThrow(/REFUSED.*8 attempts/);
  });

  test("is sent again, also if it creates an object", async () => {
    const client = await openClient(() => success({ id: 5 }));
    await client.account();
    await client.server.close();
    const { sleep } = client.clock;
    // The service starts during the pause before the second attempt.
    client.clock.sleep = async (...args) => {
      client.clock.sleep = sleep;
      await client.server.reopen();
      return sleep.call(client.clock, ...args);
    };
    expect(await client.create("/api/x/add")).toMatchObject({ id: 5 });
    expect(client.requests).toHaveLength(1);
  });
});

test.each(["PUT", "DELETE", "assignment"])(
  "a change is unclear if one of its attempts may have worked: %s",
  async (call) => {
    for (const [, answer] of UNCLEAR) {
      const client = await openClient(inTurn(answer));
      const sleep = client.clock.sleep.bind(client.clock);
      client.clock.sleep = async (...args) => {
        await client.server.close();
        return sleep(...args);
      };
      await expect(CALLS[call]!(client)).rejects.toThrow(AmbiguousError);
    }
  },
);

test("a closed client sends nothing more, and what waits fails", async () => {
  const limited: Reply = { status: 429, body: { error: 1 }, headers: { "Retry-After": "30" } };
  let refused = () => {};
  const isLimited = new Promise<void>((resolve) => {
    refused = resolve;
  });
  const client = await openClient(() => {
    refused();
    return limited;
  });
  const waiting = client.create("/api/x/add");
  waiting.catch(() => {});
  await isLimited;
  await client.close();
  await expect(waiting).rejects.toThrow(ApiError);
  expect(client.clock.monotonic()).toBeLessThan(30_000);
  await expect(client.get("/api/y")).rejects.toThrow(StoppedError);
  expect(client.lines()).toEqual(["POST /api/x/add"]);
});

test("text after the JSON of a success leaves open whether the change took effect", async () => {
  const { error, sent } = await fail("create", { body: '{"error":0,"id":5}<!-- cached by a plugin -->' });
  expect(error).toBeInstanceOf(AmbiguousError);
  expect(sent).toBe(1);
});

test("an error with a page of somebody else repeats no secret, and no half of one where it cuts the page", async () => {
  const { error } = await fail("GET", page(`<p>${KEY} &lt;${KEY}</p>`, 403));
  expect(error.message).not.toContain(KEY);
  const cut = await fail("GET", page(`<${"x".repeat(113)}${KEY}`));
  expect(cut.error.message).toContain("xxx");
  expect(cut.error.message).not.toContain(KEY.slice(0, 4));
});
