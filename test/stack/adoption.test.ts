// `adopt` and `overwrite` say that an object may exist. So nothing is created before two readings have lacked it.
import { expect, test } from "vitest";
import { pixels } from "../support/pixels";
import { DIRECTLY, readings, sent } from "../support/what-exists";
import { startWorld, type World } from "../support/world";

function withPixels(world: World, count: number): void {
  for (let n = 0; n < count; n++)
    world.account.pixels.create({ type: "fbpixel", name: `P${n}`, tag: String(n) });
}

test("60 objects are adopted without a write, and without a second reading", async () => {
  const world = await startWorld();
  withPixels(world, 60);
  const stack = world.stack({ onExisting: "adopt" });
  await stack.up(pixels(60), DIRECTLY);
  expect(stack.resources).toHaveLength(60);
  expect(world.requests).toEqual(["GET /api/account", "GET /api/pixels"]);
});

test("the proof is made once per list of which something is created, and 60 entries wait together, one step at a time", async () => {
  const world = await startWorld();
  const channel = (_: unknown, n: number) => `  c${n}: { name: C${n} }\n`;
  const channels = `channels:\n${Array.from({ length: 60 }, channel).join("")}`;
  const domains = "domains: { go: { domain: https://go.example.com, options: { onExisting: duplicate } } }\n";
  const from = world.clock.now();
  await world
    .stack({ onExisting: "adopt" })
    .up(pixels(60) + channels + domains, { ...DIRECTLY, parallel: 1 });
  expect(sent(world)).toHaveLength(121);
  expect(readings(world)).toEqual({ "/api/pixels": 2, "/api/channels": 2, "/api/domains": 1 });
  expect(world.clock.now() - from).toBeLessThan(21_000);
});

test("a preview reads each list once, does not wait, and says how many objects it adopts", async () => {
  const world = await startWorld();
  withPixels(world, 3);
  const stack = world.stack({ onExisting: "overwrite" });
  const from = world.clock.now();
  expect((await stack.preview(pixels(5))).text).toMatch(/will adopt 3 existing objects, none changed/);
  expect(readings(world)).toEqual({ "/api/pixels": 1 });
  expect(world.clock.now() - from).toBeLessThan(1000);
  world.account.pixels.update(101, { name: "Other" });
  expect((await stack.up(pixels(5), DIRECTLY)).text).toMatch(/adopted 3 existing objects, 1 changed/);
});
