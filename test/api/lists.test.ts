// Reading a whole list, whatever the envelope's figures mean.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ErrorResponse, IncompleteListError, UnexpectedResponse } from "../../src/api/errors";
import { fakeSession, HONEST, type ListShape, page, type Reply, refusal } from "./fake-service";

const pixels = { path: "/api/pixels", key: "pixels" };
const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const shapes: fc.Arbitrary<ListShape> = fc.record({
  result: fc.constantFrom("total", "onPage", "absent"),
  maxpage: fc.constantFrom("right", "absent", "zeroWhenEmpty"),
  nextpage: fc.constantFrom("null", "absent", "zero", "same", "pastEnd"),
  beyondEnd: fc.constantFrom("empty", "lastPage", "firstPage", "error", "error200"),
  perpage: fc.constantFrom("right", "absent"),
  limit: fc.constantFrom("capped", "refused", "ignored"),
  figuresAs: fc.constantFrom("number", "string"),
  cap: fc.constantFrom(2, 3, 10, 100),
});

async function list(shape: ListShape, count: number, pageSize = 100) {
  const ids = range(count);
  const { session, service } = fakeSession(({ path }) => page(shape, "pixels", ids, path), { pageSize });
  const items = await session.collection(pixels).items();
  return { ids: [...items.keys()].map(Number), pages: service.requests.length };
}

const needed = (count: number, cap: number) => Math.max(1, Math.ceil(count / cap));

