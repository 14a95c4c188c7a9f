// Decisions in the middle of a long update, when the first list is old.
import type * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";
import { Channel, Pixel } from "../../src/index";
import { messageOf } from "../support/message-of";
import { DIRECTLY } from "../support/what-exists";
import { startStack } from "../support/world";

const pixel = (name: string, tag: pulumi.Input<string>) => new Pixel(name, { type: "fbpixel", name, tag });

test("an object that somebody created meanwhile is found: the list is at most 60 s old", async () => {
  const { world, stack } = await startStack({ rateLimit: 6, dialect: { rejectedDuplicates: "none" } });
  const edit = () => void world.account.pixels.create({ type: "fbpixel", name: "By hand", tag: "111" });
  world.faults.rule({ on: "POST /api/channel/add", after: 9, times: 1, edit });
  const from = world.clock.now();
  const program = () => {
    let last: pulumi.Resource = pixel("first", "1");
    for (let n = 0; n < 9; n++) last = new Channel(`c${n}`, { name: `Channel ${n}` }, { dependsOn: last });
    const { id } = new Channel("last", { name: "Last" }, { dependsOn: last });
    pixel(
      "late",
      id.apply(() => "111"),
    );
  };
  expect(await messageOf(stack.up(program, DIRECTLY))).toContain("already exists (id");
  expect(world.clock.now() - from).toBeGreaterThan(60_000);
  expect(world.account.pixels.list()).toHaveLength(2);
});

test("a description that somebody changes during a long apply is not reverted: the same for updates", async () => {
  const channel = (color: string) => (_: unknown, n: number) =>
    `  c${n}: { name: Channel ${n}, color: "${color}" }\n`;
  const config = (color: string) => `channels:\n${Array.from({ length: 60 }, channel(color)).join("")}`;
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
  const { world, stack } = await startStack({ up: () => void pixel("old", "102") });
  await stack.up(() => {
    const { id } = new Channel("spring", { name: "Spring" }, { dependsOn: pixel("old", "2") });
    pixel("new", id);
  });
  expect(world.account.pixels.list()).toMatchObject([{ tag: "2" }, { tag: "102" }]);
});
