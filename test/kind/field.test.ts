import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  address,
  flag,
  hexColor,
  looksRewritten,
  rgbColor,
  serviceId,
  text,
  verbatim,
  word,
} from "../../src/kind/field";

describe("compares by meaning", () => {
  test("hex colors in any case, with or without #", () => {
    const color = hexColor("color");
    expect(color.same("#22aa66", "#22AA66")).toBe(true);
    expect(color.same("22aa66", "#22AA66")).toBe(true);
    expect(color.same("#22aa66", "#22aa67")).toBe(false);
  });

  test("words with several spellings", () => {
    const type = word("type", new Map([["reddit", "forum"]]));
    expect(type.same("reddit", "forum")).toBe(true);
    expect(type.same("Reddit ", "forum")).toBe(true);
    expect(type.same("reddit", "pinboard")).toBe(false);
    expect(type.same("constructor", "toString")).toBe(false);
    expect(type.write("reddit")).toBe("reddit");
  });

  test("rgb colors with any white space", () => {
    const color = rgbColor("foreground");
    expect(color.same("rgb(1, 2, 3)", "rgb(1,2,3)")).toBe(true);
    expect(color.same("rgb(1,2,3)", "rgb(1,2,30)")).toBe(false);
  });

  test("addresses with a host in any case, and a bare host with or without a slash", () => {
    const domain = address("domain");
    expect(domain.same("https://go.example.com", "https://GO.example.com/")).toBe(true);
    expect(domain.same("https://go.example.com/a", "https://go.example.com/A")).toBe(false);
    expect(domain.same("https://go.example.com/a", "https://go.example.com/a/")).toBe(false);
    expect(domain.same("http://go.example.com", "https://go.example.com")).toBe(false);
  });

  test("addresses with their user name and password, which count with their case", () => {
    const redirect = address("redirectroot");
    expect(redirect.same("https://user@host.example/", "https://HOST.example/")).toBe(false);
    expect(redirect.same("https://user@host.example/a", "https://other@host.example/a")).toBe(false);
    expect(redirect.same("https://user@host.example/", "https://User@host.example")).toBe(false);
    expect(redirect.same("https://user:a@host.example", "https://user:b@host.example")).toBe(false);
    expect(redirect.same("https://user@host.example/", "https://user@HOST.example")).toBe(true);
  });

  test.each([
    [1, true],
    ["1", true],
    ["true", true],
    [0, false],
    ["0", false],
    ["", false],
  ])("the flag %j as %j", (spelled, meant) => {
    expect(flag("starred").same(spelled, meant)).toBe(true);
    expect(flag("starred").same(spelled, !meant)).toBe(false);
    expect(flag("starred").read({ starred: spelled })).toBe(meant);
  });

  test("a missing flag as unknown", () => {
    expect(flag("starred").read({})).toBeUndefined();
    expect(flag("starred").read({ starred: null })).toBeUndefined();
  });

  test("unset text as empty, however the service writes it", () => {
    const description = text("description");
    for (const item of [{}, { description: null }, { description: "" }])
      expect(description.read(item)).toBe("");
  });

  test("missing text that every object has as unknown", () => {
    const name = text("name", { isNeverEmpty: true });
    for (const item of [{}, { name: null }, { name: "" }]) expect(name.read(item)).toBeUndefined();
    expect(name.read({ name: "a" })).toBe("a");
  });

  test("ids as numbers and as text", () => {
    expect(serviceId("id").same(4711, "4711")).toBe(true);
  });

  test("structured content as JSON", () => {
    const data = verbatim("data");
    expect(data.same([{ value: "a" }], [{ value: "a" }])).toBe(true);
    expect(data.same(["a"], "a")).toBe(false);
  });

  test("reflexively and symmetrically", () => {
    const fields = [text, hexColor, rgbColor, address, flag, serviceId, verbatim].map((make) => make("x"));
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        for (const field of fields) {
          expect(field.same(a, a)).toBe(true);
          expect(field.same(a, b)).toBe(field.same(b, a));
        }
      }),
    );
  });
});

describe("the options of a field", () => {
  test("are facts of the field", () => {
    const options = { createOnly: true, secret: true, clearable: true };
    expect(text("name", options)).toMatchObject({ api: "name", ...options });
    expect(text("name").createOnly).toBeUndefined();
  });

  test("keep a write-only field from being read", () => {
    expect(text("password", { writeOnly: true }).read({ password: "p" })).toBeUndefined();
    expect(text("name").read({ name: "n" })).toBe("n");
  });
});

describe("a value that the service rewrites", () => {
  test.each([
    [" Launch ", "Launch"],
    ["Launch", "launch"],
    ["https://a.example", "https://a.example/"],
    ["Two  words", "Two words"],
  ])("%j may become %j", (given, remote) => expect(looksRewritten(given, remote)).toBe(true));

  test.each([
    ["Summer_Sale!", "summer-sale"],
    ["Été", "ete"],
    ["a.b", "a-b"],
    ["a.b", "ab"],
    ["Summer--Sale", "summer-sale"],
    ["-sale-", "sale"],
    ["Übung", "ubung"],
    ["Übung", "uebung"],
    ["Straße", "strasse"],
  ])("the slug %j may become %j", (given, remote) => {
    expect(looksRewritten(given, remote, text("slug", { isSlug: true }))).toBe(true);
    expect(looksRewritten(given, remote)).toBe(false);
  });

  test.each([
    ["summer-sale", "summersale"],
    ["summer-sale", "summer-sale-2"],
    ["summer-sale", "summer--sale"],
    ["--", ""],
    ["a.b", "A!B"],
    ["日本", ""],
    ["日本", "-"],
  ])("the slug %j never becomes %j", (given, remote) =>
    expect(looksRewritten(given, remote, text("slug", { isSlug: true }))).toBe(false),
  );

  test("never becomes another value", () => {
    expect(looksRewritten("Launch", "Lunch")).toBe(false);
    expect(looksRewritten("Launch", "Launch")).toBe(false);
    expect(looksRewritten(1, "1")).toBe(false);
  });
});
