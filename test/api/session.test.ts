// The account session: the first request, the account guard, and what concerns the whole session.
import { createServer } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import {
  ErrorResponse,
  RejectedKeyError,
  UnexpectedResponse,
  UnreachableError,
  WrongAccountError,
} from "../../src/api/errors";
import { AccountSession } from "../../src/api/session";
import type { Settings } from "../../src/api/settings";
import { VirtualClock } from "../support/virtual-clock";
import { ACCOUNT, FakeService, lost, neverSent, type Reply, refusal } from "./fake-service";

const sessions: AccountSession[] = [];
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
});

function begin(reply: Reply | Error, settings: Partial<Settings> = {}) {
  const service = new FakeService(({ path }) => (path === "/api/account" ? reply : { body: { error: 0 } }));
  const session = new AccountSession(
    { apiKey: "key-1", baseUrl: "https://s.example/x", pageSize: 100, settleTimeMs: 10_000, ...settings },
    { clock: new VirtualClock({ autoAdvance: true, quietMs: 1 }), random: () => 0.5, transport: service },
  );
  sessions.push(session);
  return { session, service };
}

const account = (fields: Record<string, unknown> = {}): Reply => ({
  body: { error: 0, data: { ...ACCOUNT, ...fields } },
});

describe("the account request", () => {
  it("is the first and only one of its kind; all others wait for it", async () => {
    const { session, service } = begin(account());
    await Promise.all([
      session.send("PUT", "/api/x"),
      session.read("/api/y"),
      session.account(),
      session.accountRecord(),
    ]);
    expect(service.log).toEqual(["GET /api/account", "PUT /api/x", "GET /api/y"]);
  });

  it("is not sent before it is needed", () => {
    expect(begin(account()).service.log).toEqual([]);
  });

  it("gives the account's fields as text", async () => {
    const { session } = begin(
      account({ id: "7", status: null, avatar: undefined, expires: "2030-01-01 00:00:00" }),
    );
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

  it("follows an own update", async () => {
    const { session, service } = begin(account());
    await session.account();
    session.noteAccountChange({ email: "b@example.com" });
    expect((await session.account()).email).toBe("b@example.com");
    expect(service.log.length).toBe(1);
  });

  it.each<[string, Reply]>([
    ["401", refusal("Key is invalid", 401)],
    ["403", refusal("Key is invalid", 403)],
    ["200", refusal("Key is invalid")],
  ])("refused with %s stops every method with one error", async (_, reply) => {
    const { session, service } = begin(reply);
    const failures = await Promise.all(
      [
        session.account(),
        session.accountRecord(),
        session.guard("x"),
        session.read("/a"),
        session.create("/a"),
        session.collection({ path: "/a", key: "a" }).items(),
      ].map((call) =>
        (call as Promise<unknown>).then(
          () => undefined,
          (error: unknown) => error,
        ),
      ),
    );
    expect(new Set(failures).size).toBe(1);
    expect(failures[0]).toBeInstanceOf(RejectedKeyError);
    expect(failures[0]).toMatchObject({ session: true });
    expect((failures[0] as Error).message).toMatch(/^the service refused the API key: Key is invalid/);
    expect(service.log).toEqual(["GET /api/account"]);
  });

  it.each<[string, Reply | Error, new (...args: never[]) => Error]>([
    ["an HTML page", { text: "<html>Welcome</html>" }, UnexpectedResponse],
    ["a gateway's page", { status: 502, text: "<html>Bad gateway</html>" }, UnexpectedResponse],
    [
      "a redirect",
      { status: 301, text: "", headers: { location: "https://www.s.example/" } },
      UnexpectedResponse,
    ],
    ["another service's JSON", { body: { hello: 1 } }, UnexpectedResponse],
    ["no account in it", { body: { error: 0, data: {} } }, UnexpectedResponse],
    ["an id beyond 2^53", account({ id: 2 ** 60 }), UnexpectedResponse],
    ["a crash", refusal("database", 500), ErrorResponse],
    ["no service", neverSent(), UnreachableError],
    ["a dead connection", lost(), UnreachableError],
  ])("answered by %s concerns the whole session", async (_, reply, type) => {
    const { session } = begin(reply);
    const failure = await session.account().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(type);
    expect(failure).toMatchObject({ session: true });
  });

  it("refused for the limit is waited out", async () => {
    let count = 0;
    const service = new FakeService(() =>
      ++count === 1
        ? { ...refusal("too many"), headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "20" } }
        : account(),
    );
    const clock = new VirtualClock({ autoAdvance: true, quietMs: 1 });
    const session = new AccountSession(
      { apiKey: "k", baseUrl: "https://s.example", pageSize: 100, settleTimeMs: 0 },
      { clock, transport: service },
    );
    sessions.push(session);
    expect((await session.account()).id).toBe("7");
    expect(clock.monotonic()).toBeGreaterThanOrEqual(20_000);
  });

  it("refused without a word on the limit is repeated once in the next window: a process before may have used it up", async () => {
    const bare = {
      "x-ratelimit-limit": undefined,
      "x-ratelimit-remaining": undefined,
      "x-ratelimit-reset": undefined,
    };
    const { session, service } = begin({ ...refusal("Key is invalid"), headers: bare });
    await expect(session.account()).rejects.toThrow(RejectedKeyError);
    expect(service.log.length).toBe(2);
    const told = begin({ ...refusal("Key is invalid", 401), headers: bare });
    await expect(told.session.account()).rejects.toThrow(RejectedKeyError);
    expect(told.service.log.length).toBe(1);
  });

  it("to a real page that is no service fails within one try", async () => {
    const server = createServer((_, response) =>
      response.setHeader("Content-Type", "text/html").end("<p>hi</p>"),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    const session = new AccountSession({
      apiKey: "k",
      baseUrl: `http://127.0.0.1:${port}`,
      pageSize: 100,
      settleTimeMs: 0,
    });
    await expect(session.account()).rejects.toThrow(
      /GET \/api\/account: an HTML page came back \(status 200\)/,
    );
    await session.close();
    await new Promise((resolve) => server.close(resolve));
  });
});

describe("the mark of an account", () => {
  it("is its id and when it was registered", async () => {
    expect(await begin(account()).session.accountRecord()).toBe("7 registered 2020-01-02 03:04:05");
  });

  it.each([undefined, null, "", " "])(
    "is its id and the service's origin where that is missing (%j)",
    async (registered) => {
      expect(await begin(account({ registered })).session.accountRecord()).toBe("7 at https://s.example");
    },
  );

  it("does not change with the e-mail address", async () => {
    const { session } = begin(account());
    const before = await session.accountRecord();
    session.noteAccountChange({ email: "b@example.com" });
    expect(await session.accountRecord()).toBe(before);
  });
});

describe("the account guard", () => {
  it("lets pass what was recorded on this account, and what has no record", async () => {
    const { session } = begin(account());
    await session.guard("7 registered 2020-01-02 03:04:05");
    await session.guard(undefined);
  });

  it("stops at the same id of another installation, naming both", async () => {
    const guarded = begin(account()).session.guard("7 registered 2019-09-09 09:09:09");
    await expect(guarded).rejects.toThrow(WrongAccountError);
    await expect(guarded).rejects.toThrow(
      /7 registered 2019-09-09 09:09:09, .* 7 registered 2020-01-02 03:04:05/,
    );
    await expect(guarded).rejects.toMatchObject({ session: true });
  });

  it("stops where something was recorded on a second account, naming both and what to do", async () => {
    const { session } = begin(account());
    await session.guard("7 registered 2020-01-02 03:04:05");
    const guarded = session.guard("8 registered 2019-09-09 09:09:09");
    await expect(guarded).rejects.toThrow(WrongAccountError);
    await expect(guarded).rejects.toThrow(
      /more than one account: 7 registered 2020-01-02 03:04:05 and 8 registered 2019-09-09 09:09:09, .*pulumi state delete/,
    );
    await expect(session.read("/a")).rejects.toThrow(WrongAccountError);
  });

  it.each([
    { username: "acme" },
    { id: 7 },
    { id: "7" },
    { email: " A@Example.com " },
    { registered: "2020-01-02 03:04:05", id: "7", username: "acme" },
  ])("lets pass the account that is expected: %j", async (expected) => {
    expect((await begin(account(), { expect: expected }).session.account()).id).toBe("7");
  });

  it.each([
    [{ username: "Acme" }, "expected username Acme"],
    [{ id: "8" }, "expected id 8"],
    [{ email: "b@example.com" }, "expected email b@example.com"],
    [{ username: "acme", registered: "2021-01-01 00:00:00" }, "expected registered 2021-01-01 00:00:00"],
  ])("stops every request when another is expected: %j", async (expected, message) => {
    const { session, service } = begin(account(), { expect: expected });
    await expect(session.send("DELETE", "/api/pixel/1/delete")).rejects.toThrow(WrongAccountError);
    await expect(session.account()).rejects.toThrow(message);
    expect(service.log).toEqual(["GET /api/account"]);
  });

  it("expects nothing of a field that the service leaves out but its presence", async () => {
    const { session } = begin(account({ registered: undefined }), {
      expect: { registered: "2020-01-02 03:04:05" },
    });
    await expect(session.account()).rejects.toThrow(WrongAccountError);
  });
});
