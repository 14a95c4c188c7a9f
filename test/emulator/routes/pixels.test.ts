import { describe, expect, test } from "vitest";
import { start } from "../support/api-client";
import { FAILURE } from "../support/failure";

describe("pixels", () => {
  const pixel = { type: "fbpixel", name: "Shop", tag: "123" };

  test("creates, lists, updates and deletes a pixel", async () => {
    const api = await start();
    expect((await api.post("/api/pixel/add", pixel)).body).toEqual({ error: 0, id: 101 });
    expect((await api.get("/api/pixels")).body).toEqual({
      error: "0",
      data: {
        result: 1,
        perpage: 15,
        currentpage: 1,
        nextpage: null,
        maxpage: 1,
        pixels: [{ id: 101, ...pixel, date: "2026-03-01 12:00:00" }],
      },
    });
    expect((await api.put("/api/pixel/101/update", { tag: "456", type: "forum" })).body).toEqual({
      error: 0,
      message: "Pixel has been updated successfully.",
    });
    expect(api.account.pixels.get(101)).toMatchObject({ ...pixel, tag: "456" });
    expect((await api.delete("/api/pixel/101/delete")).body).toEqual({
      error: 0,
      message: "Pixel has been deleted successfully.",
    });
    expect(api.account.pixels.list()).toEqual([]);
  });

  test.each([
    {},
    { ...pixel, type: "nopixel" },
    { ...pixel, type: "constructor" },
    { ...pixel, name: " " },
    { ...pixel, tag: undefined },
    { ...pixel, tag: 123 },
    { ...pixel, name: ["a"] },
  ])("rejects the create %j", async (body) => {
    const api = await start();
    expect(await api.post("/api/pixel/add", body)).toMatchObject({ status: 400, body: FAILURE });
    expect(api.account.pixels.size).toBe(0);
  });

  test("rejects an update without a tag or with an empty name", async () => {
    const api = await start();
    api.account.pixels.create(pixel);
    expect((await api.put("/api/pixel/101/update", { name: "New" })).status).toBe(400);
    expect((await api.put("/api/pixel/101/update", { name: "", tag: "1" })).status).toBe(400);
  });
});
