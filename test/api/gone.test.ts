// When an object is gone: the times of readings, own changes, and pages that repeat objects. What readings prove is a table:
// test/stack/existence-table.test.ts.
import { describe, expect, test } from "vitest";
import { openClient, type Reply, success } from "./support/service";

const OWNER = { name: "new", urn: "urn" };
const ANY = { texts: ["a"], isIt: () => true };
const reply = (ids: readonly number[]): Reply =>
  success({ data: { result: ids.length, maxpage: 1, pixels: ids.map((id) => ({ id })) } });

/** @param ids what the list shows at the time of a request */
const open = (ids: (at: number) => readonly number[]) => openClient(({ at }) => reply(ids(at)));

test("a list whose pages repeat objects hides others, so nothing is created", async () => {
  const client = await openClient(({ path }) => {
    const ids = path.includes("page=2") ? [2, 3] : [1, 2];
    return success({ data: { result: 4, maxpage: 2, pixels: ids.map((id) => ({ id })) } });
  });
  await expect(client.inventory.glance(ANY)).rejects.toThrow(/counts 4 objects, and shows 3/);
  expect(await client.isGone("3")).toBe(false);
});

test("a list that counts more than it shows lets creates go on, with one warning", async () => {
  const client = await openClient(() => success({ data: { result: 2, maxpage: 1, pixels: [{ id: 1 }] } }));
  for (const text of ["a", "b"]) await client.inventory.glance({ ...ANY, texts: [text] });
  expect(client.messages).toEqual([expect.stringContaining("counts 2 objects, and shows 1")]);
});

describe("the second list", () => {
  test("is read at least 10 s after the first, once for all missing objects: pages may be of different times", async () => {
    const client = await open((at) => (at < 10_000 ? [1] : [1, 2]));
    expect(await Promise.all(["2", "3", "4"].map((id) => client.isGone(id)))).toEqual([false, true, true]);
    expect(client.requests).toHaveLength(2);
    expect(client.requests[1]!.at).toBeGreaterThanOrEqual(10_000);
  });

  test("… and after the last own write", async () => {
    const client = await open(() => [1]);
    await client.pixels();
    await client.clock.sleep(60_000);
    const writtenAt = client.clock.monotonic();
    const unchanged = <T>(shown: T) => shown;
    await client.inventory.write("1", async () => {}, unchanged);
    expect(await client.isGone("2")).toBe(true);
    expect(client.requests[1]!.at).toBeGreaterThanOrEqual(writtenAt + 10_000);
  });

  test("… and if it is the first empty one, a third one follows: what other lists show is later", async () => {
    const readings = [[1], [], [1, 2]];
    const client = await openClient(({ path }) =>
      path.startsWith("/api/channels")
        ? success({ data: { maxpage: 1, channels: [{ id: 5 }] } })
        : reply(readings.shift()!),
    );
    expect(await client.isGone("2")).toBe(false);
  });

  test("… and if both are empty, after another list has shown an object: the account may have listed nothing", async () => {
    const isDown = (at: number) => at < 40_000;
    const client = await openClient(({ path, at }) =>
      path.startsWith("/api/channels")
        ? success({ data: { maxpage: 1, channels: isDown(at) ? [] : [{ id: 5 }] } })
        : reply(isDown(at) ? [] : [2]),
    );
    for (let reading = 1; reading <= 2; reading++) {
      expect(await client.inventory.shownAt(client.clock.monotonic())).toBeUndefined();
      await client.clock.sleep(20_000);
    }
    expect(await client.isGone("2")).toBe(false);
  });
});

test("an own create counts for 10 s only: then somebody may have deleted the object", async () => {
  const client = await open(() => [1]);
  await client.pixels();
  client.inventory.created(["2", {}], OWNER);
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
  await client.inventory.prove({ ...ANY, texts: [] });
  client.inventory.created(["1", {}], OWNER);
  expect(() => client.inventory.created(["2", {}], OWNER)).toThrow("id 2");
});
