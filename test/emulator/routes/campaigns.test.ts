import { describe, expect, test } from "vitest";
import { start } from "../support/api-client";

describe("campaigns", () => {
  const urls = {
    rotator: "https://link.example/r/launch",
    list: "https://link.example/u/acme/launch-101",
  };

  test("creates, lists, updates and deletes a campaign", async () => {
    const api = await start();
    const common = { id: 101, public: true, ...urls };
    expect(
      (await api.post("/api/campaign/add", { name: "Launch", slug: "launch", public: true })).body,
    ).toEqual({
      error: 0,
      domain: "Launch",
      ...common,
    });
    expect((await api.get("/api/campaigns")).body.data.campaigns).toEqual([{ name: "Launch", ...common }]);
    expect((await api.put("/api/campaign/101/update", { name: "Relaunch", public: false })).body).toEqual({
      error: 0,
      domain: "Relaunch",
      ...common,
      public: false,
      rotator: false,
    });
    expect((await api.put("/api/campaign/101/update", { public: true })).status).toBe(400);
    expect((await api.delete("/api/campaign/101/delete")).body.message).toBe(
      "Campaign has been deleted successfully.",
    );
    expect(api.account.campaigns.size).toBe(0);
  });

  test("creates a campaign without any fields", async () => {
    const api = await start();
    expect((await api.post("/api/campaign/add")).body).toMatchObject({
      error: 0,
      public: false,
      rotator: false,
    });
  });

  test.each(["with blank", "a/b", "../etc", "a?b", "a%2Fb"])("rejects the slug %j", async (slug) => {
    const api = await start();
    expect((await api.post("/api/campaign/add", { slug })).status).toBe(400);
    expect(api.account.campaigns.size).toBe(0);
  });

  test("assigns links, which no response shows", async () => {
    const api = await start();
    api.account.campaigns.create({ name: "Launch" });
    expect((await api.post("/api/campaign/101/assign/4711")).body).toEqual({
      error: 0,
      message: "Link successfully added to the campaign.",
    });
    expect((await api.post("/api/campaign/101/assign/12")).status).toBe(404);
    expect((await api.post("/api/campaign/7/assign/4711")).status).toBe(404);
    expect(api.account.campaigns.get(101)?.links).toEqual([4711]);
    api.account.links.delete(4711);
    expect(api.account.campaigns.get(101)?.links).toEqual([]);
  });
});
