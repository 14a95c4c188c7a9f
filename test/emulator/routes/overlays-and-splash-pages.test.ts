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
    ["PUT", "/api/overlay/21/update"],
    ["DELETE", "/api/overlay/21/delete"],
  ])("has no endpoint %s %s", async (method, path) => {
    const api = await start();
    expect(await api.send(method, path)).toMatchObject({ status: 404, body: FAILURE });
  });
});

describe("splash pages", () => {
  test("creates, updates and deletes a splash page, although api.md only lists them", async () => {
    const api = await start();
    expect((await api.post("/api/splash/add", { name: "Sale", message: "Soon" })).body).toEqual({
      error: 0,
      id: 101,
    });
    await api.put("/api/splash/101/update", { name: "Summer sale", message: "" });
    expect(api.account.splash.get(101)).toMatchObject({ name: "Summer sale", message: "" });
    await api.delete("/api/splash/101/delete");
    expect(api.account.splash.get(101)).toBeUndefined();
  });

  test("rejects a splash page without a name", async () => {
    const api = await start();
    expect(await api.post("/api/splash/add", { message: "x" })).toMatchObject({ status: 400, body: FAILURE });
  });
});

describe("links and bio pages", () => {
  test.each(["/api/link/add", "/api/url/add", "/api/bio/add"])("has no endpoint POST %s", async (path) => {
    const api = await start();
    expect((await api.post(path, { url: "https://example.com" })).status).toBe(404);
  });
});
