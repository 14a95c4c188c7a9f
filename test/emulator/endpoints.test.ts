// What api.md shows of every endpoint.
import { expect, test } from "vitest";
import { start } from "./support/api";

const DATE = "2026-03-01 12:00:00";
const PAGE = { result: 1, perpage: 15, currentpage: 1, nextpage: null, maxpage: 1 };
const pixel = { type: "fbpixel", name: "Shop ads", tag: "123" };
const domain = { domain: "https://go.example", redirectroot: "https://a.example", redirect404: "" };
const channel = { name: "Spring", description: "Sale", color: "#22AA66", starred: true };
const design = { background: "rgb(1,2,3)", foreground: "rgb(0,0,0)", logo: "logo.png" };
const code = { id: 101, link: expect.stringContaining("https://link.example/"), scans: 0 };
const launch = {
  id: 101,
  public: true,
  rotator: "https://link.example/r/launch",
  list: "https://link.example/u/acme/launch-101",
};

const ENDPOINTS: Readonly<Record<string, readonly (readonly [string, object | undefined, object])[]>> = {
  account: [
    ["PUT /api/account/update", { email: "a@b.example" }, { error: 0, message: expect.any(String) }],
    [
      "GET /api/account",
      undefined,
      {
        error: 0,
        data: {
          id: 1,
          email: "a@b.example",
          username: "acme",
          avatar: expect.any(String),
          status: "Pro",
          expires: "2035-12-31 23:59:59",
          registered: "2024-01-15 09:30:00",
        },
      },
    ],
  ],
  pixels: [
    ["POST /api/pixel/add", pixel, { error: 0, id: 101 }],
    [
      "PUT /api/pixel/101/update",
      { tag: "9" },
      { error: 0, message: "Pixel has been updated successfully." },
    ],
    [
      "GET /api/pixels",
      undefined,
      { error: "0", data: { ...PAGE, pixels: [{ id: 101, ...pixel, tag: "9", date: DATE }] } },
    ],
    [
      "DELETE /api/pixel/101/delete",
      undefined,
      { error: 0, message: "Pixel has been deleted successfully." },
    ],
    ["GET /api/pixels", undefined, { error: "0", data: { ...PAGE, result: 0, pixels: [] } }],
  ],
  domains: [
    ["POST /api/domain/add", domain, { error: 0, id: 101 }],
    ["PUT /api/domain/101/update", { redirectroot: "" }, { error: 0, message: expect.any(String) }],
    [
      "GET /api/domains",
      undefined,
      { error: "0", data: { ...PAGE, domains: [{ id: 101, ...domain, redirectroot: "" }] } },
    ],
    ["DELETE /api/domain/101/delete", undefined, { error: 0, message: expect.any(String) }],
  ],
  channels: [
    ["POST /api/channel/add", channel, { error: 0, id: 101, ...channel }],
    ["PUT /api/channel/101/update", { starred: "0" }, { error: 0, message: expect.any(String) }],
    [
      "GET /api/channels",
      undefined,
      { error: "0", data: { ...PAGE, channels: [{ id: 101, ...channel, starred: false }] } },
    ],
    ["POST /api/channel/101/assign/links/4711", undefined, { error: 0, message: expect.any(String) }],
    ["POST /api/channel/101/assign/bio/12", undefined, { error: 0, message: expect.any(String) }],
    [
      "GET /api/channel/101",
      undefined,
      {
        error: "0",
        data: {
          ...PAGE,
          result: 2,
          items: [
            expect.objectContaining({ type: "bio", id: 12, title: "Acme" }),
            {
              type: "links",
              id: 4711,
              title: "Shop",
              preview: "https://link.example/4711/preview",
              link: "https://link.example/4711",
              date: "2026-03-01",
            },
          ],
        },
      },
    ],
    ["DELETE /api/channel/101/delete", undefined, { error: 0, message: expect.any(String) }],
  ],
  "QR codes": [
    ["POST /api/qr/add", { type: "text", data: "hi", ...design }, { error: 0, id: 101, link: code.link }],
    ["PUT /api/qr/101/update", { data: ["a"], logo: "" }, { error: 0, message: expect.any(String) }],
    [
      "GET /api/qr",
      undefined,
      { error: "0", data: { ...PAGE, qrs: [{ ...code, name: "QR 101", date: DATE }] } },
    ],
    [
      "GET /api/qr/101",
      undefined,
      {
        error: "0",
        details: { ...code, name: "QR 101", date: DATE },
        data: {
          clicks: 0,
          uniqueClicks: 0,
          topCountries: {},
          topReferrers: {},
          topBrowsers: {},
          topOs: {},
          socialCount: { socialnetwork: 0, microblog: 0, professionalnetwork: 0 },
        },
      },
    ],
    ["DELETE /api/qr/101/delete", undefined, { error: 0, message: "QR Code has been deleted successfully." }],
  ],
  campaigns: [
    [
      "POST /api/campaign/add",
      { name: "Launch", slug: "launch", public: true },
      { error: 0, domain: "Launch", ...launch },
    ],
    ["POST /api/campaign/101/assign/4711", undefined, { error: 0, message: expect.any(String) }],
    [
      "PUT /api/campaign/101/update",
      { name: "Start", public: false },
      { error: 0, ...launch, domain: "Start", public: false, rotator: false },
    ],
    [
      "GET /api/campaigns",
      undefined,
      {
        error: "0",
        data: { ...PAGE, campaigns: [{ ...launch, name: "Start", public: false, rotator: false }] },
      },
    ],
    ["DELETE /api/campaign/101/delete", undefined, { error: 0, message: expect.any(String) }],
  ],
  "overlays and splash pages": [
    [
      "GET /api/overlay?limit=1",
      undefined,
      {
        error: "0",
        data: {
          ...PAGE,
          result: 2,
          perpage: 1,
          nextpage: 2,
          maxpage: 2,
          cta: [{ id: 22, name: "Write to us", type: "message", date: DATE }],
        },
      },
    ],
    [
      "GET /api/splash?page=2&limit=1",
      undefined,
      {
        error: "0",
        data: {
          ...PAGE,
          result: 2,
          perpage: 1,
          currentpage: 2,
          maxpage: 2,
          splash: [{ id: 31, name: "Leaving", date: DATE }],
        },
      },
    ],
    ["POST /api/splash/add", { name: "Bye" }, { error: 0, id: 101 }],
  ],
};

test.each(Object.entries(ENDPOINTS))("serves %s", async (_, requests) => {
  const { call } = await start();
  for (const [request, body, response] of requests) {
    const answer = await call(request, body);
    expect([request, answer.status, answer.body]).toEqual([request, 200, expect.objectContaining(response)]);
  }
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

test("an update keeps the fields that it omits", async () => {
  const { call, emulator } = await start();
  const { id } = emulator.account().channels.create(channel);
  await call(`PUT /api/channel/${id}/update`, { name: "Summer" });
  expect(emulator.account().channels.get(id)).toMatchObject({ ...channel, name: "Summer" });
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
