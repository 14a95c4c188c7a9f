import { describe, expect, test } from "vitest";
import { resolveSettings } from "../../src/api/settings";
import type { Existing, Lifecycle } from "../../src/kind/definition";
import {
  defaultFor,
  effectiveOnExisting,
  onExistingProblem,
  onExistingSchema,
} from "../../src/kind/existing/on-existing";
import { text } from "../../src/kind/field";
import { NOT_IDS } from "../support/ids";

const lifecycle = { existing: {} as Existing } as Lifecycle;
/** A kind with an identity, one without, and one that cannot be duplicated. */
const pixel = { lifecycle, identity: [["name"]], fields: {} };
const code = { lifecycle, identity: [], fields: {} };
const item = { lifecycle: {} as Lifecycle, identity: [["channel", "item"]], fields: {} };

const settings = (onExisting?: string) =>
  resolveSettings(
    (name) => ({ apiKey: "key", baseUrl: "https://example.com", ...(onExisting && { onExisting }) })[name],
    {},
  );

describe("the option of an entry", () => {
  const accepts = (kind: typeof pixel, value: unknown) => onExistingSchema(kind)!.safeParse(value).success;

  test("is a word or an id", () => {
    for (const value of ["fail", "adopt", "overwrite", "duplicate", { id: 4711 }, { id: "4711" }])
      expect(accepts(pixel, value)).toBe(true);
    for (const value of ["adopt-identical", "", 4711, "4711", { id: 0 }, { id: "x" }, { id: 1, more: 2 }, {}])
      expect(accepts(pixel, value)).toBe(false);
    for (const value of NOT_IDS.map((id) => ({ id }))) expect(accepts(pixel, value)).toBe(false);
  });

  test("cannot compare objects without a readable identity", () => {
    for (const value of ["fail", "duplicate", { id: 4711 }]) expect(accepts(code, value)).toBe(true);
    for (const value of ["adopt", "overwrite"]) expect(accepts(code, value)).toBe(false);
    expect(onExistingSchema(code)!.safeParse("adopt").error?.issues[0]?.message).toBe(
      "must be fail, duplicate, or an id such as { id: 4711 }",
    );
  });

  test("does not exist for kinds that cannot be duplicated", () => {
    expect(onExistingSchema(item)).toBeUndefined();
  });
});

describe("the default of a file or stack", () => {
  test("applies to kinds that support the word", () => {
    expect(defaultFor(pixel, {}, "adopt")).toBe("adopt");
    expect(defaultFor(code, {}, "duplicate")).toBe("duplicate");
    expect(defaultFor(code, {}, "adopt")).toBeUndefined();
    expect(defaultFor(item, {}, "duplicate")).toBeUndefined();
    expect(defaultFor(pixel, {}, undefined)).toBeUndefined();
  });

  test("counts less than the option of the entry, and fail is the last resort", () => {
    expect(effectiveOnExisting(pixel, {}, "duplicate", settings("adopt"))).toBe("duplicate");
    expect(effectiveOnExisting(pixel, {}, { id: 5 }, settings("adopt"))).toEqual({ id: 5 });
    expect(effectiveOnExisting(pixel, {}, undefined, settings("overwrite"))).toBe("overwrite");
    expect(effectiveOnExisting(code, {}, undefined, settings("overwrite"))).toBe("fail");
    expect(effectiveOnExisting(pixel, {}, undefined, settings())).toBe("fail");
  });
});

describe("a kind that only an undocumented field identifies", () => {
  const label = { lifecycle, identity: [["name"]], fields: { name: text("name", { undocumented: true }) } };

  test("has all words for the entries with this field", () => {
    for (const word of ["fail", "adopt", "overwrite", "duplicate", { id: 4711 }]) {
      expect(onExistingProblem(label, { name: "A" }, word)).toBeUndefined();
    }
    expect(defaultFor(label, { name: "A" }, "adopt")).toBe("adopt");
    expect(onExistingProblem(label, { name: "A" }, "other")).toMatch(/^must be fail, adopt, /);
  });

  test("cannot compare the others", () => {
    for (const word of ["fail", "duplicate", { id: 4711 }]) {
      expect(onExistingProblem(label, {}, word)).toBeUndefined();
    }
    expect(onExistingProblem(label, {}, "adopt")).toBe(
      "must be fail, duplicate, or an id such as { id: 4711 }. The others need name",
    );
    expect(defaultFor(label, {}, "adopt")).toBeUndefined();
    expect(defaultFor(label, {}, "duplicate")).toBe("duplicate");
  });
});
