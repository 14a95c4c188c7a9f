// What each kind states: its arguments and outputs, what identifies an object, and which values mean the same.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { identityOf, isSameObject } from "../../src/kind/compare";
import { alike, same } from "../../src/kind/meaning";
import { registry } from "../../src/resources/index";

type Props = Record<string, unknown>;

function kind(type: string) {
  const found = registry.find(({ definition }) => definition.type === type);
  return found!.definition;
}

function field(type: string, name: string) {
  const { fields } = kind(type);
  return fields[name]!;
}

const isValid = (type: string, args: Props) => kind(type).args().safeParse(args).success;
const isSame = (type: string, a: Props, b: Props) => isSameObject(kind(type), a, b);

describe("two values mean the same", () => {
  const SAME: readonly [string, string, unknown, unknown][] = [
    ["Channel", "color", "#22aa66", "#22AA66"],
    ["Channel", "color", "22aa66", "#22AA66"],
    ["Channel", "starred", true, "1"],
    ["Channel", "starred", false, "0"],
    ["Channel", "description", "", null],
    ["QrCode", "foreground", "rgb(1, 2, 3)", "rgb(1,2,3)"],
    ["Domain", "domain", "https://go.example.com", "https://GO.example.com/"],
    ["Domain", "redirectRoot", "https://bücher.example:443/a", "https://xn--bcher-kva.example/a"],
    ["Pixel", "type", "reddit", "forum"],
  ];
  const DIFFERENT: readonly [string, string, unknown, unknown][] = [
    ["Channel", "color", "#22aa66", "#22aa67"],
    ["Domain", "domain", "http://go.example.com", "https://go.example.com"],
    ["Domain", "redirectRoot", "https://a.example/a", "https://a.example/A"],
    ["Pixel", "type", "reddit", "pinboard"],
    ["Domain", "redirectRoot", "https://a.example/a/", "https://a.example/a"],
    ["QrCode", "logo", "img/Logo.png", "img/logo.png"],
    ["Pixel", "tag", "a", "A"],
    ["Channel", "name", "spring", "Spring"],
    ["Campaign", "slug", "launch", "Launch"],
    ["QrCode", "data", ["a"], "a"],
  ];

  test.each(SAME)("%s.%s: %j and %j", (type, name, a, b) => {
    expect(same(field(type, name), a, b)).toBe(true);
    expect(same(field(type, name), b, a)).toBe(true);
  });

  test.each(DIFFERENT)("but not %s.%s: %j and %j", (type, name, a, b) => {
    expect(same(field(type, name), a, b)).toBe(false);
  });

  test("if they are equal, whatever the field is", () => {
    const fields = registry.flatMap(({ definition }) => Object.values(definition.fields));
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (a, b) => {
        for (const one of fields) {
          expect(same(one, a, structuredClone(a))).toBe(true);
          expect(alike(one, a, structuredClone(a))).toBe(true);
          expect(same(one, a, b)).toBe(same(one, b, a));
          expect(same(one, a, b) && !alike(one, a, b)).toBe(false);
        }
      }),
    );
  });
});

describe("what a service shows is alike", () => {
  const ALIKE: readonly [string, string, unknown, unknown][] = [
    ["Channel", "name", " big  launch ", "Big launch"],
    ["Channel", "description", "A & <B>", "A &amp; &lt;B&gt;"],
    ["Channel", "description", "A & B", "A &amp;amp; B"],
    ["Pixel", "tag", " G-1&2 ", "G-1&amp;2"],
    ["Domain", "redirectRoot", "https://a.example/?a=1&b=2", "https://a.example/?a=1&amp;b=2 "],
    ["Link", "alias", "Sale", "sale "],
    ["Campaign", "slug", "Launch", "launch"],
    ["Domain", "domain", "https://go.example.com", "http://GO.example.com/"],
    ["ChannelItem", "item", 4711, "4711"],
  ];
  const OTHER: readonly [string, string, unknown, unknown][] = [
    ["Pixel", "tag", "G-a", "G-A"],
    ["Pixel", "tag", "a b", "a  b"],
    ["Domain", "redirectRoot", "https://a.example/Page", "https://a.example/page"],
    ["Domain", "redirectRoot", "https://a.example/page", "https://a.example/page/"],
    ["Domain", "domain", "https://go.example.com", "https://to.example.com"],
    ["Campaign", "slug", "launch_1", "launch-1"],
  ];

  test.each(ALIKE)("%s.%s: %j as %j", (type, name, given, shown) => {
    expect(alike(field(type, name), given, shown)).toBe(true);
  });

  test.each(OTHER)("but not %s.%s: %j as %j", (type, name, given, shown) => {
    expect(alike(field(type, name), given, shown)).toBe(false);
  });
});

