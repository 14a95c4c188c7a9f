// Short links: addresses, domains, updates, assignments, and accounts with very many of them.
import { expect, test } from "vitest";
import { DEMO_KEY } from "../../src/emulator/index";
import { start } from "./support/api";

/** The document has none. */
const LINKS = { linkEndpoints: "present" } as const;
const url = "https://www.example.com/spring";
const accounts = [
  {
    username: "acme",
    keys: [DEMO_KEY],
    domains: [{ id: 7, domain: "https://Go.example/" }],
    links: [
      {
        id: 4711,
        url,
        custom: "spring",
        clicks: 3,
      },
      { id: 4712, title: "Shop" },
    ],
    channels: [{ id: 3, items: [{ type: "links" as const, id: 4711 }] }],
    campaigns: [{ id: 2, links: [4711] }],
  },
];
const shown = {
  id: 4711,
  alias: "spring",
  shorturl: "https://link.example/spring",
  longurl: url,
  title: "Link 4711",
  description: "",
  clicks: 3,
  uniqueclicks: 0,
  domain: "",
  campaign: 2,
  channel: [3],
  date: "2026-03-01 12:00:00",
};

test("a list shows links and where they are assigned", async () => {
  const { call } = await start({ accounts, dialect: LINKS });
  const list = (await call("GET /api/urls")).body;
  expect([list.error, list.data.result, list.data.urls[1]]).toEqual(["0", 2, shown]);
  expect((await call("GET /api/urls?limit=1&page=2")).body.data.urls).toEqual([shown]);
});

test.each(["https://go.example", "http://go.example/", "GO.example", "7", 7])(
  "a link has the branded domain %j",
  async (domain) => {
    const { call } = await start({ accounts, dialect: LINKS });
    const shorturl = "https://go.example/spring";
    const { id, ...response } = (await call("POST /api/url/add", { url, custom: "spring", domain })).body;
    expect(response).toEqual({ error: 0, shorturl });
    const { urls } = (await call("GET /api/urls")).body.data;
    const { alias, domain: text } = urls.find((one: { id: number }) => one.id === id);
    expect([alias, text]).toEqual(["spring", "https://Go.example/"]);
  },
);

test("a link without alias gets one, and keeps it", async () => {
  const { call, emulator } = await start({ accounts, dialect: LINKS });
  const { id, shorturl } = (await call("POST /api/url/add", { url, custom: "" })).body;
  expect(shorturl).toMatch(/^https:\/\/link\.example\/\w{3,}$/);
  const update = (await call(`PUT /api/url/${id}/update`, { url: "https://other.example" })).body;
  expect(update).toEqual({ error: 0, id, short: shorturl });
  expect(emulator.account().links.get(id)?.url).toBe("https://other.example");
});

test.each([
  ["POST /api/url/add", { custom: "autumn" }, 400],
  ["POST /api/url/add", { url, custom: "ab" }, 400],
  ["POST /api/url/add", { url, custom: "a/b" }, 400],
  ["POST /api/url/add", { url, custom: "spring" }, 400],
  ["PUT /api/url/4711/update", { custom: "summer" }, 400],
  ["PUT /api/url/4711/update", { url, custom: "4712" }, 400],
  ["DELETE /api/url/9/delete", undefined, 404],
])("rejects %s %j", async (request, body, status) => {
  const { call, emulator } = await start({ accounts, dialect: LINKS });
  const before = emulator.account().data;
  expect((await call(request, body)).status).toBe(status);
  expect(emulator.account().data).toEqual(before);
});

// With a copy of all links for each of them it would be many seconds.
test("an account can have 20,000 links", { timeout: 5000 }, async () => {
  const links = Array.from({ length: 20_000 }, (_, n) => ({ id: 1000 + n }));
  const { call, emulator } = await start({ accounts: [{ ...accounts[0]!, links }], dialect: LINKS });
  const before = emulator.account().links.list();
  emulator.account().links.delete(1000);
  emulator.account().links.update(1001, { title: "New" });
  const { id } = (await call("POST /api/url/add", { url })).body;
  expect([id, before.length, before[1]?.title]).toEqual([21_000, 20_000, "Link 1001"]);
  const { data } = (await call("GET /api/urls?limit=100&page=200")).body;
  expect([data.result, data.urls.at(-1)]).toMatchObject([20_000, { id: 1001, title: "New" }]);
});
