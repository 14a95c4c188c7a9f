// Connections that are refused, reset or left hanging, before and after the request takes effect.
import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import type { FaultName } from "../../../src/emulator/index";
import { VirtualClock } from "../../support/virtual-clock";
import { type Api, start } from "../support/api-client";
import { addChannel, outcome } from "../support/attempt";

const ADD = "POST /api/channel/add HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer demo-key\r\n";
const BODY = '{"name":"Spring"}';

/** Sends a request of which nobody expects an answer; resolves once it was handled. */
async function sendAndHold(api: Api, fault: FaultName) {
  const decided = new Promise<void>((resolve) => {
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
  await decided;
  return { socket, received: () => received };
}

describe("a dropped request", () => {
  test("has no answer and no effect when it is dropped before handling", async () => {
    const api = await start();
    api.emulator.faults.rule({ on: "POST /api/*/add", fault: "dropBeforeHandling" });
    expect(await addChannel(api)).toEqual({ code: "ECONNRESET" });
    expect(api.account.channels.size).toBe(0);
    expect(api.emulator.log).toMatchObject([
      { status: 0, ok: false, changes: false, remaining: 10_000, faults: ["dropBeforeHandling"] },
    ]);
  });

  test("has no answer but its effect when it is dropped after the commit", async () => {
    const api = await start();
    api.emulator.faults.rule({ on: "POST /api/*/add", fault: "dropAfterCommit" });
    expect(await addChannel(api)).toEqual({ code: "ECONNRESET" });
    expect(api.account.channels.list()).toMatchObject([{ name: "Spring" }]);
    expect(api.emulator.log).toMatchObject([
      { status: 200, ok: true, changes: true, remaining: 9999, faults: ["dropAfterCommit"] },
    ]);
  });

  test("may take effect later, by the clock", async () => {
    const clock = new VirtualClock();
    const api = await start({ clock });
    api.emulator.faults.rule({ on: "POST /api/*/add", fault: "dropThenCommit", ms: 3000 });
    expect(await addChannel(api)).toEqual({ code: "ECONNRESET" });
    await clock.advance(2999);
    expect(api.account.channels.size).toBe(0);
    await clock.advance(1);
    await api.emulator.faults.settled();
    expect(api.account.channels.size).toBe(1);
    expect(api.emulator.log).toMatchObject([{ changes: true, remaining: 9999, faults: ["dropThenCommit"] }]);
  });

  test("that is late does not take effect once the emulator is closed", async () => {
    const clock = new VirtualClock();
    const api = await start({ clock });
    api.emulator.faults.rule({ on: "*", fault: "dropThenCommit" });
    await addChannel(api);
    await api.emulator.close();
    await api.emulator.faults.settled();
    expect(api.account.channels.size).toBe(0);
    expect(clock.pending).toBe(0);
  });
});

describe("a request left hanging", () => {
  test.each([
    ["hangBeforeHandling", 0],
    ["hangAfterCommit", 1],
  ] as const)("%s: no answer until the emulator closes, %i channels made", async (fault, made) => {
    const api = await start();
    const { socket, received } = await sendAndHold(api, fault);
    const closed = once(socket, "close");
    expect(await api.get("/api/account")).toMatchObject({ status: 200 });
    expect(received()).toBe("");
    await api.emulator.close();
    await closed;
    expect(received()).toBe("");
    expect(api.account.channels.size).toBe(made);
    expect(api.emulator.log).toMatchObject([{ faults: [fault] }, { faults: [] }]);
  });

  test("ends when the client goes away", async () => {
    const api = await start();
    const { socket } = await sendAndHold(api, "hangAfterCommit");
    socket.resetAndDestroy();
    await once(socket, "close");
    expect(api.account.channels.size).toBe(1);
  });

  test("in its body shows status, headers and half of the body", async () => {
    const api = await start();
    const { socket, received } = await sendAndHold(api, "hangInBody");
    if (!received().includes("{")) await once(socket, "data");
    await api.emulator.close();
    const [head = "", body = ""] = received().split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 200 /);
    expect(body).toHaveLength(Math.floor(Number(/content-length: (\d+)/i.exec(head)?.[1]) / 2));
  });
});

describe("refused connections", () => {
  test("are refused until they are taken again, on the same port", async () => {
    const api = await start();
    await api.emulator.refuseConnections(true);
    await api.emulator.refuseConnections(true);
    expect(await addChannel(api)).toEqual({ code: "ECONNREFUSED" });
    await api.emulator.refuseConnections(false);
    expect(await addChannel(api)).toMatchObject({ status: 200 });
    expect(api.emulator.log).toHaveLength(1);
  });

  test("end the connections that were kept", async () => {
    const api = await start();
    const socket = connect(api.emulator.port, "127.0.0.1");
    socket.write("GET /api/account HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(socket, "data");
    const ended = once(socket, "close");
    await api.emulator.refuseConnections(true);
    socket.resume();
    await ended;
  });

  test("let requests under way end, and their connections with them", async () => {
    const clock = new VirtualClock();
    const api = await start({ clock });
    const { socket, received } = await sendAndHold(api, "slowBody");
    const closed = once(socket, "close");
    while (clock.pending === 0) await new Promise(setImmediate);
    await api.emulator.refuseConnections(true);
    await clock.advance(2000);
    await closed;
    expect(received()).toMatch(/"name":"Spring".*\}$/);
    expect(await addChannel(api)).toEqual({ code: "ECONNREFUSED" });
  });

  test("come with a dropped request and last for a while, by the clock", async () => {
    const clock = new VirtualClock();
    const api = await start({ clock });
    api.emulator.faults.rule({ on: "*", fault: "refuseConnections", ms: 5000, times: 1 });
    expect(await addChannel(api)).toEqual({ code: "ECONNRESET" });
    await clock.advance(4999);
    expect(await addChannel(api)).toEqual({ code: "ECONNREFUSED" });
    await clock.advance(1);
    await api.emulator.faults.settled();
    expect(await addChannel(api)).toMatchObject({ status: 200 });
    expect(api.account.channels.size).toBe(1);
  });

  test("do not keep the emulator from closing", async () => {
    const api = await start();
    await api.emulator.refuseConnections(true);
    await api.emulator.close();
    expect(await outcome(api, "GET", "/api/account")).toEqual({ code: "ECONNREFUSED" });
  });
});
