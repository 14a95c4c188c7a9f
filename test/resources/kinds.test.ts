// What each kind states: its arguments and outputs, what identifies an object, and which values mean the same.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { identityOf, isSameObject } from "../../src/kind/identity";
import { isAsGiven, isOurs } from "../../src/kind/meaning";
import { registry } from "../../src/resources/index";

type Props = Record<string, unknown>;

/** The definition of a kind. Adapt this and `factsOf` when definitions change. */
function kind(type: string) {
  const found = registry.find(({ definition }) => definition.type === type);
  return found!.definition;
}

function field(type: string, name: string) {
  const { fields } = kind(type);
  return fields[name]!;
}

/** The arguments as design and docs write them: `*` create-only, `!` write-only, `?` optional. */
function factsOf(type: string) {
  const definition = kind(type);
  const { fields } = definition;
  const { required = [] } = z.toJSONSchema(definition.args(), { io: "input" });
  const mark = (name: string) =>
    name +
    (fields[name]?.createOnly ? "*" : "") +
    (fields[name]?.writeOnly ? "!" : "") +
    (required.includes(name) ? "" : "?");
  return {
    args: Object.keys(fields).map(mark).join(" "),
    outputs: Object.keys(definition.outputs),
    identity: definition.identity.map((names) => names.join("+")),
  };
}

const isValid = (type: string, args: Props) => kind(type).args().safeParse(args).success;
const isSame = (type: string, a: Props, b: Props) => isSameObject(kind(type), a, b);

describe("the facts of a kind", () => {
  test.each([
    ["Pixel", "type* name tag", [], ["type+tag"]],
    ["Domain", "domain* redirectRoot? redirect404?", [], ["domain"]],
    ["Channel", "name description? color? starred?", [], ["name"]],
    ["ChannelItem", "channel* itemType* item*", [], ["channel+itemType+item"]],
    ["Campaign", "name slug? public?", ["rotator", "list"], ["slug", "name"]],
    ["Link", "url alias* domain*? description?", ["link"], ["domain+alias", "alias"]],
    ["CampaignLink", "campaign* link*", [], ["campaign+link"]],
    ["QrCode", "type*!? data!? name? background!? foreground!? logo!?", ["link"], ["name"]],
    ["Account", "email? password!?", ["username", "registered"], []],
  ])("%s: %s", (type, args, outputs, identity) => {
    const facts = factsOf(type);
    expect(facts).toMatchObject({ args, identity });
    expect(facts.outputs).toEqual(expect.arrayContaining(outputs));
  });

  test("the password of the account is secret", () => {
    const { fields } = kind("Account");
    expect(Object.keys(fields).filter((name) => fields[name]?.secret)).toEqual(["password"]);
  });

  test.each(registry.map(({ definition }) => [definition.type, definition] as const))(
    "%s has no unknown argument, describes every one, and never reads a write-only one",
    (type, definition) => {
      expect(isValid(type, { surprise: 1 })).toBe(false);
      const { properties = {} } = z.toJSONSchema(definition.args(), { io: "input" });
      for (const property of Object.values(properties)) expect(property).toHaveProperty("description");
      for (const { writeOnly, api, read } of Object.values(definition.fields))
        if (writeOnly) expect(read({ [api]: "x" })).toBeUndefined();
    },
  );
});

