// `onExisting`: which values an entry may have, and which one counts.
import { describe, expect, test } from "vitest";
import { defaultFor, effectiveOnExisting, onExistingProblem } from "../../src/kind/on-existing";
import { registry } from "../../src/resources/index";

const kind = (type: string) => registry.find(({ definition }) => definition.type === type)!.definition;
const isValid = (type: string, value: unknown, args = {}) =>
  onExistingProblem(kind(type), args, value) === undefined;
describe("an entry", () => {
  test.each(["fail", "adopt", "overwrite", "duplicate", { id: 4711 }, { id: "4711" }])(
    "may have %j",
    (value) => {
      expect(isValid("Pixel", value, { type: "fbpixel", tag: "1" })).toBe(true);
    },
  );

  test.each(["adopt-identical", "", 4711, { id: 0 }, { id: "x" }, { id: 1, more: 2 }, {}])(
    "may not have %j",
    (value) => {
      expect(isValid("Pixel", value, { type: "fbpixel", tag: "1" })).toBe(false);
    },
  );

  test("cannot adopt by a comparison if nothing identifies it: a QR code without a name", () => {
    for (const value of ["fail", "duplicate", { id: 4711 }]) expect(isValid("QrCode", value)).toBe(true);
    for (const value of ["adopt", "overwrite"]) {
      expect(isValid("QrCode", value)).toBe(false);
      expect(isValid("QrCode", value, { name: "Menu" })).toBe(true);
    }
  });
});

test("a default that cannot apply to an entry is none", () => {
  expect(defaultFor(kind("QrCode"), {}, "adopt")).toBeUndefined();
  expect(defaultFor(kind("QrCode"), {}, "duplicate")).toBe("duplicate");
  expect(defaultFor(kind("QrCode"), { name: "Menu" }, "adopt")).toBe("adopt");
});

test("a default does not apply to what cannot be adopted, because its parent has the option", () => {
  for (const type of ["ChannelItem", "CampaignLink", "Account"]) {
    expect(effectiveOnExisting(kind(type), {}, undefined, { onExisting: "adopt" })).toBe("fail");
    expect(isValid(type, "anything")).toBe(true);
  }
});
