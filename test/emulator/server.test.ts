// The HTTP server: ports, connections, unreadable requests.
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { listen } from "../../src/emulator/http/server";
import { startEmulator } from "../../src/emulator/index";
import { start } from "./support/api-client";

/** Sends bytes to the emulator and returns everything that it sends back. */
async function sendBytes(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(bytes);
  return text(socket);
}

test("listens on the loopback interface only", async () => {
  const { emulator } = await start();
  expect(emulator.url).toBe(`http://127.0.0.1:${emulator.port}`);
  await expect(fetch(`http://127.0.0.2:${emulator.port}/api/account`)).rejects.toThrow();
});

test("reports a port in use", async () => {
  const { emulator } = await start();
  await expect(startEmulator({ port: emulator.port })).rejects.toMatchObject({
    name: "EmulatorError",
    message: `Port ${emulator.port} on 127.0.0.1 is in use. Choose another port, or 0 for any free port.`,
  });
});

test.each([{ port: -1 }, { port: 65_536 }, { port: 1.5 }, { rateLimit: 0 }, { windowMs: 0 }, { firstId: 0 }])(
  "rejects %j",
  async (options) => {
    await expect(startEmulator(options)).rejects.toThrow(RangeError);
  },
);

test("responds in JSON to bytes that are not HTTP", async () => {
  const { emulator } = await start();
  const response = await sendBytes(emulator.port, "nonsense\r\n\r\n");
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(JSON.parse(response.slice(response.indexOf("\r\n\r\n")))).toMatchObject({ error: 1 });
});

test("responds with 408 to a client that does not complete its request", async () => {
  const server = await listen({
    port: 0,
    requestTimeoutMs: 100,
    errorBody: (_status, message) => JSON.stringify({ error: 1, message }),
    respond: () => Promise.reject(new Error("never complete")),
  });
  const request = "POST /api/pixel/add HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{";
  expect(await sendBytes(server.port, request)).toMatch(/^HTTP\/1\.1 408 /);
  await server.close();
});

test("closes the connection if a request fails internally", async () => {
  const server = await listen({
    port: 0,
    requestTimeoutMs: 1000,
    errorBody: () => "{}",
    respond: () => Promise.reject(new Error("broken")),
  });
  await expect(fetch(`http://127.0.0.1:${server.port}/`)).rejects.toThrow();
  await server.close();
});

test("close ends idle connections, frees the port and can be called twice", async () => {
  const { emulator } = await start();
  const socket = connect(emulator.port, "127.0.0.1");
  socket.write("GET /api/account HTTP/1.1\r\nHost: x\r\n\r\n");
  await new Promise((resolve) => socket.once("data", resolve));
  const ended = new Promise((resolve) => socket.once("close", resolve));
  await Promise.all([emulator.close(), emulator.close()]);
  await ended;
  const restarted = await startEmulator({ port: emulator.port });
  await restarted.close();
});
