import { describe, expect, test } from "vitest";
import { start } from "../support/api-client";
import { FAILURE } from "../support/failure";

describe("overlays and splash pages", () => {
  test("lists the seeded objects", async () => {
    const api = await start({ dialect: { listOrder: "oldestFirst" } });
    expect((await api.get("/api/overlay")).body.data).toMatchObject({
      result: 2,
      cta: [{ id: 21, type: "message", name: "Welcome", date: "2024-01-16 08:00:00" }, { id: 22 }],
    });
    expect((await api.get("/api/splash")).body.data).toMatchObject({
      splash: [{ id: 31, name: "Leaving", date: "2024-01-16 08:00:00" }, { id: 32 }],
    });
  });

  test.each([
    ["POST", "/api/overlay/add"],
    ["PUT", "/api/splash/31/update"],
    ["DELETE", "/api/overlay/21/delete"],
  ])("has no endpoint %s %s", async (method, path) => {
    const api = await start();
    expect(await api.send(method, path)).toMatchObject({ status: 404, body: FAILURE });
  });
});

describe("links and bio pages", () => {
  test.each(["/api/link/add", "/api/url/add", "/api/bio/add"])("has no endpoint POST %s", async (path) => {
    const api = await start();
    expect((await api.post(path, { url: "https://example.com" })).status).toBe(404);
  });
});
