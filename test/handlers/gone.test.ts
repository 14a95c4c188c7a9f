// "Gone" is proven, not assumed: what a list does not show may lag, may have slipped between two pages, or may stand
// behind a failure.
import { afterEach, describe, expect, test } from "vitest";
import { DIALECT_KNOBS, type Dialect } from "../../src/emulator/index";
import type { Props } from "../../src/kind/definition";
import { pairwise } from "../support/pairwise";
import { type Process, type State, World } from "./world";

/** Shorter than the settle time, which is 10 s. */
const LAG_MS = 9000;
const HOUR_MS = 3_600_000;

let world: World;
afterEach(() => world.end());

/** The rate limit would let time pass, and lists settle by it. */
const start = async (dialect: Partial<Dialect> = {}) => {
  world = await World.start(dialect, { rateLimit: 100_000 });
};

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const pixel = (tag: number): Props => ({ type: "fbpixel", name: `Pixel ${tag}`, tag: String(tag) });

interface Entry {
  handler: string;
  state: State;
}

/** As the engine does, eight at a time. */
async function parallel<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = all.entries();
  const worker = async () => {
    for (const [index, one] of queue) results[index] = await work(one);
  };
  await Promise.all(range(8).map(worker));
  return results;
}

/** Pixels made by an earlier process, which has ended. */
const pixels = (count: number): Promise<Entry[]> => {
  const process = world.process();
  return parallel(range(count), async (tag) => ({
    handler: "pixel",
    state: await process.create("pixel", pixel(tag)),
  }));
};

/** One of every kind that a list tells of, made by one process. */
async function everyKind(): Promise<Entry[]> {
  const process = world.process();
  const entries: Entry[] = [];
  const create = async (handler: string, args: Props) => {
    const state = await process.create(handler, args);
    entries.push({ handler, state });
    return state.id;
  };
  await create("pixel", pixel(1));
  await create("domain", { domain: "https://go.example.com" });
  const qrCode = await create("qrCode", { type: "link", data: "https://example.com" });
  const channel = await create("channel", { name: "Spring" });
  await create("channelItem", { channel, itemType: "qr", item: qrCode });
  await create("channelItem", { channel, itemType: "links", item: 4711 });
  const campaign = await create("campaign", { name: "Launch" });
  await create("campaignLink", { campaign, link: 4711 });
  return entries;
}

/** Names of those that a refresh takes for gone. */
async function goneFor(process: Process, entries: readonly Entry[]): Promise<string[]> {
  const live = await parallel(entries, ({ handler, state }) => process.refresh(handler, state));
  return entries.flatMap(({ handler, state }, index) => (live[index] ? [] : [`${handler} ${state.id}`]));
}

/** How often lists were read from their first page on since the log was cleared. */
const listings = (path = "/api/pixels") =>
  world.emulator.log.filter((entry) => entry.path === path && entry.query.page === "1").length;

const lag = (on: string, ms = LAG_MS) => world.emulator.faults.rule({ on, fault: "staleList", ms });

const elapsed = async (work: () => Promise<unknown>) => {
  const before = world.clock.monotonic();
  await work();
  return world.clock.monotonic() - before;
};

describe("a list that lags", () => {
  const dialects = pairwise(DIALECT_KNOBS) as Dialect[];

  test.each(dialects.map((dialect, index) => [index, dialect] as const))(
    "takes nothing for gone in a new process right after what made it (dialect %i)",
    async (_, dialect) => {
      await start(dialect);
      lag("GET *");
      const entries = await everyKind();
      expect(await goneFor(world.process(), entries)).toEqual([]);
    },
  );

  test("makes no failed delete a success right after what made the object", async () => {
    await start();
    lag("GET *");
    const [made] = await pixels(1);
    world.emulator.faults.rule({ on: "DELETE *", fault: "badGatewayBeforeHandling" });
    await expect(world.process().delete("pixel", made!.state)).rejects.toThrow(
      "DELETE /api/pixel/101/delete",
    );
    expect(world.account.pixels.size).toBe(1);
  });

  test("of channels takes no item for gone", async () => {
    await start();
    lag("GET /api/channels");
    const items = (await everyKind()).filter(({ handler }) => handler === "channelItem");
    expect(await goneFor(world.process(), items)).toEqual([]);
  });

  test("of items takes no item for gone, and what is no item any more is found gone", async () => {
    await start();
    lag("GET /api/channel/*");
    const items = (await everyKind()).filter(({ handler }) => handler === "channelItem");
    expect(await goneFor(world.process(), items)).toEqual([]);
    world.account.unassignItem(101, "links", 4711);
    await world.clock.advance(LAG_MS);
    expect(await goneFor(world.process(), items)).toEqual(["channelItem 101/links/4711"]);
  });

  test("does not make a delete doubtful that succeeded", async () => {
    await start();
    const [made] = await pixels(1);
    lag("GET *");
    world.emulator.clearLog();
    await world.process().delete("pixel", made!.state);
    expect(world.emulator.log.map(({ method }) => method)).toEqual(["GET", "DELETE"]);
    expect(world.account.pixels.size).toBe(0);
  });

  test("is waited for until the settle time of the latest is over, once for all", async () => {
    await start();
    const process = world.process();
    const entries: Entry[] = [];
    for (const tag of range(5)) {
      entries.push({ handler: "pixel", state: await process.create("pixel", pixel(tag)) });
      await world.clock.advance(1000);
    }
    for (const { id } of world.account.pixels.list()) world.account.pixels.delete(id);
    world.emulator.clearLog();
    let gone: string[] = [];
    const ms = await elapsed(async () => {
      gone = await goneFor(world.process(), entries);
    });
    expect(gone).toHaveLength(5);
    expect(listings()).toBe(2);
    // The last one was written a second ago.
    expect(ms).toBeGreaterThanOrEqual(9000);
    expect(ms).toBeLessThanOrEqual(10_000);
  });
});

