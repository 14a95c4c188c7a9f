// A service that answers anything but what the API document has: the effect is found out, or the user gets an error. Nothing is done
// twice, nothing counts as deleted, and no message has control characters.

import { describe, expect, test } from "vitest";
import { messageOf } from "../support/message-of";
import { DIRECTLY, REFRESHED } from "../support/what-exists";
import { startStack, type World } from "../support/world";

const CONFIG = `
pixels: { it: { type: fbpixel, name: Ads, tag: "1" } }
channels: { it: { name: Spring, items: [{ link: 4711 }] } }
campaigns: { it: { name: Launch, slug: launch, public: true, links: [4712] } }
`;

const ANSWERS = {
  nothing: "",
  "no JSON": "\u001b]0;title\u0007\u001b[2J<html>",
  "ids that are none":
    '{"error":0,"id":{"toString":1},"data":{"id":"1/../2","pixels":[{"id":1.5}],"channels":[{"id":{}}]}}',
  "a prototype": '{"error":0,"__proto__":{"id":1,"data":{"id":1}}}',
} as const;

const answering = (world: World, on: string, body: string, times = 1) =>
  world.faults.rule({ on, times, respond: (response) => ({ ...response, body: body as never }) });

/** The error of a command that may fail, which has no control characters. */
async function cleanMessageOf(run: Promise<unknown>): Promise<string> {
  const message = await messageOf(run);
  expect(message.replaceAll("\n", " ")).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
  return message;
}

describe.each(Object.entries(ANSWERS))("%s", (_, body) => {
  test.each(["account", "pixels", "channels", "channel/*"])(
    "in place of %s is an error, and nothing changes",
    async (path) => {
      const { world, stack } = await startStack({ up: CONFIG });
      const before = stack.ids;
      world.service.clearLog();
      answering(world, `GET /api/${path}`, body, 100);
      const message = await cleanMessageOf(stack.refresh());
      expect(message).toContain(`/api/${path.replace("*", "")}`);
      expect(stack.ids).toEqual(before);
      expect(world.changes).toEqual([]);
    },
  );

  test("in place of the answer to a create, an update, an assignment and a delete: each is done once", async () => {
    const { world, stack } = await startStack();
    const run = async (config: string) => {
      const options = { ...REFRESHED, config: { onExisting: "adopt" } };
      for (let run = 0; run < 3; run++)
        if ((await cleanMessageOf(stack.up(config, run === 0 ? DIRECTLY : options))) === "") return;
      throw new Error("three runs failed");
    };
    for (const on of ["POST /api/*/add", "POST /api/*/assign/*", "PUT *", "DELETE *"])
      answering(world, on, body);
    await run(CONFIG);
    expect(world.account.pixels.list()).toHaveLength(1);
    expect(world.account.channels.list()).toMatchObject([{ name: "Spring", items: [{ id: 4711 }] }]);
    expect(world.account.campaigns.list()).toMatchObject([{ name: "Launch", links: [4712] }]);
    const edited = CONFIG.replace("Spring", "Summer");
    await run(edited);
    expect(world.account.channels.list()).toMatchObject([{ name: "Summer" }]);
    await cleanMessageOf(stack.destroy());
    await stack.destroy();
    expect(world.account.pixels.list()).toEqual([]);
    expect(stack.ids).toEqual({});
  });
});
