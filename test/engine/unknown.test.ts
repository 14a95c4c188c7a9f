import { unknownValue } from "@pulumi/pulumi/runtime/rpc";
import { expect, test } from "vitest";
import { hasUnknown, isUnknownAt, UNKNOWN } from "../../src/kind/unknown";

test("the sentinel is the engine's", () => {
  expect(UNKNOWN).toBe(unknownValue);
});

test("an unknown is found at any depth", () => {
  expect(hasUnknown({ a: [{ b: UNKNOWN }] })).toBe(true);
  expect(hasUnknown({ a: [{ b: "x" }], c: null })).toBe(false);
});

test("a path is unknown when it leads into, to, or above an unknown", () => {
  const root = { a: UNKNOWN, b: { c: UNKNOWN }, d: "x" };
  expect(isUnknownAt(root, ["a"])).toBe(true);
  expect(isUnknownAt(root, ["a", "deeper"])).toBe(true);
  expect(isUnknownAt(root, ["b"])).toBe(true);
  expect(isUnknownAt(root, ["d"])).toBe(false);
  expect(isUnknownAt(root, ["missing", "deeper"])).toBe(false);
});
