// The account session: its first request, rejections that may be rate-limit responses, and messages while it waits.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import {
  ErrorResponse,
  RejectedKeyError,
  UnexpectedResponse,
  UnreachableError,
  WrongAddressError,
} from "../../src/api/errors";
import { AccountSession, type LimiterStatus } from "../../src/api/session";
import { accountReply, accountSession } from "./support/account-session";
import {
  errorOf,
  fakeSession,
  inTurn,
  lost,
  NO_RATE_HEADERS,
  notSent,
  type Reply,
  rejection,
  SETTINGS,
} from "./support/fake-service";

describe("the account request", () => {
  it("is sent once, before all other requests", async () => {
    const { session, service } = accountSession(accountReply());
    await Promise.all([
      session.send("PUT", "/api/x"),
      session.read("/api/y"),
      session.account(),
      session.accountRecord(),
    ]);
    expect(service.log).toEqual(["GET /api/account", "PUT /api/x", "GET /api/y"]);
  });

  it("is not sent until it is needed", () => {
    expect(accountSession(accountReply()).service.log).toEqual([]);
  });

  it("returns the fields of the account as text", async () => {
    const fields = { id: "7", status: null, avatar: undefined, expires: "2030-01-01 00:00:00" };
    const { session } = accountSession(accountReply(fields));
    expect(await session.account()).toEqual({
      id: "7",
      username: "acme",
      email: "a@example.com",
      avatar: "",
      status: "",
      expires: "2030-01-01 00:00:00",
      registered: "2020-01-02 03:04:05",
    });
  });

  it("is not repeated after a change of this process", async () => {
    const { session, service } = accountSession(accountReply());
    await session.account();
    session.noteAccountChange({ email: "b@example.com" });
    expect((await session.account()).email).toBe("b@example.com");
    expect(service.log.length).toBe(1);
  });

  it.each<[string, Reply]>([
    ["401", rejection("Key is invalid", 401)],
    ["403", rejection("Key is invalid", 403)],
    ["200", rejection("Key is invalid")],
  ])("fails every method with the same error if the key is rejected with %s", async (_, reply) => {
    const { session, service } = accountSession(reply);
    const errors = await Promise.all(
      [
        session.account(),
        session.accountRecord(),
        session.guard("x"),
        session.read("/a"),
        session.create("/a"),
        session.collection({ path: "/a", key: "a", writePath: "/a/" }).items(),
      ].map((call) => errorOf(call)),
    );
    expect(new Set(errors).size).toBe(1);
    expect(errors[0]).toBeInstanceOf(RejectedKeyError);
    expect(errors[0]).toMatchObject({ session: true });
    expect((errors[0] as Error).message).toMatch(/^the service rejected the API key: Key is invalid/);
    expect(service.log).toEqual(["GET /api/account"]);
  });

  it.each<[string, Reply | Error, new (...args: never[]) => Error]>([
    ["an HTML page", { text: "<html>Welcome</html>" }, UnexpectedResponse],
    ["a page of a gateway", { status: 502, text: "<html>Bad gateway</html>" }, UnreachableError],
    [
      "a redirect",
      { status: 301, text: "", headers: { location: "https://www.s.example/" } },
      UnexpectedResponse,
    ],
    ["JSON of another service", { body: { hello: 1 } }, UnexpectedResponse],
    ["no account", { body: { error: 0, data: {} } }, UnexpectedResponse],
    ["an id beyond 2^53", accountReply({ id: 2 ** 60 }), UnexpectedResponse],
    ["a server error", rejection("database", 500), ErrorResponse],
    ["no connection", notSent(), UnreachableError],
    ["no response", lost(), UnreachableError],
    ["no API at the address", { status: 404, text: "<h1>Not found</h1>" }, WrongAddressError],
    ["an address that the service does not know", rejection("No route", 404), WrongAddressError],
  ])("fails the whole session after %s", async (_, reply, type) => {
    const error = await errorOf(accountSession(reply).session.account());
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({ session: true });
  });

  it("waits for the next window after a rate-limit response", async () => {
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "20" };
    const { session, clock } = accountSession({ ...rejection("too many"), headers }, accountReply());
    expect((await session.account()).id).toBe("7");
    expect(clock.monotonic()).toBeGreaterThanOrEqual(20_000);
  });

  it("is repeated in the next window if a rejection may be a rate-limit response", async () => {
    // An earlier process may have used up the limit.
    const ambiguous = accountSession({ ...rejection("Key is invalid"), headers: NO_RATE_HEADERS });
    await expect(ambiguous.session.account()).rejects.toThrow(RejectedKeyError);
    expect(ambiguous.service.log.length).toBe(2);
    const clear = accountSession({ ...rejection("Key is invalid", 401), headers: NO_RATE_HEADERS });
    await expect(clear.session.account()).rejects.toThrow(RejectedKeyError);
    expect(clear.service.log.length).toBe(1);
  });

  it("fails after one attempt if another server listens at the base address", async () => {
    const server = createServer((_, response) =>
      response.setHeader("Content-Type", "text/html").end("<p>hi</p>"),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const session = new AccountSession({ ...SETTINGS, baseUrl: `http://127.0.0.1:${port}` });
    await expect(session.account()).rejects.toThrow("GET /api/account: received an HTML page (status 200)");
    expect(session.sent).toBe(1);
    await session.close();
    await new Promise((resolve) => server.close(resolve));
  });
});

