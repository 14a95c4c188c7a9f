// Every way to a create, and the options of Pulumi: what the engine asks of the provider.
import * as pulumi from "@pulumi/pulumi";
import { describe, expect, test } from "vitest";
import { Channel, ChannelItem, Pixel } from "../../src/index";
import { messageOf } from "../support/message-of";
import { startStack, startWorld } from "../support/world";

const PIXEL = { type: "fbpixel", name: "Ads", tag: "1" } as const;
const ads = (type = "fbpixel", options = "") =>
  `pixels:\n  ads: { type: ${type}, name: Ads, tag: "1"${options} }\n`;

describe("a replacement", () => {
  test("creates the new object before it deletes the old one", async () => {
    const { world, stack } = await startStack({ up: ads() });
    world.service.clearLog();
    const preview = await stack.preview(ads("gapixel"));
    expect(preview.changes).toEqual(["replace Pixel ads: type"]);
    await stack.up(ads("gapixel"));
    expect(world.changes).toEqual(["POST /api/pixel/add", "DELETE /api/pixel/101/delete"]);
    expect(stack.ids).toEqual({ "Pixel ads": "102" });
  });

  test("with deleteBeforeReplace, deletes it first", async () => {
    const { world, stack } = await startStack({ up: ads() });
    world.service.clearLog();
    await stack.up(ads("gapixel", ", options: { deleteBeforeReplace: true }"));
    expect(world.changes).toEqual(["DELETE /api/pixel/101/delete", "POST /api/pixel/add"]);
  });

  test("does not take its own old object for an existing one", async () => {
    const { world, stack } = await startStack({ dialect: { rejectedDuplicates: "none" }, up: ads() });
    await stack.up(ads(), { replace: ["Pixel ads"] });
    expect(world.account.pixels.list().map(({ id }) => id)).toEqual([102]);
    expect(stack.ids).toEqual({ "Pixel ads": "102" });
  });

  test("whose new object the account has already stops the run, and adopt continues", async () => {
    const { world, stack } = await startStack({ dialect: { rejectedDuplicates: "none" }, up: ads() });
    const { id } = world.account.pixels.create({ ...PIXEL, type: "gapixel" });
    world.service.clearLog();
    const failure = await messageOf(stack.up(ads("gapixel")));
    expect(failure).toContain(`already exists (id ${id})`);
    expect(world.changes).toEqual([]);
    await stack.up(ads("gapixel"), { config: { onExisting: "adopt" } });
    expect(stack.ids).toEqual({ "Pixel ads": String(id) });
    expect(world.account.pixels.list().map((pixel) => pixel.id)).toEqual([id]);
  });

  test("that is ordered does not adopt the equal object of another entry", async () => {
    const two =
      "channels: { a: { name: A, options: { onExisting: duplicate } }, b: { name: A, options: { onExisting: adopt } } }\n";
    const { world, stack } = await startStack({ dialect: { rejectedDuplicates: "none" } });
    await stack.up(two.replace("adopt", "fail"), { target: ["Channel b"] });
    await stack.up(two);
    const ordered = { replace: ["Channel b"], target: ["Channel b"] };
    expect(await messageOf(stack.up(two, ordered))).toContain("already managed");
    expect(stack.ids).toEqual({ "Channel a": "102", "Channel b": "101" });
    expect(world.account.channels.list()).toHaveLength(2);
  });

  test("of a parent moves its items, which stay where an update changes only another field", async () => {
    const { world, stack } = await startStack();
    const spring = (name: string, color: string) => () => {
      const channel = new Channel("spring", { name, color }, { replaceOnChanges: ["name"] });
      new ChannelItem("spring/link", { channel, itemType: "links", item: 4711 });
    };
    await stack.up(spring("Spring", "#22aa66"));
    expect((await stack.preview(spring("Spring", "#000000"))).changes).toEqual([
      "update Channel spring: color",
    ]);
    await stack.up(spring("Summer", "#22aa66"));
    expect(stack.ids["ChannelItem spring/link"]).toBe("102/links/4711");
    expect(world.account.channels.list().map(({ id }) => id)).toEqual([102]);
  });
});

