// When an object is gone: two complete lists lack it, and the second one is late enough.
import { describe, expect, test } from "vitest";
import { AmbiguousError, ApiError } from "../../src/api/errors";
import type { Creation } from "../../src/api/lists/inventory";
import { type Client, openClient, type Reply, rejection, success } from "./support/service";

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

const lost: Creation["send"] = async (onSend) => {
  onSend();
  throw new AmbiguousError("no response");
};

/** @param send its request */
function create({ inventory }: Client, send: Creation["send"]) {
  const owner = { name: "new", urn: "urn" };
  return inventory.create({ match: () => 1, send, owner, onWait: () => {} });
}

test("an object that the second list shows exists", async () => {
  const client = await open((_, reading) => (reading === 1 ? [1] : [1, 2]));
  expect(await client.isGone("2")).toBe(false);
  expect(client.requests).toHaveLength(2);
});

test("an object that both lists lack is gone", async () => {
  const client = await open(() => [1]);
  expect(await client.isGone("2")).toBe(true);
  expect(client.requests).toHaveLength(2);
});

test("a list that is shorter than it counts is none of the two", async () => {
  const short = success({ data: { result: 2, perpage: 100, maxpage: 1, pixels: [{ id: 1, name: "n1" }] } });
  // It is read again at once, and counts if both agree.
  const client = await open((_, request) => [short, short, [1], [1, 2]][request - 1]!);
  expect(await client.isGone("2")).toBe(false);
  expect(client.requests).toHaveLength(4);
});

test("a list that is empty in doubt is none of the two", async () => {
  const client = await open((_, reading) => [[], [2], [1, 2]][reading - 1]!);
  client.inventory.owners.record(["1", "2"]);
  expect(await client.isGone("1")).toBe(false);
});

test("the second list is read at least 10 s after the first: pages may be of different times", async () => {
  const client = await open((at) => (at < 10_000 ? [1] : [1, 2]));
  expect(await client.isGone("2")).toBe(false);
  expect(client.requests[1]!.at).toBeGreaterThanOrEqual(10_000);
});

test("… and after the last own write", async () => {
  const client = await open(() => [1]);
  await client.pixels();
  await client.clock.sleep(60_000);
  const writtenAt = client.clock.monotonic();
  await client.inventory.write(
    "1",
    async () => {},
    (shown) => shown,
  );
  expect(await client.isGone("2")).toBe(true);
  expect(client.requests[1]!.at).toBeGreaterThanOrEqual(writtenAt + 10_000);
});

test("an own create counts for 10 s only: then somebody may have deleted the object", async () => {
  const client = await open(() => [1]);
  await client.pixels();
  await create(client, async () => ["2", {}]);
  expect(await client.isGone("2")).toBe(false);
  // A question about another object, whose proof takes 10 s.
  expect(await client.isGone("3")).toBe(true);
  expect(await client.isGone("2")).toBe(true);
});

test("an id that this process deleted is new when the service gives it to another object, also after an old list", async () => {
  const client = await open(() => [1, 2]);
  await client.pixels();
  await client.clock.sleep(5000);
  await client.inventory.remove("1", async () => {});
  // A proof for another object, whose list still shows the deleted one.
  await client.inventory.prove({ texts: [], isIt: () => false });
  expect(await create(client, lost)).toMatchObject({ kind: "created", object: ["1", {}], isFound: true });
});

test("all missing objects of a list share the second one", async () => {
  const client = await open(() => [1]);
  const missing = ["2", "3", "4"].map((id) => client.isGone(id));
  expect(await Promise.all(missing)).toEqual([true, true, true]);
  expect(client.requests).toHaveLength(2);
});

test.each<[string, Reply]>([
  ["not found", rejection("no such list", 404)],
  ["forbidden", rejection("not in your plan", 403)],
  ["an error of the service", rejection("crash", 500)],
])("a list that cannot be read proves nothing: %s", async (_, reply) => {
  const client = await open((_at, reading) => (reading === 1 ? [1] : reply));
  await expect(client.isGone("2")).rejects.toThrow(ApiError);
});

describe("an empty list", () => {
  test.each([[["2"]], [["2", "3"]]])("does not prove that recorded objects are gone: %j", async (ids) => {
    const client = await open(() => []);
    const results = await Promise.allSettled(ids.map((id) => client.isGone(id)));
    for (const result of results)
      expect(result).toMatchObject({
        reason: { message: expect.stringContaining("TRUST_LISTS=pixels") },
      });
  });
});
