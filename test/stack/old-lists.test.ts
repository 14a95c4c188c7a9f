// Decisions in the middle of a long update, when the first list is old.
import type * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";
import { Channel, Pixel } from "../../src/index";
import { messageOf } from "../support/message-of";
import { applied, DIRECTLY, readings } from "../support/what-exists";
import { startStack, startWorld, type World } from "../support/world";

const pixel = (name: string, tag: pulumi.Input<string>, options?: pulumi.CustomResourceOptions) =>
  new Pixel(name, { type: "fbpixel", name, tag }, options);

/** A pixel at the start, then channels, then a pixel with the id of the last one as its tag. */
const late = (channels: number) => () => {
  pixel("first", "1");
  let last: Channel | undefined;
  for (let n = 0; n < channels; n++)
    last = new Channel(`c${n}`, { name: `Channel ${n}` }, last && { dependsOn: last });
  pixel("late", last!.id);
};

/** The next objects get the ids 201, 202 and so on. */
const createChannel = ({ account }: World) => void account.channels.create({ id: 200, name: "By hand" });

/** A pixel gets another tag, and a new one gets the id of a new channel as its tag. */
const program = (tag: string) => () => {
  const old = pixel("old", tag);
  const channel = new Channel("spring", { name: "Spring" }, { dependsOn: old });
  pixel("new", channel.id);
};

test("an object that somebody created meanwhile is found: the list is at most 60 s old", async () => {
  const { world, stack } = await startStack({ rateLimit: 6, dialect: { rejectedDuplicates: "none" } });
  world.faults.rule({
    on: "POST /api/channel/add",
    after: 9,
    times: 1,
    edit: ({ pixels }) => void pixels.create({ type: "fbpixel", name: "By hand", tag: "212" }),
  });
  createChannel(world);
  const from = world.clock.now();
  expect(await messageOf(stack.up(late(10), DIRECTLY))).toContain("already exists (id");
  expect(world.clock.now() - from).toBeGreaterThan(60_000);
  expect(world.account.pixels.list()).toHaveLength(2);
});

test("a young list is not read again", async () => {
  const world = await startWorld();
  await world.stack().up(late(2), DIRECTLY);
  expect(readings(world)["/api/pixels"]).toBe(1);
});

test("a description that somebody changes during a long apply is not reverted: the same for updates", async () => {
  const config = (color: string) =>
    `channels:\n${Array.from({ length: 60 }, (_, n) => `  c${n}: { name: Channel ${n}, color: "${color}" }\n`).join("")}`;
  const { world, stack } = await startStack({ rateLimit: 30, up: config("#000000") });
  const describe = (description: string) => {
    for (const { id } of world.account.channels.list()) world.account.channels.update(id, { description });
  };
  describe("Before");
  const edit = () => describe("By hand");
  world.faults.rule({ on: "PUT /api/channel/*", after: 25, times: 1, edit });
  await stack.up(config("#111111"), { preview: false, parallel: 1 });
  const kept = world.account.channels.list().filter(({ description }) => description === "By hand");
  // The last ones were updated more than a minute after the edit.
  expect(kept.length).toBeGreaterThan(30);
});

test("own updates reach the list: a tag that one pixel gave up is free for a new one that gets it late", async () => {
  const { world, stack } = await applied(() => void pixel("old", "201"));
  createChannel(world);
  await stack.up(program("2"));
  expect(world.account.pixels.list()).toMatchObject([{ tag: "2" }, { tag: "201" }]);
  expect(stack.ids["Pixel old"]).toBe("101");
});

test("own updates reach the list: a tag that one pixel got is not free for a new one that gets it late", async () => {
  const { world, stack } = await applied(() => void pixel("old", "1"));
  createChannel(world);
  expect(await messageOf(stack.up(program("201")))).toContain("Pixel new");
  expect(world.account.pixels.list()).toHaveLength(1);
});