describe("pages that lag by a time of their own", () => {
  /** The envelope tells least of what is missing. */
  const silent = { maxPageSize: 3, resultField: "onPage", maxpageField: "absent" } as const;
  const orders = DIALECT_KNOBS.listOrder.flatMap((listOrder) =>
    range(20).map((seed) => [listOrder, seed] as const),
  );

  test.each(orders)(
    "take nothing for gone right after an up that made and deleted some (%s, seed %i)",
    async (listOrder, seed) => {
      await start({ ...silent, listOrder });
      const [first, ...kept] = await pixels(12);
      await world.clock.advance(HOUR_MS);
      const up = world.process();
      if (seed % 3 !== 1) await up.delete("pixel", first!.state);
      if (seed % 3 !== 2) kept.push({ handler: "pixel", state: await up.create("pixel", pixel(100)) });
      await world.clock.advance(LAG_MS / 2);
      world.emulator.faults.seed(seed, { rate: 1, kinds: ["staleList"], maxMs: LAG_MS });
      expect(await goneFor(world.process(), kept)).toEqual([]);
    },
  );
});

describe("100 objects deleted behind our back", () => {
  const deleteAll = () => {
    for (const { id } of world.account.pixels.list()) world.account.pixels.delete(id);
  };

  test("are found gone by two listings and without a wait when they were written long ago", async () => {
    await start();
    const entries = await pixels(100);
    deleteAll();
    await world.clock.advance(HOUR_MS);
    world.emulator.clearLog();
    const ms = await elapsed(async () => {
      expect(await goneFor(world.process(), entries)).toHaveLength(100);
    });
    expect({ listings: listings(), ms }).toEqual({ listings: 2, ms: 0 });
  });

  test("are found gone by a handful of listings when they were written just now", async () => {
    await start();
    const entries = await pixels(100);
    deleteAll();
    world.emulator.clearLog();
    expect(await goneFor(world.process(), entries)).toHaveLength(100);
    expect(listings()).toBe(2);
  });

  test.each([
    ["an answer of their own", {}],
    ["status 200", { statusCodes: "always200" }],
    ["status 400", { unknownIdStatus: 400 }],
  ] as const)("are destroyed by a handful of listings where failures have %s", async (_, dialect) => {
    await start(dialect);
    const entries = await pixels(100);
    deleteAll();
    await world.clock.advance(HOUR_MS);
    world.emulator.clearLog();
    const process = world.process();
    const ms = await elapsed(() => parallel(entries, ({ state }) => process.delete("pixel", state)));
    expect(listings()).toBeLessThanOrEqual(5);
    expect(ms).toBeLessThanOrEqual(30_000);
  });

  test("are destroyed by a handful of listings among 100 that are still there", async () => {
    await start();
    const entries = await pixels(200);
    for (const { state } of entries.filter((_, index) => index % 2 === 0)) {
      world.account.pixels.delete(Number(state.id));
    }
    await world.clock.advance(HOUR_MS);
    world.emulator.clearLog();
    const process = world.process();
    await parallel(entries, ({ state }) => process.delete("pixel", state));
    expect(world.account.pixels.size).toBe(0);
    expect(listings()).toBeLessThanOrEqual(5);
  });
});

