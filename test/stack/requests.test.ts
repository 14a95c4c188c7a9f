// The fewest requests the API allows, and no rate-limit error of our own making.
import { expect, test } from "vitest";
import * as library from "../../src/index";
import { pixels } from "../support/pixels";
import { applied } from "../support/what-exists";
import { startWorld, type World } from "../support/world";

const REST = `
domains: { go: { domain: https://go.example.com } }
qrCodes: { menu: { type: text, data: a, name: Menu } }
campaigns: { launch: { name: Launch, slug: launch, public: true, links: [4711] } }
channels:
  spring: { name: Spring, items: [{ link: 4711 }, { qr: menu }] }
  summer: { name: Summer, items: [{ link: 4712 }] }
  autumn: { name: Autumn }
`;

/** Requests that a command sends besides the one for the account, counted by method and path without ids. */
async function bill(world: World, run: () => Promise<unknown>): Promise<Record<string, number>> {
  world.service.clearLog();
  await run();
  const counts: Record<string, number> = {};
  for (const request of world.requests) {
    const line = request.replace(/\/\d+/g, "/:id");
    counts[line] = (counts[line] ?? 0) + 1;
  }
  const { "GET /api/account": account, ...rest } = counts;
  expect(account).toBe(1);
  return rest;
}

test("every command sends the account's question, each list once, and the writes", async () => {
  const { world, stack } = await applied("{}");
  const config = pixels(101) + REST;
  const lists = { "GET /api/domains": 1, "GET /api/qr": 1, "GET /api/campaigns": 1, "GET /api/channels": 1 };

  expect(await bill(world, () => stack.preview(config))).toEqual({ ...lists, "GET /api/pixels": 1 });
  expect(await bill(world, () => stack.up(config, { preview: false }))).toEqual({
    ...lists,
    "GET /api/pixels": 1,
    "POST /api/pixel/add": 101,
    "POST /api/domain/add": 1,
    "POST /api/qr/add": 1,
    "POST /api/campaign/add": 1,
    "POST /api/channel/add": 3,
    "POST /api/campaign/:id/assign/:id": 1,
    "POST /api/channel/:id/assign/links/:id": 2,
    "POST /api/channel/:id/assign/qr/:id": 1,
  });
  expect(await bill(world, () => stack.preview(config))).toEqual({});
  expect(await bill(world, () => stack.up(config, { preview: false }))).toEqual({});
  // Two pages of pixels, and the items of the two channels that have managed ones.
  expect(await bill(world, () => stack.refresh())).toEqual({
    ...lists,
    "GET /api/pixels": 2,
    "GET /api/channel/:id": 2,
  });
  const edited = pixels(101, "Q") + REST.replace("name: Summer", "name: Winter").replace("Autumn", "May");
  expect(await bill(world, () => stack.up(edited, { preview: false }))).toEqual({
    "GET /api/pixels": 2,
    "PUT /api/pixel/:id/update": 101,
    "GET /api/channels": 1,
    "PUT /api/channel/:id/update": 2,
  });
  expect(await bill(world, () => stack.destroy())).toEqual({
    ...lists,
    "GET /api/pixels": 2,
    "DELETE /api/pixel/:id/delete": 101,
    "DELETE /api/domain/:id/delete": 1,
    "DELETE /api/qr/:id/delete": 1,
    "DELETE /api/campaign/:id/delete": 1,
    "DELETE /api/channel/:id/delete": 3,
  });
});

test("with 30 requests per minute, 120 creates take at most 1.05 of the shortest time, none is limited, and one line per wait says so", async () => {
  const world = await startWorld({ rateLimit: 30 });
  const from = world.clock.now();
  const run = await world.stack().up(pixels(120), { preview: false });
  // With the requests for the account and the list. The last window need not end.
  const waits = Math.ceil((120 + 2) / 30) - 1;
  expect(world.requests).toHaveLength(120 + 2);
  expect(world.service.log.filter(({ status }) => status === 429)).toEqual([]);
  expect((world.clock.now() - from) / 60_000 / waits).toBeLessThanOrEqual(1.05);
  expect(run.messages.filter((message) => message.includes("rate limit"))).toHaveLength(waits);
});

test("a program whose reads wait for the limit says so", async () => {
  const world = await startWorld({ rateLimit: 2 });
  const { text } = await world.stack().preview(async () => {
    await library.getPixels();
    await library.getChannels();
  });
  expect(text).toContain("rate limit");
});
