// Lists that change, or seem to change, while they are read.
import { describe, expect, it } from "vitest";
import { IncompleteListError } from "../../../src/api/errors";
import type { ListSpec } from "../../../src/api/list/page";
import { fakeSession, type Reply, rejection } from "../support/fake-service";
import { CONSISTENT, type ListDialect, PIXELS, page, pageNumber, range } from "../support/list-pages";

const SMALL_PAGES: ListDialect = { ...CONSISTENT, maxPageSize: 10 };

describe("an inconsistent list", () => {
  /** Lists `before` until request number `at`, and `after` from then on. */
  const changing = (before: number[], after: number[], at: number, dialect = SMALL_PAGES) => {
    let requests = 0;
    return fakeSession(({ path }) => page(dialect, "pixels", ++requests < at ? before : after, path));
  };

  it("is read again if an id occurs twice", async () => {
    const dialect = { ...SMALL_PAGES, result: "onPage" } as const;
    const { session, service } = changing(range(25), [99, ...range(25)], 2, dialect);
    expect((await session.collection(PIXELS).items()).size).toBe(26);
    expect(service.requests.length).toBe(5);
  });

  it("is read again if its length changes", async () => {
    const { session } = changing(range(25), range(25).slice(1), 2);
    expect((await session.collection(PIXELS).items()).size).toBe(24);
  });

  it("is read for the last time after the settle time, when every page shows all earlier changes", async () => {
    const settledAt = 10_000;
    const { session, service, clock } = fakeSession(({ path }) => {
      const isStale = clock.monotonic() < settledAt && path.endsWith("page=2");
      return page(SMALL_PAGES, "pixels", range(isStale ? 24 : 25), path);
    });
    expect((await session.collection(PIXELS).items()).size).toBe(25);
    expect({ at: clock.monotonic(), requests: service.requests.length }).toEqual({
      at: settledAt,
      requests: 7,
    });
  });

  it("fails after three attempts", async () => {
    let length = 25;
    const { session, service } = fakeSession(({ path }) =>
      page(SMALL_PAGES, "pixels", range(length++), path),
    );
    const items = session.collection(PIXELS).items();
    await expect(items).rejects.toThrow(IncompleteListError);
    await expect(items).rejects.toThrow(
      "GET /api/pixels: the list could not be read completely in 3 attempts (its length changed while it was read). " +
        "Run the command again while nobody else changes the account",
    );
    expect(service.requests.length).toBe(6);
  });

  it.each<[string, (number: number) => Reply | readonly number[] | undefined]>([
    ["a page in the middle is rejected", (number) => (number === 2 ? rejection("busy") : undefined)],
    ["a page in the middle is empty", (number) => (number === 2 ? [] : undefined)],
    ["every page is the first", () => range(10)],
  ])("fails if %s", async (_, change) => {
    for (const result of ["total", "onPage"] as const) {
      const { session } = fakeSession(({ path }) => {
        const reply = page({ ...SMALL_PAGES, result }, "pixels", range(30), path);
        const changed = change(pageNumber(path));
        if (!Array.isArray(changed)) return (changed as Reply | undefined) ?? reply;
        (reply.body as { data: { pixels: unknown } }).data.pixels = changed.map((id) => ({ id }));
        return reply;
      });
      await expect(session.collection(PIXELS).items()).rejects.toThrow(IncompleteListError);
    }
  });

  it("is complete if only its last page is empty: it has shrunk", async () => {
    const { session } = fakeSession(({ path }) => {
      const reply = page({ ...SMALL_PAGES, result: "onPage" }, "pixels", range(20), path);
      (reply.body as { data: { maxpage: number } }).data.maxpage = 3;
      return reply;
    });
    expect((await session.collection(PIXELS).items()).size).toBe(20);
  });

  it("fails if its first page is empty, but announces items", async () => {
    const { session } = fakeSession(() => ({ body: { error: 0, data: { result: 5, pixels: [] } } }));
    await expect(session.collection(PIXELS).items()).rejects.toThrow(IncompleteListError);
  });
});