describe("two values mean the same", () => {
  const SAME: readonly [string, string, unknown, unknown][] = [
    ["Channel", "color", "#22aa66", "#22AA66"],
    ["Channel", "color", "22aa66", "#22AA66"],
    ["Channel", "starred", true, 1],
    ["Channel", "starred", true, "1"],
    ["Channel", "starred", true, "true"],
    ["Channel", "starred", false, "0"],
    ["Channel", "description", "", null],
    ["QrCode", "foreground", "rgb(1, 2, 3)", "rgb(1,2,3)"],
    ["Domain", "domain", "https://go.example.com", "https://GO.example.com/"],
    ["Domain", "redirectRoot", "https://user@host.example/", "https://user@HOST.example"],
    ["Domain", "redirectRoot", "https://bücher.example:443/a", "https://xn--bcher-kva.example/a"],
    ["Link", "url", "HTTPS://a.example", "https://a.example/"],
    ["QrCode", "logo", "https://A.example/logo.png", "https://a.example/logo.png"],
    ["Pixel", "type", "reddit", "forum"],
    ["ChannelItem", "item", 4711, "4711"],
  ];
  const DIFFERENT: readonly [string, string, unknown, unknown][] = [
    ["Channel", "color", "#22aa66", "#22aa67"],
    ["Channel", "starred", true, 0],
    ["QrCode", "foreground", "rgb(1,2,3)", "rgb(1,2,30)"],
    ["Domain", "domain", "http://go.example.com", "https://go.example.com"],
    ["Domain", "redirectRoot", "https://a.example/a", "https://a.example/A"],
    ["Domain", "redirectRoot", "https://user@a.example", "https://User@a.example"],
    ["Pixel", "type", "reddit", "pinboard"],
    ["Domain", "redirectRoot", "https://a.example/?a=B", "https://a.example/?a=b"],
    ["Domain", "redirectRoot", "https://a.example/a/", "https://a.example/a"],
    ["Link", "url", "https://a.example/a", "https://a.example/A"],
    ["QrCode", "logo", "img/Logo.png", "img/logo.png"],
    ["Pixel", "tag", "a", "A"],
    ["Channel", "name", "spring", "Spring"],
    ["Campaign", "slug", "launch", "Launch"],
    ["Link", "alias", "sale", "SALE"],
    ["QrCode", "data", ["a"], "a"],
  ];

  test.each(SAME)("%s.%s: %j and %j", (type, name, a, b) => {
    expect(field(type, name).same(a, b)).toBe(true);
    expect(field(type, name).same(b, a)).toBe(true);
  });

  test.each(DIFFERENT)("but not %s.%s: %j and %j", (type, name, a, b) => {
    expect(field(type, name).same(a, b)).toBe(false);
  });

  test("if they are equal, whatever the field is", () => {
    const fields = registry.flatMap(({ definition }) => Object.values(definition.fields));
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (a, b) => {
        for (const { same } of fields) {
          expect(same(a, structuredClone(a))).toBe(true);
          expect(same(a, b)).toBe(same(b, a));
        }
      }),
    );
  });
});

describe("a list shows a value as given", () => {
  const AS_GIVEN: readonly [string, string, unknown, unknown][] = [
    ["Channel", "name", " big  launch ", "Big launch"],
    ["Channel", "name", "Launch", "launch"],
    ["Channel", "description", "A & <B>", "A &amp; &lt;B&gt;"],
    ["Channel", "description", "A & B", "A &amp;amp; B"],
    ["Channel", "description", "A &amp; B", "A &amp;amp; B"],
    ["Pixel", "tag", " G-1&2 ", "G-1&amp;2"],
    ["Domain", "redirectRoot", "https://a.example/?a=1&b=2", "https://a.example/?a=1&amp;b=2 "],
    ["Link", "alias", "Sale", "sale"],
    ["Link", "domain", "https://GO.example.com", "https://go.example.com/"],
    ["Pixel", "type", "Reddit", "forum"],
  ];
  const OTHER: readonly [string, string, unknown, unknown][] = [
    ["Channel", "name", "Launch", "Launch 2"],
    ["Pixel", "tag", "G-a", "G-A"],
    ["Pixel", "tag", "a b", "a  b"],
    ["Pixel", "tag", "a", "a/"],
    ["Domain", "redirectRoot", "https://a.example/Page", "https://a.example/page"],
    ["Domain", "redirectRoot", "https://a.example/?a=B", "https://a.example/?a=b"],
    ["Domain", "redirectRoot", "https://a.example/page", "https://a.example/page/"],
    ["Domain", "redirectRoot", "https://a.example/page", "http://a.example/page"],
    ["Domain", "domain", "https://go.example.com", "http://go.example.com"],
    ["Link", "url", "https://a.example/Page", "https://a.example/page"],
    ["Campaign", "slug", "Launch", "launch"],
  ];

  test.each(AS_GIVEN)("%s.%s: %j as %j", (type, name, given, shown) => {
    expect(isAsGiven(field(type, name), given, shown)).toBe(true);
  });

  test.each(OTHER)("but not %s.%s: %j as %j", (type, name, given, shown) => {
    expect(isAsGiven(field(type, name), given, shown)).toBe(false);
  });
});

