import { unknownValue } from "@pulumi/pulumi/runtime/rpc";
import { expect, test } from "vitest";
import { hasUnknown, isUnknownAt, UNKNOWN } from "../../src/kind/unknown";

test("uses the placeholder of the engine", () => {
  expect(UNKNOWN).toBe(unknownValue);
});

test("finds an unknown at any depth", () => {
  expect(hasUnknown({ a: [{ b: UNKNOWN }] })).toBe(true);
  expect(hasUnknown({ a: [{ b: "x" }], c: null })).toBe(false);
});

test("treats a path as unknown if it leads to, through or above an unknown", () => {
  const root = { a: UNKNOWN, b: { c: UNKNOWN }, d: "x" };
  expect(isUnknownAt(root, ["a"])).toBe(true);
  expect(isUnknownAt(root, ["a", "deeper"])).toBe(true);
  expect(isUnknownAt(root, ["b"])).toBe(true);
  expect(isUnknownAt(root, ["d"])).toBe(false);
  expect(isUnknownAt(root, ["missing", "deeper"])).toBe(false);
});
