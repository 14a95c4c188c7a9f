import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { address, flag, hexColour, looksNormalised, rgbColour, serviceId, text } from "../../src/kind/field";

describe("meaning, not spelling", () => {
  test("hex colours are equal in either case and without #", () => {
    const color = hexColour({ api: "color" });
    expect(color.same("#22aa66", "#22AA66")).toBe(true);
    expect(color.same("22aa66", "#22AA66")).toBe(true);
    expect(color.same("#22aa66", "#22aa67")).toBe(false);
  });

  test("rgb colours are equal whatever the white space", () => {
    const color = rgbColour({ api: "foreground" });
    expect(color.same("rgb(1, 2, 3)", "rgb(1,2,3)")).toBe(true);
    expect(color.same("rgb(1,2,3)", "rgb(1,2,30)")).toBe(false);
  });

  test("a bare domain is the same with and without its slash, and in any case", () => {
    const domain = address({ api: "domain" });
    expect(domain.same("https://go.example.com", "https://GO.example.com/")).toBe(true);
    expect(domain.same("https://go.example.com/a", "https://go.example.com/A")).toBe(false);
    expect(domain.same("https://go.example.com/a", "https://go.example.com/a/")).toBe(false);
    expect(domain.same("http://go.example.com", "https://go.example.com")).toBe(false);
  });

  test.each([
    [1, true],
    ["1", true],
    ["true", true],
    [0, false],
    ["0", false],
    ["", false],
  ])("the flag %j is %j", (spelled, meant) => {
    expect(flag({ api: "starred" }).same(spelled, meant)).toBe(true);
    expect(flag({ api: "starred" }).same(spelled, !meant)).toBe(false);
    expect(flag({ api: "starred" }).read({ starred: spelled })).toBe(meant);
  });

  test("a flag that is not shown cannot be told", () => {
    expect(flag({ api: "starred" }).read({})).toBeUndefined();
    expect(flag({ api: "starred" }).read({ starred: null })).toBeUndefined();
  });

  test("unset text is empty however the service spells it", () => {
    const description = text({ api: "description" });
    for (const item of [{}, { description: null }, { description: "" }])
      expect(description.read(item)).toBe("");
  });

  test("ids are equal as number and as text", () => {
    expect(serviceId({ api: "id" }).same(4711, "4711")).toBe(true);
  });

  test("every comparison is reflexive and symmetric", () => {
    const fields = [text, hexColour, rgbColour, address, flag, serviceId].map((make) => make({ api: "x" }));
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

describe("a value that the service changes on write", () => {
  test.each([
    [" Launch ", "Launch"],
    ["Launch", "launch"],
    ["https://a.example", "https://a.example/"],
  ])("%j looks like %j", (given, live) => expect(looksNormalised(given, live)).toBe(true));

  test("another value is no other spelling", () => {
    expect(looksNormalised("Launch", "Lunch")).toBe(false);
    expect(looksNormalised("Launch", "Launch")).toBe(false);
    expect(looksNormalised(1, "1")).toBe(false);
  });
});
