import { describe, expect, test } from "vitest";
import { REDACTED } from "../../../src/emulator/index";
import { start } from "../support/api-client";
import { FAILURE } from "../support/failure";

const startWithLinks = () => start({ dialect: { linkEndpoints: "present" } });

describe("links", () => {
  test("creates, reads, lists, updates and deletes a link", async () => {
    const api = await startWithLinks();
    api.account.channels.create({ name: "Spring" });
    api.account.campaigns.create({ name: "Launch" });
    const created = await api.post("/api/url/add", {
      url: "https://example.com/menu",
      custom: "menu",
      metatitle: "Menu",
      description: "All dishes",
      channel: 101,
      campaign: "101",
    });
    expect(created.body).toEqual({ error: 0, id: 101, shorturl: "https://link.example/menu" });
    const link = {
      id: 101,
      alias: "menu",
      shorturl: "https://link.example/menu",
      longurl: "https://example.com/menu",
      title: "Menu",
      description: "All dishes",
      clicks: 0,
      uniqueclicks: 0,
      domain: "https://link.example",
      campaign: 101,
      channel: [101],
      date: "2026-03-01 12:00:00",
    };
    expect((await api.get("/api/url/101")).body).toEqual({ error: "0", details: link });
    expect((await api.get("/api/urls")).body.data).toMatchObject({ result: 6, perpage: 15 });
    expect((await api.get("/api/urls?limit=1")).body.data.urls).toEqual([link]);

    const changes = { url: "https://example.com/new", metatitle: "New" };
    expect((await api.put("/api/url/101/update", changes)).body.error).toBe(0);
    expect((await api.get("/api/url/101")).body.details).toEqual({
      ...link,
      longurl: "https://example.com/new",
      title: "New",
    });
    expect((await api.delete("/api/url/101/delete")).body.error).toBe(0);
    expect((await api.get("/api/url/101")).status).toBe(404);
    expect(api.account.channels.get(101)?.items).toEqual([]);
  });

  test("creates a link of another domain with a generated alias", async () => {
    const api = await startWithLinks();
    const fields = { url: "https://example.com", domain: "https://go.example.com/" };
    const { shorturl } = (await api.post("/api/url/add", fields)).body;
    expect(shorturl).toMatch(/^https:\/\/go\.example\.com\/[0-9a-z]{7}$/);
    expect((await api.get("/api/url/101")).body.details).toMatchObject({
      title: "Link 101",
      campaign: null,
      channel: [],
    });
  });

  test.each([
    ["q=SALE", [4712]],
    ["q=example.com/4713", [4713]],
    ["short=4714", [4714]],
    ["short=https://link.example/4714", [4714]],
    ["q=nothing", []],
    ["order=click", [4715, 4714, 4713, 4712, 4711]],
  ])("lists the links of the query %s", async (query, expected) => {
    const api = await startWithLinks();
    const { urls } = (await api.get(`/api/urls?${query}`)).body.data;
    expect(urls.map(({ id }: { id: number }) => id)).toEqual(expected);
  });

  test.each([
    {},
    { url: "example.com" },
    { url: "https://example.com", custom: "a b" },
    { url: "https://example.com", custom: "4711" },
    { url: "https://example.com", channel: 9 },
    { url: "https://example.com", campaign: 9 },
  ])("rejects the link %j", async (body) => {
    const api = await startWithLinks();
    expect(await api.post("/api/url/add", body)).toMatchObject({ status: 400, body: FAILURE });
    expect(api.account.links.size).toBe(5);
  });

  test("logs no password", async () => {
    const api = await startWithLinks();
    await api.post("/api/url/add", { url: "https://example.com", password: "s3cret" });
    expect(api.emulator.log[0]?.body).toEqual({ url: "https://example.com", password: REDACTED });
  });
});
