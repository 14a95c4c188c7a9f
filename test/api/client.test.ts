// What is sent again, what is not, and what the user is told.
import { describe, expect, it } from "vitest";
import {
  AmbiguousError,
  ApiError,
  ErrorResponse,
  RateLimitError,
  UnexpectedResponse,
  UnreachableError,
} from "../../src/api/errors";
import { fakeSession, lost, neverSent, type Reply, type Respond, refusal } from "./fake-service";

const success: Reply = { body: { error: 0, id: 5 } };
const limited: Reply = {
  status: 429,
  body: { error: 1, message: "slow down" },
  headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "30" },
};
const html = (status = 200): Reply => ({ status, text: "<!doctype html><title>Sign in</title>" });
const silent = { "x-ratelimit-limit": "", "x-ratelimit-remaining": "", "x-ratelimit-reset": "" };
const cut: Reply = { text: '{"error":0,"id":' };

/** Answers in turn; the last one again and again. */
function inTurn(...replies: (Reply | Error)[]): Respond {
  let next = 0;
  return () => replies[Math.min(next++, replies.length - 1)]!;
}

const begin = (...replies: (Reply | Error)[]) => fakeSession(inTurn(...replies));
const body = { name: "secret-of-the-body" };

describe("a success", () => {
  it.each([0, "0"])("is `error` %j, whatever the status", async (error) => {
    for (const status of [200, 201, 404, 500]) {
      const { session } = begin({ status, body: { error, x: 1 } });
      expect(await session.read("/api/x")).toMatchObject({ status, data: { error, x: 1 } });
    }
  });

  it("carries its times and the service's date", async () => {
    const { session, clock } = begin({ ...success, headers: { date: "Mon, 01 Jan 2024 00:00:05 GMT" } });
    const answer = await session.read("/api/x");
    expect(answer.date).toBe(Date.UTC(2024, 0, 1, 0, 0, 5));
    expect([answer.sentAt, answer.receivedAt]).toEqual([clock.now(), clock.now()]);
  });

  it.each([1, "1", true, false, null, "", 0.1, [], {}, "0.0"])("is not `error` %j", async (error) => {
    const { session } = begin({ body: { error, message: "m" } });
    await expect(session.read("/api/x")).rejects.toThrow(ErrorResponse);
  });
});

describe("a request that may be repeated", () => {
  it.each<[string, Reply | Error]>([
    ["never sent", neverSent()],
    ["without an answer", lost()],
    ["answered by a gateway", html(502)],
    ["failed in the service", refusal("crash", 500)],
    ["answered by half a body", cut],
  ])("%s is sent again", async (_, failure) => {
    for (const call of ["read", "send"] as const) {
      const { session, service } = begin(failure, failure, failure, success);
      await (call === "read" ? session.read("/api/x") : session.send("PUT", "/api/x", body));
      expect(service.requests.length).toBe(4);
    }
  });

  it("waits a random time that doubles", async () => {
    const { session, clock } = begin(neverSent(), neverSent(), neverSent(), success);
    await session.read("/api/x");
    expect(clock.slept).toEqual([250, 500, 1000]);
  });

  it("is given up after four tries: what was not sent did nothing", async () => {
    const { session, service } = begin(neverSent());
    const sent = session.send("DELETE", "/api/x");
    await expect(sent).rejects.toThrow(UnreachableError);
    await expect(sent).rejects.toThrow(/DELETE \/api\/x: the connection was refused, 4 times/);
    expect(service.requests.length).toBe(4);
  });

  it("is given up after four tries: what was sent may have done something", async () => {
    await expect(begin(lost(), neverSent()).session.send("PUT", "/api/x")).rejects.toThrow(AmbiguousError);
    await expect(begin(refusal("crash", 503)).session.send("PUT", "/api/x")).rejects.toThrow(AmbiguousError);
    await expect(begin(lost()).session.read("/api/x")).rejects.toThrow(UnreachableError);
    await expect(begin(refusal("crash", 503)).session.read("/api/x")).rejects.toThrow(ErrorResponse);
    await expect(begin(html(502)).session.read("/api/x")).rejects.toThrow(UnexpectedResponse);
  });

  it.each<[string, Reply]>([
    ["a refusal", refusal("no", 400)],
    ["a refusal with 200", refusal("no")],
    ["an HTML page", html()],
    ["a redirect", { status: 302, text: "", headers: { location: "https://other.example/login" } }],
    ["foreign JSON", { body: { ok: true } }],
    ["an HTML page with 404", html(404)],
  ])("is not after %s", async (_, reply) => {
    const { session, service } = begin(reply);
    await expect(session.read("/api/x")).rejects.toThrow(ApiError);
    expect(service.requests.length).toBe(1);
  });

  it.each<[boolean, string, Reply]>([
    [false, "shows something left", refusal("no", 400)],
    [false, "has a status that no rate limit has", { ...refusal("no", 404), headers: silent }],
    [true, "shows nothing", { ...refusal("no", 400), headers: silent }],
  ])("says whether a refusal may be for the rate limit: %s where it %s", async (isAmbiguous, _, reply) => {
    await expect(begin(reply).session.send("POST", "/api/x")).rejects.toMatchObject({ isAmbiguous });
  });

  it("says when a refusal followed a try that may have worked", async () => {
    const plain = begin(neverSent(), refusal("already there")).session.send("POST", "/api/x");
    await expect(plain).rejects.toMatchObject({ isAfterAmbiguous: false, reason: "already there" });
    const after = begin(lost(), refusal("already there")).session.send("POST", "/api/x");
    await expect(after).rejects.toMatchObject({ isAfterAmbiguous: true });
  });
});