describe("what a list shows is read", () => {
  const read = (type: string, item: Props) => {
    const { fields, outputs } = kind(type);
    return Object.fromEntries(
      Object.entries({ ...fields, ...outputs }).map(([name, one]) => [name, one.read(item)]),
    );
  };

  test("with numbers and texts as booleans, and missing text as empty", () => {
    expect(read("Channel", { name: "Spring", color: "#22AA66", starred: "1", description: null })).toEqual({
      name: "Spring",
      color: "#22AA66",
      starred: true,
      description: "",
    });
    expect(read("Channel", { name: "Spring" }).starred).toBeUndefined();
  });

  test.each(["name", "domain", "campaign"])("with the name of a campaign under %s", (key) => {
    expect(read("Campaign", { [key]: "Launch" }).name).toBe("Launch");
  });

  test("with the slug of a campaign from its rotator address", () => {
    const rotator = "https://s.example/r/launch%202";
    expect(read("Campaign", { name: "Launch", public: 1, rotator })).toMatchObject({
      slug: "launch 2",
      public: true,
      rotator,
    });
    expect(read("Campaign", { name: "Launch", rotator: null }).slug).toBeUndefined();
  });
});

describe("an object may be that of an entry", () => {
  test.each<[string, Props, Props]>([
    ["Pixel", { type: "fbpixel", tag: "1", name: "a" }, { type: "fbpixel", tag: "1", name: "b" }],
    ["Channel", { name: "Spring" }, { name: " spring " }],
    ["Campaign", { slug: "launch", name: "A" }, { slug: "launch", name: "B" }],
    ["Link", { alias: "sale" }, { alias: "sale", domain: "https://b.example" }],
    ["ChannelItem", { channel: 3, itemType: "qr", item: 8 }, { channel: "3", itemType: "qr", item: "8" }],
  ])("%s: %j and %j", (type, a, b) => {
    expect(isSame(type, a, b)).toBe(true);
  });

  test.each<[string, Props, Props]>([
    ["Pixel", { type: "fbpixel", tag: "1" }, { type: "forum", tag: "1" }],
    ["Campaign", { slug: "a", name: "Launch" }, { slug: "b", name: "Launch" }],
    ["Campaign", { slug: "launch", name: "A" }, { name: "launch" }],
    ["Link", { alias: "Sale" }, { alias: "sale" }],
    ["Link", { alias: "sale", domain: "https://a.example" }, { alias: "sale", domain: "https://b.example" }],
    ["QrCode", { type: "text", data: "x" }, { type: "text", data: "x" }],
    ["QrCode", { name: "" }, { name: "" }],
    ["Account", { email: "a@example.com" }, { email: "a@example.com" }],
  ])("but not %s: %j and %j", (type, a, b) => {
    expect(isSame(type, a, b)).not.toBe(true);
  });
});

describe("two entries are one object", () => {
  test.each<[string, Props, Props]>([
    ["Pixel", { type: "reddit", tag: "1" }, { type: "forum", tag: "1" }],
    ["Domain", { domain: "https://go.example.com" }, { domain: "https://GO.example.com:443/" }],
    ["Channel", { name: "Café".normalize("NFC") }, { name: "Café".normalize("NFD") }],
    ["ChannelItem", { channel: 3, itemType: "qr", item: 8 }, { channel: "3", itemType: "qr", item: "8" }],
  ])("%s: %j and %j", (type, a, b) => {
    expect(identityOf(kind(type), a)).toBe(identityOf(kind(type), b));
  });

  test.each<[string, Props, Props]>([
    ["Pixel", { type: "fbpixel", tag: "a" }, { type: "fbpixel", tag: "A" }],
    ["Channel", { name: "Sale" }, { name: "SALE" }],
  ])("but not %s: %j and %j", (type, a, b) => {
    expect(identityOf(kind(type), a)).not.toBe(identityOf(kind(type), b));
  });
});

test.each(["vkpixel", "Facebook", "FBPIXEL", "constructor", ""])(
  "the type of a pixel may not be %j",
  (type) => {
    expect(isValid("Pixel", { type, name: "Ads", tag: "1" })).toBe(false);
  },
);

test.each([
  ["ChannelItem", { channel: "1", itemType: "links", item: "4711" }],
  ["CampaignLink", { campaign: "1", link: "4711" }],
])("a %s has ids of objects only", (type, args) => {
  expect(isValid(type, args)).toBe(true);
  for (const name of Object.keys(args).filter((one) => one !== "itemType"))
    for (const value of ["a", "", 0, 1.5, "1/../2", null])
      expect(isValid(type, { ...args, [name]: value }), `${name}: ${value}`).toBe(false);
});

test("a QR code without type and data is valid: it manages an exported one", () => {
  expect(isValid("QrCode", { name: "Menu" })).toBe(true);
});
