import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sanitize } from "../../src/api/sanitize";
import { anyText } from "./support/any-text";

describe("sanitize", () => {
  it("returns one bounded line without control characters", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 80 }), (text, length) => {
        const clean = sanitize(text, length);
        expect(clean.length).toBeLessThanOrEqual(length);
        expect(clean).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });

  it("removes whole terminal escapes", () => {
    expect(
      sanitize("a\u001b[1;31mb\u001b[0m\u001b]0;title\u0007c\u001b]8;;http://x\u001b\\d\u009b2Je\r\nf"),
    ).toBe("abcde f");
  });
});
