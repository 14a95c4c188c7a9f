// Values that become known in the middle of an update, when the first list is old.
import type * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";
import { Channel, Pixel } from "../../src/index";
import { messageOf } from "../support/message-of";
import { applied, DIRECTLY, readings } from "../support/what-exists";
import { startStack, startWorld } from "../support/world";

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

test("an object that somebody created meanwhile is found: the list is at most 60 s old", async () => {
  const { world, stack } = await startStack({ rateLimit: 6, dialect: { rejectedDuplicates: "none" } });
  world.faults.rule({
    on: "POST /api/channel/add",
    after: 9,
    times: 1,
    edit: ({ pixels }) => void pixels.create({ type: "fbpixel", name: "By hand", tag: "112" }),
  });
  const from = world.clock.now();
  expect(await messageOf(stack.up(late(10), DIRECTLY))).toContain("already exists (id 111");
  expect(world.clock.now() - from).toBeGreaterThan(60_000);
  expect(world.account.pixels.list()).toHaveLength(2);
});

test("a young list is not read again", async () => {
  const world = await startWorld();
  await world.stack().up(late(2), DIRECTLY);
  expect(readings(world)["/api/pixels"]).toBe(1);
});

test("own updates reach the list: a tag that one pixel gave up is free for a new one that gets it late", async () => {
  const { world, stack } = await applied(() => void pixel("old", "103"));
  world.account.channels.create({ name: "By hand" });
  const program = () => {
    const old = pixel("old", "2");
    const channel = new Channel("spring", { name: "Spring" }, { dependsOn: old });
    pixel("new", channel.id);
  };
  await stack.up(program);
  expect(world.account.pixels.list()).toMatchObject([{ tag: "2" }, { tag: "103" }]);
  expect(stack.ids).toMatchObject({ "Pixel old": "101", "Pixel new": "104" });
});

test("own updates reach the list: a tag that one pixel got is not free for a new one that gets it late", async () => {
  const { world, stack } = await applied(() => void pixel("old", "1"));
  const program = () => {
    const old = pixel("old", "102");
    const channel = new Channel("spring", { name: "Spring" }, { dependsOn: old });
    pixel("new", channel.id);
  };
  expect(await messageOf(stack.up(program))).toContain("Pixel new");
  expect(world.account.pixels.list()).toHaveLength(1);
});
