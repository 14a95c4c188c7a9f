// Reading a whole list: every page, consistent, and an error otherwise, because what a list lacks looks deleted.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ApiError } from "../../src/api/errors";
import { caseCount } from "../support/case-count";
import { type Client, openClient, type Reply, type Request, rejection, success } from "./support/service";

/** How a service describes the pages of a list. Every figure is true. */
interface Envelope {
  readonly pageSize: number;
  readonly maxpage: boolean;
  /** What the last page has. `never`: no page has it. */
  readonly nextpage: "null" | "absent" | "zero" | "same" | "never";
  readonly result: "total" | "absent";
  readonly texts: boolean;
}

const DOCUMENT: Envelope = {
  pageSize: 100,
  maxpage: true,
  nextpage: "null",
  result: "total",
  texts: false,
};

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const numberOf = ({ path }: Request) => Number(new URL(path, "http://x").searchParams.get("page") ?? 1);

/** The answer to the request for a page. */
function pageOf(
  request: Request,
  ids: readonly number[],
  envelope: Partial<Envelope> = {},
): { body: object } {
  const { pageSize, maxpage, nextpage, result, texts } = { ...DOCUMENT, ...envelope };
  const limit = Number(new URL(request.path, "http://x").searchParams.get("limit") ?? pageSize);
  const size = Math.min(limit, pageSize);
  const number = numberOf(request);
  const last = Math.max(1, Math.ceil(ids.length / size));
  const figure = (value: number) => (texts ? String(value) : value);
  const atEnd = { null: null, absent: undefined, zero: figure(0), same: figure(number), never: undefined };
  const data = {
    ...(result === "total" && { result: figure(ids.length) }),
    perpage: figure(size),
    currentpage: figure(number),
    nextpage: number < last && nextpage !== "never" ? figure(number + 1) : atEnd[nextpage],
    ...(maxpage && { maxpage: figure(last) }),
    pixels: ids.slice((number - 1) * size, number * size).map((id) => ({ id: figure(id), name: `n${id}` })),
  };
  return { body: { error: 0, data } };
}

const texts = (ids: readonly number[]) => ids.map(String);
const pixelsOf = (data: object): Reply => success({ data: { result: 1, perpage: 100, maxpage: 1, ...data } });
const readFrom = async (reply: Reply) => (await openClient(() => reply)).pixels();

describe("a list", () => {
  test("is read to its end, whatever the figures of its pages", async () => {
    const envelopes: fc.Arbitrary<Envelope> = fc.record({
      pageSize: fc.constantFrom(2, 3, 10, 100),
      maxpage: fc.boolean(),
      nextpage: fc.constantFrom("null", "absent", "zero", "same", "never"),
      result: fc.constantFrom("total", "absent"),
      texts: fc.boolean(),
    });
    const counts = fc.oneof(fc.nat(30), fc.constantFrom(0, 2, 3, 6, 10, 20));
    await fc.assert(
      fc.asyncProperty(envelopes, counts, async (envelope, count) => {
        const client = await openClient((request) => pageOf(request, range(count), envelope));
        expect(await client.pixels()).toEqual(texts(range(count)));
        const pages = Math.max(1, Math.ceil(count / envelope.pageSize));
        expect(client.requests.length).toBeLessThanOrEqual(pages + 1);
        await client.close();
      }),
      { numRuns: caseCount(180, 20) },
    );
  });

  test.each([0, 1, 99, 100, 101, 250])("of %i objects takes one request for 100 of them", async (count) => {
    const client = await openClient((request) => pageOf(request, range(count)));
    expect(await client.pixels()).toHaveLength(count);
    expect(client.requests).toHaveLength(Math.max(1, Math.ceil(count / 100)));
    expect(client.requests[0]!.path).toContain("limit=100");
  });

  test("without `maxpage` goes on while `nextpage` is larger than the page", async () => {
    const client = await openClient((request) => {
      const number = numberOf(request);
      return success({ data: { perpage: 100, nextpage: Math.min(number + 1, 3), pixels: [{ id: number }] } });
    });
    expect(await client.pixels()).toEqual(["1", "2", "3"]);
  });

  test("is read once for all who need it", async () => {
    const client = await openClient((request) => pageOf(request, range(150)));
    await Promise.all(range(20).map(() => client.pixels()));
    await client.pixels();
    expect(client.requests).toHaveLength(2);
  });
});

