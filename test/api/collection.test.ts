// The snapshot of a list, and the proof that an object is gone.
import { describe, expect, it } from "vitest";
import { VirtualClock } from "../support/virtual-clock";
import { fakeSession, HONEST, type ListShape, lost, page } from "./fake-service";

const pixels = { path: "/api/pixels", key: "pixels" };
const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** A service with a list that the test changes, and what it shows then. */
function begin(ids: number[], settleTime = 10_000) {
  const shown = { ids };
  const parts = fakeSession(({ path }) => page(HONEST, "pixels", shown.ids, path), {
    settleTimeMs: settleTime,
  });
  const collection = parts.session.collection(pixels);
  const listings = () => parts.service.requests.filter((line) => line.endsWith("page=1")).length;
  return { ...parts, shown, collection, listings };
}

describe("a snapshot", () => {
  it("shows our own changes without another listing", async () => {
    const { collection, listings } = begin([1, 2]);
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

  it("shows changes made before and during the listing", async () => {
    const { collection } = begin([1, 2]);
    collection.added("3", { id: 3 });
    const listing = collection.items();
    collection.removed("1");
    expect([...(await listing).keys()]).toEqual(["2", "3"]);
  });

  it("keeps recent changes over a listing that lags, and drops them once they are settled", async () => {
    const { collection, clock } = begin([1]);
    await collection.items();
    collection.added("2", { id: 2 });
    expect([...(await collection.refresh()).keys()]).toEqual(["1", "2"]);
    await clock.advance(10_001);
    expect([...(await collection.refresh()).keys()]).toEqual(["1"]);
  });

  it("takes the service's fields for an object that both know", async () => {
    const { collection, shown } = begin([1]);
    await collection.items();
    collection.added("2", { id: 2, name: "as sent" });
    shown.ids = [1, 2];
    expect((await collection.refresh()).get("2")).toEqual({ id: 2, name: "n2" });
  });

  it("is made anew by a listing that begins after the call, shared by all who ask meanwhile", async () => {
    const { collection, shown, listings } = begin([1]);
    const first = collection.items();
    const fresh = Promise.all([collection.refresh(), collection.refresh()]);
    await first;
    shown.ids = [1, 2];
    expect((await fresh)[0].size).toBe(2);
    expect(listings()).toBe(2);
  });

  it("that failed fails for all who ask shortly after as well, and is made anew later", async () => {
    let fails = true;
    const { session, service, clock } = fakeSession(({ path }) =>
      fails ? lost() : page(HONEST, "pixels", [1], path),
    );
    const collection = session.collection(pixels);
    await expect(Promise.all([collection.items(), collection.items()])).rejects.toThrow(
      "the connection was reset",
    );
    expect(service.requests.length).toBe(4);
    fails = false;
    await expect(collection.items()).rejects.toThrow("the connection was reset");
    await expect(collection.confirmMissing("2")).rejects.toThrow("the connection was reset");
    expect(service.requests.length).toBe(4);
    expect(collection.listed).toBe(false);
    await clock.advance(30_000);
    expect((await collection.items()).size).toBe(1);
  });

  it("that failed is tried again by whoever needs one of their own", async () => {
    let fails = true;
    const { session } = fakeSession(({ path }) =>
      fails ? { status: 200, body: { nothing: 1 } } : page(HONEST, "pixels", [1], path),
    );
    const collection = session.collection(pixels);
    await expect(collection.items()).rejects.toThrow();
    fails = false;
    expect((await collection.refresh()).size).toBe(1);
    expect((await collection.items()).size).toBe(1);
  });
});

describe("a missing object", () => {
  it("that is listed after all is there", async () => {
    const { collection, shown, listings } = begin([1]);
    await collection.items();
    shown.ids = [1, 2];
    expect(await collection.confirmMissing("2")).toEqual({ id: 2, name: "n2" });
    expect(listings()).toBe(2);
  });

  it("is gone after a second listing that lacks it, at once when it was written long ago", async () => {
    const { collection, clock, listings } = begin([1]);
    const before = clock.monotonic();
    expect(await collection.confirmMissing("2", clock.now() - 3_600_000)).toBeUndefined();
    expect(listings()).toBe(2);
    expect(clock.monotonic() - before).toBe(0);
  });

  it("is gone only once the settle time is over since it was written", async () => {
    const { collection, clock, listings } = begin([1]);
    const before = clock.monotonic();
    expect(await collection.confirmMissing("2", clock.now() - 4000)).toBeUndefined();
    expect(clock.monotonic() - before).toBeGreaterThanOrEqual(10_000);
    expect(listings()).toBe(2);
  });

  it("is waited for no longer than the settle time, however far ahead the clock was that wrote it", async () => {
    const { collection, clock } = begin([1]);
    const before = clock.monotonic();
    await collection.confirmMissing("2", clock.now() + 86_400_000);
    expect(clock.monotonic() - before).toBe(10_000);
  });

  it("is not gone before the settle time since our last change of the list", async () => {
    const { collection, clock } = begin([1]);
    await collection.items();
    await clock.advance(60_000);
    collection.changed("1", { name: "x" });
    const before = clock.monotonic();
    await collection.confirmMissing("2");
    expect(clock.monotonic() - before).toBe(10_000);
  });

  it("is gone at once when this process deleted it", async () => {
    const { collection, listings } = begin([1, 2]);
    await collection.items();
    collection.removed("2");
    expect(await collection.confirmMissing("2")).toBeUndefined();
    expect(listings()).toBe(1);
  });

  it("that only one listing lacked is looked for in a third", async () => {
    const { collection, shown, listings } = begin([1, 2]);
    await collection.items();
    shown.ids = [1];
    await collection.refresh();
    expect(await collection.confirmMissing("2")).toBeUndefined();
    expect(listings()).toBe(3);
  });

  it("shares its confirmation with all that were missed in the same listing, whenever they were written", async () => {
    const { collection, clock, listings } = begin([1]);
    const missing = ["2", "3"].map((id, index) =>
      collection.confirmMissing(id, clock.now() - (index === 0 ? 3_600_000 : 0)),
    );
    expect(await Promise.all(missing)).toEqual([undefined, undefined]);
    expect(listings()).toBe(2);
  });

  it("costs a handful of listings for 100 of them, eight at a time, whenever they were written", async () => {
    const { collection, clock, listings } = begin(range(10));
    const now = clock.now();
    const ids = range(100).map((index) => ({ id: String(1000 + index), writtenAt: now - 9000 + index * 80 }));
    const worker = async () => {
      for (let one = ids.shift(); one; one = ids.shift()) {
        expect(await collection.confirmMissing(one.id, one.writtenAt)).toBeUndefined();
      }
    };
    await Promise.all(range(8).map(worker));
    expect(listings()).toBeLessThanOrEqual(3);
  });

  it("whose deletion was tried is judged by a listing after that", async () => {
    const { collection, shown, clock, listings } = begin([1, 2]);
    await collection.items();
    await clock.advance(5);
    shown.ids = [1];
    expect(await collection.confirmMissing("2", undefined, clock.now())).toBeUndefined();
    expect(listings()).toBe(3);
    shown.ids = [1, 3];
    await collection.refresh();
    await clock.advance(5);
    expect(await collection.confirmMissing("3", undefined, clock.now())).toEqual({ id: 3, name: "n3" });
  });

  it("is decided even while this process goes on changing the list", async () => {
    const { collection, clock } = begin([1]);
    await collection.items();
    let isDecided = false;
    const proof = collection.confirmMissing("2").then((item) => {
      isDecided = true;
      return item;
    });
    for (let id = 100; !isDecided && id < 200; id++) {
      collection.added(String(id), { id });
      await clock.sleep(2000);
    }
    expect(await proof).toBeUndefined();
    expect(clock.monotonic()).toBeLessThan(75_000);
  });

  it("is no reason to wait for a session that is closed", async () => {
    const { collection, session, clock } = begin([1]);
    await collection.items();
    const proof = collection.confirmMissing("2", clock.now());
    await session.close();
    await expect(proof).rejects.toThrow("closed");
  });
});

describe("an object that pages of different age do not show", () => {
  /** Tells nothing of the whole list's length, so pages that do not fit together pass for a list. */
  const SILENT: ListShape = { ...HONEST, result: "onPage", maxpage: "absent", cap: 3 };
  const LONG_AGO = -3_600_000;

  /** A service whose pages show what `idsOf` says of each, and of the second at which it is asked for. */
  function beginPages(idsOf: (page: number, second: number) => number[]) {
    const clock = new VirtualClock({ autoAdvance: true, quietMs: 1 });
    const { session, service } = fakeSession(
      ({ path }) => {
        const number = Number(new URL(path, "http://x").searchParams.get("page"));
        return page(SILENT, "pixels", idsOf(number, clock.monotonic() / 1000), path);
      },
      {},
      { clock },
    );
    const listings = () => service.requests.filter((line) => line.endsWith("page=1")).length;
    return { collection: session.collection(pixels), clock, listings };
  }

  it("is there: no change from before the first listing moves the second one", async () => {
    // The first of six was deleted a moment ago, which the first page does not show yet.
    const { collection, clock, listings } = beginPages((number, second) =>
      number === 1 && second < 10 ? range(6) : range(6).slice(1),
    );
    expect((await collection.items()).has("4")).toBe(false);
    expect(await collection.confirmMissing("4", clock.now() + LONG_AGO)).toEqual({ id: 4, name: "n4" });
    expect({ listings: listings(), ms: clock.monotonic() }).toEqual({ listings: 2, ms: 10_000 });
  });

  it("is there although a list lagged behind it and a change moved the next one", async () => {
    // At first it is not shown yet; then, once the first of six was deleted, between the pages.
    const { collection, clock, listings } = beginPages((number, second) => {
      if (second < 10) return [1, 2, 3, 5, 6];
      return number === 1 && second < 20 ? range(6) : range(6).slice(1);
    });
    expect(await collection.confirmMissing("4", clock.now())).toEqual({ id: 4, name: "n4" });
    expect(listings()).toBe(3);
  });

  it("is gone when two listings lack it that no one change has moved", async () => {
    const { collection, clock, listings } = beginPages(() => range(6));
    expect(await collection.confirmMissing("7", clock.now() + LONG_AGO)).toBeUndefined();
    expect({ listings: listings(), ms: clock.monotonic() }).toEqual({ listings: 2, ms: 10_000 });
  });

  it("is looked for again by a listing that begins once the pages of the last one are settled", async () => {
    const { collection, clock, listings } = beginPages(() => range(6));
    await collection.items();
    await Promise.all([collection.listedAgain(), collection.listedAgain()]);
    expect({ listings: listings(), ms: clock.monotonic() }).toEqual({ listings: 2, ms: 10_000 });
  });
});
