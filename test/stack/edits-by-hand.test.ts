// What somebody edits on the website is drift, and an object with another create-only value is another object.
import { describe, expect, test } from "vitest";
import { messageOf } from "../support/message-of";
import { applied, CODE, DIRECTLY, DOMAIN, objects, PIXEL, REFRESHED, sent } from "../support/what-exists";
import type { World } from "../support/world";

describe("another object, with which nothing happens, has", () => {
  const otherType = ({ account }: World) => account.pixels.update(101, { type: "gapixel" });
  const otherDomain = ({ account }: World) =>
    account.domains.update(101, { domain: "https://other.example" });
  const cases: [string, string, (world: World) => unknown][] = [
    ["another create-only value", PIXEL, otherType],
    ["another domain", DOMAIN, otherDomain],
  ];

  test.each(cases)("%s", async (_, config, restore) => {
    const { world, stack } = await applied(config);
    restore(world);
    const account = world.account.data;
    const changed = config
      .replace("name: Ads", "name: Shop")
      .replace("go.example.com }", "go.example.com, redirectRoot: https://example.com }");
    for (const run of [
      () => stack.refresh(),
      () => stack.preview(config, { refresh: true }),
      () => stack.up(config, REFRESHED),
      () => stack.up(changed, DIRECTLY),
      () => stack.up("{}"),
      () => stack.destroy(),
    ]) {
      const failure = await messageOf(run());
      expect(failure).toContain("pulumi state delete");
      expect(failure).toContain("onExisting: { id: 101 }");
    }
    expect(sent(world)).toEqual([]);
    expect(world.account.data).toEqual(account);
    expect(stack.resources).toHaveLength(1);
  });
});

test("the name of a QR code, which never drifts, blocks nothing: the code is deleted with its entry", async () => {
  const { world, stack } = await applied(CODE.replace("hello", "hello, name: Menu"), {
    dialect: { qrNames: "accepted" },
  });
  world.account.qrs.update(101, { name: "Lunch" });
  await stack.up("{}");
  expect(objects(world.account)).toEqual([]);
});

test("an update without a response is sent again, and the id still belongs to the object", async () => {
  const { world, stack } = await applied(PIXEL);
  const changed = PIXEL.replace("Ads", "Shop").replace('"1"', '"2"');
  world.faults.rule({ on: "PUT *", fault: "reset", when: "after" });
  await expect(stack.up(changed)).rejects.toThrow();
  world.faults.clear();
  await stack.up(changed);
  expect((await stack.drift()).changes).toEqual([]);
});

test("another object under a recorded id leaves the state with `pulumi state delete`, and the entry is new", async () => {
  const { world, stack } = await applied(PIXEL);
  world.account.pixels.update(101, { type: "gapixel", name: "Press" });
  stack.forget("Pixel ads");
  await stack.up(PIXEL);
  expect(world.account.pixels.list().map(({ name }) => name)).toEqual(["Press", "Ads"]);
});

describe("an item", () => {
  const CONFIG = `
qrCodes: { menu: { type: text, data: a, name: Menu } }
channels: { spring: { name: Spring, items: [{ link: 4711 }, { qr: menu }] } }
`;

  test("is gone with its channel, and the list of channels is asked first", async () => {
    const { world, stack } = await applied(CONFIG);
    world.account.channels.create({ name: "Press" });
    world.account.channels.delete(Number(stack.ids["Channel spring"]));
    const run = await stack.refresh();
    const gone = ["Channel spring", "ChannelItem spring/link/4711", "ChannelItem spring/qr/menu"];
    expect(run.with("gone").sort()).toEqual(gone);
    expect(world.requests.filter((request) => request.startsWith("GET /api/channel/"))).toEqual([]);
  });

  test("is not gone because the list of its channel fails", async () => {
    const { world, stack } = await applied(CONFIG);
    world.faults.rule({ on: "GET /api/channel/*", fault: 500 });
    await expect(stack.refresh()).rejects.toThrow("/api/channel/1");
    expect(Object.keys(stack.ids)).toHaveLength(4);
  });
});