test("an entry with the id of its own object is replaced by another object", async () => {
  const world = await startWorld();
  const { id } = world.account.pixels.create(PIXEL);
  const stack = world.stack();
  const byId = (type?: string) => ads(type, `, options: { onExisting: { id: ${id} } }`);
  await stack.up(byId());
  await stack.up(byId("gapixel"));
  expect(world.account.pixels.list()).toMatchObject([{ id: 102, type: "gapixel" }]);
});

test("an object that a refresh dropped, and somebody made again by hand, stops the run", async () => {
  const { world, stack } = await startStack({ up: ads() });
  world.account.pixels.delete(101);
  const { id } = world.account.pixels.create(PIXEL);
  await expect(stack.up(ads(), { refresh: true, preview: false })).rejects.toThrow(
    `already exists (id ${id})`,
  );
  expect(world.account.pixels.list()).toHaveLength(1);
});

test("a value that is known late is decided in the update", async () => {
  const world = await startWorld();
  const { id } = world.account.pixels.create({ ...PIXEL, tag: "102" });
  const stack = world.stack();
  const program = () => {
    const channel = new Channel("spring", { name: "Spring" });
    new Pixel("late", { ...PIXEL, tag: channel.id });
  };
  await stack.preview(program);
  await expect(stack.up(program)).rejects.toThrow(`already exists (id ${id})`);
  expect(world.account.pixels.list()).toHaveLength(1);
});

test("an argument without a value in the update creates nothing", async () => {
  const world = await startWorld();
  const none = pulumi.output(pulumi.unknown) as unknown as pulumi.Output<string>;
  const program = () => void new Channel("spring", { name: "Spring", color: none });
  await expect(world.stack().up(program, { preview: false })).rejects.toThrow("has no value");
  expect(world.changes).toEqual([]);
});

test("two entries that turn out to be one object stop the run", async () => {
  const world = await startWorld({ dialect: { rejectedDuplicates: "none" } });
  const program = () => {
    const channel = new Channel("spring", { name: "Spring" });
    const first = new Pixel("first", { ...PIXEL, tag: channel.id });
    new Pixel("second", { ...PIXEL, tag: channel.id }, { dependsOn: first });
  };
  await expect(world.stack().up(program)).rejects.toThrow("Pixel second");
  expect(world.account.pixels.list()).toHaveLength(1);
});

test("a renamed entry keeps its object and its items", async () => {
  const { world, stack } = await startStack();
  const channel = (key: string, rest = "") =>
    `channels:\n  ${key}: { name: Spring, items: [{ link: 4711 }]${rest} }\n`;
  await stack.up(channel("spring"));
  world.service.clearLog();
  expect((await stack.preview(channel("summer", ", renamedFrom: spring"))).changes).toEqual([]);
  await stack.up(channel("summer", ", renamedFrom: spring"));
  expect(stack.ids).toEqual({ "Channel summer": "101", "ChannelItem summer/link/4711": "101/links/4711" });
  expect(world.changes).toEqual([]);
});

test("retainOnDelete leaves the object on the account", async () => {
  const { world, stack } = await startStack({ up: ads("fbpixel", ", options: { retainOnDelete: true }") });
  await stack.up("{}");
  expect(stack.ids).toEqual({});
  expect(world.account.pixels.list()).toHaveLength(1);
});

test("other lines of the file, and another word for what is decided already, are no change", async () => {
  const world = await startWorld();
  world.account.pixels.create(PIXEL);
  const stack = world.stack();
  const byWord = (word: string) => ads("fbpixel", `, options: { onExisting: ${word} }`);
  await stack.up(byWord("adopt"));
  expect((await stack.preview(`# moved\n${byWord("fail")}`)).changes).toEqual([]);
});
