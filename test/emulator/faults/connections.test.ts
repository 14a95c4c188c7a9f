// Connections that are refused, reset or hang, before or after the request takes effect.
import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import type { FaultName } from "../../../src/emulator/index";
import { VirtualClock } from "../../support/virtual-clock";
import { type ApiClient, start } from "../support/api-client";
import { attempt, tryToAddChannel } from "../support/attempt";

const ADD = "POST /api/channel/add HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer demo-key\r\n";
const BODY = '{"name":"Spring"}';

/** Sends a request without waiting for a response. Resolves when the emulator has selected its faults. */
async function sendWithFault(api: ApiClient, fault: FaultName) {
  const selected = new Promise<void>((resolve) => {
    api.emulator.faults.rule({
      on: () => {
        resolve();
        return true;
      },
      fault,
      times: 1,
    });
  });
  const socket = connect(api.emulator.port, "127.0.0.1");
  let received = "";
  socket.on("data", (bytes) => {
    received += bytes;
  });
  socket.on("error", () => {});
  socket.write(`${ADD}Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`);
  await selected;
  return { socket, received: () => received };
}

describe("a dropped request", () => {
  test("has no effect if dropped before handling", async () => {
    const api = await start();
    api.emulator.faults.rule({ on: "POST /api/*/add", fault: "dropBeforeHandling" });
    expect(await tryToAddChannel(api)).toEqual({ code: "ECONNRESET" });
    expect(api.account.channels.size).toBe(0);
    expect(api.emulator.log).toMatchObject([
      { status: 0, ok: false, changes: false, remaining: 10_000, faults: ["dropBeforeHandling"] },
    ]);
  });

  test("takes effect if dropped after the commit", async () => {
    const api = await start();
    api.emulator.faults.rule({ on: "POST /api/*/add", fault: "dropAfterCommit" });
    expect(await tryToAddChannel(api)).toEqual({ code: "ECONNRESET" });
    expect(api.account.channels.list()).toMatchObject([{ name: "Spring" }]);
    expect(api.emulator.log).toMatchObject([
      { status: 200, ok: true, changes: true, remaining: 9999, faults: ["dropAfterCommit"] },
    ]);
  });

  test("takes effect later if dropped before the commit", async () => {
    const clock = new VirtualClock();
    const api = await start({ clock });
    api.emulator.faults.rule({ on: "POST /api/*/add", fault: "dropThenCommit", ms: 3000 });
    expect(await tryToAddChannel(api)).toEqual({ code: "ECONNRESET" });
    await clock.advance(2999);
    expect(api.account.channels.size).toBe(0);
    await clock.advance(1);
    await api.emulator.faults.settled();
    expect(api.account.channels.size).toBe(1);
    expect(api.emulator.log).toMatchObject([{ changes: true, remaining: 9999, faults: ["dropThenCommit"] }]);
  });

  test("does not take effect after the emulator is closed", async () => {
    const clock = new VirtualClock();
    const api = await start({ clock });
    api.emulator.faults.rule({ on: "*", fault: "dropThenCommit" });
    await tryToAddChannel(api);
    await api.emulator.close();
    await api.emulator.faults.settled();
    expect(api.account.channels.size).toBe(0);
    expect(clock.pending).toBe(0);
  });
});

describe("a hanging request", () => {
  test.each([
    ["hangBeforeHandling", 0],
    ["hangAfterCommit", 1],
  ] as const)(
    "%s gets no response until the emulator closes, and creates %i channels",
    async (fault, created) => {
      const api = await start();
      const { socket, received } = await sendWithFault(api, fault);
      const closed = once(socket, "close");
      expect(await api.get("/api/account")).toMatchObject({ status: 200 });
      expect(received()).toBe("");
      await api.emulator.close();
      await closed;
      expect(received()).toBe("");
      expect(api.account.channels.size).toBe(created);
      expect(api.emulator.log).toMatchObject([{ faults: [fault] }, { faults: [] }]);
    },
  );

  test("ends when the client disconnects", async () => {
    const api = await start();
    const { socket } = await sendWithFault(api, "hangAfterCommit");
    socket.resetAndDestroy();
    await once(socket, "close");
    expect(api.account.channels.size).toBe(1);
  });

  test("gets status, headers and half of the body if it hangs in the body", async () => {
    const api = await start();
    const { socket, received } = await sendWithFault(api, "hangInBody");
    if (!received().includes("{")) await once(socket, "data");
    await api.emulator.close();
    const [head = "", body = ""] = received().split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
    expect(body).toHaveLength(Math.floor(Number(/content-length: (\d+)/i.exec(head)?.[1]) / 2));
  });
});

describe("refused connections", () => {
  test("are refused until the emulator listens again on the same port", async () => {
    const api = await start();
    await api.emulator.refuseConnections(true);
    await api.emulator.refuseConnections(true);
    expect(await tryToAddChannel(api)).toEqual({ code: "ECONNREFUSED" });
    await api.emulator.refuseConnections(false);
    expect(await tryToAddChannel(api)).toMatchObject({ status: 200 });
    expect(api.emulator.log).toHaveLength(1);
  });

  test("end idle connections", async () => {
    const api = await start();
    const socket = connect(api.emulator.port, "127.0.0.1");
    socket.write("GET /api/account HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(socket, "data");
    const ended = once(socket, "close");
    await api.emulator.refuseConnections(true);
    socket.resume();
    await ended;
  });

  test("let requests in flight complete, then end their connections", async () => {
    const clock = new VirtualClock();
    const api = await start({ clock });
    const { socket, received } = await sendWithFault(api, "slowBody");
    const closed = once(socket, "close");
    while (clock.pending === 0) await new Promise(setImmediate);
    await api.emulator.refuseConnections(true);
    await clock.advance(2000);
    await closed;
    expect(received()).toMatch(/"name":"Spring".*\}$/);
    expect(await tryToAddChannel(api)).toEqual({ code: "ECONNREFUSED" });
  });

  test("start with a dropped request and last as long as the fault", async () => {
    const clock = new VirtualClock();
    const api = await start({ clock });
    api.emulator.faults.rule({ on: "*", fault: "refuseConnections", ms: 5000, times: 1 });
    expect(await tryToAddChannel(api)).toEqual({ code: "ECONNRESET" });
    await clock.advance(4999);
    expect(await tryToAddChannel(api)).toEqual({ code: "ECONNREFUSED" });
    await clock.advance(1);
    await api.emulator.faults.settled();
    expect(await tryToAddChannel(api)).toMatchObject({ status: 200 });
    expect(api.account.channels.size).toBe(1);
  });

  test("do not prevent closing the emulator", async () => {
    const api = await start();
    await api.emulator.refuseConnections(true);
    await api.emulator.close();
    expect(await attempt(api, "GET", "/api/account")).toEqual({ code: "ECONNREFUSED" });
  });
});
