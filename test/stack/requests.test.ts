// The fewest requests the API allows, and no rate-limit error of our own making.
import { describe, expect, test } from "vitest";
import { ALL_KINDS } from "../support/dialects";
import { pixels } from "../support/pixels";
import { startStack, startWorld, type World } from "../support/world";

const REST = `
domains: { go: { domain: https://go.example.com } }
qrCodes: { menu: { type: text, data: a, name: Menu } }
campaigns: { launch: { name: Launch, slug: launch, public: true, links: [4711] } }
channels:
  spring: { name: Spring, items: [{ link: 4711 }, { qr: menu }] }
  summer: { name: Summer, items: [{ link: 4712 }] }
  autumn: { name: Autumn }
`;

/** Requests that a command sends, counted by method and path without ids. */
async function bill(world: World, run: () => Promise<unknown>): Promise<Record<string, number>> {
  world.service.clearLog();
  await run();
  const counts: Record<string, number> = {};
  for (const request of world.requests) {
    const line = request.replace(/\/\d+/g, "/:id");
    counts[line] = (counts[line] ?? 0) + 1;
  }
  return counts;
}

test("every command sends the account's question, each list once, and the writes", async () => {
  const { world, stack } = await startStack({ dialect: ALL_KINDS });
  const config = pixels(101) + REST;
  const lists = { "GET /api/domains": 1, "GET /api/qr": 1, "GET /api/campaigns": 1, "GET /api/channels": 1 };
  const account = { "GET /api/account": 1 };

  expect(await bill(world, () => stack.preview(config))).toEqual({
    ...account,
    ...lists,
    "GET /api/pixels": 1,
  });
  expect(await bill(world, () => stack.up(config, { preview: false }))).toEqual({
    ...account,
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
  expect(await bill(world, () => stack.preview(config))).toEqual(account);
  expect(await bill(world, () => stack.up(config, { preview: false }))).toEqual(account);
  // Two pages of pixels, and the items of the two channels that have managed ones.
  expect(await bill(world, () => stack.refresh())).toEqual({
    ...account,
    ...lists,
    "GET /api/pixels": 2,
    "GET /api/channel/:id": 2,
  });
  expect(await bill(world, () => stack.up(pixels(101, "Q") + REST, { preview: false }))).toEqual({
    ...account,
    "GET /api/pixels": 2,
    "PUT /api/pixel/:id/update": 101,
  });
  expect(await bill(world, () => stack.destroy())).toEqual({
    ...account,
    ...lists,
    "GET /api/pixels": 2,
    "DELETE /api/pixel/:id/delete": 101,
    "DELETE /api/domain/:id/delete": 1,
    "DELETE /api/qr/:id/delete": 1,
    "DELETE /api/campaign/:id/delete": 1,
    "DELETE /api/channel/:id/delete": 3,
  });
});

test("updates with unmanaged fields read their list once", async () => {
  const { world, stack } = await startStack();
  const channels = (color: string) =>
    `channels:\n${["a1", "b2", "c3"].map((name) => `  ${name}: { name: ${name}, color: "${color}" }\n`).join("")}`;
  await stack.up(channels("#000000"));
  expect(await bill(world, () => stack.up(channels("#111111"), { preview: false, parallel: 1 }))).toEqual({
    "GET /api/account": 1,
    "GET /api/channels": 1,
    "PUT /api/channel/:id/update": 3,
  });
});

describe("with 30 requests per minute", () => {
  const limited = (world: World) => world.service.log.filter(({ status }) => status === 429).length;

  test("120 creates take at most 1.05 of the shortest time, none is limited, and one line per wait says so", async () => {
    const count = 120;
    const world = await startWorld({ dialect: ALL_KINDS, rateLimit: 30 });
    const from = world.clock.now();
    const run = await world.stack().up(pixels(count), { preview: false });
    // With the requests for the account and the list. The last window need not end.
    const waits = Math.ceil((count + 2) / 30) - 1;
    expect(world.requests).toHaveLength(count + 2);
    expect(limited(world)).toBe(0);
    expect((world.clock.now() - from) / 60_000 / waits).toBeLessThanOrEqual(1.05);
    expect(run.messages.filter((message) => message.includes("rate limit"))).toHaveLength(waits);
  });
});
