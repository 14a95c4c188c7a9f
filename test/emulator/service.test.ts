// What the service does beyond what the client needs of it, which the stack tests show: strictness, envelopes, the limit.
import { expect, test } from "vitest";
import type { EmulatorOptions } from "../../src/emulator/index";
import { start } from "./support/api";

const DATE = "2026-03-01 12:00:00";
const pixel = { type: "fbpixel", name: "Shop ads", tag: "123" };
const channel = { name: "Spring", description: "Sale", color: "#22AA66", starred: true };
const url = "https://www.example.com/spring";

test("a life of an object: a create, an update, a list and a delete respond as the document says", async () => {
  const { call } = await start();
  const { body: created } = await call("POST /api/channel/add", channel);
  expect(created).toEqual({ error: 0, id: 101, ...channel });
  const updated = { error: 0, message: "Channel has been updated successfully." };
  expect((await call("PUT /api/channel/101/update", { starred: "0" })).body).toEqual(updated);
  await call("POST /api/channel/add", { name: "Summer" });
  const page = { result: 2, perpage: 1, currentpage: 2, nextpage: 2, maxpage: 2 };
  expect((await call("GET /api/channels?limit=1&page=2")).body).toEqual({
    error: "0",
    data: { ...page, channels: [{ id: 101, ...channel, starred: false }] },
  });
  const deleted = { error: 0, message: "Channel has been deleted successfully." };
  expect((await call("DELETE /api/channel/101/delete")).body).toEqual(deleted);
});

test("ids rise over all objects of an account, and in each list", async () => {
  const accounts = ["acme", "brand"].map((username) => ({ username, keys: [`${username}-key`] }));
  const { call } = await start({ accounts });
  const add = async (path: string, body: object, of = "acme") =>
    (await call(`POST ${path}/add`, body, { Authorization: `Bearer ${of}-key` })).body.id;
  expect(await add("/api/pixel", pixel)).toBe(101);
  expect(await add("/api/channel", channel)).toBe(102);
  expect(await add("/api/pixel", { ...pixel, tag: "2" })).toBe(103);
  expect(await add("/api/pixel", pixel, "brand")).toBe(101);
});

test("one code has statistics, and the account its user", async () => {
  const { call, emulator } = await start();
  emulator.account().qrs.create({ data: "hi", scans: 3 });
  const { body } = await call("GET /api/qr/101");
  expect(body).toMatchObject({ error: "0", details: { id: 101, name: "QR 101", date: DATE } });
  expect(body.data).toMatchObject({ clicks: 3, topOs: { Direct: "3" } });
  await call("PUT /api/account/update", { email: "a@b.example", password: "secret" });
  expect((await call("GET /api/account")).body.data).toMatchObject({ id: 1, email: "a@b.example" });
});

test.each([
  ["GET /api/nothing", undefined, 404],
  ["GET /api/urls", undefined, 404],
  ["GET /api/pixels?order=date", undefined, 400],
  ["PUT /api/pixel/add", {}, 405],
  ["PUT /api/pixel/9/update", { tag: "1" }, 404],
  ["DELETE /api/pixel/x/delete", undefined, 404],
  ["POST /api/pixel/add", { ...pixel, type: "bing" }, 400],
  ["POST /api/pixel/add", { ...pixel, tag: " " }, 400],
  ["POST /api/pixel/add", { ...pixel, color: "red" }, 400],
  ["POST /api/pixel/add", [], 400],
  ["POST /api/domain/add", { domain: "go.example" }, 400],
  ["POST /api/domain/add", { domain: "https://go.example/path" }, 400],
  ["POST /api/channel/add", { ...channel, color: "22AA66" }, 400],
  ["POST /api/channel/add", { ...channel, starred: "yes" }, 400],
  ["POST /api/channel/9/assign/links/4711", undefined, 404],
  ["POST /api/qr/add", { type: "text", data: 5 }, 400],
  ["POST /api/qr/add", { type: "text", data: "x", background: "#ff0000" }, 400],
  ["POST /api/qr/add", { type: "crypto", data: "x" }, 400],
  ["POST /api/campaign/add", { slug: "a b" }, 400],
  ["PUT /api/account/update", { email: "a@b.example" }, 400],
])("rejects %s %j", async (request, body, status) => {
  const { call, emulator } = await start();
  const before = emulator.account().data;
  const answer = await call(request, body);
  expect([answer.status, answer.body]).toEqual([status, { error: 1, message: expect.any(String) }]);
  expect(emulator.account().data).toEqual(before);
});

test.each(["", "Bearer other-key", "demo-key"])("rejects the key %j", async (Authorization) => {
  const { call } = await start();
  expect((await call("GET /api/account", undefined, { Authorization })).status).toBe(401);
});