describe("a create", () => {
  it("is sent again only when it was surely not processed", async () => {
    const { session, service, clock } = begin(neverSent(), limited, success);
    expect((await session.create("/api/x/add", body)).data.id).toBe(5);
    expect(service.requests.length).toBe(3);
    expect(clock.monotonic()).toBeGreaterThanOrEqual(30_000);
  });

  it.each<[string, Reply | Error]>([
    ["no answer", lost()],
    ["a gateway's page", html(504)],
    ["a crash", refusal("crash", 500)],
    ["half a body", cut],
    ["a page with 200", html()],
    ["foreign JSON", { body: { id: 5 } }],
    ["a failure that may be the limit", { ...refusal(), headers: { "x-ratelimit-remaining": "0" } }],
  ])("is ambiguous after %s", async (_, reply) => {
    const { session, service } = begin(reply);
    await expect(session.create("/api/x/add", body)).rejects.toThrow(AmbiguousError);
    expect(service.requests.length).toBe(1);
  });

  /** The first request of a window, and by its answer the last one. */
  const sentLast = async (reply: Reply) => {
    const headers = { "x-ratelimit-limit": "4", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "30" };
    const one = begin({ ...reply, headers: { ...reply.headers, ...headers } }, success);
    await one.session.account();
    await one.clock.advance(70_000);
    return { ...one, sentAt: one.clock.monotonic(), created: one.session.create("/api/x/add", body) };
  };

  it.each<[string, Reply]>([
    ["half a body", cut],
    ["foreign JSON", { body: { id: 5 } }],
    ["a page with 200", html()],
    ["a page with 403", html(403)],
    ["a crash", refusal("crash", 500)],
    ["a redirect", { status: 303, body: { error: 0 }, headers: { location: "https://s.example/api/x/5" } }],
  ])("is ambiguous after %s that shows nothing left", async (_, reply) => {
    const { created, service } = await sentLast(reply);
    await expect(created).rejects.toThrow(AmbiguousError);
    expect(service.requests.length).toBe(1);
  });

  it("that is refused for the limit is sent again in the next window, whatever the status", async () => {
    for (const status of [200, 400, 403]) {
      const { created, service, clock, sentAt } = await sentLast(refusal("slow down", status));
      expect((await created).data.id).toBe(5);
      expect(service.requests.length).toBe(2);
      expect(clock.monotonic() - sentAt).toBeGreaterThanOrEqual(30_000);
    }
  });

  it.each<[string, Reply]>([
    ["refused", refusal("name is missing", 400)],
    ["refused with 200", refusal("name is missing")],
  ])("%s was not carried out", async (_, reply) => {
    await expect(begin(reply).session.create("/api/x/add", body)).rejects.toThrow(ErrorResponse);
  });

  it("answered by a page with 404 or by a redirect was not carried out", async () => {
    await expect(begin(html(404)).session.create("/api/x/add", body)).rejects.toThrow(UnexpectedResponse);
    const moved = begin({ status: 308, text: "", headers: { location: "https://other.example/a?key=1" } });
    const created = moved.session.create("/api/x/add", body);
    await expect(created).rejects.toThrow(UnexpectedResponse);
    await expect(created).rejects.toThrow(/redirect \(status 308\) to other\.example came back/);
  });
});

