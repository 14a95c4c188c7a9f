import { describe, expect, test } from "vitest";
import { REDACTED } from "../../src/emulator/index";
import { RequestLog } from "../../src/emulator/service/request-log";
import { start } from "./support/api-client";

describe("request log", () => {
  test("has every request in the order of handling", async () => {
    const api = await start();
    await api.post("/api/pixel/add", { type: "forum", name: "a", tag: "1" });
    api.clock.advance(1000);
    await api.get("/api/pixels?limit=5&page=2");
    expect(api.emulator.log).toEqual([
      {
        at: api.clock.now() - 1000,
        method: "POST",
        path: "/api/pixel/add",
        query: {},
        account: "acme",
        status: 200,
        ok: true,
        rateLimited: false,
        remaining: 9999,
        changes: true,
        faults: [],
        message: undefined,
        body: { type: "forum", name: "a", tag: "1" },
      },
      expect.objectContaining({
        method: "GET",
        path: "/api/pixels",
        query: { limit: "5", page: "2" },
        changes: false,
        body: undefined,
      }),
    ]);
    api.emulator.clearLog();
    expect(api.emulator.log).toEqual([]);
  });

  test("recognizes failures by the field error, whatever the status", async () => {
    const api = await start({ dialect: { statusCodes: "always200" } });
    await api.delete("/api/pixel/9/delete");
    expect(api.emulator.log).toMatchObject([
      { status: 200, ok: false, changes: false, message: "Pixel does not exist." },
    ]);
  });

  test("shows no change for a repeated assignment or a direct edit", async () => {
    const api = await start();
    api.account.channels.create({ name: "Spring" });
    await api.post("/api/channel/101/assign/links/4711");
    await api.post("/api/channel/101/assign/links/4711");
    expect(api.emulator.log.map(({ changes }) => changes)).toEqual([true, false]);
  });

  test.each([
    ["PUT", "/api/account/update", { email: "a@example.com", password: "hunter2" }],
    ["PUT", "/api/account/updat", { password: "hunter2" }],
    ["POST", "/api/pixel/add", { name: { Password: ["hunter2"] } }],
    ["POST", "/api/qr/add", { type: "wifi", data: "hunter2" }],
    ["POST", "/api/qr/add", { type: "wifi", data: { ssid: "guest", pass: "hunter2" } }],
    ["POST", "/api/qr/add", { type: "text", data: "WIFI:T:WPA;S:guest;P:hunter2;;" }],
    ["POST", "/api/qr/add", { type: "text", data: [" wifi:S:guest;P:hunter2;;"] }],
    ["POST", "/api/qr/add", { type: "wi-fi", data: "hunter2" }],
    ["POST", "/api/qr/new", { data: "hunter2" }],
    ["POST", "/api/qr/add", [{ type: "wifi", data: "hunter2" }]],
    ["PUT", "/api/qr/101/update", { data: "hunter2" }],
    ["PUT", "/api/qr/101/update", { type: "text", data: "hunter2" }],
    ["PUT", "/api/qr/101/update", { type: null, data: "hunter2" }],
    ["PUT", "/api/qr/102/update", { type: "wifi", data: "hunter2" }],
    ["PUT", "/api/qr/999/update", { data: "hunter2" }],
    ["GET", "/api/account?password=hunter2", undefined],
  ])("contains no secret of %s %s with %j", async (method, path, body) => {
    const api = await start();
    api.account.qrs.create({ type: "wifi", data: "secret" });
    api.account.qrs.create({ type: "text", data: "hi" });
    await api.send(method, path, body === undefined ? {} : { body: JSON.stringify(body) });
    await api.withKey("wrong").send(method, path, body === undefined ? {} : { body: JSON.stringify(body) });
    const text = JSON.stringify(api.emulator.log);
    expect(text).toContain(REDACTED);
    expect(text).not.toContain("hunter2");
    expect(text).not.toContain("demo-key");
  });

  test("has the content of QR codes that are not wifi", async () => {
    const api = await start();
    await api.post("/api/qr/add", { type: "link", data: "https://example.com" });
    await api.put("/api/qr/101/update", { data: "https://example.com/2" });
    expect(api.emulator.log).toMatchObject([
      { body: { data: "https://example.com" } },
      { body: { data: "https://example.com/2" } },
    ]);
  });

  test("drops its oldest entries above 100,000", () => {
    const log = new RequestLog();
    const entry = { method: "GET" } as never;
    for (let count = 0; count < 100_001; count++) log.add(entry);
    expect(log.entries).toHaveLength(90_001);
  });
});
