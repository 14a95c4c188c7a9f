import { expect, test } from "vitest";
import { jsonText } from "../../../src/commands/output/json";

test("is complete, and prints nothing that a terminal executes", () => {
  const value = [{ name: "a\u001b[2J\u009b2J\u202e\u2066\u200f\ufeff\u061c\u007f\n日本\ud800", n: 1 }];
  const text = jsonText(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(text).toContain("日本");
});