describe("confirmRejection", () => {
  /** A rejection that may be a rate-limit response. */
  const ambiguous = { ...rejection("already exists", 400), headers: NO_RATE_HEADERS };
  const clear = rejection("already exists", 400);
  const assign = (...replies: (Reply | Error)[]) => {
    const one = fakeSession(inTurn(...replies));
    const confirmed = one.session.confirmRejection(() => one.session.send("POST", "/api/x/assign/1"));
    return { ...one, confirmed };
  };
  const ASSIGN = "POST /api/x/assign/1";
  const ACCOUNT = "GET /api/account";

  it("returns a success at once", async () => {
    const { confirmed, service } = assign({ body: { error: 0, done: 1 } });
    expect((await confirmed).data.done).toBe(1);
    expect(service.log).toEqual([ACCOUNT, ASSIGN]);
  });

  it("throws a clear rejection at once", async () => {
    const { confirmed, service } = assign(clear);
    await expect(confirmed).rejects.toMatchObject({ reason: "already exists", isAmbiguous: false });
    expect(service.log).toEqual([ACCOUNT, ASSIGN]);
  });

  it("throws any other error at once", async () => {
    const { confirmed, service } = assign(lost());
    await expect(confirmed).rejects.toThrow("the connection was reset");
    expect(service.requests.length).toBe(4);
  });

  it("repeats an ambiguous rejection right after another request got a response", async () => {
    const { confirmed, service } = assign(ambiguous);
    const error = await errorOf(confirmed);
    expect(error).toBeInstanceOf(ErrorResponse);
    expect(error).toMatchObject({ reason: "already exists", isAmbiguous: false });
    expect(service.log).toEqual([ACCOUNT, ASSIGN, ACCOUNT, ASSIGN]);
  });

  it("returns the success of a repetition", async () => {
    const { confirmed, service } = assign(ambiguous, { body: { error: 0, done: 1 } });
    expect((await confirmed).data.done).toBe(1);
    expect(service.log).toEqual([ACCOUNT, ASSIGN, ACCOUNT, ASSIGN]);
  });

  it("remembers that an earlier attempt may have taken effect", async () => {
    const { confirmed } = assign(lost(), ambiguous, ambiguous, clear);
    await expect(confirmed).rejects.toMatchObject({ isAfterAmbiguous: true, isAmbiguous: false });
  });

  it("throws an ambiguous rejection after four attempts if every other request has to wait", async () => {
    let isLimited = false;
    const { session, service } = fakeSession(() => ambiguous);
    const send = service.send.bind(service);
    // The limit is used up whenever the other request is sent.
    service.send = async (request) => {
      const response = await send(request);
      if (request.path !== "/api/account" || service.log.length === 1) return response;
      isLimited = !isLimited;
      const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "30" };
      return isLimited ? { status: 429, headers, text: '{"error":1}' } : response;
    };
    const assigned = session.confirmRejection(() => session.send("POST", "/api/x/assign/1"));
    await expect(assigned).rejects.toMatchObject({ reason: "already exists", isAmbiguous: true });
    expect(service.requests).toEqual(Array(4).fill(ASSIGN));
  });
});

describe("onWait", () => {
  it("is called with the status of the rate limit when requests begin to wait", async () => {
    const statuses: LimiterStatus[] = [];
    let used = 0;
    const { session, clock } = fakeSession(
      () => ({
        body: { error: 0 },
        headers: {
          "x-ratelimit-limit": "5",
          "x-ratelimit-remaining": String(4 - (used++ % 5)),
          "x-ratelimit-reset": "30",
        },
      }),
      {},
      { onWait: (status) => void statuses.push(status) },
    );
    await session.read("/api/x");
    expect(statuses).toEqual([]);
    const startedAt = clock.now();
    await Promise.all(Array.from({ length: 6 }, () => session.read("/api/x")));
    expect(statuses.at(-1)).toMatchObject({ queued: 2, free: 0, limit: 5 });
    expect(statuses.at(-1)!.resetAt! - startedAt).toBeGreaterThanOrEqual(30_000);
    expect(session.status().queued).toBe(0);
  });

  it("is not called while nothing waits", async () => {
    const statuses: LimiterStatus[] = [];
    const onWait = (status: LimiterStatus) => void statuses.push(status);
    const { session } = fakeSession(() => ({ body: { error: 0 } }), {}, { onWait });
    await Promise.all(Array.from({ length: 50 }, () => session.read("/api/x")));
    expect(statuses).toEqual([]);
  });
});
