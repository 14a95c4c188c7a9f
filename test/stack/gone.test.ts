// An object is gone only if complete lists say so: no status, no message and no empty list proves it.
import { describe, expect, test } from "vitest";
import { byType, listedKinds } from "../support/kinds";
import { pixels } from "../support/pixels";
import { applied } from "../support/what-exists";
import type { World } from "../support/world";

const CHANNEL = `
qrCodes: { menu: { type: text, data: a, name: Menu } }
channels: { spring: { name: Spring, items: [{ link: 4711 }, { qr: menu }] } }
`;
const lists = (world: World, path: string) =>
  world.requests.filter((request) => request === `GET ${path}`).length;

describe.each(byType(listedKinds))("a %s", (type, kind) => {
  const program = (count: number) => () => {
    for (let n = 0; n < count; n++) new kind.class(`it${n}`, kind.args(n));
  };

  test("deleted by hand is gone after a second list, which all missing ones share", async () => {
    const { world, stack } = await applied(program(4));
    kind.remove(world.account, stack.ids[`${type} it1`]!);
    kind.remove(world.account, stack.ids[`${type} it2`]!);
    const run = await stack.refresh();
    expect(run.with("gone").sort()).toEqual([`${type} it1`, `${type} it2`]);
    expect(lists(world, kind.list.path)).toBe(2);
    expect(Object.keys(stack.ids)).toHaveLength(2);
    await stack.up(program(4));
    expect(Object.keys(stack.ids)).toHaveLength(4);
  });

  test("is not gone while lists are stale after its create", async () => {
    const { world, stack } = await applied(program(1));
    await stack.up(program(2));
    world.faults.rule({ on: "GET *", stale: 8000 });
    expect((await stack.refresh()).with("gone")).toEqual([]);
  });
});

describe("nothing is gone because of", () => {
  test.each([
    ["a list that fails", { fault: 500 }],
    ["a list that is cut", { fault: "cut", when: "after" }],
    ["a list that is no list", { respond: (response: object) => ({ ...response, body: { error: 0 } }) }],
    [
      "a failure with status 200",
      { respond: (response: object) => ({ ...response, body: { error: 1, message: "no" } }) },
    ],
    [
      "status 404",
      {
        respond: (response: object) => ({ ...response, status: 404, body: { error: 1, message: "unknown" } }),
      },
    ],
  ] as const)("%s", async (_, effect) => {
    // One object, which an empty list would prove gone.
    const { world, stack } = await applied(pixels(1));
    world.faults.rule({ on: "GET /api/pixels", ...(effect as object) });
    await expect(stack.refresh()).rejects.toThrow("/api/pixels");
    expect(Object.keys(stack.ids)).toHaveLength(1);
    await expect(stack.up(pixels(1), { refresh: true, preview: false })).rejects.toThrow();
    expect(world.changes).toEqual([]);
  });
});

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

describe("an id still belongs to the object", () => {
  test("while lists are stale after an update of all its texts", async () => {
    const { world, stack } = await applied(pixels(1));
    await stack.up(pixels(1).replace("P0", "Q0").replace('"0"', '"1"'));
    world.faults.rule({ on: "GET *", stale: 8000 });
    await stack.destroy();
    expect(world.account.pixels.list()).toEqual([]);
  });

  test("whose update had no response: the next update sends the same", async () => {
    const { world, stack } = await applied(pixels(1));
    const changed = pixels(1).replace("P0", "Q0").replace('"0"', '"1"');
    world.faults.rule({ on: "PUT *", fault: "reset", when: "after" });
    await expect(stack.up(changed)).rejects.toThrow();
    world.faults.clear();
    await stack.up(changed);
    expect((await stack.drift()).changes).toEqual([]);
  });
});
