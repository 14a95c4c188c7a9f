// Reading a whole list: every page, consistent, and an error otherwise, because what a list lacks looks deleted.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ApiError } from "../../src/api/errors";
import { caseCount } from "../support/case-count";
import { type Client, openClient, type Reply, type Request, rejection, success } from "./support/service";

/** How a service describes the pages of a list. Every figure is true. */
interface Envelope {
  readonly pageSize?: number;
  readonly hasMaxpage?: boolean;
  /** What the last page has. `never`: no page has it. */
  readonly nextpage?: "null" | "absent" | "zero" | "same" | "never";
  readonly hasResult?: boolean;
  readonly isText?: boolean;
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const texts = (ids: readonly number[]) => ids.map(String);
const numberOf = ({ path }: Request) => Number(new URL(path, "http://x").searchParams.get("page") ?? 1);

/** The answer to the request for a page. */
function pageOf(request: Request, ids: readonly number[], envelope: Envelope = {}): { body: object } {
  const { pageSize = 100, hasMaxpage = true, nextpage = "null", hasResult = true, isText } = envelope;
  const limit = Number(new URL(request.path, "http://x").searchParams.get("limit") ?? pageSize);
  const size = Math.min(limit, pageSize);
  const number = numberOf(request);
  const last = Math.max(1, Math.ceil(ids.length / size));
  const figure = (value: number) => (isText ? String(value) : value);
  const atEnd = { null: null, absent: undefined, zero: figure(0), same: figure(number), never: undefined };
  const data = {
    ...(hasResult && { result: figure(ids.length) }),
    perpage: figure(size),
    currentpage: figure(number),
    nextpage: number < last && nextpage !== "never" ? figure(number + 1) : atEnd[nextpage],
    ...(hasMaxpage && { maxpage: figure(last) }),
    pixels: ids.slice((number - 1) * size, number * size).map((id) => ({ id: figure(id), name: `n${id}` })),
  };
  return { body: { error: 0, data } };
}

test("a list is read to its end, whatever the figures of its pages", async () => {
  const envelopes: fc.Arbitrary<Envelope> = fc.record({
    pageSize: fc.constantFrom(2, 3, 10, 100),
    hasMaxpage: fc.boolean(),
    nextpage: fc.constantFrom("null", "absent", "zero", "same", "never"),
    hasResult: fc.boolean(),
    isText: fc.boolean(),
  });
  const counts = fc.oneof(fc.nat(30), fc.constantFrom(0, 2, 3, 6, 10, 20, 100, 101));
  await fc.assert(
    fc.asyncProperty(envelopes, counts, async (envelope, count) => {
      const client = await openClient((request) => pageOf(request, range(count), envelope));
      expect(await client.pixels()).toEqual(texts(range(count)));
      const pages = Math.max(1, Math.ceil(count / envelope.pageSize!));
      expect(client.requests.length).toBeLessThanOrEqual(pages + (envelope.hasMaxpage ? 0 : 1));
      expect(client.requests[0]!.path).toContain("limit=100");
      await client.close();
    }),
    { numRuns: caseCount(180, 20) },
  );
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

test.each<[string, readonly number[], readonly number[], boolean]>([
  ["an id that appears twice", range(25), [99, ...range(25)], false],
  ["fewer ids than the result", range(25), range(25).slice(1), true],
])("a list that changes while it is read is read again: %s", async (_, before, after, hasResult) => {
  const client = await openClient((request) => {
    const ids = client.requests.length === 1 ? before : after;
    return pageOf(request, ids, { pageSize: 10, hasResult });
  });
  expect(await client.pixels()).toEqual(texts(after));
  expect(client.requests.filter((request) => numberOf(request) === 1).length).toBeGreaterThan(1);
});

test.each([true, false])(
  "a service, or a cache before it, that answers with the first page: read twice, then an error (result: %j)",
  async (hasResult) => {
    const client = await openClient((request) => {
      const path = request.path.replace(/page=\d+/, "page=1");
      return pageOf({ ...request, path }, range(4), { pageSize: 2, hasResult });
    });
    await expect(client.pixels()).rejects.toThrow(/counts \d+ objects/);
    expect(client.requests.filter((request) => numberOf(request) === 1)).toHaveLength(2);
  },
);

describe("own changes and the pages of the same list exclude each other", () => {
  const remove = (client: Client) => range(3).map((id) => client.delete(`/api/pixel/${id}/delete`));

  test("a change waits until the list is read", async () => {
    const ids = range(25);
    const changes: Promise<unknown>[] = [];
    const client = await openClient((request) => {
      if (request.method === "DELETE") ids.shift();
      else if (numberOf(request) === 2) changes.push(...remove(client));
      return request.method === "DELETE" ? success() : pageOf(request, ids, { pageSize: 10 });
    });
    expect(await client.pixels()).toEqual(texts(range(25)));
    await Promise.all(changes);
    expect(client.requests.map(({ method }) => method).join(" ")).toBe("GET GET GET DELETE DELETE DELETE");
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

describe("a list is an error, never empty or shorter", () => {
  const pixels = (data: object) => success({ data: { result: 1, perpage: 100, maxpage: 1, ...data } });

  test.each<[string, Reply]>([
    ["no data", success()],
    ["no array", success({ data: { result: 3 } })],
    ["an object in place of the array", pixels({ pixels: {} })],
    ["an object without an id", pixels({ pixels: [{ name: "x" }] })],
    ["an id beyond 2^53", pixels({ pixels: [{ id: 2 ** 53 + 2 }] })],
    ["an id that leads to another path", pixels({ pixels: [{ id: "../channel/7" }] })],
  ])("with %s", async (_, reply) => {
    await expect((await openClient(() => reply)).pixels()).rejects.toThrow(ApiError);
  });

  test("if a page in its middle is rejected", async () => {
    const client = await openClient((request) =>
      numberOf(request) === 2 ? rejection() : pageOf(request, range(25), { pageSize: 10 }),
    );
    await expect(client.pixels()).rejects.toThrow(ApiError);
  });
});

test("a list without an array is empty if it says so", async () => {
  const client = await openClient(() => success({ data: { result: 0, pixels: null } }));
  expect(await client.pixels()).toEqual([]);
});
