// The objects of a list in one process: read once, and kept up to date with our own changes.
import { describe, expect, it } from "vitest";
import { fakeList } from "../support/fake-list";
import { fakeSession, lost } from "../support/fake-service";
import { CONSISTENT, PIXELS, page } from "../support/list-pages";

describe("the items of a collection", () => {
  it("show our own changes without another listing", async () => {
    const { collection, listings } = fakeList([1, 2]);
    await collection.items();
    collection.added("3", { id: 3, name: "new" });
    collection.changed("2", { name: "other" });
    collection.removed("1");
    const items = await collection.items();
    expect([...items.keys()]).toEqual(["2", "3"]);
    expect(items.get("2")).toEqual({ id: 2, name: "other" });
    expect(listings()).toBe(1);
    expect([collection.wasAdded("3"), collection.wasAdded("2")]).toEqual([true, false]);
    expect([collection.wasRemoved("1"), collection.wasRemoved("2")]).toEqual([true, false]);
  });

  it("show changes made before and during the listing", async () => {
    const { collection } = fakeList([1, 2]);
    collection.added("3", { id: 3 });
    const items = collection.items();
    collection.removed("1");
    expect([...(await items).keys()]).toEqual(["2", "3"]);
  });

  it("show recent changes that a stale list does not show, until the settle time has passed", async () => {
    const { collection, clock } = fakeList([1]);
    await collection.items();
    collection.added("2", { id: 2 });
    expect([...(await collection.refresh()).keys()]).toEqual(["1", "2"]);
    await clock.advance(10_001);
    expect([...(await collection.refresh()).keys()]).toEqual(["1"]);
  });

  it("have the fields of the list if it shows an object that we created", async () => {
    const { collection, setIds } = fakeList([1]);
    await collection.items();
    collection.added("2", { id: 2, name: "as sent" });
    setIds([1, 2]);
    expect((await collection.refresh()).get("2")).toEqual({ id: 2, name: "n2" });
  });

  it("are refreshed by one listing that starts after the call, for all concurrent callers", async () => {
    const { collection, setIds, listings } = fakeList([1]);
    const first = collection.items();
    const refreshed = Promise.all([collection.refresh(), collection.refresh()]);
    await first;
    setIds([1, 2]);
    expect((await refreshed)[0].size).toBe(2);
    expect(listings()).toBe(2);
  });
});

describe("a failed listing", () => {
  it("fails for all callers of the next 30 s, and is repeated later", async () => {
    let isFailing = true;
    const { session, service, clock } = fakeSession(({ path }) =>
      isFailing ? lost() : page(CONSISTENT, "pixels", [1], path),
    );
    const collection = session.collection(PIXELS);
    await expect(Promise.all([collection.items(), collection.items()])).rejects.toThrow(
      "the connection was reset",
    );
    expect(service.requests.length).toBe(4);
    isFailing = false;
    await expect(collection.items()).rejects.toThrow("the connection was reset");
    await expect(collection.confirmMissing("2")).rejects.toThrow("the connection was reset");
    expect(service.requests.length).toBe(4);
    expect(collection.isListed).toBe(false);
    await clock.advance(30_000);
    expect((await collection.items()).size).toBe(1);
  });

  it("is repeated at once for a caller that needs a new one", async () => {
    let isFailing = true;
    const { session } = fakeSession(({ path }) =>
      isFailing ? { body: { nothing: 1 } } : page(CONSISTENT, "pixels", [1], path),
    );
    const collection = session.collection(PIXELS);
    await expect(collection.items()).rejects.toThrow();
    isFailing = false;
    expect((await collection.refresh()).size).toBe(1);
    expect((await collection.items()).size).toBe(1);
  });
});

describe("newSince", () => {
  it("returns items that appeared in later listings and that this process did not create", async () => {
    const { collection, setIds } = fakeList([1, 2]);
    await collection.items();
    const { listings } = collection;
    collection.added("3", { id: 3 });
    setIds([5, 4, 3, 2, 1]);
    await collection.refresh();
    expect(collection.newSince(listings).map(([id]) => id)).toEqual(["5", "4"]);
    expect(collection.newSince(collection.listings)).toEqual([]);
  });
});

describe("listedFrom", () => {
  it("shares one listing among callers with about the same time", async () => {
    const { collection, clock, listings } = fakeList([1]);
    await collection.items();
    const now = clock.now();
    await Promise.all([3100, 3500, 3999].map((ms) => collection.listedFrom(now + ms)));
    expect(listings()).toBe(2);
    expect(clock.monotonic()).toBe(4000);
    await collection.listedFrom(now + 3000);
    expect(listings()).toBe(2);
  });
});

describe("serially", () => {
  it("runs creates one at a time, also after one fails", async () => {
    const { collection } = fakeList([]);
    const order: string[] = [];
    const create = (name: string, fails = false) =>
      collection.serially(async () => {
        order.push(`start ${name}`);
        await new Promise((resolve) => setImmediate(resolve));
        order.push(`end ${name}`);
        if (fails) throw new Error(name);
        return name;
      });
    const results = await Promise.allSettled([create("a"), create("b", true), create("c")]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(order).toEqual(["start a", "end a", "start b", "end b", "start c", "end c"]);
  });
});
