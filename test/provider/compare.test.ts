import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../src/kind/unknown";
import { compare, inOldSpelling } from "../../src/provider/compare";
import { Campaign } from "../../src/resources/classes/campaign";
import { Channel } from "../../src/resources/classes/channel";
import { Pixel } from "../../src/resources/classes/pixel";

const { definition: channel } = Channel;
const { definition: pixel } = Pixel;
const { definition: campaign } = Campaign;

describe("compares", () => {
  test("by meaning, not by spelling", () => {
    const before = { name: "Spring", color: "#22AA66", starred: true };
    expect(compare(channel, before, { name: "Spring", color: "#22aa66", starred: 1 })).toEqual({
      changed: [],
      replaces: [],
      cleared: [],
      kept: [],
    });
  });

  test("changed and new arguments", () => {
    const { changed, replaces } = compare(channel, { name: "Spring" }, { name: "Summer", color: "#22AA66" });
    expect(changed).toEqual(["name", "color"]);
    expect(replaces).toEqual([]);
  });

  test("create-only arguments, whose change replaces the object", () => {
    const before = { type: "fbpixel", name: "Ads", tag: "1" };
    expect(compare(pixel, before, { type: "forum", name: "More", tag: "1" })).toMatchObject({
      changed: ["type", "name"],
      replaces: ["type"],
    });
  });

  test("an unknown value as a change", () => {
    expect(compare(channel, { name: "Spring" }, { name: UNKNOWN }).changed).toEqual(["name"]);
    expect(compare(pixel, { type: "fbpixel" }, { type: UNKNOWN }).replaces).toEqual(["type"]);
  });

  test("arguments that leave the config: cleared if the API can, else kept", () => {
    const before = { name: "Spring", description: "In the shops", color: "#22AA66" };
    expect(compare(channel, before, { name: "Spring" })).toEqual({
      changed: [],
      replaces: [],
      cleared: ["description"],
      kept: ["color"],
    });
    expect(compare(channel, before, { name: "Spring", description: null }).cleared).toEqual(["description"]);
  });

  test("only managed arguments, not outputs and hidden inputs", () => {
    const before = { name: "Launch", rotator: "https://example.com/r/a", __metadata: "{}" };
    const after = { name: "Launch", __entry: "{}", __provider: "x" };
    expect(compare(campaign, before, after)).toEqual({ changed: [], replaces: [], cleared: [], kept: [] });
  });
});

describe("in the old spelling", () => {
  const olds = { name: "Spring", color: "#22AA66", description: "" };

  test("keeps a value with equal meaning as it was", () => {
    expect(inOldSpelling(channel, olds, { name: "Spring", color: "22aa66" })).toEqual({
      name: "Spring",
      color: "#22AA66",
    });
  });

  test("keeps a value with another meaning as it is", () => {
    expect(inOldSpelling(channel, olds, { name: "spring", color: "#22AA67" })).toEqual({
      name: "spring",
      color: "#22AA67",
    });
  });

  test("keeps a new value, even if it means nothing", () => {
    expect(inOldSpelling(channel, { name: "Spring" }, { name: "Spring", description: "" })).toEqual({
      name: "Spring",
      description: "",
    });
  });

  test("never brings back a value that left the config", () => {
    expect(inOldSpelling(channel, olds, { name: "Spring" })).toEqual({ name: "Spring" });
  });

  test("keeps an unknown value unknown", () => {
    expect(inOldSpelling(channel, { color: UNKNOWN }, { color: UNKNOWN })).toEqual({ color: UNKNOWN });
    expect(inOldSpelling(channel, olds, { color: UNKNOWN })).toEqual({ color: UNKNOWN });
  });

  test("leaves inputs that are no fields as they are", () => {
    const news = { name: "Spring", __provider: "new", __entry: "new" };
    expect(inOldSpelling(channel, { ...olds, __provider: "old", __entry: "old" }, news)).toEqual(news);
  });
});