describe("two values may belong to one object", () => {
  test.each<[string, string, unknown, unknown]>([
    ["Link", "alias", "Sale", " sale/"],
    ["Pixel", "tag", "A &amp;  b", "a & b"],
    ["Domain", "domain", "https://go.example.com", "http://GO.example.com:80/"],
    ["ChannelItem", "item", 4711, "4711"],
  ])("%s.%s: %j and %j", (type, name, a, b) => {
    expect(isOurs(field(type, name), a, b)).toBe(true);
    expect(isOurs(field(type, name), b, a)).toBe(true);
    expect(isOurs(field(type, name), a, `x${b}`)).toBe(false);
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
    ["Pixel", { type: "reddit", tag: "1" }, { type: "forum", tag: "1" }],
    ["Domain", { domain: "https://go.example.com" }, { domain: "http://GO.example.com/" }],
    ["Channel", { name: "Spring" }, { name: " spring " }],
    ["Channel", { name: "big launch" }, { name: "big  launch" }],
    ["Campaign", { slug: "launch", name: "A" }, { slug: "launch", name: "B" }],
    ["Campaign", { name: "Launch" }, { name: "launch" }],
    ["QrCode", { name: "Menu" }, { name: "menu" }],
    ["ChannelItem", { channel: 3, itemType: "qr", item: 8 }, { channel: "3", itemType: "qr", item: "8" }],
  ])("%s: %j and %j", (type, a, b) => {
    expect(isSame(type, a, b)).toBe(true);
  });

  test.each<[string, Props, Props]>([
    ["Pixel", { type: "fbpixel", tag: "1" }, { type: "fbpixel", tag: "2" }],
    ["Pixel", { type: "fbpixel", tag: "1" }, { type: "forum", tag: "1" }],
    ["Channel", { name: "big launch" }, { name: "biglaunch" }],
    ["Campaign", { slug: "a", name: "Launch" }, { slug: "b", name: "Launch" }],
    ["Campaign", { slug: "launch", name: "A" }, { name: "launch" }],
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
    ["Domain", { domain: "https://go.example.com" }, { domain: "http://GO.example.com/" }],
    ["Channel", { name: "Café".normalize("NFC") }, { name: "Café".normalize("NFD") }],
    ["ChannelItem", { channel: 3, itemType: "qr", item: 8 }, { channel: "3", itemType: "qr", item: "8" }],
  ])("%s: %j and %j", (type, a, b) => {
    expect(identityOf(kind(type), a)).toBe(identityOf(kind(type), b));
  });

  test.each<[string, Props, Props]>([
    ["Pixel", { type: "fbpixel", tag: "a" }, { type: "fbpixel", tag: "A" }],
    ["Channel", { name: "Sale" }, { name: "SALE" }],
    ["Link", { alias: "sale" }, { alias: "SALE" }],
  ])("but not %s: %j and %j", (type, a, b) => {
    expect(identityOf(kind(type), a)).not.toBe(identityOf(kind(type), b));
  });
});

describe("the type of a pixel", () => {
  const warningsOf = (type: string) => kind("Pixel").rules!({ type, name: "Ads", tag: "1" }, "arguments");
  const OWN_WORDS = {
    searchadspixel: "adwordspixel",
    professionalnetworkpixel: "linkedinpixel",
    microblogpixel: "twitterpixel",
    retargetingpixel: "adrollpixel",
    questionsitepixel: "quorapixel",
    pinboard: "pinterest",
    searchengine: "bing",
    ephemeralmessaging: "snapchat",
    forum: "reddit",
    shortvideo: "tiktok",
  };

  test.each(["gtmpixel", "gapixel", "fbpixel", ...Object.entries(OWN_WORDS).flat()])("may be %s", (type) => {
    expect(isValid("Pixel", { type, name: "Ads", tag: "1" })).toBe(true);
    expect(warningsOf(type)).toEqual([]);
  });

  test.each(Object.entries(OWN_WORDS))("means the same as %s and %s", (neutral, own) => {
    expect(field("Pixel", "type").same(neutral, own)).toBe(true);
  });
});

test("a QR code without type and data is valid: it manages an exported one", () => {
  for (const name of ["Menu", "M"]) expect(isValid("QrCode", { name })).toBe(true);
});
