// API keys, paths and bodies of requests.
import { describe, expect, test } from "vitest";
import { startEmulator } from "../../src/emulator/index";
import { start } from "./support/api-client";

describe("an API key", () => {
  test.each([undefined, "Bearer", "Bearer wrong", "Basic demo-key", "demo-key", "Bearer demo-key x"])(
    "is not valid as Authorization %j",
    async (authorization) => {
      const api = await start();
      const headers: Record<string, string> = authorization ? { Authorization: authorization } : {};
      expect(await api.send("GET", "/api/account", { headers })).toMatchObject({
        status: 401,
        body: { error: 1, message: "A valid API key is required to use this service." },
      });
      expect(api.emulator.log).toMatchObject([{ account: undefined, ok: false, status: 401 }]);
    },
  );

  test("gives access to its own account only", async () => {
    const api = await start({
      accounts: [
        { username: "acme", keys: ["a"] },
        { username: "other", keys: ["b"], id: 7 },
      ],
    });
    expect((await api.withKey("b").get("/api/account")).body.data).toMatchObject({
      id: 7,
      username: "other",
    });
    await api.withKey("a").post("/api/channel/add", { name: "Mine" });
    expect((await api.withKey("b").get("/api/channels")).body.data.channels).toEqual([]);
    expect((await api.withKey("b").delete("/api/channel/101/delete")).status).toBe(404);
    expect(api.account.channels.size).toBe(1);
    // Ids are unique across accounts.
    expect((await api.withKey("b").post("/api/channel/add", { name: "Theirs" })).body.id).toBe(102);
  });

  test("can be rotated", async () => {
    const api = await start();
    api.account.addKey("new-key");
    expect((await api.withKey("new-key").get("/api/account")).body.data.username).toBe("acme");
    api.account.revokeKey("demo-key");
    expect((await api.get("/api/account")).status).toBe(401);
    expect((await api.withKey("new-key").get("/api/account")).status).toBe(200);
  });

  test("can belong to accounts with the same id but different registration times in two services", async () => {
    const seed = { username: "acme", keys: ["demo-key"], id: 5 };
    const one = await start({ accounts: [{ ...seed, registered: "2024-01-01 00:00:00" }] });
    const other = await start({ accounts: [{ ...seed, registered: "2025-01-01 00:00:00" }] });
    expect((await one.get("/api/account")).body.data).toMatchObject({
      id: 5,
      registered: "2024-01-01 00:00:00",
    });
    expect((await other.get("/api/account")).body.data).toMatchObject({
      id: 5,
      registered: "2025-01-01 00:00:00",
    });
  });

  test("cannot belong to two accounts, and no two accounts have the same id or username", async () => {
    const acme = { username: "acme", keys: ["a"], id: 1 };
    await expect(startEmulator({ accounts: [acme, { username: "b", keys: ["a"] }] })).rejects.toThrow(
      "same key",
    );
    await expect(startEmulator({ accounts: [acme, { username: "b", keys: [], id: 1 }] })).rejects.toThrow(
      "id 1",
    );
    await expect(startEmulator({ accounts: [acme, { username: "acme", keys: ["b"] }] })).rejects.toThrow(
      "Duplicate account",
    );
  });
});

describe("a path", () => {
  test.each(["/", "/api", "/api/accounts", "/api/account/", "/API/account", "/api/channel/1/assign/links"])(
    "can be unknown: %s",
    async (path) => {
      const api = await start();
      const { status, body, headers } = await api.get(path);
      expect({ status, body }).toEqual({
        status: 404,
        body: { error: 1, message: "There is no such endpoint." },
      });
      expect(headers.get("content-type")).toMatch("application/json");
    },
  );

  test("gets 405 and its allowed methods for another method", async () => {
    const api = await start();
    const { status, headers } = await api.delete("/api/pixels");
    expect([status, headers.get("allow")]).toEqual([405, "GET"]);
  });

  test.each(["0", "-1", "1e2", "0101", "101x", "%31%30%31", "99999999999999999999", "add"])(
    "has no object for the id %s",
    async (id) => {
      const api = await start();
      api.account.pixels.create({ type: "forum", name: "a", tag: "1" });
      expect((await api.delete(`/api/pixel/${id}/delete`)).status).toBe(404);
      expect(api.account.pixels.size).toBe(1);
    },
  );
});

describe("a body", () => {
  test.each(["{", "nonsense", '{"name":"a"', "\u0000"])("is rejected if it is not JSON: %j", async (body) => {
    const api = await start();
    expect(await api.send("POST", "/api/channel/add", { body })).toMatchObject({
      status: 400,
      body: { error: 1, message: "The body is not valid JSON." },
    });
  });

  test("is rejected if it is not UTF-8", async () => {
    const api = await start();
    const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    expect((await api.send("POST", "/api/channel/add", { body })).status).toBe(400);
  });

  test.each(["[]", '"text"', "null", "5"])("is rejected if it is not an object: %s", async (body) => {
    const api = await start();
    expect((await api.send("POST", "/api/channel/add", { body })).body.message).toMatch(
      "must be a JSON object",
    );
  });

  test("cannot change the object prototype", async () => {
    const api = await start();
    const body = '{"__proto__":{"name":"x","starred":true},"constructor":{"prototype":{"name":"y"}}}';
    expect((await api.send("POST", "/api/channel/add", { body })).status).toBe(400);
    expect(({} as { name?: string }).name).toBeUndefined();
    expect(Object.keys(api.emulator.log[0]?.body as object)).toEqual(["__proto__", "constructor"]);
  });

  test("is rejected if nested too deeply", async () => {
    const api = await start();
    const data = `${"[".repeat(100_000)}1${"]".repeat(100_000)}`;
    const body = `{"type":"text","data":${data}}`;
    expect((await api.send("POST", "/api/qr/add", { body })).body.message).toBe(
      "The body is nested too deeply.",
    );
  });

  test("is rejected above 1 MiB, and the connection stays usable", async () => {
    const api = await start();
    const name = "x".repeat(2 * 1024 * 1024);
    expect((await api.post("/api/channel/add", { name })).status).toBe(413);
    expect((await api.post("/api/channel/add", { name: "x".repeat(1000 * 1024) })).status).toBe(200);
    expect(api.emulator.log.map(({ body }) => body)).toEqual([
      undefined,
      expect.stringMatching(/^\[\d+ bytes\]$/),
    ]);
  });

  test("is ignored in an assignment", async () => {
    const api = await start();
    api.account.channels.create({ name: "Spring" });
    const response = await api.send("POST", "/api/channel/101/assign/links/4711", { body: "{" });
    expect(response.status).toBe(200);
  });
});