test("deleting an object unassigns it", async () => {
  const { call, emulator } = await start();
  const { channels, campaigns, links, qrs } = emulator.account();
  const items = [
    { type: "qr", id: qrs.create({}).id },
    { type: "links", id: 4711 },
  ] as const;
  const channelId = channels.create({ items }).id;
  const campaignId = campaigns.create({ links: [4711, 4712] }).id;
  await call(`DELETE /api/qr/${items[0].id}/delete`);
  links.delete(4711);
  expect(channels.get(channelId)?.items).toEqual([]);
  expect(campaigns.get(campaignId)?.links).toEqual([4712]);
});

test.each(["https://go.example", "http://go.example/", "GO.example", "7", 7])(
  "a link has the branded domain %j",
  async (domain) => {
    const accounts = [
      { username: "acme", keys: ["demo-key"], domains: [{ id: 7, domain: "https://Go.example/" }] },
    ];
    const { call } = await start({ accounts, dialect: { linkEndpoints: "present" } });
    const shorturl = "https://go.example/spring";
    const { body } = await call("POST /api/url/add", { url, custom: "spring", domain });
    expect(body).toEqual({ error: 0, id: 4716, shorturl });
    const [first] = (await call("GET /api/urls")).body.data.urls;
    expect(first).toMatchObject({ alias: "spring", domain: "https://Go.example/", longurl: url });
  },
);

test("the preset `observed` has other statuses, keys and types", async () => {
  const { call, emulator } = await start({ dialect: "observed" });
  const bing = { type: "bing", name: " ads ", tag: "1", unknown: true };
  expect((await call("POST /api/pixel/add", bing)).body).toEqual({ error: 0, id: "101" });
  expect(emulator.account().pixels.get(101)?.name).toBe("Ads");
  const refused = await call("POST /api/pixel/add", { ...bing, type: "searchengine" });
  expect([refused.status, refused.body.error]).toEqual([200, 1]);
  expect((await call("GET /api/account", undefined, { Authorization: "" })).status).toBe(403);
  expect((await call("GET /api/account")).body.data.expires).toBeNull();
  expect((await call("GET /api/pixels")).body).toMatchObject({ error: 0, data: { nextpage: null } });
  const spring = { name: "Spring", slug: "Spring Sale" };
  expect((await call("POST /api/campaign/add", spring)).body).toMatchObject({ id: 102, campaign: "Spring" });
  expect((await call("POST /api/campaign/add", { name: "SPRING" })).body.message).toMatch(/already have/);
  expect(emulator.account().campaigns.get(102)?.slug).toBe("spring-sale");
  expect((await call("POST /api/channel/add", { name: "x" })).body.error).toBe(1);
  const code = { type: "email", data: { email: "a@b.example" }, name: "menu" };
  expect((await call("POST /api/qr/add", code)).body).toMatchObject({ error: 0, id: "103" });
  expect((await call("GET /api/qr/103")).body).toMatchObject({
    details: { name: "Menu" },
    data: { topOs: 0 },
  });
});

test("a key has 30 requests per minute, counted down in the headers, and a window starts with its first request", async () => {
  const { call, clock, emulator } = await start({ rateLimit: 30 });
  const { headers } = await call("GET /api/account");
  expect(headers.get("X-RateLimit-Limit")).toBe("30");
  expect(headers.get("X-RateLimit-Remaining")).toBe("29");
  expect(headers.get("X-RateLimit-Reset")).toBe(String(Math.floor((clock.time + 60_000) / 1000)));
  for (let n = 1; n < 30; n++) await call("GET /api/account");
  clock.time += 59_999;
  const limited = await call("POST /api/channel/add", channel);
  expect([limited.status, limited.body]).toEqual([429, { error: 1, message: expect.any(String) }]);
  expect(emulator.account().channels.list()).toEqual([]);
  clock.time += 1;
  expect((await call("POST /api/channel/add", channel)).status).toBe(200);
});

test("each key has a limit of its own, and `observed` says how long to wait", async () => {
  const accounts: EmulatorOptions["accounts"] = [
    { username: "acme", keys: ["demo-key"] },
    { username: "brand", keys: ["brand-key"] },
  ];
  const { call } = await start({ rateLimit: 1, accounts, dialect: "observed" });
  await call("GET /api/account");
  const { status, headers, body } = await call("GET /api/account");
  expect([status, headers.get("Retry-After"), body.error, body["Retry-After"]]).toEqual([429, "60", 429, 60]);
  expect((await call("GET /api/account", undefined, { Authorization: "Bearer brand-key" })).status).toBe(200);
});