describe("a list", () => {
  it("is complete in every shape, with the pages it has and at most one more", async () => {
    await fc.assert(
      fc.asyncProperty(
        shapes,
        fc.oneof(fc.nat(40), fc.constantFrom(0, 2, 3, 6, 10, 20)),
        async (shape, count) => {
          const { ids, pages } = await list(shape, count);
          expect(ids).toEqual(range(count));
          const extra = shape.limit === "refused" ? 2 : 1;
          expect(pages).toBeLessThanOrEqual(needed(count, shape.cap) + extra);
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([0, 1, 99, 100, 101, 200, 250, 300])(
    "of %i takes exactly its pages where the figures are honest",
    async (count) => {
      for (const nextpage of ["null", "absent", "zero", "same"] as const) {
        const { ids, pages } = await list({ ...HONEST, nextpage }, count);
        expect(ids.length).toBe(count);
        expect(pages).toBe(needed(count, 100));
      }
    },
  );

  it.each([0, 1, 99, 101, 199, 200, 201])(
    "of %i takes exactly its pages where only `maxpage` tells the end",
    async (count) => {
      for (const nextpage of ["null", "pastEnd"] as const) {
        const { pages } = await list({ ...HONEST, result: "onPage", nextpage }, count);
        expect(pages).toBe(needed(count, 100));
      }
    },
  );

  it.each([0, 1, 99, 101, 250])(
    "of %i takes exactly its pages where only a short page tells the end",
    async (count) => {
      const { pages } = await list(
        { ...HONEST, result: "onPage", maxpage: "absent", nextpage: "pastEnd" },
        count,
      );
      expect(pages).toBe(needed(count, 100));
    },
  );

  it("takes one page more where nothing tells the end of a full page", async () => {
    expect((await list({ ...HONEST, result: "onPage", maxpage: "absent" }, 200)).pages).toBe(3);
  });

  it("asks one page more when `nextpage` contradicts all other figures", async () => {
    expect((await list({ ...HONEST, nextpage: "pastEnd" }, 100)).pages).toBe(2);
  });

  it("goes on when `perpage` only repeats what was asked for", async () => {
    const ids = range(130);
    const { session } = fakeSession(({ path }) => {
      const reply = page({ ...HONEST, cap: 50, result: "onPage" }, "pixels", ids, path);
      (reply.body as { data: { perpage: number } }).data.perpage = 100;
      return reply;
    });
    expect((await session.collection(pixels).items()).size).toBe(130);
  });

  it("is read once for all who ask at the same time, and never again", async () => {
    const { session, service } = fakeSession(({ path }) => page(HONEST, "pixels", range(150), path));
    const collection = session.collection(pixels);
    expect(collection.listed).toBe(false);
    await Promise.all(range(20).map(() => collection.items()));
    await collection.items();
    expect(collection.listed).toBe(true);
    expect(service.requests).toEqual([
      "GET /api/pixels?limit=100&page=1",
      "GET /api/pixels?limit=100&page=2",
    ]);
    expect(session.collection({ ...pixels })).toBe(collection);
  });

  it("finds out once for all lists that `limit` is refused", async () => {
    const shape = { ...HONEST, limit: "refused", cap: 15 } as const;
    const { session, service } = fakeSession(({ path }) => {
      const key = path.startsWith("/api/pixels") ? "pixels" : "domains";
      return page(shape, key, range(20), path);
    });
    const domains = session.collection({ path: "/api/domains", key: "domains" });
    const [a, b] = await Promise.all([session.collection(pixels).items(), domains.items()]);
    expect([a.size, b.size]).toEqual([20, 20]);
    expect(service.requests.filter((line) => line.includes("limit"))).toEqual([
      "GET /api/pixels?limit=100&page=1",
    ]);
    expect(service.requests.length).toBe(5);
  });

  it("does not blame `limit` for a list that is refused anyway", async () => {
    const { session, service, clock } = fakeSession(({ path }) =>
      path.startsWith("/api/channel/9") ? refusal("no such channel") : page(HONEST, "pixels", range(3), path),
    );
    const items = session.collection({ path: "/api/channel/9", key: "items" });
    await expect(items.items()).rejects.toThrow(ErrorResponse);
    await session.collection(pixels).items();
    expect(service.requests.at(-1)).toBe("GET /api/pixels?limit=100&page=1");
    await clock.advance(30_000);
    await expect(items.items()).rejects.toThrow("GET /api/channel/9: the service refused: no such channel");
    expect(service.requests.length).toBe(4);
  });
});

describe("a list that changes while it is read", () => {
  /** Lists `before` until the page `at` is asked for, and `after` from then on. */
  const changing = (
    before: number[],
    after: number[],
    at: number,
    shape: ListShape = { ...HONEST, cap: 10 },
  ) => {
    let pages = 0;
    return fakeSession(({ path }) => page(shape, "pixels", ++pages < at ? before : after, path));
  };

  it("is read again when an id comes twice", async () => {
    const { session, service } = changing(range(25), [99, ...range(25)], 2, {
      ...HONEST,
      cap: 10,
      result: "onPage",
    });
    expect((await session.collection(pixels).items()).size).toBe(26);
    expect(service.requests.length).toBe(5);
  });

  it("is read again when its length changes", async () => {
    const { session } = changing(range(25), range(25).slice(1), 2);
    expect((await session.collection(pixels).items()).size).toBe(24);
  });

  it("is read for the last time once every page shows what was changed before", async () => {
    const settledAt = 10_000;
    const { session, service, clock } = fakeSession(({ path }) => {
      const isBehind = clock.monotonic() < settledAt && path.endsWith("page=2");
      return page({ ...HONEST, cap: 10 }, "pixels", range(isBehind ? 24 : 25), path);
    });
    expect((await session.collection(pixels).items()).size).toBe(25);
    expect({ at: clock.monotonic(), requests: service.requests.length }).toEqual({
      at: settledAt,
      requests: 7,
    });
  });

  it("is given up after three readings, as an error", async () => {
    let length = 25;
    const { session, service } = fakeSession(({ path }) =>
      page({ ...HONEST, cap: 10 }, "pixels", range(length++), path),
    );
    const listing = session.collection(pixels).items();
    await expect(listing).rejects.toThrow(IncompleteListError);
    await expect(listing).rejects.toThrow(/GET \/api\/pixels: .* 3 tries .* nothing was\s+concluded/);
    expect(service.requests.length).toBe(6);
  });

  it.each<[string, (number: number) => Reply | readonly number[] | undefined]>([
    ["a page in its middle is refused", (number) => (number === 2 ? refusal("busy") : undefined)],
    ["a page in its middle is empty", (number) => (number === 2 ? [] : undefined)],
    ["every page is the first", () => range(10)],
  ])("is no list when %s", async (_, change) => {
    for (const result of ["total", "onPage"] as const) {
      const { session } = fakeSession(({ path }) => {
        const honest = page({ ...HONEST, cap: 10, result }, "pixels", range(30), path);
        const changed = change(Number(new URL(path, "http://x").searchParams.get("page")));
        if (!Array.isArray(changed)) return (changed as Reply | undefined) ?? honest;
        (honest.body as { data: { pixels: unknown } }).data.pixels = changed.map((id) => ({ id }));
        return honest;
      });
      await expect(session.collection(pixels).items()).rejects.toThrow(IncompleteListError);
    }
  });

  it("is believed to have shrunk when its last page is empty", async () => {
    const { session } = fakeSession(({ path }) => {
      const reply = page({ ...HONEST, cap: 10, result: "onPage" }, "pixels", range(20), path);
      (reply.body as { data: { maxpage: number } }).data.maxpage = 3;
      return reply;
    });
    expect((await session.collection(pixels).items()).size).toBe(20);
  });

  it("that never ends is given up after a bounded number of pages, at once", async () => {
    let id = 0;
    const { session, service } = fakeSession(() => ({
      body: { error: 0, data: { perpage: 1, maxpage: 1e9, pixels: [{ id: ++id }] } },
    }));
    await expect(session.collection(pixels).items()).rejects.toThrow(/no end after 10000 pages/);
    expect(service.requests.length).toBe(10_000);
  });

  it("that takes more memory than is kept for it is given up at once", async () => {
    let id = 0;
    const name = "x".repeat(1024 * 1024);
    const { session, service } = fakeSession(() => ({
      body: { error: 0, data: { perpage: 1, maxpage: 1e9, pixels: [{ id: ++id, name }] } },
    }));
    await expect(session.collection(pixels).items()).rejects.toThrow(/no end after 48 pages/);
    expect(service.requests.length).toBe(48);
  });

  describe("of several pages", () => {
    const shape = { ...HONEST, cap: 10, result: "onPage", maxpage: "absent" } as const;
    const PAGES = [1, 2, 3].map((number) => `GET /api/pixels?limit=100&page=${number}`);
    const deletes = (ids: readonly number[]) => ids.map((id) => `DELETE /api/pixel/${id}/delete`);

    it("is read to its end before changes are sent that this process asks for meanwhile", async () => {
      const ids = range(25);
      const asked: Promise<unknown>[] = [];
      const { session, service } = fakeSession(({ method, path }) => {
        if (method === "DELETE") {
          ids.shift();
          return { body: { error: 0 } };
        }
        if (path.endsWith("page=2"))
          asked.push(...[1, 2, 3].map((id) => session.send("DELETE", `/api/pixel/${id}/delete`)));
        return page(shape, "pixels", ids, path);
      });
      const items = await session.collection(pixels).refresh();
      await Promise.all(asked);
      expect(service.requests).toEqual([...PAGES, ...deletes([1, 2, 3])]);
      expect([...items.keys()].map(Number)).toEqual(range(25));
    });

    it("is begun when the last change has ended that this process has under way", async () => {
      const ids = range(25);
      let listing: Promise<ReadonlyMap<string, unknown>> | undefined;
      const { session, service } = fakeSession(({ method, path }) => {
        if (method === "GET") return page(shape, "pixels", ids, path);
        // Asked for while the service is at work on the first of them.
        listing ??= session.collection(pixels).refresh();
        ids.shift();
        return { body: { error: 0 } };
      });
      await Promise.all([1, 2, 3].map((id) => session.send("DELETE", `/api/pixel/${id}/delete`)));
      const items = await listing;
      expect(service.requests).toEqual([...deletes([1, 2, 3]), ...PAGES]);
      expect([...items!.keys()].map(Number)).toEqual(range(25).slice(3));
    });
  });
});

describe("entries of a list", () => {
  const withItems = (items: unknown[], spec = {}) => {
    const { session } = fakeSession(() => ({
      body: { error: 0, data: { result: items.length, perpage: 100, maxpage: 1, pixels: items } },
    }));
    return session.collection({ ...pixels, ...spec }).items();
  };

  it("may have ids as text", async () => {
    expect([...(await withItems([{ id: "12" }, { id: 13 }])).keys()]).toEqual(["12", "13"]);
  });

  it.each([
    ["an id beyond 2^53", { id: 2 ** 53 + 2 }],
    ["an id that is no whole number", { id: 1.5 }],
    ["no id", { name: "x" }],
    ["no object", "x"],
    ["null", null],
    ["an empty id", { id: " " }],
    ["an id that leads to another path", { id: "../channel/7" }],
    ["an id with a line break", { id: "7\nx" }],
  ])("with %s make the list an error", async (_, item) => {
    await expect(withItems([{ id: 1 }, item])).rejects.toThrow(UnexpectedResponse);
  });

  it("with an id beyond 2^53 as text keep it", async () => {
    expect([...(await withItems([{ id: "9007199254740993" }])).keys()]).toEqual(["9007199254740993"]);
  });

  it("that come twice are one entry in an item list", async () => {
    const idOf = (item: Record<string, unknown>) => `${item.type}/${item.id}`;
    const items = [
      { type: "links", id: 1 },
      { type: "qr", id: 1 },
      { type: "links", id: 1 },
    ];
    const entries = await withItems(items, { idOf, repeats: "same entry" });
    expect([...entries.keys()]).toEqual(["links/1", "qr/1"]);
  });

  it("named like parts of a prototype do no harm", async () => {
    const text =
      '{"error":0,"data":{"result":1,"perpage":9,"maxpage":1,"pixels":[{"id":1,"__proto__":{"name":"x"},"constructor":1}]}}';
    const { session } = fakeSession(() => ({ text }));
    const item = (await session.collection(pixels).items()).get("1")!;
    expect(Object.getPrototypeOf(item)).toBe(Object.prototype);
    expect(item.name).toBeUndefined();
    expect(Object.keys(item)).toEqual(["id", "constructor"]);
  });

  it.each([
    ["no envelope", { error: 0 }],
    ["an envelope that is a list", { error: 0, data: [] }],
    ["no list", { error: 0, data: { result: 3 } }],
    ["null for a list that is not said to be empty", { error: 0, data: { pixels: null } }],
    ["an object for a list", { error: 0, data: { result: 0, pixels: {} } }],
  ])("%s is no answer", async (_, body) => {
    const { session } = fakeSession(() => ({ body }));
    await expect(session.collection(pixels).items()).rejects.toThrow(UnexpectedResponse);
  });

  it("may be left out by a list that says it is empty", async () => {
    const { session } = fakeSession(() => ({ body: { error: 0, data: { result: 0, pixels: null } } }));
    expect((await session.collection(pixels).items()).size).toBe(0);
  });

  it("are missed when an empty first page says that there are some", async () => {
    const { session } = fakeSession(() => ({ body: { error: 0, data: { result: 5, pixels: [] } } }));
    await expect(session.collection(pixels).items()).rejects.toThrow(IncompleteListError);
  });
});
