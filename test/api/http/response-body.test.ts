import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readBody } from "../../../src/api/http/response-body";
import { anyText } from "../support/any-text";

describe("readBody", () => {
  it("throws for no body", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), anyText), (text) => {
        const read = readBody(text);
        if (read.kind === "success") expect(["0", 0]).toContain(read.body.error);
      }),
      { numRuns: 300 },
    );
  });

  it.each(["", "null", "[]", '"x"', "7", "{}", '{"__proto__":{"error":0}}', '{"Error":0}'])(
    "does not accept a body without its own `error`: %j",
    (text) => {
      expect(readBody(text).kind).toBe("unexpected");
    },
  );

  it.each([
    [true, ['{"error":0', "[1,", "", " "]],
    [false, ["<html>", "hello", "[]", "{}"]],
  ])("distinguishes truncated JSON from other text: %s", (isTruncated, texts) => {
    for (const text of texts) expect(readBody(text)).toMatchObject({ kind: "unexpected", isTruncated });
  });

  it.each(["__proto__", "\\u005f_proto__", "__pr\\u006fto__", "__\\u0070roto__"])(
    "drops the key %s, which a copy would turn into a prototype",
    (key) => {
      const read = readBody(`{"error":0,"data":{"${key}":{"polluted":1},"a":1}}`);
      expect(read.kind).toBe("success");
      expect(Object.keys((read as unknown as { body: { data: object } }).body.data)).toEqual(["a"]);
    },
  );

  it("does not accept JSON with too many levels, nor take it for truncated", () => {
    const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    for (const text of [
      deep,
      `{"error":0,"data":${deep}}`,
      `{"error":1,"message":${deep}}`,
      `{"error":0,"__proto__":${deep}}`,
    ]) {
      expect(readBody(text)).toMatchObject({ kind: "unexpected", isTruncated: false });
    }
  });

  it("does not accept JSON with too many values, which would take many times its size", () => {
    for (const value of ["{}", "[]", "1", '""']) {
      const text = `{"error":0,"data":[${`${value},`.repeat(600_000)}${value}]}`;
      expect(readBody(text)).toMatchObject({ kind: "unexpected", isTruncated: false });
    }
    expect(readBody(`{"error":0,"name":"${",".repeat(600_000)}"}`).kind).toBe("success");
  });

  it("ignores brackets in text", () => {
    expect(readBody(`{"error":0,"name":"\\"${"[".repeat(500)}"}`).kind).toBe("success");
  });

  it("accepts a reason of any form, as one bounded line", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.jsonValue(), (message, error) => {
        const read = readBody(JSON.stringify({ error, message }));
        if (read.kind !== "error") return;
        expect(read.reason.length).toBeLessThanOrEqual(300);
        expect(read.reason).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }),
    );
  });
});
