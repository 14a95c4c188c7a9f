// Which requests are sent again, which are not, and what the client concludes from a response.
import { describe, expect, it } from "vitest";
import {
  AmbiguousError,
  ApiError,
  ErrorResponse,
  RateLimitError,
  UnexpectedResponse,
  UnreachableError,
} from "../../../src/api/errors";
import {
  errorOf,
  fakeSession,
  GOOD,
  html,
  inTurn,
  LIMITED,
  lost,
  NO_RATE_HEADERS,
  notSent,
  type Reply,
  rejection,
  TRUNCATED,
} from "../support/fake-service";

const start = (...replies: (Reply | Error)[]) => fakeSession(inTurn(...replies));
const body = { name: "an object" };

describe("a success", () => {
  it.each([0, "0"])("has `error` %j, whatever the status", async (error) => {
    for (const status of [200, 201, 404, 500]) {
      const { session } = start({ status, body: { error, x: 1 } });
      expect(await session.read("/api/x")).toMatchObject({ status, data: { error, x: 1 } });
    }
  });

  it("has the times of the attempt and the service's date", async () => {
    const { session, clock } = start({ ...GOOD, headers: { date: "Mon, 01 Jan 2024 00:00:05 GMT" } });
    const response = await session.read("/api/x");
    expect(response.date).toBe(Date.UTC(2024, 0, 1, 0, 0, 5));
    expect([response.sentAt, response.receivedAt]).toEqual([clock.now(), clock.now()]);
  });

  it.each([1, "1", true, false, null, "", 0.1, [], {}, "0.0"])("is not `error` %j", async (error) => {
    const { session } = start({ body: { error, message: "m" } });
    await expect(session.read("/api/x")).rejects.toThrow(ErrorResponse);
  });
});

describe("an idempotent request", () => {
  it.each<[string, Reply | Error]>([
    ["was not sent", notSent()],
    ["got no response", lost()],
    ["got a page of a gateway", html(502)],
    ["got a server error", rejection("crash", 500)],
    ["got half a body", TRUNCATED],
  ])("is sent again if it %s", async (_, failure) => {
    for (const call of ["read", "send"] as const) {
      const { session, service } = start(failure, failure, failure, GOOD);
      await (call === "read" ? session.read("/api/x") : session.send("PUT", "/api/x", body));
      expect(service.requests.length).toBe(4);
    }
  });

  it("is sent again after random pauses with doubling bounds", async () => {
    const { session, clock } = start(notSent(), notSent(), notSent(), GOOD);
    await session.read("/api/x");
    expect(clock.slept).toEqual([250, 500, 1000]);
  });

  it("fails after four attempts without effect if none was sent", async () => {
    const { session, service } = start(notSent());
    const sent = session.send("DELETE", "/api/x");
    await expect(sent).rejects.toThrow(UnreachableError);
    await expect(sent).rejects.toThrow(/DELETE \/api\/x: the connection was refused \(4 attempts\)/);
    expect(service.requests.length).toBe(4);
  });

  it("fails as ambiguous after four attempts if a change was sent", async () => {
    await expect(start(lost(), notSent()).session.send("PUT", "/api/x")).rejects.toThrow(AmbiguousError);
    await expect(start(rejection("crash", 503)).session.send("PUT", "/api/x")).rejects.toThrow(
      AmbiguousError,
    );
    await expect(start(lost()).session.read("/api/x")).rejects.toThrow(UnreachableError);
    await expect(start(rejection("crash", 503)).session.read("/api/x")).rejects.toThrow(ErrorResponse);
    await expect(start(html(502)).session.read("/api/x")).rejects.toThrow(UnreachableError);
  });

  it.each<[string, Reply]>([
    ["an error", rejection("no", 400)],
    ["an error with 200", rejection("no")],
    ["an HTML page", html()],
    ["a redirect", { status: 302, text: "", headers: { location: "https://other.example/login" } }],
    ["foreign JSON", { body: { ok: true } }],
    ["an HTML page with 404", html(404)],
  ])("is not sent again after %s", async (_, reply) => {
    const { session, service } = start(reply);
    await expect(session.read("/api/x")).rejects.toThrow(ApiError);
    expect(service.requests.length).toBe(1);
  });

  it.each<[boolean, string, Reply]>([
    [false, "it shows free quota", rejection("no", 400)],
    [false, "no rate limit has its status", { ...rejection("no", 404), headers: NO_RATE_HEADERS }],
    [true, "it shows nothing", { ...rejection("no", 400), headers: NO_RATE_HEADERS }],
  ])("has a rejection with isAmbiguous %s if %s", async (isAmbiguous, _, reply) => {
    await expect(start(reply).session.send("POST", "/api/x")).rejects.toMatchObject({ isAmbiguous });
  });

  it("has a rejection with isAfterAmbiguous if an attempt before the rejection may have taken effect", async () => {
    const plain = start(notSent(), rejection("already exists")).session.send("POST", "/api/x");
    await expect(plain).rejects.toMatchObject({ isAfterAmbiguous: false, reason: "already exists" });
    const after = start(lost(), rejection("already exists")).session.send("POST", "/api/x");
    await expect(after).rejects.toMatchObject({ isAfterAmbiguous: true });
  });
});

