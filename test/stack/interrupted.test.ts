// Killed and stopped runs: nothing is lost, nothing is created twice, and the next preview says what is left.
import { describe, expect, test } from "vitest";
import { cancelAt, killAt, type Moment } from "../support/interruptions";
import { messageOf } from "../support/message-of";
import { pixels } from "../support/pixels";
import { Killed } from "../support/stack";
import { startStack } from "../support/world";

describe("after a kill", () => {
  test.each([
    ["before", 2],
    ["after", 2],
    ["answered", 2],
  ] as [Moment["timing"], number][])(
    "%s a request, adopt recovers with one object each",
    async (timing, request) => {
      const { world, stack } = await startStack();
      const interruption = killAt({ request, timing });
      await expect(stack.up(pixels(5), { parallel: 1, ...interruption })).rejects.toThrow(Killed);
      const preview = await messageOf(stack.preview(pixels(5)));
      // The preview names exactly what the state does not have. A request may have been in flight at the kill.
      const left = world.account.pixels.list().length - stack.resources.length;
      expect(preview.match(/already exists/g) ?? []).toHaveLength(left);
      await stack.up(pixels(5), { config: { onExisting: "adopt" } });
      expect(world.account.pixels.list()).toHaveLength(5);
      expect(new Set(Object.values(stack.ids)).size).toBe(5);
      expect((await stack.preview(pixels(5), { refresh: true })).changes).toEqual([]);
    },
  );
});

test("a delete of an earlier run spares an object that an entry has adopted since", async () => {
  const { world, stack } = await startStack({ up: pixels(1) });
  const replaced = pixels(1).replace("fbpixel", "gapixel");
  await expect(stack.up(replaced, killAt({ request: 2, timing: "before" }))).rejects.toThrow(Killed);
  // The old object 101 waits for its deletion, and another entry adopts it.
  const both = `${replaced}  old: { type: fbpixel, name: P0, tag: "0", options: { onExisting: { id: 101 } } }\n`;
  await stack.up(both);
  expect(stack.ids).toEqual({ "Pixel p0": "102", "Pixel old": "101" });
  expect(world.account.pixels.list()).toHaveLength(2);
});

describe("Ctrl-C", () => {
  test("completes what is in flight, starts nothing new, and the next run does the rest", async () => {
    const { world, stack } = await startStack();
    await expect(stack.up(pixels(30), cancelAt({ request: 3, timing: "before" }))).rejects.toThrow(
      "canceled",
    );
    const done = world.account.pixels.list().length;
    expect(done).toBeGreaterThan(2);
    expect(done).toBeLessThan(30);
    expect(stack.resources).toHaveLength(done);
    await stack.up(pixels(30));
    expect(world.account.pixels.list()).toHaveLength(30);
  });
});
