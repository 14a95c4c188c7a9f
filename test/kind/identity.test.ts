import { describe, expect, test } from "vitest";
import type { Props } from "../../src/kind/definition";
import { address, hexColor, serviceId, text } from "../../src/kind/field";
import {
  describe as describeObject,
  identifyingFields,
  identitiesOf,
  identityOf,
} from "../../src/kind/identity";
import { UNKNOWN } from "../../src/kind/unknown";

/** A campaign has a slug if it is public, and always a name. */
const campaign = {
  type: "Campaign",
  fields: { slug: text("slug"), name: text("name") },
  identity: [["slug"], ["name"]],
};
const pixel = {
  type: "Pixel",
  fields: { type: text("type"), tag: text("tag"), name: text("name") },
  identity: [["type", "tag"]],
};
const code = { type: "QrCode", fields: { data: text("data") }, identity: [] };

function same(kind: Parameters<typeof identityOf>[0], a: Props, b: Props): boolean {
  const identity = identityOf(kind, a);
  return identity !== undefined && identity === identityOf(kind, b);
}

describe("two objects are the same", () => {
  test("if all identifying fields are equal, whatever the other fields are", () => {
    const ads = { type: "fbpixel", tag: "1", name: "Ads" };
    expect(same(pixel, ads, { ...ads, name: "Other" })).toBe(true);
    expect(same(pixel, ads, { ...ads, tag: "2" })).toBe(false);
    expect(same(pixel, ads, { ...ads, type: "forum" })).toBe(false);
  });

  test.each([
    ["launch", "Launch"],
    ["launch", " launch "],
    ["LAUNCH\t", "launch"],
  ])("if a name differs in case or outer spaces only: %j and %j", (a, b) => {
    expect(same(campaign, { name: a }, { name: b })).toBe(true);
  });

  test("but not if inner spaces differ", () => {
    expect(same(campaign, { name: "big launch" }, { name: "big  launch" })).toBe(false);
  });

  test("if the fields are equal in meaning", () => {
    const kind = {
      type: "Page",
      fields: { site: address("site"), color: hexColor("color"), owner: serviceId("owner") },
      identity: [["site", "color", "owner"]],
    };
    const page = { site: "https://go.example.com", color: "#22AA66", owner: 7 };
    expect(same(kind, page, { site: "https://GO.example.com/", color: "22aa66", owner: "7" })).toBe(true);
    expect(same(kind, page, { ...page, owner: 8 })).toBe(false);
  });

  test("only by the same alternative: a slug is never a name", () => {
    expect(same(campaign, { slug: "launch", name: "A" }, { name: "launch" })).toBe(false);
    expect(same(campaign, { slug: "launch", name: "A" }, { slug: "launch", name: "B" })).toBe(true);
    expect(same(campaign, { slug: "a", name: "Launch" }, { slug: "b", name: "Launch" })).toBe(false);
  });

  test("only if the values are in the same fields", () => {
    const kind = {
      type: "Pair",
      fields: { a: text("a"), b: text("b") },
      identity: [["a", "b"]],
    };
    expect(same(kind, { a: "x,y", b: "z" }, { a: "x", b: "y,z" })).toBe(false);
    expect(same(kind, { a: '"],["b","z', b: "" }, { a: "", b: "z" })).toBe(false);
  });
});

describe("the alternatives", () => {
  test("are used in order of precedence", () => {
    expect(identitiesOf(campaign, { slug: "launch", name: "Launch" })).toEqual([
      identityOf(campaign, { slug: "launch" }),
      identityOf(campaign, { name: "Launch" }),
    ]);
    expect(identityOf(campaign, { slug: "launch", name: "Launch" })).toBe(
      identityOf(campaign, { slug: "launch" }),
    );
  });

  test.each([undefined, null, "", UNKNOWN])("are skipped if a field is %j", (slug) => {
    expect(identitiesOf(campaign, { slug, name: "Launch" })).toEqual([
      identityOf(campaign, { name: "Launch" }),
    ]);
    expect(identityOf(pixel, { type: "fbpixel", tag: slug })).toBeUndefined();
  });

  test("accept 0 and false", () => {
    expect(same(campaign, { name: 0 }, { name: "0" })).toBe(true);
    expect(identityOf(campaign, { name: false })).toBeDefined();
  });
});

test("an object without identifying fields is never the same as another one", () => {
  expect(identityOf(code, { data: "x" })).toBeUndefined();
  expect(identitiesOf(code, { data: "x" })).toEqual([]);
  expect(identifyingFields(code, { data: "x" })).toEqual([]);
});

test("the identifying fields are those of the first alternative with values", () => {
  expect(identifyingFields(campaign, { slug: "launch", name: "Launch" })).toEqual(["slug"]);
  expect(identifyingFields(campaign, { name: "Launch" })).toEqual(["name"]);
  expect(identifyingFields(campaign, {})).toEqual([]);
  expect(identifyingFields(pixel, { type: "fbpixel" })).toEqual([]);
});

describe("a message names an object", () => {
  test("by its type and the values that identify it", () => {
    expect(describeObject(pixel, { type: "fbpixel", tag: "1", name: "Ads" })).toBe("Pixel fbpixel 1");
    expect(describeObject(campaign, { name: "Launch" })).toBe("Campaign Launch");
  });

  test("by its type alone if nothing identifies it, or a value is unknown", () => {
    expect(describeObject(code, { data: "secret" })).toBe("QrCode");
    expect(describeObject(pixel, { type: "fbpixel", tag: UNKNOWN })).toBe("Pixel");
    expect(describeObject(pixel, {})).toBe("Pixel");
  });
});
