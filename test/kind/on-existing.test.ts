// `onExisting`: which values an entry may have, and which one counts.
import { describe, expect, test } from "vitest";
import { defaultFor, effectiveOnExisting, onExistingProblem } from "../../src/kind/on-existing";
import { registry } from "../../src/resources/index";

const kind = (type: string) => registry.find(({ definition }) => definition.type === type)!.definition;
const isValid = (type: string, value: unknown, args = {}) =>
  onExistingProblem(kind(type), args, value) === undefined;
const effective = (type: string, given?: "duplicate" | { id: number }, setting?: "adopt" | "overwrite") =>
  effectiveOnExisting(kind(type), {}, given, { onExisting: setting });

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

describe("the value that counts", () => {
  test("is not that of the stack where it cannot apply", () => {
    expect(effective("QrCode", undefined, "overwrite")).toBe("fail");
    for (const type of ["ChannelItem", "CampaignLink", "Account"]) {
      expect(defaultFor(kind(type), {}, "adopt")).toBeUndefined();
      // The parent has the option.
      expect(isValid(type, "anything")).toBe(true);
    }
  });
});
