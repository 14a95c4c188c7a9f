// The type of a pixel has two words: that of the API document, and the network's own.
import { describe, expect, test } from "vitest";
import { Pixel } from "../../src/index";
import { messageOf } from "../support/message-of";
import { startStack, startWorld } from "../support/world";

/** The word of the document, and the network's own. All of them: resources/kinds.test.ts. */
const WORDS = [
  ["searchadspixel", "adwordspixel"],
  ["professionalnetworkpixel", "linkedinpixel"],
  ["forum", "reddit"],
] as const;

const pixels = (type: string, more = "") => `pixels: { it: { type: ${type}, name: Ads, tag: "1"${more} } }`;

describe("where both words are known", () => {
  /** One pixel of each network. */
  const all = (word: 0 | 1, options = "") =>
    `pixels:\n${WORDS.map((words, n) => `  p${n}: { type: ${words[word]}, name: Ads, tag: "1"${options} }\n`).join("")}`;

  test.each([
    ["the document's", 0, 1],
    ["the networks'", 1, 0],
  ] as const)(
    "%s words are sent as written, without a warning, and the others are no change",
    async (_, word, other) => {
      // Lists show the networks' own words.
      const { world, stack } = await startStack({ dialect: { pixelTypes: "both" } });
      const { text } = await stack.up(all(word));
      expect(text).not.toContain("warning");
      expect(
        world.account.pixels
          .list()
          .map(({ type }) => type)
          .sort(),
      ).toEqual(WORDS.map((words) => words[word]).sort());
      expect((await stack.drift()).changes).toEqual([]);
      world.service.clearLog();
      expect((await stack.up(all(other))).changes).toEqual([]);
      expect(world.changes).toEqual([]);
      expect(stack.resources.find(({ name }) => name === "p0")!.inputs).toMatchObject({
        type: WORDS[0][word],
      });
      const renamed = all(other).replace("name: Ads", "name: More");
      expect((await stack.preview(renamed)).changes).toEqual(["update Pixel p0: name"]);
      const { changes } = await stack.preview(all(other).replace(WORDS[0][other], "fbpixel"));
      expect(changes).toEqual(["replace Pixel p0: type"]);
    },
  );

  test("an existing pixel is recognized by either word", async () => {
    for (const [word, other] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const world = await startWorld({ dialect: { pixelTypes: "both" } });
      for (const words of WORDS) world.account.pixels.create({ type: words[other], name: "Ads", tag: "1" });
      const stack = world.stack();
      await expect(stack.up(all(word))).rejects.toThrow("3 entries");
      await stack.up(all(word, ", options: { onExisting: adopt }"));
      expect(Object.keys(stack.ids)).toHaveLength(3);
      expect(world.changes).toEqual([]);
    }
  });
});

describe("a word that the service rejects", () => {
  test.each([
    ["documented", "linkedinpixel", "professionalnetworkpixel"],
    ["networks", "forum", "reddit"],
  ] as const)(
    "(it knows the %s ones) was sent once, and the error names the other one",
    async (pixelTypes, type, other) => {
      const { world, stack } = await startStack({ dialect: { pixelTypes } });
      const error = await messageOf(stack.up(pixels(type)));
      expect(error).toMatch(/pixels\.it.*one of/s);
      expect(error).toContain(`write type: ${other}`);
      expect(world.bodies("POST /api/pixel/add")).toMatchObject([{ type }]);
      await stack.up(pixels(other));
      expect((await stack.preview(pixels(type), { refresh: true })).changes).toEqual([]);
    },
  );
});

test("a limit of the plan gets one request, whatever the word is", async () => {
  for (const type of ["linkedinpixel", "professionalnetworkpixel", "fbpixel"]) {
    const world = await startWorld();
    world.faults.rule({
      on: "POST /api/pixel/add",
      reject: "You have reached your maximum number of pixels",
    });
    await expect(world.stack().up(pixels(type))).rejects.toThrow("maximum number");
    expect(world.bodies("POST /api/pixel/add")).toHaveLength(1);
  }
});

test("another word is an error before the first request, also in a program", async () => {
  const world = await startWorld();
  const program = () => void new Pixel("it", { type: "facebook" as never, name: "Ads", tag: "1" });
  for (const config of [pixels("facebook"), program]) {
    const error = await messageOf(world.stack().preview(config));
    for (const word of ["fbpixel", "forum", "reddit"]) expect(error).toContain(word);
  }
  expect(world.requests).toEqual([]);
});
