// The types of pixels: two words for some networks, and any other text.
import { describe, expect, test } from "vitest";
import { pixel } from "../../src/resources/pixel";
import { misspelledType, otherWord, PIXEL_TYPES } from "../../src/resources/pixel-types";

const warningsOf = (type: string, tag = "1") => pixel.lint!({ type, name: "Ads", tag });

test("the 13 documented words and ten networks' own words are known, each with its network", () => {
  expect([...PIXEL_TYPES.keys()]).toHaveLength(23);
  expect([...PIXEL_TYPES.values()].every((meaning) => /^[A-Z]/.test(meaning))).toBe(true);
  for (const type of PIXEL_TYPES.keys()) {
    expect([type, pixel.args().safeParse({ type, name: "Ads", tag: "1" }).success]).toEqual([type, true]);
    expect(warningsOf(type)).toEqual([]);
    const other = otherWord(type);
    if (other !== undefined)
      expect([otherWord(other), pixel.fields.type.same(type, other)]).toEqual([type, true]);
  }
});

test.each([
  ["fbpixl", "fbpixel"],
  ["Facebook", "fbpixel"],
  ["linkdinpixel", "linkedinpixel"],
  ["TikTok", "tiktok"],
  ["reddit-pixel", "reddit"],
  ["quora", "quorapixel"],
])("%s is an error that suggests %s", (type, suggestion) => {
  expect(misspelledType(type)).toBe(suggestion);
  const { error } = pixel.args().safeParse({ type, name: "Ads", tag: "1" });
  expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [["type"], `cannot be "${type}"; did you mean "${suggestion}"?`],
  ]);
});

test.each(["vkpixel", "xpixel", "taboola", "constructor", "__proto__", "custom pixel"])(
  "%s is another word, which is sent with a warning",
  (type) => {
    expect(pixel.args().safeParse({ type, name: "Ads", tag: "1" }).success).toBe(true);
    expect(warningsOf(type)).toEqual([
      {
        field: "type",
        message: "the type is not a known one. It is sent as written, and the service may reject it",
      },
    ]);
  },
);

describe("a tag of Google Ads", () => {
  test.each(["searchadspixel", "adwordspixel"])("fits the type %s", (type) => {
    expect(warningsOf(type, "AW-123")).toEqual([]);
  });

  test("warns with another type, with both words", () => {
    expect(warningsOf("linkedinpixel", "AW-123")).toEqual([
      {
        field: "tag",
        message: "a tag that begins with AW- usually has the type searchadspixel or adwordspixel",
      },
    ]);
  });
});