describe("a service that rejects a limit", () => {
  const rejectsLimit = (request: Request) =>
    request.path.includes("limit=") ? rejection("limit must be 25 or less", 422) : undefined;

  test("is asked once without, and for all lists from then on", async () => {
    const client = await openClient(
      (request) => rejectsLimit(request) ?? pageOf(request, range(40), { pageSize: 15 }),
    );
    expect(await client.pixels()).toEqual(texts(range(40)));
    expect(await client.isGone("99")).toBe(true);
    const withLimit = client.requests.map(({ path }) => path.includes("limit="));
    expect(withLimit).toEqual([true, ...Array(6).fill(false)]);
  });

  test.each<[string, Reply, number]>([
    ["that rejects every list", rejection("not today", 404), 2],
    ["whose plan lacks the kind", rejection("not in your plan", 403), 1],
    ["that is down", rejection("busy", 503), 8],
  ])("is not one %s", async (_, reply, requests) => {
    let isBroken = true;
    const client = await openClient((request) => (isBroken ? reply : pageOf(request, range(3))));
    await expect(client.pixels()).rejects.toThrow(ApiError);
    expect(client.requests).toHaveLength(requests);
    isBroken = false;
    await client.clock.sleep(10_000);
    await client.pixels();
    expect(client.requests.at(-1)!.path).toContain("limit=100");
  });
});

describe("a list that changes while it is read", () => {
  const small = { pageSize: 10 };

  test.each<[string, readonly number[], readonly number[], Partial<Envelope>]>([
    ["an id that appears twice", range(25), [99, ...range(25)], { result: "absent" }],
    ["fewer ids than the result", range(25), range(25).slice(1), {}],
  ])("is read again: %s", async (_, before, after, envelope) => {
    const client = await openClient((request) => {
      const ids = client.requests.length === 1 ? before : after;
      return pageOf(request, ids, { ...small, ...envelope });
    });
    expect(await client.pixels()).toEqual(texts(after));
    expect(client.requests.filter((request) => numberOf(request) === 1).length).toBeGreaterThan(1);
  });

  test("proves nothing if it never stops", async () => {
    let ids = range(25);
    const client = await openClient((request) => {
      ids = [100 + ids.length, ...ids];
      return pageOf(request, ids, { ...small, result: "absent" });
    });
    await expect(client.isGone("999")).rejects.toThrow(/counts \d+ objects/);
  });

  test("is shown as far as it is present, if its result counts what is never listed", async () => {
    const client = await openClient((request) =>
      numberOf(request) === 1
        ? pageOf(request, range(15), small)
        : success({ data: { result: 15, pixels: [] } }),
    );
    expect(await client.pixels()).toHaveLength(10);
  });
});

describe("a service, or a cache before it, that answers with the first page", () => {
  /** A service that ignores `page`, as long as `isSo`. */
  const ignoring = (envelope: Partial<Envelope>, isSo: (request: Request) => boolean = () => true) =>
    openClient((request) =>
      pageOf(
        isSo(request) ? { ...request, path: request.path.replace(/page=\d+/, "page=1") } : request,
        range(4),
        {
          pageSize: 2,
          ...envelope,
        },
      ),
    );

  test.each([{}, { result: "absent" }] as const)(
    "makes the list incomplete (%j): it is read twice, and then an error",
    async (envelope) => {
      const client = await ignoring(envelope);
      await expect(client.pixels()).rejects.toThrow(/counts \d+ objects/);
      expect(client.requests.filter((request) => numberOf(request) === 1)).toHaveLength(2);
    },
  );

  test("is no matter if the next reading has the right ones", async () => {
    let asked = 0;
    const client = await ignoring({}, (request) => numberOf(request) === 2 && asked++ === 0);
    expect(await client.pixels()).toEqual(texts(range(4)));
  });

  test("ends a list without figures of its end, if it has nothing new", async () => {
    const client = await ignoring({ maxpage: false, nextpage: "never" }, (request) => numberOf(request) > 2);
    expect(await client.pixels()).toEqual(texts(range(4)));
  });
});

