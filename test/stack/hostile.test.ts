// A service that answers a change with anything but what the API document has: the effect is found out, or the user gets an
// error. Nothing is done twice, and no message has control characters. Readings: api/list.test.ts.
import { expect, test } from "vitest";
import type { ServiceResponse } from "../support/emulator";
import { messageOf } from "../support/message-of";
import { applied, DIRECTLY, REFRESHED } from "../support/what-exists";

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

/** The error of a command that may fail, which has no control characters. */
async function cleanMessageOf(run: Promise<unknown>): Promise<string> {
  const message = await messageOf(run);
  expect(message.replaceAll("\n", " ")).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
  return message;
}

test.each(ANSWERS)("%s in place of the answer to a change: each is done once", async (_, body) => {
  const { world, stack } = await applied("{}");
  const respond = (response: ServiceResponse) => ({ ...response, body: body as never });
  for (const on of ["POST /api/*/add", "POST /api/*/assign/*", "PUT *", "DELETE *"])
    world.faults.rule({ on, times: 1, respond });
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
