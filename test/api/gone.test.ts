// When an object is gone: the times of readings, own changes, and lists that are short. What readings prove is a table:
// test/stack/existence-table.test.ts.
import { describe, expect, test } from "vitest";
import { type Client, openClient, type Reply, success } from "./support/service";

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

/** A list of some objects that counts one more. */
const short = (...ids: readonly number[]) =>
  success({ data: { result: ids.length + 1, perpage: 100, maxpage: 1, pixels: ids.map((id) => ({ id })) } });

describe("a list that is shorter than it counts", () => {
  test("is read again at once, and then the second one counts", async () => {
    const client = await open((_, request) => [short(1), [1, 2]][request - 1]!);
    expect(await client.isGone("2")).toBe(false);
  });

  test("proves no absence of what the state has, and lets creates go on with one warning", async () => {
    const client = await open(() => short(1));
    await expect(client.isGone("2")).rejects.toThrow(/pulumi state delete URN/);
    for (const texts of [["a"], ["b"]])
      expect(await client.inventory.glance({ texts, isIt: () => true })).toEqual([]);
    expect(client.messages).toEqual([expect.stringContaining("counts 2 objects, and shows 1")]);
  });

  test("because its pages repeat objects hides others: nothing is created either", async () => {
    const client = await openClient(({ path }) => {
      const ids = path.includes("page=2") ? [2, 3] : [1, 2];
      return success({ data: { result: 4, maxpage: 2, pixels: ids.map((id) => ({ id })) } });
    });
    await expect(client.inventory.glance({ texts: ["a"], isIt: () => true })).rejects.toThrow(
      /counts 4 objects, and shows 3/,
    );
    expect(await client.isGone("3")).toBe(false);
  });
});

test("the second list is read at least 10 s after the first: pages may be of different times", async () => {
  const client = await open((at) => (at < 10_000 ? [1] : [1, 2]));
  expect(await client.isGone("2")).toBe(false);
  expect(client.requests[1]!.at).toBeGreaterThanOrEqual(10_000);
});

test("an empty list after another one is none: what other lists show is later", async () => {
  const readings = [[1], [], [1, 2]];
  const client = await openClient(({ path }) =>
    path.startsWith("/api/channels")
      ? success({ data: { maxpage: 1, channels: [{ id: 5 }] } })
      : success({ data: { maxpage: 1, pixels: readings.shift()!.map((id) => ({ id })) } }),
  );
  expect(await client.isGone("2")).toBe(false);
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
  client.inventory.created(["2", {}], { name: "new", urn: "urn" });
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
  expect(() => client.inventory.created(["1", {}], { name: "new", urn: "urn" })).not.toThrow();
  expect(() => client.inventory.created(["2", {}], { name: "new", urn: "urn" })).toThrow("id 2");
});

test("all missing objects of a list share the second one", async () => {
  const client = await open(() => [1]);
  const missing = ["2", "3", "4"].map((id) => client.isGone(id));
  expect(await Promise.all(missing)).toEqual([true, true, true]);
  expect(client.requests).toHaveLength(2);
});
