import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError } from "../../src/api/errors";
import { readBody } from "../../src/api/http/response-body";
import { readPage } from "../../src/api/list/page";
import { sanitize } from "../../src/api/sanitize";
import { channelItems } from "../../src/resources/channel";
import { HONEST, page } from "./fake-service";

/** Every code unit, alone or not. */
const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  maxLength: 200,
});

describe("the body of an answer", () => {
  it("is read without a throw, whatever it is", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), anyText), (text) => {
        const reading = readBody(text);
        if (reading.kind === "success") expect(["0", 0]).toContain(reading.body.error);
      }),
      { numRuns: 300 },
    );
  });

  it("is no answer without an `error` of its own", () => {
    for (const text of ["", "null", "[]", '"x"', "7", "{}", '{"__proto__":{"error":0}}', '{"Error":0}']) {
      expect(readBody(text).kind).toBe("unexpected");
    }
  });

  it("tells JSON that was cut from what never was JSON", () => {
    const cut = (text: string) => (readBody(text) as { cut: boolean }).cut;
    expect(['{"error":0', "[1,", "", " "].map(cut)).toEqual([true, true, true, true]);
    expect(["<html>", "hello", "[]", "{}"].map(cut)).toEqual([false, false, false, false]);
  });

  it("loses keys that would become a prototype, however they are spelled", () => {
    for (const key of ["__proto__", "\\u005f_proto__", "__pr\\u006fto__", "__\\u0070roto__"]) {
      const reading = readBody(`{"error":0,"data":{"${key}":{"polluted":1},"a":1}}`);
      expect(reading.kind).toBe("success");
      expect(Object.keys((reading as unknown as { body: { data: object } }).body.data)).toEqual(["a"]);
    }
  });

  it("is no answer when it is nested more deeply than any, and is not taken for a cut one", () => {
    const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    for (const text of [
      deep,
      `{"error":0,"data":${deep}}`,
      `{"error":1,"message":${deep}}`,
      `{"error":0,"__proto__":${deep}}`,
    ]) {
      expect(readBody(text)).toMatchObject({ kind: "unexpected", cut: false });
    }
  });

  it("is no answer when it holds more values than any, which would take many times its size", () => {
    for (const value of ["{}", "[]", "1", '""']) {
      const text = `{"error":0,"data":[${`${value},`.repeat(600_000)}${value}]}`;
      expect(readBody(text)).toMatchObject({ kind: "unexpected", cut: false });
    }
    expect(readBody(`{"error":0,"name":"${",".repeat(600_000)}"}`).kind).toBe("success");
  });

  it("may hold brackets in its texts", () => {
    expect(readBody(`{"error":0,"name":"\\"${"[".repeat(500)}"}`).kind).toBe("success");
  });

  it("of a refusal may say why in any form", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.jsonValue(), (message, error) => {
        const reading = readBody(JSON.stringify({ error, message }));
        if (reading.kind !== "refusal") return;
        expect(reading.reason.length).toBeLessThanOrEqual(300);
        expect(reading.reason).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }),
    );
  });
});

describe("a page", () => {
  it("is read or refused with an error of this room, whatever it holds", () => {
    const pixels = { path: "/api/pixels", key: "pixels" };
    const items = { ...channelItems("7"), key: "pixels" };
    const id = fc.oneof(fc.integer(), fc.double(), fc.string(), fc.jsonValue());
    const type = fc.oneof(fc.constantFrom("links", "qr"), fc.constant({ toString: 1, valueOf: 1 }), id);
    const item = fc.oneof(fc.record({ id, type }), fc.jsonValue());
    const figure = fc.oneof(fc.integer(), fc.string(), fc.jsonValue());
    const data = fc.record(
      { pixels: fc.oneof(fc.array(item), fc.jsonValue()), result: figure, perpage: figure, maxpage: figure },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(data, fc.jsonValue()), fc.constantFrom(pixels, items), (value, spec) => {
        try {
          for (const { id } of readPage(spec, { error: 0, data: value }, 200).entries) {
            expect(id).toMatch(/[\w.~-]+$/);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("has figures as numbers or as text", () => {
    for (const figuresAs of ["number", "string"] as const) {
      const { body } = page({ ...HONEST, figuresAs }, "pixels", [1, 2, 3], "/api/pixels?limit=100&page=1");
      expect(
        readPage({ path: "/api/pixels", key: "pixels" }, body as Record<string, unknown>, 200),
      ).toMatchObject({
        result: 3,
        perpage: 100,
        maxpage: 1,
      });
    }
  });
});

describe("text from outside", () => {
  it("is one bounded line without control characters", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 80 }), (text, length) => {
        const clean = sanitize(text, length);
        expect(clean.length).toBeLessThanOrEqual(length);
        expect(clean).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });

  it("loses terminal escapes whole", () => {
    expect(
      sanitize("a\u001b[1;31mb\u001b[0m\u001b]0;title\u0007c\u001b]8;;http://x\u001b\\d\u009b2Je\r\nf"),
    ).toBe("abcde f");
  });
});
