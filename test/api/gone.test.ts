// When an object is gone: two complete lists lack it, and the second one is late enough.
import { describe, expect, test } from "vitest";
import { ApiError } from "../../src/api/errors";
import { type Client, openClient, type Reply, rejection, success } from "./support/service";

const LONG_AGO = -3_600_000;

/** @param ids what the list shows at the time of a request, or another answer */
async function open(ids: (at: number, reading: number) => readonly number[] | Reply) {
  const client: Client = await openClient(({ at }) => {
    const shown = ids(at, client.requests.length);
    if (!Array.isArray(shown)) return shown as Reply;
    const pixels = shown.map((id) => ({ id, name: `n${id}` }));
    return success({ data: { result: pixels.length, perpage: 100, maxpage: 1, pixels } });
  });
  return client;
}

test("an object that the second list shows exists", async () => {
  const client = await open((_, reading) => (reading === 1 ? [1] : [1, 2]));
  expect(await client.isGone("2", LONG_AGO)).toBe(false);
  expect(client.requests).toHaveLength(2);
});

test("an object that both lists lack is gone, at once if it was written long ago", async () => {
  const client = await open(() => [1]);
  expect(await client.isGone("2", LONG_AGO)).toBe(true);
  expect(client.requests).toHaveLength(2);
  expect(client.clock.monotonic()).toBeLessThan(1000);
});

test("the second list is read at least 10 s after the last own write of the object", async () => {
  const client = await open((at) => (at < 10_000 ? [1] : [1, 2]));
  expect(await client.isGone("2", client.clock.monotonic())).toBe(false);
  expect(client.requests[1]!.at).toBeGreaterThanOrEqual(10_000);
});

test("… or after that of another object of the list: until then, pages are of different times", async () => {
  const client = await open((at) => (at < 10_000 ? [1] : [1, 2]));
  const found = ["2", "1"].map((id) => client.isGone(id, id === "1" ? client.clock.monotonic() : LONG_AGO));
  expect(await Promise.all(found)).toEqual([false, false]);
});

test("all missing objects of a list share the second one", async () => {
  const client = await open(() => [1]);
  const written = client.clock.monotonic();
  const missing = ["2", "3", "4"].map((id, index) => client.isGone(id, written - index * 1000));
  expect(await Promise.all(missing)).toEqual([true, true, true]);
  expect(client.requests).toHaveLength(2);
});

test.each<[string, Reply]>([
  ["not found", rejection("no such list", 404)],
  ["forbidden", rejection("not in your plan", 403)],
  ["an error of the service", rejection("crash", 500)],
])("a list that cannot be read proves nothing: %s", async (_, reply) => {
  const client = await open((_at, reading) => (reading === 1 ? [1] : reply));
  await expect(client.isGone("2", LONG_AGO)).rejects.toThrow(ApiError);
});

describe("an empty list", () => {
  test("is read again 10 s later at the earliest", async () => {
    const client = await open(() => []);
    expect(await client.isGone("2", LONG_AGO)).toBe(true);
    expect(client.requests[1]!.at).toBeGreaterThanOrEqual(10_000);
  });

  test("proves that one object is gone at most: otherwise all reads fail and name the way on", async () => {
    const client = await open(() => []);
    const results = await Promise.allSettled(["2", "3"].map((id) => client.isGone(id, LONG_AGO)));
    for (const result of results)
      expect(result).toMatchObject({ reason: { message: expect.stringContaining("MAX_DELETIONS=100%") } });
  });
});
