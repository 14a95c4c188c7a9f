// `adopt` and `overwrite` say that an object may exist. So nothing is created before two readings have lacked it.
import { describe, expect, test } from "vitest";
import { messageOf } from "../support/message-of";
import { pixels } from "../support/pixels";
import { applied, DIRECTLY, objects, readings, sent } from "../support/what-exists";
import { startWorld, type World } from "../support/world";

function withPixels(world: World, count: number): void {
  for (let n = 0; n < count; n++)
    world.account.pixels.create({ type: "fbpixel", name: `P${n}`, tag: String(n) });
}

describe("the proof", () => {
  test("is made once per list of which something is created, and all wait together", async () => {
    const world = await startWorld();
    withPixels(world, 20);
    for (let n = 0; n < 20; n++) world.account.channels.create({ name: `C${n}` });
    const channels = Array.from({ length: 22 }, (_, n) => `  c${n}: { name: C${n} }\n`).join("");
    const domains =
      "domains: { go: { domain: https://go.example.com, options: { onExisting: duplicate } } }\n";
    const from = world.clock.now();
    const stack = world.stack({ onExisting: "adopt" });
    await stack.up(`${pixels(22)}channels:\n${channels}${domains}`, DIRECTLY);
    expect(stack.resources).toHaveLength(45);
    expect(sent(world)).toHaveLength(5);
    expect(readings(world)).toEqual({ "/api/pixels": 2, "/api/channels": 2, "/api/domains": 1 });
    expect(world.clock.now() - from).toBeLessThan(11_000);
  });

  test("is none of a preview, which reads each list once, and does not wait", async () => {
    const world = await startWorld();
    withPixels(world, 3);
    const from = world.clock.now();
    await world.stack({ onExisting: "adopt" }).preview(pixels(5));
    expect(readings(world)).toEqual({ "/api/pixels": 1 });
    expect(world.clock.now() - from).toBeLessThan(1000);
  });
});

describe("the preview says how many objects it adopts:", () => {
  test.each([
    [0, /will adopt 3 existing objects, none changed/],
    [2, /will adopt 3 existing objects, 2 changed/],
  ])("of three, %i differ", async (differing, line) => {
    const world = await startWorld();
    withPixels(world, 3);
    for (let n = 0; n < differing; n++) world.account.pixels.update(101 + n, { name: "Other" });
    const stack = world.stack({ onExisting: "overwrite" });
    expect((await stack.preview(pixels(4))).text).toMatch(line);
    const { text } = await stack.up(pixels(4), DIRECTLY);
    expect(text).toMatch(new RegExp(line.source.replace("will adopt", "adopted")));
  });
});

describe("of two matching objects,", () => {
  const entry = (key: string, tag: string, options = "") =>
    `  ${key}: { type: fbpixel, name: P, tag: "${tag}"${options} }\n`;

  test.each(["fail", "adopt", "overwrite"])(
    "one is managed and the other is not: the error with %s names both, and the id that is free",
    async (onExisting) => {
      const { world, stack } = await applied(`pixels:\n${entry("a", "1")}`);
      world.account.pixels.create({ type: "fbpixel", name: "P", tag: "1" });
      const config = `pixels:\n${entry("a", "2")}${entry("b", "1")}`;
      const failure = await messageOf(stack.up(config, { config: { onExisting } }));
      for (const id of ["101", "102"]) expect(failure).toMatch(new RegExp(`\\bid ${id}\\b`));
      expect(failure).toContain("{ id: 102 }");
      expect(failure).not.toContain("{ id: 101 }");
      expect(objects(world.account)).toHaveLength(2);
      await stack.up(
        config.replace(entry("b", "1"), entry("b", "1", ", options: { onExisting: { id: 102 } }")),
      );
      expect(stack.ids).toEqual({ "Pixel a": "101", "Pixel b": "102" });
    },
  );
});