describe("own changes and the pages of the same list exclude each other", () => {
  const remove = (client: Client) => range(3).map((id) => client.delete(`/api/pixel/${id}/delete`));

  test("a change waits until the list is read", async () => {
    const ids = range(25);
    const changes: Promise<unknown>[] = [];
    const client = await openClient((request) => {
      if (request.method === "DELETE") {
        ids.shift();
        return success();
      }
      if (numberOf(request) === 2) changes.push(...remove(client));
      return pageOf(request, ids, { pageSize: 10 });
    });
    expect(await client.pixels()).toEqual(texts(range(25)));
    await Promise.all(changes);
    expect(client.requests.map(({ method }) => method)).toEqual([
      ...Array(3).fill("GET"),
      ...Array(3).fill("DELETE"),
    ]);
  });

  test("the list waits for changes in flight", async () => {
    const events: string[] = [];
    let reading: Promise<string[]> | undefined;
    const client = await openClient(async (request) => {
      if (request.method === "DELETE") {
        reading ??= client.pixels();
        // Enough for a request that does not wait to arrive.
        for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
        events.push("deleted");
        return success();
      }
      events.push("read");
      return pageOf(request, range(3));
    });
    await Promise.all(remove(client));
    await reading;
    expect(events).toEqual(["deleted", "deleted", "deleted", "read"]);
  });
});

test.each(["a change", "a reading"])(
  "changes and pages of other lists do not wait for each other, whichever is first: %s",
  async (first) => {
    let arrive = () => {};
    const hasArrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    let second: Promise<unknown> | undefined;
    const client = await openClient(async (request) => {
      const isReading = request.method === "GET";
      if (isReading === (first === "a reading")) {
        second ??= isReading ? client.put("/api/channel/1/update") : client.pixels();
        await hasArrived;
      } else arrive();
      return isReading ? pageOf(request, range(3)) : success();
    });
    await (first === "a reading" ? client.pixels() : client.put("/api/channel/1/update"));
    await second;
    expect(client.requests).toHaveLength(2);
  },
);

describe("a list is an error, never empty or shorter", () => {
  test.each<[string, Reply]>([
    ["no data", success()],
    ["no array", success({ data: { result: 3 } })],
    ["an object in place of the array", pixelsOf({ pixels: {} })],
    ["an object without an id", pixelsOf({ pixels: [{ name: "x" }] })],
    ["an id beyond 2^53", pixelsOf({ pixels: [{ id: 2 ** 53 + 2 }] })],
    ["an id that leads to another path", pixelsOf({ pixels: [{ id: "../channel/7" }] })],
    ["a rejection", rejection("not in your plan", 403)],
  ])("with %s", async (_, reply) => {
    await expect(readFrom(reply)).rejects.toThrow(ApiError);
  });

  test("if a page in its middle is rejected", async () => {
    const client = await openClient((request) =>
      numberOf(request) === 2 ? rejection("busy", 400) : pageOf(request, range(25), { pageSize: 10 }),
    );
    await expect(client.pixels()).rejects.toThrow(ApiError);
  });
});

test("a list without an array is empty if it says so", async () => {
  expect(await readFrom(success({ data: { result: 0, pixels: null } }))).toEqual([]);
});
