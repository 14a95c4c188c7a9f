// What differs between the state and the config: by meaning, and only what the config manages.
import { describe, expect, test } from "vitest";
import { compare, inOldSpelling } from "../../src/kind/compare";
import { UNKNOWN } from "../../src/kind/unknown";
import { registry } from "../../src/resources/index";

type Props = Record<string, unknown>;

const kind = (type: string) => registry.find(({ definition }) => definition.type === type)!.definition;
const EQUAL = { changed: [], replaces: [], cleared: [], kept: [] };
const difference = (type: string, before: Props, after: Props) => compare(kind(type), before, after);

describe("a difference", () => {
  test.each<[string, string, Props, Props]>([
    ["values with equal meaning", "Channel", { name: "A", color: "#22AA66" }, { name: "A", color: "22aa66" }],
    ["an output", "Campaign", { name: "A", rotator: "https://s.example/r/a" }, { name: "A" }],
    ["hidden inputs", "Campaign", { name: "A", __provider: "x" }, { name: "A", __provider: "y" }],
    ["the two words of a pixel type", "Pixel", { type: "reddit", tag: "1" }, { type: "forum", tag: "1" }],
  ])("is none for %s", (_, type, before, after) => {
    expect(difference(type, before, after)).toEqual(EQUAL);
  });

  test("is every changed and every new argument", () => {
    const after = { name: "Summer", color: "#22AA66" };
    expect(difference("Channel", { name: "Spring" }, after)).toEqual({
      ...EQUAL,
      changed: ["name", "color"],
    });
  });

  test.each<[string, Props, Props, string[]]>([
    ["Pixel", { type: "fbpixel", name: "A", tag: "1" }, { type: "forum", name: "A", tag: "1" }, ["type"]],
    ["Domain", { domain: "https://a.example" }, { domain: "https://b.example" }, ["domain"]],
    [
      "ChannelItem",
      { channel: 1, itemType: "qr", item: 1 },
      { channel: 1, itemType: "qr", item: 2 },
      ["item"],
    ],
    ["CampaignLink", { campaign: 1, link: 1 }, { campaign: 2, link: 1 }, ["campaign"]],
    ["QrCode", { type: "text", data: "x" }, { type: "link", data: "x" }, ["type"]],
  ])("replaces the object if the argument is create-only: %s", (type, before, after, replaces) => {
    expect(difference(type, before, after).replaces).toEqual(replaces);
  });

  test.each<[string, Props, Props, Partial<typeof EQUAL> | object]>([
    ["Channel", { name: "A", description: "x" }, { name: "A" }, { cleared: ["description"] }],
    [
      "Channel",
      { name: "A", description: "x" },
      { name: "A", description: null },
      { cleared: ["description"] },
    ],
    ["Domain", { domain: "a", redirect404: "b" }, { domain: "a" }, { cleared: ["redirect404"] }],
    ["QrCode", { type: "text", data: "x", logo: "l" }, { type: "text", data: "x" }, { cleared: ["logo"] }],
    ["Channel", { name: "A", color: "#22AA66" }, { name: "A" }, { kept: ["color"] }],
    ["Campaign", { name: "A", slug: "a" }, { name: "A" }, { kept: ["slug"] }],
  ])(
    "clears an argument that leaves the config where the API can, else keeps it: %s",
    (type, before, after, rest) => {
      expect(difference(type, before, after)).toEqual({ ...EQUAL, ...rest });
    },
  );

  test("includes a value that is known only later", () => {
    expect(difference("Channel", { name: "A" }, { name: UNKNOWN }).changed).toEqual(["name"]);
    expect(difference("Pixel", { type: "fbpixel" }, { type: UNKNOWN }).replaces).toEqual(["type"]);
  });
});

describe("the engine sees", () => {
  const olds = { name: "Spring", color: "#22AA66", description: "" };
  const shown = (before: Props, after: Props) => inOldSpelling(kind("Channel"), before, after);

  test("a value with equal meaning in its old spelling", () => {
    expect(shown(olds, { name: "Spring", color: "22aa66" })).toEqual({ name: "Spring", color: "#22AA66" });
  });

  test.each<Props>([
    { name: "spring", color: "#22AA67" },
    { name: "Spring", starred: false },
    { name: "Spring" },
    { name: "Spring", color: UNKNOWN },
    { name: "Spring", __provider: "new" },
  ])("anything else as the config has it: %j", (after) => {
    expect(shown({ ...olds, __provider: "old" }, after)).toEqual(after);
  });
});
