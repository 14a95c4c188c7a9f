// A service that answers anything but what the API document has: the effect is found out, or the user gets an error. Nothing is done
// twice, nothing counts as deleted, and no message has control characters.
import { expect, test } from "vitest";
import { messageOf } from "../support/message-of";
import { applied, DIRECTLY, REFRESHED, sent } from "../support/what-exists";
import type { World } from "../support/world";

const CONFIG = `
pixels: { it: { type: fbpixel, name: Ads, tag: "1" } }
channels: { it: { name: Spring, items: [{ link: 4711 }] } }
campaigns: { it: { name: Launch, slug: launch, public: true, links: [4712] } }
`;

const ANSWERS = [
  ["no JSON", "\u001b]0;title\u0007\u001b[2J<html>"],
  [
    "ids that are none",
    '{"error":0,"id":{"toString":1},"data":{"id":"1/../2","pixels":[{"id":1.5}],"channels":[{"id":{}}]}}',
  ],
] as const;

const answering = (world: World, on: string, body: string, times = 1) =>
  world.faults.rule({ on, times, respond: (response) => ({ ...response, body: body as never }) });

/** The error of a command that may fail, which has no control characters. */
async function cleanMessageOf(run: Promise<unknown>): Promise<string> {
  const message = await messageOf(run);
  expect(message.replaceAll("\n", " ")).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
  return message;
}

test.each(ANSWERS)("%s in place of a reading is an error, and nothing changes", async (_, body) => {
  const { world, stack } = await applied(CONFIG);
  const before = stack.ids;
  for (const path of ["account", "pixels", "channels", "channel/"]) {
    answering(world, `GET /api/${path}${path.endsWith("/") ? "*" : ""}`, body, 100);
    expect(await cleanMessageOf(stack.refresh())).toContain(`/api/${path}`);
    world.faults.clear();
  }
  expect(stack.ids).toEqual(before);
  expect(sent(world)).toEqual([]);
});

test.each(ANSWERS)("%s in place of the answer to a change: each is done once", async (_, body) => {
  const { world, stack } = await applied("{}");
  for (const on of ["POST /api/*/add", "POST /api/*/assign/*", "PUT *", "DELETE *"])
    answering(world, on, body);
  const run = async (config: string) => {
    const refreshed = { ...REFRESHED, config: { onExisting: "adopt" } };
    for (const options of [DIRECTLY, refreshed]) await cleanMessageOf(stack.up(config, options));
    await stack.up(config, refreshed);
  };
  await run(CONFIG);
  expect(world.account.pixels.list()).toHaveLength(1);
  expect(world.account.channels.list()).toMatchObject([{ name: "Spring", items: [{ id: 4711 }] }]);
  expect(world.account.campaigns.list()).toMatchObject([{ name: "Launch", links: [4712] }]);
  await run(CONFIG.replace("Spring", "Summer"));
  expect(world.account.channels.list()).toMatchObject([{ name: "Summer" }]);
  await cleanMessageOf(stack.destroy());
  await stack.destroy();
  expect(world.account.pixels.list()).toEqual([]);
  expect(stack.ids).toEqual({});
});
