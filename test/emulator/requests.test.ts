import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { listen } from "../../src/emulator/http/server";
import { startEmulator } from "../../src/emulator/index";
import { start } from "./support/api-client";

/** Writes raw bytes to the emulator and returns everything that comes back. */
async function raw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(bytes);
  return text(socket);
}

describe("keys", () => {
  test.each([undefined, "Bearer", "Bearer wrong", "Basic demo-key", "demo-key", "Bearer demo-key x"])(
    "a request with Authorization %j is refused",
    async (authorization) => {
      const api = await start();
      const headers: Record<string, string> = authorization ? { Authorization: authorization } : {};
      expect(await api.send("GET", "/api/account", { headers })).toMatchObject({
        status: 401,
        body: { error: 1, message: "The API key is missing, invalid or expired." },
      });
      expect(api.emulator.log).toMatchObject([{ account: undefined, ok: false, status: 401 }]);
    },
  );

  test("each key acts on the data of its own account only", async () => {
    const api = await start({
      accounts: [
        { username: "acme", keys: ["a"] },
        { username: "other", keys: ["b"], id: 7 },
      ],
    });
    expect((await api.as("b").get("/api/account")).body.data).toMatchObject({ id: 7, username: "other" });
    await api.as("a").post("/api/channel/add", { name: "Mine" });
    expect((await api.as("b").get("/api/channels")).body.data.channels).toEqual([]);
    expect((await api.as("b").delete("/api/channel/101/delete")).status).toBe(404);
    expect(api.account.channels.size).toBe(1);
    // An id is never used by two accounts.
    expect((await api.as("b").post("/api/channel/add", { name: "Theirs" })).body.id).toBe(102);
  });

  test("a key is renewed by adding one and revoking the other", async () => {
    const api = await start();
    api.account.addKey("new-key");
    expect((await api.as("new-key").get("/api/account")).body.data.username).toBe("acme");
    api.account.revokeKey("demo-key");
    expect((await api.get("/api/account")).status).toBe(401);
    expect((await api.as("new-key").get("/api/account")).status).toBe(200);
  });

  test("two installations can have the same account id, registered at different times", async () => {
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

  test("two accounts cannot share a key, an id or be the same", async () => {
    const acme = { username: "acme", keys: ["a"], id: 1 };
    await expect(startEmulator({ accounts: [acme, { username: "b", keys: ["a"] }] })).rejects.toThrow(
      "same key",
    );
    await expect(startEmulator({ accounts: [acme, { username: "b", keys: [], id: 1 }] })).rejects.toThrow(
      "id 1",
    );
    await expect(startEmulator({ accounts: [acme, { username: "acme", keys: ["b"] }] })).rejects.toThrow(
      "twice",
    );
  });
});

describe("paths", () => {
  test.each(["/", "/api", "/api/accounts", "/api/account/", "/API/account", "/api/channel/1/assign/links"])(
    "%s does not exist",
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

  test("a path with another method is refused with the methods it takes", async () => {
    const api = await start();
    const { status, headers } = await api.delete("/api/pixels");
    expect([status, headers.get("allow")]).toEqual([405, "GET"]);
  });

  test.each(["0", "-1", "1e2", "0101", "101x", "%31%30%31", "99999999999999999999", "add"])(
    "%s is no id",
    async (id) => {
      const api = await start();
      api.account.pixels.create({ type: "forum", name: "a", tag: "1" });
      expect((await api.delete(`/api/pixel/${id}/delete`)).status).toBe(404);
      expect(api.account.pixels.size).toBe(1);
    },
  );
});

describe("bodies", () => {
  test.each(["{", "nonsense", '{"name":"a"', "\u0000"])("%j is not valid JSON", async (body) => {
    const api = await start();
    expect(await api.send("POST", "/api/channel/add", { body })).toMatchObject({
      status: 400,
      body: { error: 1, message: "The body is not valid JSON." },
    });
  });

  test("bytes that are no UTF-8 are not valid JSON", async () => {
    const api = await start();
    const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    expect((await api.send("POST", "/api/channel/add", { body })).status).toBe(400);
  });

  test.each(["[]", '"text"', "null", "5"])("%s is no object", async (body) => {
    const api = await start();
    expect((await api.send("POST", "/api/channel/add", { body })).body.message).toMatch(
      "must be a JSON object",
    );
  });

  test("keys of the object prototype are harmless", async () => {
    const api = await start();
    const body = '{"__proto__":{"name":"x","starred":true},"constructor":{"prototype":{"name":"y"}}}';
    expect((await api.send("POST", "/api/channel/add", { body })).status).toBe(400);
    expect(({} as { name?: string }).name).toBeUndefined();
    expect(Object.keys(api.emulator.log[0]?.body as object)).toEqual(["__proto__", "constructor"]);
  });

  test("a body nested too deeply is refused", async () => {
    const api = await start();
    const data = `${"[".repeat(100_000)}1${"]".repeat(100_000)}`;
    const body = `{"type":"text","data":${data}}`;
    expect((await api.send("POST", "/api/qr/add", { body })).body.message).toBe(
      "The body is nested too deeply.",
    );
  });

  test("a body of more than 1 MiB is refused and the connection stays usable", async () => {
    const api = await start();
    const name = "x".repeat(2 * 1024 * 1024);
    expect((await api.post("/api/channel/add", { name })).status).toBe(413);
    expect((await api.post("/api/channel/add", { name: "x".repeat(1000 * 1024) })).status).toBe(200);
    expect(api.emulator.log.map(({ body }) => body)).toEqual([
      undefined,
      expect.stringMatching(/^\[\d+ bytes\]$/),
    ]);
  });

  test("an assignment needs no body, and one that comes is not looked at", async () => {
    const api = await start();
    api.account.channels.create({ name: "Spring" });
    const reply = await api.send("POST", "/api/channel/101/assign/links/4711", { body: "{" });
    expect(reply.status).toBe(200);
  });
});

describe("sockets", () => {
  test("only the loopback interface is listened on", async () => {
    const { emulator } = await start();
    expect(emulator.url).toBe(`http://127.0.0.1:${emulator.port}`);
    await expect(fetch(`http://127.0.0.2:${emulator.port}/api/account`)).rejects.toThrow();
  });

  test("a port in use is told clearly", async () => {
    const { emulator } = await start();
    await expect(startEmulator({ port: emulator.port })).rejects.toMatchObject({
      name: "EmulatorError",
      message: `Port ${emulator.port} on 127.0.0.1 is in use. Choose another one, or 0 for any free port.`,
    });
  });

  test.each([
    { port: -1 },
    { port: 65_536 },
    { port: 1.5 },
    { rateLimit: 0 },
    { windowMs: 0 },
    { firstId: 0 },
  ])("%j is out of range", async (options) => {
    await expect(startEmulator(options)).rejects.toThrow(RangeError);
  });

  test("bytes that are no HTTP are answered in JSON", async () => {
    const { emulator } = await start();
    const reply = await raw(emulator.port, "nonsense\r\n\r\n");
    expect(reply).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(reply.slice(reply.indexOf("\r\n\r\n")))).toMatchObject({ error: 1 });
  });

  test("a client that does not finish its request is cut off", async () => {
    const server = await listen({
      port: 0,
      requestTimeoutMs: 100,
      failureBody: (_status, message) => JSON.stringify({ error: 1, message }),
      respond: () => Promise.reject(new Error("never complete")),
    });
    const request = "POST /api/pixel/add HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{";
    expect(await raw(server.port, request)).toMatch(/^HTTP\/1\.1 408 /);
    await server.close();
  });

  test("a request that fails inside is not left hanging", async () => {
    const server = await listen({
      port: 0,
      requestTimeoutMs: 1000,
      failureBody: () => "{}",
      respond: () => Promise.reject(new Error("broken")),
    });
    await expect(fetch(`http://127.0.0.1:${server.port}/`)).rejects.toThrow();
    await server.close();
  });

  test("close ends kept connections, frees the port and can be called twice", async () => {
    const { emulator } = await start();
    const socket = connect(emulator.port, "127.0.0.1");
    socket.write("GET /api/account HTTP/1.1\r\nHost: x\r\n\r\n");
    await new Promise((resolve) => socket.once("data", resolve));
    const ended = new Promise((resolve) => socket.once("close", resolve));
    await Promise.all([emulator.close(), emulator.close()]);
    await ended;
    const again = await startEmulator({ port: emulator.port });
    await again.close();
  });
});