describe("pages that shift", () => {
  test.each(["newestFirst", "oldestFirst"] as const)(
    "while others create and delete take nothing for gone (%s)",
    async (listOrder) => {
      await start({ listOrder, maxPageSize: 3 });
      const entries = await pixels(20);
      await world.clock.advance(HOUR_MS);
      world.emulator.faults.rule({
        on: "GET /api/pixels",
        fault: "concurrentEditor",
        times: 2,
        after: 1,
        every: 5,
      });
      expect(await goneFor(world.process(), entries)).toEqual([]);
    },
  );

  test("without an end are an error and take nothing for gone", async () => {
    await start({ maxPageSize: 3 });
    const entries = await pixels(20);
    world.emulator.faults.rule({ on: "GET /api/pixels", fault: "concurrentEditor" });
    await expect(goneFor(world.process(), entries)).rejects.toThrow(
      "could not be read completely in 3 tries",
    );
  });

  test("by a deletion between two pages hide an object from one listing, which proves nothing", async () => {
    await start({ listOrder: "oldestFirst", maxPageSize: 3, resultField: "onPage", maxpageField: "absent" });
    const [first, ...entries] = await pixels(12);
    await world.clock.advance(HOUR_MS);
    world.emulator.faults.rule({
      on: "GET /api/pixels",
      fault: "concurrentEditor",
      times: 1,
      edit: ({ pixels }) => pixels.delete(Number(first!.state.id)),
    });
    expect(await goneFor(world.process(), entries)).toEqual([]);
    expect(await goneFor(world.process(), [first!])).toHaveLength(1);
  });
});

describe("a failure", () => {
  test.each([
    "serverErrorBeforeCommit",
    "badGatewayBeforeHandling",
    "truncatedJson",
    "wrongJson",
    "dropBeforeHandling",
  ] as const)("of every listing (%s) is an error and takes nothing for gone", async (fault) => {
    await start();
    const entries = await everyKind();
    await world.clock.advance(HOUR_MS);
    world.emulator.faults.rule({ on: (request) => request.path !== "/api/account", fault });
    const process = world.process();
    for (const { handler, state } of entries) {
      await expect(process.refresh(handler, state), handler).rejects.toThrow(
        /GET \/api\/|stopped by an error told above/,
      );
    }
  });

  test("of the confirming listing is an error and takes nothing for gone", async () => {
    await start();
    const [made] = await pixels(1);
    world.account.pixels.delete(Number(made!.state.id));
    world.emulator.faults.rule({ on: "GET /api/pixels", fault: "serverErrorBeforeCommit", after: 1 });
    await expect(world.process().refresh("pixel", made!.state)).rejects.toThrow("GET /api/pixels");
  });

  test.each([{ statusCodes: "real" }, { statusCodes: "always200" }] as const)(
    "of a delete keeps what the lists still show ($statusCodes)",
    async (dialect) => {
      await start(dialect);
      const [made] = await pixels(1);
      world.emulator.faults.rule({ on: "DELETE *", fault: "serverErrorBeforeCommit" });
      await expect(world.process().delete("pixel", made!.state)).rejects.toThrow(
        "DELETE /api/pixel/101/delete",
      );
      expect(world.account.pixels.size).toBe(1);
    },
  );

  test.each(["serverErrorAfterCommit", "dropAfterCommit", "gatewayTimeoutAfterCommit"] as const)(
    "of a delete that took effect (%s) is no failure of the delete",
    async (fault) => {
      await start();
      const [made] = await pixels(1);
      world.emulator.faults.rule({ on: "DELETE *", fault, times: 1 });
      await world.process().delete("pixel", made!.state);
      expect(world.account.pixels.size).toBe(0);
    },
  );

  test("of a delete that took effect is no failure of the delete either while lists lag", async () => {
    await start();
    const [made] = await pixels(1);
    await world.clock.advance(HOUR_MS);
    lag("GET *");
    world.emulator.faults.rule({ on: "DELETE *", fault: "serverErrorAfterCommit", times: 1 });
    await world.process().delete("pixel", made!.state);
    expect(world.account.pixels.size).toBe(0);
  });
});

describe("what is assigned", () => {
  test.each([404, 400, 200] as const)(
    "is gone with its channel or campaign, whatever the item list of a missing channel answers (%i)",
    async (unknownIdStatus) => {
      await start({ unknownIdStatus });
      const entries = await everyKind();
      world.account.channels.delete(101);
      world.account.campaigns.delete(101);
      expect((await goneFor(world.process(), entries)).sort()).toEqual([
        "campaign 101",
        "campaignLink 101/4711",
        "channel 101",
        "channelItem 101/links/4711",
        "channelItem 101/qr/101",
      ]);
    },
  );

  test("to a campaign counts as there as long as the campaign is, since no list shows it", async () => {
    await start();
    const entries = (await everyKind()).filter(({ handler }) => handler === "campaignLink");
    world.account.campaigns.update(101, { name: "By hand" });
    world.emulator.clearLog();
    expect(await goneFor(world.process(), entries)).toEqual([]);
    expect(world.emulator.log.map(({ path }) => path)).toEqual(["/api/account", "/api/campaigns"]);
  });
});
