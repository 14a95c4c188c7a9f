// The type of a pixel has two words: that of the API document, and the network's own (design.md 2).
import { describe, expect, test } from "vitest";
import { startWorld } from "../support/world";

/** The word of the document, and the network's own. */
const WORDS = [
  ["searchadspixel", "adwordspixel"],
  ["professionalnetworkpixel", "linkedinpixel"],
] as const;
const EITHER = WORDS.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]);

const pixels = (type: string, more = "") => `pixels: { it: { type: ${type}, name: Ads, tag: "1"${more} } }`;

describe("where both words are known", () => {
  test.each(EITHER)("%s is sent as written, and %s is no change", async (type, other) => {
    // Lists show the network's own word.
    const world = await startWorld({ dialect: { pixelTypes: "both" } });
    const stack = world.stack();
    await stack.up(pixels(type));
    expect(world.bodies("POST /api/pixel/add")).toMatchObject([{ type }]);
    expect((await stack.drift()).changes).toEqual([]);
    world.service.clearLog();
    expect((await stack.up(pixels(other))).changes).toEqual([]);
    expect(world.changes).toEqual([]);
    expect(stack.resources[0]!.inputs).toMatchObject({ type });
  });

  test.each(EITHER)("%s is sent, and an existing %s is the same pixel", async (type, other) => {
    const world = await startWorld({ dialect: { pixelTypes: "both" } });
    const { id } = world.account.pixels.create({ type: other, name: "Ads", tag: "1" });
    const stack = world.stack();
    await expect(stack.up(pixels(type))).rejects.toThrow(`already exists (id ${id}`);
    await stack.up(pixels(type, ", options: { onExisting: adopt }"));
    expect(stack.ids).toEqual({ "Pixel it": String(id) });
    expect(world.changes).toEqual([]);
  });

  test("a create without a response is found by the other word, and not sent again", async () => {
    const world = await startWorld({ dialect: { pixelTypes: "both" } });
    world.faults.rule({ on: "POST /api/pixel/add", fault: "reset", when: "after", times: 1 });
    await world.stack().up(pixels("professionalnetworkpixel"));
    expect(world.account.pixels.list()).toHaveLength(1);
  });
});

test.each(["vkpixel", "custom pixel", "constructor"])(
  "%s is sent as written, with a warning",
  async (type) => {
    const world = await startWorld();
    const stack = world.stack();
    const preview = await stack.preview(pixels(type));
    expect(preview.text).toMatch(/warning: .*pixels\.it.*type/);
    await expect(stack.up(pixels(type))).rejects.toThrow(/pixels\.it/);
    expect(world.bodies("POST /api/pixel/add")).toMatchObject([{ type }]);
  },
);

test("no other word is tried for what both call the same, or if something else is rejected", async () => {
  const world = await startWorld({ dialect: { pixelTypes: "both", rejectedDuplicates: "all" } });
  world.account.pixels.create({ type: "fbpixel", name: "Ads", tag: "1" });
  for (const type of ["fbpixel", "vkpixel"])
    await expect(world.stack({ onExisting: "duplicate" }).up(pixels(type))).rejects.toThrow("pixels.it");
  expect(world.bodies("POST /api/pixel/add")).toHaveLength(2);
});

test.each([
  ["fbpixel", "GTM-ABC", "gtmpixel"],
  ["linkedinpixel", "AW-123", "adwordspixel"],
  ["fbpixel", "abc", "number"],
])("%s with the tag %s is a warning: %s", async (type, tag, hint) => {
  const world = await startWorld({ dialect: { pixelTypes: "both" } });
  const preview = await world.stack().preview(pixels(type).replace('"1"', tag));
  expect(preview.text).toMatch(new RegExp(`warning: .*tag.*${hint}`));
});
