// The account behind the key: the first request, its record, and the guard against another account.
import { describe, expect, test } from "vitest";
import { SessionError, WrongAccountError } from "../../src/api/errors";
import {
  ACCOUNT,
  type Answer,
  type Client,
  type ClientOptions,
  errorOf,
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
    client.create("/a"),
    client.pixels(),
    client.isGone("1"),
  ];
  for (const error of await Promise.all(calls.map(errorOf))) expect(error).toBeInstanceOf(type);
  expect(client.requests).toEqual([]);
}

test("the account is the first request of a process, and is sent once", async () => {
  const client = await open();
  expect(client.everything).toEqual([]);
  await Promise.all([client.put("/a"), client.get("/b"), client.account(), client.record()]);
  expect(client.everything.map(({ path }) => path)).toEqual(["/api/account", "/a", "/b"]);
});

test.each<[string, Answer, string]>([
  ["a rejected key", rejection("Key is invalid", 401), "rejected the API key: Key is invalid"],
  ["an HTML page", page("<html>Welcome</html>"), "before the service"],
  ["no id", success({ data: {} }), "no account id"],
  ["an id beyond 2^53", accountWith({ id: 2 ** 60 }), "no account id"],
  ["no connection", "reset", "network"],
  ["no API at the address", rejection("no such route", 404), "wrong base address"],
])("%s stops every method: nothing may look deleted", async (_, account, message) => {
  const client = await open({ account });
  expect((await errorOf(client.account())).message).toContain(message);
  await expectStopped(client, SessionError);
});

describe("the record of an account", () => {
  const addressOf = ({ server }: Client) => new URL(server.url).host;

  test.each([
    ["its address and time: a copy of the service has the same ids", "2020-01-02 03:04:05", "", RECORD],
    ["its address if there is no such time", null, "/links", "7"],
  ])("has %s", async (_, registered, basePath, record) => {
    const client = await open({ account: accountWith({ registered }), basePath });
    expect(await client.record()).toBe(`${record} at ${addressOf(client)}${basePath}`);
    await client.guard(await client.record(), undefined);
  });

  test.each([
    ["a time that appears", "2020-01-02 03:04:05", "7"],
    ["a time that vanishes", null, RECORD],
    ["a time in another form", "2020-01-02T03:04:05Z", RECORD],
  ])("is accepted with %s", async (_, registered, record) => {
    const client = await open({ account: accountWith({ registered }) });
    await client.guard(`${record} at ${addressOf(client)}`);
  });

  test.each([
    ["another account", "8 registered 2020-01-02 03:04:05", "Use the key"],
    ["the same id of another deployment", "7 registered 2019-09-09 09:09:09", "Use the key"],
    ["a copy at another address", `${RECORD} at staging.example.com`, "MOVED_FROM=staging.example.com"],
  ])(
    "stops everything if it is that of %s: the error names both, and the way on",
    async (_, record, next) => {
      const client = await open();
      const address = record.includes(" at ") ? "" : ` at ${addressOf(client)}`;
      const { message } = await errorOf(client.guard(record + address));
      for (const part of [record, RECORD, next]) expect(message).toContain(part);
      await expectStopped(client, WrongAccountError);
    },
  );
});

describe("the expected account", () => {
  test.each([{ username: "acme" }, { id: 7 }, { id: "7", username: " acme " }])(
    "is accepted: %j",
    async (expected) => {
      const client = await open({ expected });
      await client.get("/a");
      expect(client.requests).toHaveLength(1);
    },
  );

  test.each([{ username: "Acme" }, { id: "8" }, { username: "acme", id: 71 }])(
    "stops everything if the key has another one: %j",
    async (expected) => {
      const client = await open({ expected });
      expect((await errorOf(client.account())).message).toContain(String(Object.values(expected).at(-1)));
      await expectStopped(client, WrongAccountError);
    },
  );
});
