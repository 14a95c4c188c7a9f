// Every way to a create, and the options of Pulumi: what the engine asks of the provider.
import * as pulumi from "@pulumi/pulumi";
import { describe, expect, test } from "vitest";
import { Channel, ChannelItem, Pixel } from "../../src/index";
import { applied } from "../support/what-exists";

const PIXEL = { type: "fbpixel", name: "Ads", tag: "1" } as const;
const ads = (type = "fbpixel", options = "") =>
  `pixels: { ads: { type: ${type}, name: Ads, tag: "1"${options && `, options: { ${options} }`} } }\n`;

describe("a replacement", () => {
  test.each([
    ["creates the new object before it deletes the old one", "", ["POST", "DELETE"]],
    ["with deleteBeforeReplace, deletes it first", "deleteBeforeReplace: true", ["DELETE", "POST"]],
    ["may leave the object that its entry names by id", "onExisting: { id: 101 }", ["POST", "DELETE"]],
  ])("%s", async (_, options, order) => {
    const { world, stack } = await applied(ads());
    expect((await stack.preview(ads("gapixel", options))).changes).toEqual(["replace Pixel ads: type"]);
    await stack.up(ads("gapixel", options));
    expect(world.changes.map((request) => request.split(" ")[0])).toEqual(order);
    expect(world.account.pixels.list()).toMatchObject([{ id: 102, type: "gapixel" }]);
    expect(stack.ids).toEqual({ "Pixel ads": "102" });
  });

  test("does not take its own old object for an existing one", async () => {
    const { world, stack } = await applied(ads());
    await stack.up(ads(), { replace: ["Pixel ads"] });
    expect(world.account.pixels.list().map(({ id }) => id)).toEqual([102]);
    expect(stack.ids).toEqual({ "Pixel ads": "102" });
  });

  test("of a parent moves its items, which stay where an update changes only another field", async () => {
    const spring = (name: string, color: string) => () => {
      const channel = new Channel("spring", { name, color }, { replaceOnChanges: ["name"] });
      new ChannelItem("spring/link", { channel, itemType: "links", item: 4711 });
    };
    const { world, stack } = await applied(spring("Spring", "#22aa66"));
    const { changes } = await stack.preview(spring("Spring", "#000000"));
    expect(changes).toEqual(["update Channel spring: color"]);
    expect((await stack.preview(spring("Spring", "#22AA66"))).changes).toEqual([]);
    await stack.up(spring("Summer", "#22aa66"));
    expect(stack.ids["ChannelItem spring/link"]).toBe("102/links/4711");
    expect(world.account.channels.list().map(({ id }) => id)).toEqual([102]);
  });
});

test("a value that is known late is decided in the update", async () => {
  const { world, stack } = await applied("{}");
  const { id } = world.account.pixels.create({ ...PIXEL, tag: "102" });
  const program = () => {
    const channel = new Channel("spring", { name: "Spring" });
    new Pixel("late", { ...PIXEL, tag: channel.id });
  };
  await stack.preview(program);
  await expect(stack.up(program)).rejects.toThrow(`already exists (id ${id})`);
  expect(world.account.pixels.list()).toHaveLength(1);
});

test("an argument without a value in the update creates nothing", async () => {
  const { world, stack } = await applied("{}");
  const none = pulumi.output(pulumi.unknown) as unknown as pulumi.Output<string>;
  const program = () => void new Channel("spring", { name: "Spring", color: none });
  await expect(stack.up(program, { preview: false })).rejects.toThrow("has no value");
  expect(world.changes).toEqual([]);
});

test("a renamed entry keeps its object and its items", async () => {
  const channel = (key: string, rest = "") =>
    `channels: { ${key}: { name: Spring, items: [{ link: 4711 }]${rest} } }\n`;
  const { world, stack } = await applied(channel("spring"));
  expect((await stack.up(channel("summer", ", renamedFrom: spring"))).changes).toEqual([]);
  expect(stack.ids).toEqual({ "Channel summer": "101", "ChannelItem summer/link/4711": "101/links/4711" });
  expect(world.changes).toEqual([]);
});

test("other lines of the file, and another word for what is decided already, are no change", async () => {
  const { stack } = await applied(ads("fbpixel", "onExisting: adopt"));
  expect((await stack.preview(`# moved\n${ads("fbpixel", "onExisting: fail")}`)).changes).toEqual([]);
});
