// What somebody edits on the website is drift, and an object with another create-only value is another object.
import { expect, test } from "vitest";
import { messageOf } from "../support/message-of";
import { applied, DIRECTLY, PIXEL, REFRESHED, sent } from "../support/what-exists";

test("with an object that has another create-only value nothing happens, and `pulumi state delete` is the way on", async () => {
  const { world, stack } = await applied(PIXEL);
  world.account.pixels.update(101, { type: "gapixel", name: "Press" });
  for (const run of [
    () => stack.refresh(),
    () => stack.preview(PIXEL, { refresh: true }),
    () => stack.up(PIXEL, REFRESHED),
    () => stack.up(PIXEL.replace("Ads", "Shop"), DIRECTLY),
    () => stack.up("{}"),
    () => stack.destroy(),
  ])
    expect(await messageOf(run())).toMatch(/pulumi state delete.*onExisting: { id: 101 }/);
  expect(sent(world)).toEqual([]);
  expect(stack.ids).toEqual({ "Pixel ads": "101" });
  stack.forget("Pixel ads");
  await stack.up(PIXEL);
  expect(world.account.pixels.list().map(({ name }) => name)).toEqual(["Press", "Ads"]);
});

test("an item is gone with its channel, whose list is asked first, and not because its own list fails", async () => {
  const config = "channels: { spring: { name: Spring, items: [{ link: 4711 }] } }\n";
  const { world, stack } = await applied(config);
  world.account.channels.create({ name: "Press" });
  world.faults.rule({ on: "GET /api/channel/*", fault: 500 });
  await expect(stack.refresh()).rejects.toThrow("/api/channel/1");
  expect(Object.keys(stack.ids)).toHaveLength(2);
  world.service.clearLog();
  world.account.channels.delete(Number(stack.ids["Channel spring"]));
  const more = config.replace("4711 }", "4711 }, { link: 4712 }");
  expect(await messageOf(stack.up(more, DIRECTLY))).toContain("pulumi refresh");
  expect((await stack.refresh()).with("gone").sort()).toEqual([
    "Channel spring",
    "ChannelItem spring/link/4711",
  ]);
  expect(world.requests.join()).not.toContain("/api/channel/");
});

test("an object that was deleted and created again by hand is adopted by its id, which may stay in the config", async () => {
  const entry = (more = "") => `channels: { spring: { name: Spring, color: "#22aa66"${more} } }\n`;
  const adopting = entry(", options: { onExisting: { id: 102 } }");
  const { world, stack } = await applied(entry());
  world.account.channels.delete(101);
  world.account.channels.create({ name: "Spring", color: "#000000" });
  expect(await messageOf(stack.up(entry(), REFRESHED))).toContain("{ id: 102 }");
  await stack.up(adopting, REFRESHED);
  expect(stack.ids).toEqual({ "Channel spring": "102" });
  world.account.channels.delete(102);
  await stack.up(adopting, REFRESHED);
  expect((await stack.preview(adopting, { refresh: true })).changes).toEqual([]);
  expect(world.account.channels.list()).toMatchObject([{ id: 103, color: "#22aa66" }]);
});
