import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError, UnexpectedResponse } from "../../../src/api/errors";
import { idText, readPage, toCount } from "../../../src/api/list/page";
import { channelItems } from "../../../src/resources/channel-item";
import { fakeSession } from "../support/fake-service";
import { CONSISTENT, PIXELS, page } from "../support/list-pages";

describe("readPage", () => {
  it("returns path-safe ids or throws an ApiError, whatever the page contains", () => {
    const items = { ...channelItems("7"), key: PIXELS.key };
    const id = fc.oneof(fc.integer(), fc.double(), fc.string(), fc.jsonValue());
    const type = fc.oneof(fc.constantFrom("links", "qr"), fc.constant({ toString: 1, valueOf: 1 }), id);
    const item = fc.oneof(fc.record({ id, type }), fc.jsonValue());
    const figure = fc.oneof(fc.integer(), fc.string(), fc.jsonValue());
    const data = fc.record(
      { pixels: fc.oneof(fc.array(item), fc.jsonValue()), result: figure, perpage: figure, maxpage: figure },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(data, fc.jsonValue()), fc.constantFrom(PIXELS, items), (value, spec) => {
        try {
          for (const { id } of readPage(spec, { error: 0, data: value }).items) {
            expect(id).toMatch(/[\w.~-]+$/);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each(["number", "string"] as const)("accepts figures as %s", (figuresAs) => {
    const { body } = page({ ...CONSISTENT, figuresAs }, "pixels", [1, 2, 3], "/api/pixels?limit=100&page=1");
    expect(readPage(PIXELS, body as Record<string, unknown>)).toMatchObject({
      result: 3,
      perpage: 100,
      maxpage: 1,
    });
  });
});

describe("idText", () => {
  it.each([
    [7, "7"],
    [" 7 ", "7"],
    ["a.b-c_d~e", "a.b-c_d~e"],
    [2 ** 53, undefined],
    [1.5, undefined],
    ["..", undefined],
    ["a/b", undefined],
    ["", undefined],
    [true, undefined],
    [null, undefined],
  ])("of %j is %j", (id, text) => {
    expect(idText(id)).toBe(text);
  });
});

describe("toCount", () => {
  it.each([
    [0, 0],
    ["12", 12],
    [-1, undefined],
    [1.5, undefined],
    ["1e3", undefined],
    ["", undefined],
    [true, undefined],
  ])("of %j is %j", (value, count) => {
    expect(toCount(value)).toBe(count);
  });
});

describe("the items of a list", () => {
  const read = (items: unknown[], spec = {}) => {
    const { session } = fakeSession(() => ({
      body: { error: 0, data: { result: items.length, perpage: 100, maxpage: 1, pixels: items } },
    }));
    return session.collection({ ...PIXELS, ...spec }).items();
  };

  it("may have ids as text", async () => {
    expect([...(await read([{ id: "12" }, { id: 13 }])).keys()]).toEqual(["12", "13"]);
  });

  it.each([
    ["an id beyond 2^53", { id: 2 ** 53 + 2 }],
    ["a fractional id", { id: 1.5 }],
    ["no id", { name: "x" }],
    ["text instead of an object", "x"],
    ["null", null],
    ["an empty id", { id: " " }],
    ["an id that leads to another path", { id: "../channel/7" }],
    ["an id with a line break", { id: "7\nx" }],
  ])("make the list fail: %s", async (_, item) => {
    await expect(read([{ id: 1 }, item])).rejects.toThrow(UnexpectedResponse);
  });

  it("keep an id beyond 2^53 if it is text", async () => {
    expect([...(await read([{ id: "9007199254740993" }])).keys()]).toEqual(["9007199254740993"]);
  });

  it("may repeat if the list allows it", async () => {
    const idOf = (item: Record<string, unknown>) => `${item.type}/${item.id}`;
    const items = [
      { type: "links", id: 1 },
      { type: "qr", id: 1 },
      { type: "links", id: 1 },
    ];
    expect([...(await read(items, { idOf, allowsRepeats: true })).keys()]).toEqual(["links/1", "qr/1"]);
  });

  it("keep their prototype, whatever their keys", async () => {
    const text =
      '{"error":0,"data":{"result":1,"perpage":9,"maxpage":1,"pixels":[{"id":1,"__proto__":{"name":"x"},"constructor":1}]}}';
    const { session } = fakeSession(() => ({ text }));
    const item = (await session.collection(PIXELS).items()).get("1")!;
    expect(Object.getPrototypeOf(item)).toBe(Object.prototype);
    expect(item.name).toBeUndefined();
    expect(Object.keys(item)).toEqual(["id", "constructor"]);
  });
});

describe("the envelope of a list", () => {
  const read = (body: unknown) =>
    fakeSession(() => ({ body }))
      .session.collection(PIXELS)
      .items();

  it.each([
    ["missing", { error: 0 }],
    ["an array", { error: 0, data: [] }],
    ["without an array", { error: 0, data: { result: 3 } }],
    [
      "null instead of an array, and does not say that the list is empty",
      { error: 0, data: { pixels: null } },
    ],
    ["an object instead of an array", { error: 0, data: { result: 0, pixels: {} } }],
  ])("makes the list fail if it is %s", async (_, body) => {
    await expect(read(body)).rejects.toThrow(UnexpectedResponse);
  });

  it("may omit the array if it says that the list is empty", async () => {
    expect((await read({ error: 0, data: { result: 0, pixels: null } })).size).toBe(0);
  });
});
