// An object is gone only if complete lists say so: no status, no message and no empty list proves it.

import { describe, expect, test } from "vitest";
import { pixels } from "../support/pixels";
import { applied } from "../support/what-exists";

const CHANNEL = `
qrCodes: { menu: { type: text, data: a, name: Menu } }
channels: { spring: { name: Spring, items: [{ link: 4711 }, { qr: menu }] } }
`;
describe("an item", () => {
  test("is gone with its channel, and the list of channels is asked first", async () => {
    const { world, stack } = await applied(CHANNEL);
    world.account.channels.create({ name: "Press" });
    world.account.channels.delete(101);
    const run = await stack.refresh();
    expect(run.with("gone").sort()).toEqual([
      "Channel spring",
      "ChannelItem spring/link/4711",
      "ChannelItem spring/qr/menu",
    ]);
    expect(world.requests.some((request) => request === "GET /api/channel/101")).toBe(false);
  });

  test("is not gone because the list of its channel fails", async () => {
    const { world, stack } = await applied(CHANNEL);
    world.faults.rule({ on: "GET /api/channel/*", fault: 500 });
    await expect(stack.refresh()).rejects.toThrow("/api/channel/101");
    expect(Object.keys(stack.ids)).toHaveLength(4);
  });
});

test("another object under a recorded id leaves the state with `pulumi state delete`, and the entry is new", async () => {
  const { world, stack } = await applied(pixels(1));
  world.account.pixels.update(101, { type: "gapixel", name: "Press" });
  stack.forget("Pixel p0");
  await stack.up(pixels(1));
  expect(world.account.pixels.list().map(({ name }) => name)).toEqual(["Press", "P0"]);
});

test("an update without a response is sent again, and the id still belongs to the object", async () => {
  const { world, stack } = await applied(pixels(1));
  const changed = pixels(1).replace("P0", "Q0").replace('"0"', '"1"');
  world.faults.rule({ on: "PUT *", fault: "reset", when: "after" });
  await expect(stack.up(changed)).rejects.toThrow();
  world.faults.clear();
  await stack.up(changed);
  expect((await stack.drift()).changes).toEqual([]);
});
