// The proof that a missing object is gone.
import { describe, expect, it } from "vitest";
import { VirtualClock } from "../../support/virtual-clock";
import { fakeList } from "../support/fake-list";
import { fakeSession } from "../support/fake-service";
import { CONSISTENT, type ListDialect, PIXELS, page, pageNumber, range } from "../support/list-pages";

const HOUR_MS = 3_600_000;

describe("a missing object", () => {
  it("exists if the second listing shows it", async () => {
    const { collection, setIds, listings } = fakeList([1]);
    await collection.items();
    setIds([1, 2]);
    expect(await collection.confirmMissing("2")).toEqual({ id: 2, name: "n2" });
    expect(listings()).toBe(2);
  });

  it("is gone after a second listing at once if it was written long ago", async () => {
    const { collection, clock, listings } = fakeList([1]);
    const startedAt = clock.monotonic();
    expect(await collection.confirmMissing("2", clock.now() - HOUR_MS)).toBeUndefined();
    expect(listings()).toBe(2);
    expect(clock.monotonic() - startedAt).toBe(0);
  });

  it("is not gone until the settle time since it was written has passed", async () => {
    const { collection, clock, listings } = fakeList([1]);
    const startedAt = clock.monotonic();
    expect(await collection.confirmMissing("2", clock.now() - 4000)).toBeUndefined();
    expect(clock.monotonic() - startedAt).toBeGreaterThanOrEqual(10_000);
    expect(listings()).toBe(2);
  });

  it("takes at most the settle time, however far ahead the clock was that wrote it", async () => {
    const { collection, clock } = fakeList([1]);
    const startedAt = clock.monotonic();
    await collection.confirmMissing("2", clock.now() + 24 * HOUR_MS);
    expect(clock.monotonic() - startedAt).toBe(10_000);
  });

  it("is not gone until the settle time since our last change of the list has passed", async () => {
    const { collection, clock } = fakeList([1]);
    await collection.items();
    await clock.advance(60_000);
    collection.changed("1", { name: "x" });
    const startedAt = clock.monotonic();
    await collection.confirmMissing("2");
    expect(clock.monotonic() - startedAt).toBe(10_000);
  });

  it("is gone at once if this process deleted it", async () => {
    const { collection, listings } = fakeList([1, 2]);
    await collection.items();
    collection.removed("2");
    expect(await collection.confirmMissing("2")).toBeUndefined();
    expect(listings()).toBe(1);
  });

  it("needs a third listing if only the second one lacked it", async () => {
    const { collection, setIds, listings } = fakeList([1, 2]);
    await collection.items();
    setIds([1]);
    await collection.refresh();
    expect(await collection.confirmMissing("2")).toBeUndefined();
    expect(listings()).toBe(3);
  });

  it("shares its confirmation with others that the same listing lacked, whenever they were written", async () => {
    const { collection, clock, listings } = fakeList([1]);
    const now = clock.now();
    const missing = [collection.confirmMissing("2", now - HOUR_MS), collection.confirmMissing("3", now)];
    expect(await Promise.all(missing)).toEqual([undefined, undefined]);
    expect(listings()).toBe(2);
  });

  it("shares at most three listings with 99 others, eight at a time, whenever they were written", async () => {
    const { collection, clock, listings } = fakeList(range(10));
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

  it("is judged by listings after the attempt to delete it", async () => {
    const { collection, setIds, clock, listings } = fakeList([1, 2]);
    await collection.items();
    await clock.advance(5);
    setIds([1]);
    expect(await collection.confirmMissing("2", undefined, clock.now())).toBeUndefined();
    expect(listings()).toBe(3);
    setIds([1, 3]);
    await collection.refresh();
    await clock.advance(5);
    expect(await collection.confirmMissing("3", undefined, clock.now())).toEqual({ id: 3, name: "n3" });
  });

  it("is decided even if this process keeps changing the list", async () => {
    const { collection, clock } = fakeList([1]);
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

  it("is not waited for after the session is closed", async () => {
    const { collection, session, clock } = fakeList([1]);
    await collection.items();
    const proof = collection.confirmMissing("2", clock.now());
    await session.close();
    await expect(proof).rejects.toThrow("closed");
  });
});

describe("an object on none of several pages of different age", () => {
  /** Nothing shows the length of the whole list, so inconsistent pages look like a list. */
  const WITHOUT_LENGTH: ListDialect = {
    ...CONSISTENT,
    result: "onPage",
    maxpage: "absent",
    maxPageSize: 3,
  };

  /** @param idsOf what a page shows if it is requested at this second */
  function pagedList(idsOf: (page: number, second: number) => number[]) {
    const clock = new VirtualClock({ autoAdvance: true, quietMs: 1 });
    const { session, service } = fakeSession(
      ({ path }) => {
        const ids = idsOf(pageNumber(path), clock.monotonic() / 1000);
        return page(WITHOUT_LENGTH, "pixels", ids, path);
      },
      {},
      { clock },
    );
    const listings = () => service.requests.filter((line) => line.endsWith("page=1")).length;
    return { collection: session.collection(PIXELS), clock, listings };
  }

  it("exists: a change before the first listing does not affect the second one", async () => {
    // The first of six was just deleted, which the first page does not show yet.
    const { collection, clock, listings } = pagedList((number, second) =>
      number === 1 && second < 10 ? range(6) : range(6).slice(1),
    );
    expect((await collection.items()).has("4")).toBe(false);
    expect(await collection.confirmMissing("4", clock.now() - HOUR_MS)).toEqual({ id: 4, name: "n4" });
    expect({ listings: listings(), ms: clock.monotonic() }).toEqual({ listings: 2, ms: 10_000 });
  });

  it("exists although the first listing was stale and a change moved it in the second one", async () => {
    // At first it is not listed yet. Then the first of six is deleted, which moves it between the pages.
    const { collection, clock, listings } = pagedList((number, second) => {
      if (second < 10) return [1, 2, 3, 5, 6];
      return number === 1 && second < 20 ? range(6) : range(6).slice(1);
    });
    expect(await collection.confirmMissing("4", clock.now())).toEqual({ id: 4, name: "n4" });
    expect(listings()).toBe(3);
  });

  it("is gone if two listings lack it that no change can have affected both", async () => {
    const { collection, clock, listings } = pagedList(() => range(6));
    expect(await collection.confirmMissing("7", clock.now() - HOUR_MS)).toBeUndefined();
    expect({ listings: listings(), ms: clock.monotonic() }).toEqual({ listings: 2, ms: 10_000 });
  });

  it("is listed again after the pages of the last listing have settled", async () => {
    const { collection, clock, listings } = pagedList(() => range(6));
    await collection.items();
    await Promise.all([collection.listedAgain(), collection.listedAgain()]);
    expect({ listings: listings(), ms: clock.monotonic() }).toEqual({ listings: 2, ms: 10_000 });
  });
});