describe("a rate answer", () => {
  it("is waited out, whatever was sent, and keeps its place in the line", async () => {
    const { session, service } = fakeSession(inTurn(limited, ...Array.from({ length: 3 }, () => success)));
    await Promise.all(["a", "b", "c"].map((name) => session.create(`/api/${name}/add`)));
    expect(service.requests).toEqual([
      "POST /api/a/add",
      "POST /api/b/add",
      "POST /api/c/add",
      "POST /api/a/add",
    ]);
  });

  it("that never ends is given up", async () => {
    const { session, service } = begin(limited);
    await expect(session.create("/api/x/add")).rejects.toThrow(RateLimitError);
    expect(service.requests.length).toBe(21);
  });

  it("in doubt is repeated once after the window", async () => {
    const doubtful: Reply = {
      ...refusal("maybe"),
      headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "30" },
    };
    const { session, service, clock } = begin(doubtful, refusal("really"));
    await expect(session.read("/api/x")).rejects.toThrow("really");
    expect(service.requests.length).toBe(2);
    expect(clock.monotonic()).toBeGreaterThanOrEqual(30_000);
  });
});

describe("a change that may have worked before", () => {
  const wrongJson: Reply = { body: { status: "ok" } };
  const doubtful = { ...wrongJson, headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "30" } };

  it("is ambiguous, also where the last answer is none of the API", async () => {
    const { session } = begin(html(502), wrongJson);
    await expect(session.send("POST", "/api/x/assign/1")).rejects.toThrow(AmbiguousError);
  });

  it("is ambiguous, also where its repeats are refused for the limit without an end", async () => {
    const { session } = begin(lost(), limited);
    await expect(session.send("POST", "/api/x/assign/1")).rejects.toThrow(AmbiguousError);
  });

  it("says so in the refusal of the repeat, also where the first answer may have been one for the rate limit", async () => {
    const { session } = begin(doubtful, refusal("done already"));
    const failure = await session.send("POST", "/api/x/assign/1").catch((error: unknown) => error);
    expect(failure).toMatchObject({ reason: "done already", isAfterAmbiguous: true });
  });
});

describe("messages", () => {
  const hostile = "\u001b[31mno\u001b[0m\u0007\r\n\u0000 \u202eway ".repeat(100);

  it("are clean, bounded, and say where", async () => {
    for (const reply of [
      { body: { error: 1, message: hostile } },
      { text: hostile },
      { text: `{"x":"${hostile}` },
    ]) {
      const error = await begin(reply)
        .session.read("/api/pixels", { page: 1 })
        .catch((one: Error) => one);
      const { message } = error as Error;
      expect(message).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
      expect(message).not.toContain("[31m");
      expect(message.length).toBeLessThan(600);
      expect(message).toContain("GET /api/pixels");
    }
  });

  it("never hold the key or the body", async () => {
    const replies = [
      lost(),
      neverSent(),
      html(),
      html(502),
      cut,
      refusal("no", 400),
      refusal("no", 500),
      limited,
    ];
    for (const reply of replies) {
      const error = (await begin(reply)
        .session.create("/api/x/add", body)
        .catch((one: Error) => one)) as Error;
      expect(error).toBeInstanceOf(ApiError);
      expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toMatch(
        /secret-of-the-body|key-1/,
      );
    }
  });

  it("show what came instead of an answer", async () => {
    await expect(begin(html()).session.read("/api/x")).rejects.toThrow(
      'GET /api/x: an HTML page came back (status 200): "<!doctype html><title>Sign in</title>", which is no answer ' +
        "of the service's API; check that https://s.example is its base address",
    );
  });

  it("take the reason from where the service puts it", async () => {
    const reasons = [
      [{ error: 1, message: "words" }, "words"],
      [{ error: "words" }, "words"],
      [{ error: 1, message: { name: ["is missing"] } }, '{"name":["is missing"]}'],
      [{ error: 1 }, "(no message)"],
    ] as const;
    for (const [answer, reason] of reasons) {
      await expect(begin({ body: answer }).session.read("/api/x")).rejects.toMatchObject({ reason });
    }
  });
});

describe("a closed session", () => {
  it("sends nothing more and lets nobody wait", async () => {
    const { session, service } = begin(limited);
    const waiting = session.read("/api/x");
    await session.account();
    await session.close();
    await expect(waiting).rejects.toThrow("closed");
    await expect(session.read("/api/y")).rejects.toThrow("closed");
    expect(service.requests.length).toBeLessThanOrEqual(1);
  });
});
