// The account behind the key: the first request, its record, and the guard against another account.
import { describe, expect, test } from "vitest";
import { SessionError, WrongAccountError } from "../../src/api/errors";
import {
  ACCOUNT,
  type Answer,
  type Client,
  type ClientOptions,
  openClient,
  page,
  rejection,
  success,
} from "./support/service";

const RECORD = "7 registered 2020-01-02 03:04:05";
const open = (options: ClientOptions = {}) => openClient(() => success(), options);
const accountWith = (fields: object): Answer => success({ data: { ...ACCOUNT, ...fields } });

/** Every method of the client fails, and nothing but the request for the account was sent. */
async function expectStopped(client: Client, type: new (...args: never[]) => Error): Promise<void> {
  const calls = [
    client.account(),
    client.get("/a"),
    client.put("/a"),
    client.delete("/a"),
    client.create("/a"),
    client.pixels(),
    client.isGone("1"),
  ];
  const results = await Promise.allSettled(calls);
  for (const result of results) expect(result).toMatchObject({ reason: expect.any(type) });
  expect(client.requests).toEqual([]);
}

test("the account is the first request of a process, and is sent once", async () => {
  const client = await open();
  expect(client.everything).toEqual([]);
  await Promise.all([client.put("/a"), client.get("/b"), client.account(), client.record()]);
  expect(client.everything.map(({ path }) => path)).toEqual(["/api/account", "/a", "/b"]);
});

describe("a key", () => {
  test.each([
    ["401", rejection("Key is invalid", 401)],
    ["403", rejection("Key is invalid", 403)],
    ["200", rejection("Key is invalid")],
  ])("that is rejected with %s stops every method: nothing may look deleted", async (_, account) => {
    const client = await open({ account });
    await expect(client.account()).rejects.toThrow("rejected the API key");
    await expectStopped(client, SessionError);
  });

  test.each<[string, Answer, new (...args: never[]) => Error]>([
    ["an HTML page", page("<html>Welcome</html>"), SessionError],
    ["no id", success({ data: {} }), SessionError],
    ["an id beyond 2^53", accountWith({ id: 2 ** 60 }), SessionError],
    ["a server error", rejection("database", 500), SessionError],
    ["no connection", "reset", SessionError],
    ["no API at the address", rejection("no such route", 404), SessionError],
  ])("whose account is unknown stops every method: %s", async (_, account, type) => {
    await expectStopped(await open({ account }), type);
  });
});

describe("the record of an account", () => {
  test("has the address of the service: a copy of it has the same ids", async () => {
    const client = await open();
    expect(await client.record()).toBe(`${RECORD} at ${new URL(client.server.url).host}`);
  });

  test.each([null, ""])("has the address if there is no such time (%j)", async (registered) => {
    const client = await open({ account: accountWith({ registered }), basePath: "/links" });
    expect(await client.record()).toBe(`7 at ${new URL(client.server.url).host}/links`);
  });

  test("is accepted by the guard, as is a missing one", async () => {
    const client = await open();
    await client.guard(await client.record(), undefined);
  });

  test.each([
    ["a time that appears", "2020-01-02 03:04:05", "7"],
    ["a time that vanishes", null, RECORD],
    ["a time in another form", "2020-01-02T03:04:05Z", RECORD],
  ])("is accepted with %s", async (_, registered, record) => {
    const client = await open({ account: accountWith({ registered }) });
    await client.guard(`${record} at ${new URL(client.server.url).host}`);
  });

  test.each([
    ["another account", "8 registered 2020-01-02 03:04:05"],
    ["the same id of another deployment", "7 registered 2019-09-09 09:09:09"],
    ["an id that begins with this one", "71"],
    ["a copy at another address", `${RECORD} at staging.example.com`],
  ])("stops everything if it is that of %s, and the error names both", async (_, record) => {
    const client = await open();
    const address = record.includes(" at ") ? "" : ` at ${new URL(client.server.url).host}`;
    const guarded = client.guard(record + address);
    await expect(guarded).rejects.toThrow(record);
    await expect(guarded).rejects.toThrow(RECORD);
    await expectStopped(client, WrongAccountError);
  });
});

describe("the expected account", () => {
  test.each([{ username: "acme" }, { id: 7 }, { id: "7" }, { id: "7", username: " acme " }])(
    "is accepted: %j",
    async (expect_) => {
      const client = await open({ expect: expect_ });
      await client.get("/a");
      expect(client.requests).toHaveLength(1);
    },
  );

  test.each([{ username: "Acme" }, { id: "8" }, { username: "acme", id: 71 }])(
    "stops everything if the key has another one: %j",
    async (expect_) => {
      const client = await open({ expect: expect_ });
      await expect(client.account()).rejects.toThrow(String(Object.values(expect_).at(-1)));
      await expectStopped(client, WrongAccountError);
    },
  );
});