describe("a create", () => {
  it("is sent again only if it certainly had no effect", async () => {
    const { session, service, clock } = start(notSent(), LIMITED, GOOD);
    expect((await session.create("/api/x/add", body)).data.id).toBe(5);
    expect(service.requests.length).toBe(3);
    expect(clock.monotonic()).toBeGreaterThanOrEqual(30_000);
  });

  it.each<[string, Reply | Error]>([
    ["no response", lost()],
    ["a page of a gateway", html(504)],
    ["a server error", rejection("crash", 500)],
    ["half a body", TRUNCATED],
    ["a page with 200", html()],
    ["foreign JSON", { body: { id: 5 } }],
    ["a possible rate-limit response", { ...rejection(), headers: { "x-ratelimit-remaining": "0" } }],
  ])("is ambiguous after %s", async (_, reply) => {
    const { session, service } = start(reply);
    await expect(session.create("/api/x/add", body)).rejects.toThrow(AmbiguousError);
    expect(service.requests.length).toBe(1);
  });

  /** A create that is the first request of a window. Its response shows that nothing is left. */
  const createWithNothingLeft = async (reply: Reply) => {
    const headers = { "x-ratelimit-limit": "4", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "30" };
    const one = start({ ...reply, headers: { ...reply.headers, ...headers } }, GOOD);
    await one.session.account();
    await one.clock.advance(70_000);
    return { ...one, sentAt: one.clock.monotonic(), created: one.session.create("/api/x/add", body) };
  };

  it.each<[string, Reply]>([
    ["half a body", TRUNCATED],
    ["foreign JSON", { body: { id: 5 } }],
    ["a page with 200", html()],
    ["a page with 403", html(403)],
    ["a server error", rejection("crash", 500)],
    ["a redirect", { status: 303, body: { error: 0 }, headers: { location: "https://s.example/api/x/5" } }],
  ])("is ambiguous after %s even if nothing is left of the limit", async (_, reply) => {
    const { created, service } = await createWithNothingLeft(reply);
    await expect(created).rejects.toThrow(AmbiguousError);
    expect(service.requests.length).toBe(1);
  });

  it("is sent again in the next window after a rate-limit response of any status", async () => {
    for (const status of [200, 400, 403]) {
      const { created, service, clock, sentAt } = await createWithNothingLeft(rejection("slow down", status));
      expect((await created).data.id).toBe(5);
      expect(service.requests.length).toBe(2);
      expect(clock.monotonic() - sentAt).toBeGreaterThanOrEqual(30_000);
    }
  });

  it.each<[string, Reply]>([
    ["an error", rejection("name is missing", 400)],
    ["an error with 200", rejection("name is missing")],
  ])("had no effect after %s", async (_, reply) => {
    await expect(start(reply).session.create("/api/x/add", body)).rejects.toThrow(ErrorResponse);
  });

  it("had no effect after a page with 404 or a redirect", async () => {
    await expect(start(html(404)).session.create("/api/x/add", body)).rejects.toThrow(UnexpectedResponse);
    const redirect = start({
      status: 308,
      text: "",
      headers: { location: "https://other.example/a?key=1" },
    });
    const created = redirect.session.create("/api/x/add", body);
    await expect(created).rejects.toThrow(UnexpectedResponse);
    await expect(created).rejects.toThrow(/received a redirect \(status 308\) to other\.example, which/);
  });
});

describe("a rate-limit response", () => {
  it("delays the request, which keeps its place in the queue", async () => {
    const { session, service } = fakeSession(inTurn(LIMITED, GOOD));
    await Promise.all(["a", "b", "c"].map((name) => session.create(`/api/${name}/add`)));
    expect(service.requests).toEqual([
      "POST /api/a/add",
      "POST /api/b/add",
      "POST /api/c/add",
      "POST /api/a/add",
    ]);
  });

  it("that repeats without end fails the request", async () => {
    const { session, service } = start(LIMITED);
    const created = session.create("/api/x/add");
    await expect(created).rejects.toThrow(RateLimitError);
    await expect(created).rejects.toThrow("rate limited 21 times in a row");
    expect(service.requests.length).toBe(21);
  });

  it("that is ambiguous is followed by one retry in the next window", async () => {
    const ambiguous: Reply = {
      ...rejection("maybe"),
      headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "30" },
    };
    const { session, service, clock } = start(ambiguous, rejection("really"));
    await expect(session.read("/api/x")).rejects.toThrow("really");
    expect(service.requests.length).toBe(2);
    expect(clock.monotonic()).toBeGreaterThanOrEqual(30_000);
  });
});

describe("a change that may have taken effect", () => {
  const foreign: Reply = { body: { status: "ok" } };

  it("is ambiguous even if the last response has a foreign form", async () => {
    const { session } = start(html(502), foreign);
    await expect(session.send("POST", "/api/x/assign/1")).rejects.toThrow(AmbiguousError);
  });

  it("is ambiguous even if all retries are rate limited", async () => {
    const { session } = start(lost(), LIMITED);
    await expect(session.send("POST", "/api/x/assign/1")).rejects.toThrow(AmbiguousError);
  });

  it("is marked in the rejection of the retry even if the first response may be a rate-limit response", async () => {
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "30" };
    const { session } = start({ ...foreign, headers }, rejection("already assigned"));
    const error = await errorOf(session.send("POST", "/api/x/assign/1"));
    expect(error).toMatchObject({ reason: "already assigned", isAfterAmbiguous: true });
  });
});

describe("a closed session", () => {
  it("sends nothing more and rejects what waits", async () => {
    const { session, service } = start(LIMITED);
    const waiting = session.read("/api/x");
    await session.account();
    await session.close();
    await expect(waiting).rejects.toThrow("closed");
    await expect(session.read("/api/y")).rejects.toThrow("closed");
    expect(service.requests.length).toBeLessThanOrEqual(1);
  });
});