describe("an endless list", () => {
  const endless = (fields: object = {}, envelope: object = {}, size = 1) => {
    let id = 0;
    return fakeSession(() => {
      const pixels = Array.from({ length: size }, () => ({ id: ++id, ...fields }));
      return { body: { error: 0, data: { perpage: 1, maxpage: 1e9, ...envelope, pixels } } };
    });
  };

  it("fails at once after the maximum number of pages", async () => {
    const { session, service } = endless({}, { result: 1e9 });
    await expect(session.collection(PIXELS).items()).rejects.toThrow(/no end after 10000 pages/);
    expect(service.requests.length).toBe(10_000);
  });

  it.each([undefined, 0, 1, "1", -1, "many"])(
    "fails at once 1,000 pages beyond its `result` %j",
    async (result) => {
      const { session, service } = endless({}, { result });
      await expect(session.collection(PIXELS).items()).rejects.toThrow(/no end after 1000 pages/);
      expect(service.requests.length).toBe(1000);
    },
  );

  it("fails right beyond a `result` that counts the whole list", async () => {
    const { session, service } = endless({}, { result: 3, perpage: 2 }, 2);
    await expect(session.collection(PIXELS).items()).rejects.toThrow(/its length changed/);
    expect(service.requests.length).toBeLessThanOrEqual(3 * 2);
  });

  it("fails at once when it takes too much memory", async () => {
    const { session, service } = endless({ name: "x".repeat(1024 * 1024) });
    await expect(session.collection(PIXELS).items()).rejects.toThrow(/no end after 48 pages/);
    expect(service.requests.length).toBe(48);
  });
});

describe("changes of this process to a list of several pages", () => {
  const ADDRESSES: ListSpec = { path: "/api/addresses", key: "addresses", writePath: "/api/address/" };
  const dialect = { ...SMALL_PAGES, result: "onPage", maxpage: "absent" } as const;
  const pagesOf = ({ path }: ListSpec) => [1, 2, 3].map((number) => `GET ${path}?limit=100&page=${number}`);
  const deletionPath = ({ writePath }: ListSpec, id: number) => `${writePath}${id}/delete`;
  const deletionsOf = (spec: ListSpec) => [1, 2, 3].map((id) => `DELETE ${deletionPath(spec, id)}`);

  // The path of a change cannot be derived from the plural of the list.
  it.each([PIXELS, ADDRESSES])("wait until it is read: $path", async (spec) => {
    const ids = range(25);
    const changes: Promise<unknown>[] = [];
    const { session, service } = fakeSession(({ method, path }) => {
      if (method === "DELETE") {
        ids.shift();
        return { body: { error: 0 } };
      }
      if (path.endsWith("page=2"))
        changes.push(...[1, 2, 3].map((id) => session.send("DELETE", deletionPath(spec, id))));
      return page(dialect, spec.key, ids, path);
    });
    const items = await session.collection(spec).refresh();
    await Promise.all(changes);
    expect(service.requests).toEqual([...pagesOf(spec), ...deletionsOf(spec)]);
    expect([...items.keys()].map(Number)).toEqual(range(25));
  });

  it.each([PIXELS, ADDRESSES])("end before it is read: $path", async (spec) => {
    const ids = range(25);
    let listing: Promise<ReadonlyMap<string, unknown>> | undefined;
    const { session, service } = fakeSession(({ method, path }) => {
      if (method === "GET") return page(dialect, spec.key, ids, path);
      // Requested while the service executes the first change.
      listing ??= session.collection(spec).refresh();
      ids.shift();
      return { body: { error: 0 } };
    });
    await Promise.all([1, 2, 3].map((id) => session.send("DELETE", deletionPath(spec, id))));
    const items = await listing;
    expect(service.requests).toEqual([...deletionsOf(spec), ...pagesOf(spec)]);
    expect([...items!.keys()].map(Number)).toEqual(range(25).slice(3));
  });

  it("do not wait for another list", async () => {
    let change: Promise<unknown> | undefined;
    const { session, service } = fakeSession(({ method, path }) => {
      if (method === "DELETE") return { body: { error: 0 } };
      if (path.endsWith("page=1")) change = session.send("DELETE", "/api/pixel/1/delete");
      return page(dialect, ADDRESSES.key, range(25), path);
    });
    await session.collection(ADDRESSES).items();
    await change;
    expect(service.requests.indexOf("DELETE /api/pixel/1/delete")).toBeLessThan(3);
  });
});
