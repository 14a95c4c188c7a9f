// What docs/service.md says of every endpoint.
import { expect, test } from "vitest";
import { start } from "./support/api";

const DATE = "2026-03-01 12:00:00";
const pixel = { type: "fbpixel", name: "Shop ads", tag: "123" };
const domain = { domain: "https://go.example", redirectroot: "https://a.example", redirect404: "" };
const channel = { name: "Spring", description: "Sale", color: "#22AA66", starred: true };
const design = { background: "rgb(1,2,3)", foreground: "rgb(0,0,0)", logo: "logo.png" };
const link = expect.stringContaining("https://link.example/");
const code = { id: 101, link, scans: 0, name: "QR 101", date: DATE };
const list = "https://link.example/u/acme/launch-101";
const launch = { id: 101, public: true, rotator: "https://link.example/r/launch", list };
const maps = { topCountries: {}, topReferrers: {}, topBrowsers: {}, topOs: {} };
const social = { socialnetwork: 0, microblog: 0, professionalnetwork: 0 };
const splash = { id: 101, name: "Bye", date: DATE };
const page2 = { result: 2, perpage: 1, currentpage: 2, nextpage: 2, maxpage: 2 };
const overlay = (id: number, name: string) => ({ id, type: "message", name, date: DATE });
const bio = expect.objectContaining({ type: "bio", id: 12, title: "Acme" });
const item = { type: "links", id: 4711, title: "Shop", preview: link, link, date: "2026-03-01" };
const account = {
  id: 1,
  email: "a@b.example",
  username: "acme",
  avatar: link,
  status: "Pro",
  expires: "2035-12-31 23:59:59",
  registered: "2024-01-15 09:30:00",
};

const done = { error: 0, message: expect.stringContaining("success") };
/** A page with all of one or two objects. */
const all = (key: string, ...records: object[]) => {
  const page = { result: records.length, perpage: 15, currentpage: 1, nextpage: 1, maxpage: 1 };
  return { error: "0", data: { ...page, [key]: records } };
};

type Exchange = readonly [request: string, body: object | undefined, response: object];

const ENDPOINTS: Readonly<Record<string, readonly Exchange[]>> = {
  account: [
    ["PUT /api/account/update", { email: "a@b.example", password: "secret" }, done],
    ["GET /api/account", undefined, { error: 0, data: account }],
  ],
  pixels: [
    ["POST /api/pixel/add", pixel, { error: 0, id: 101 }],
    ["PUT /api/pixel/101/update", { tag: "9" }, done],
    ["GET /api/pixels", undefined, all("pixels", { id: 101, ...pixel, tag: "9", date: DATE })],
    ["DELETE /api/pixel/101/delete", undefined, done],
    ["GET /api/pixels", undefined, all("pixels")],
  ],
  domains: [
    ["POST /api/domain/add", domain, { error: 0, id: 101 }],
    ["PUT /api/domain/101/update", { redirectroot: "" }, done],
    ["GET /api/domains", undefined, all("domains", { id: 101, ...domain, redirectroot: "" })],
    ["DELETE /api/domain/101/delete", undefined, done],
  ],
  channels: [
    ["POST /api/channel/add", channel, { error: 0, id: 101, ...channel }],
    ["PUT /api/channel/101/update", { starred: "0" }, done],
    ["GET /api/channels", undefined, all("channels", { id: 101, ...channel, starred: false })],
    ["POST /api/channel/101/assign/links/4711", undefined, done],
    ["POST /api/channel/101/assign/bio/12", undefined, done],
    ["GET /api/channel/101", undefined, all("items", bio, item)],
    ["DELETE /api/channel/101/delete", undefined, done],
  ],
  "QR codes": [
    ["POST /api/qr/add", { type: "text", data: "hi", ...design }, { error: 0, id: 101, link }],
    ["PUT /api/qr/101/update", { data: ["a"], logo: "" }, done],
    ["GET /api/qr", undefined, all("qrs", code)],
    [
      "GET /api/qr/101",
      undefined,
      { error: "0", details: code, data: { clicks: 0, uniqueClicks: 0, ...maps, socialCount: social } },
    ],
    ["DELETE /api/qr/101/delete", undefined, done],
  ],
  campaigns: [
    [
      "POST /api/campaign/add",
      { name: "A", slug: "launch", public: true },
      { error: 0, domain: "A", ...launch },
    ],
    ["POST /api/campaign/101/assign/4711", undefined, done],
    [
      "PUT /api/campaign/101/update",
      { name: "B", public: false },
      { error: 0, ...launch, domain: "B", public: false, rotator: false },
    ],
    [
      "GET /api/campaigns",
      undefined,
      all("campaigns", { ...launch, name: "B", public: false, rotator: false }),
    ],
    ["DELETE /api/campaign/101/delete", undefined, done],
  ],
  overlays: [["GET /api/overlay", undefined, all("cta", overlay(22, "Write to us"), overlay(21, "Welcome"))]],
};

test.each(Object.entries(ENDPOINTS))("serves %s", async (_, requests) => {
  const { call } = await start();
  for (const [request, body, response] of requests) {
    const answer = await call(request, body);
    expect([request, answer.status, answer.body]).toEqual([request, 200, response]);
  }
});

test("serves splash pages", async () => {
  const { call, emulator } = await start();
  for (const name of ["Bye", "Cookies"]) emulator.account().splash.create({ name });
  const { body } = await call("GET /api/splash?page=2&limit=1");
  expect(body).toEqual({ error: "0", data: { ...page2, splash: [splash] } });
});

test.each([
  ["GET /api/nothing", undefined, 404],
  ["PUT /api/pixel/add", {}, 405],
  ["PUT /api/pixel/9/update", { tag: "1" }, 404],
  ["DELETE /api/pixel/x/delete", undefined, 404],
  ["POST /api/pixel/add", { ...pixel, type: "bing" }, 400],
  ["POST /api/pixel/add", { ...pixel, tag: " " }, 400],
  ["POST /api/pixel/add", [], 400],
  ["POST /api/domain/add", { domain: "go.example" }, 400],
  ["POST /api/domain/add", { domain: "https://go.example/path" }, 400],
  ["POST /api/channel/add", { ...channel, color: "22AA66" }, 400],
  ["POST /api/channel/add", { ...channel, starred: "yes" }, 400],
  ["POST /api/channel/9/assign/links/4711", undefined, 404],
  ["POST /api/qr/add", { type: "text", data: 5 }, 400],
  ["POST /api/qr/add", { type: "text", data: "x", background: "rgb(256,0,0)" }, 400],
  ["POST /api/qr/add", { type: "crypto", data: "x" }, 400],
  ["POST /api/campaign/add", { slug: "a b" }, 400],
  ["PUT /api/account/update", {}, 400],
  ["PUT /api/account/update", { email: "nobody" }, 400],
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
  const { id } = qrs.create({});
  channels.create({
    items: [
      { type: "qr", id },
      { type: "links", id: 4711 },
    ],
  });
  campaigns.create({ links: [4711, 4712] });
  await call(`DELETE /api/qr/${id}/delete`);
  links.delete(4711);
  expect(channels.get(101)?.items).toEqual([]);
  expect(campaigns.get(101)?.links).toEqual([4712]);
});
