// Reading a whole list, whatever the figures of the envelope mean.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ErrorResponse } from "../../../src/api/errors";
import { fakeSession, rejection } from "../support/fake-service";
import { CONSISTENT, DOMAINS, type ListDialect, PIXELS, page, range } from "../support/list-pages";

const anyDialect: fc.Arbitrary<ListDialect> = fc.record({
  result: fc.constantFrom("total", "onPage", "absent"),
  maxpage: fc.constantFrom("present", "absent", "zeroWhenEmpty"),
  nextpage: fc.constantFrom("null", "absent", "zero", "same", "pastEnd"),
  pageBeyondLast: fc.constantFrom("empty", "lastPage", "firstPage", "error", "error200"),
  perpage: fc.constantFrom("present", "absent"),
  limit: fc.constantFrom("capped", "rejected", "ignored"),
  figuresAs: fc.constantFrom("number", "string"),
  maxPageSize: fc.constantFrom(2, 3, 10, 100),
});

async function read(dialect: ListDialect, count: number) {
  const { session, service } = fakeSession(({ path }) => page(dialect, "pixels", range(count), path));
  const items = await session.collection(PIXELS).items();
  return { ids: [...items.keys()].map(Number), pages: service.requests.length };
}

const pagesOf = (count: number, size: number) => Math.max(1, Math.ceil(count / size));

describe("a list", () => {
  it("is complete in every dialect, with at most one request more than it has pages", async () => {
    const anyCount = fc.oneof(fc.nat(40), fc.constantFrom(0, 2, 3, 6, 10, 20));
    await fc.assert(
      fc.asyncProperty(anyDialect, anyCount, async (dialect, count) => {
        const { ids, pages } = await read(dialect, count);
        expect(ids).toEqual(range(count));
        const extra = dialect.limit === "rejected" ? 2 : 1;
        expect(pages).toBeLessThanOrEqual(pagesOf(count, dialect.maxPageSize) + extra);
      }),
      { numRuns: 500 },
    );
  });

  it.each([0, 1, 99, 100, 101, 200, 250, 300])(
    "of %i items takes one request per page if the figures are consistent",
    async (count) => {
      for (const nextpage of ["null", "absent", "zero", "same"] as const) {
        const { ids, pages } = await read({ ...CONSISTENT, nextpage }, count);
        expect(ids.length).toBe(count);
        expect(pages).toBe(pagesOf(count, 100));
      }
    },
  );

  it.each([0, 1, 99, 101, 199, 200, 201])(
    "of %i items takes one request per page if only `maxpage` shows the end",
    async (count) => {
      for (const nextpage of ["null", "pastEnd"] as const) {
        const { pages } = await read({ ...CONSISTENT, result: "onPage", nextpage }, count);
        expect(pages).toBe(pagesOf(count, 100));
      }
    },
  );

  it.each([0, 1, 99, 101, 250])(
    "of %i items takes one request per page if only a short page shows the end",
    async (count) => {
      const dialect = { ...CONSISTENT, result: "onPage", maxpage: "absent", nextpage: "pastEnd" } as const;
      expect((await read(dialect, count)).pages).toBe(pagesOf(count, 100));
    },
  );

  it("takes one more request if nothing shows that a full page is the last", async () => {
    expect((await read({ ...CONSISTENT, result: "onPage", maxpage: "absent" }, 200)).pages).toBe(3);
  });

  it("takes one more request if `nextpage` contradicts all other figures", async () => {
    expect((await read({ ...CONSISTENT, nextpage: "pastEnd" }, 100)).pages).toBe(2);
  });

  it("is complete if `perpage` only repeats the requested limit", async () => {
    const { session } = fakeSession(({ path }) => {
      const reply = page({ ...CONSISTENT, maxPageSize: 50, result: "onPage" }, "pixels", range(130), path);
      (reply.body as { data: { perpage: number } }).data.perpage = 100;
      return reply;
    });
    expect((await session.collection(PIXELS).items()).size).toBe(130);
  });

  it("is read once for all callers", async () => {
    const { session, service } = fakeSession(({ path }) => page(CONSISTENT, "pixels", range(150), path));
    const collection = session.collection(PIXELS);
    expect(collection.isListed).toBe(false);
    await Promise.all(range(20).map(() => collection.items()));
    await collection.items();
    expect(collection.isListed).toBe(true);
    expect(service.requests).toEqual([
      "GET /api/pixels?limit=100&page=1",
      "GET /api/pixels?limit=100&page=2",
    ]);
    expect(session.collection({ ...PIXELS })).toBe(collection);
  });
});

describe("a rejected `limit`", () => {
  it("is detected once for all lists", async () => {
    const dialect = { ...CONSISTENT, limit: "rejected", maxPageSize: 15 } as const;
    const { session, service } = fakeSession(({ path }) => {
      const key = path.startsWith("/api/pixels") ? "pixels" : "domains";
      return page(dialect, key, range(20), path);
    });
    const lists = await Promise.all([PIXELS, DOMAINS].map((spec) => session.collection(spec).items()));
    expect(lists.map(({ size }) => size)).toEqual([20, 20]);
    expect(service.requests.filter((line) => line.includes("limit"))).toEqual([
      "GET /api/pixels?limit=100&page=1",
    ]);
    expect(service.requests.length).toBe(5);
  });

  it("is not assumed if the list is rejected without it as well", async () => {
    const { session, service, clock } = fakeSession(({ path }) =>
      path.startsWith("/api/channel/9")
        ? rejection("no such channel")
        : page(CONSISTENT, "pixels", range(3), path),
    );
    const items = session.collection({
      path: "/api/channel/9",
      key: "items",
      writePath: "/api/channel/9/",
    });
    await expect(items.items()).rejects.toThrow(ErrorResponse);
    await session.collection(PIXELS).items();
    expect(service.requests.at(-1)).toBe("GET /api/pixels?limit=100&page=1");
    await clock.advance(30_000);
    await expect(items.items()).rejects.toThrow(
      "GET /api/channel/9: the service rejected the request: no such channel",
    );
    expect(service.requests.length).toBe(4);
  });
});
