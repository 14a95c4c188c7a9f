// "Gone" is proven, never assumed: a list may lag, and its pages may lag by different times.
import { afterEach, describe, expect, test } from "vitest";
import { DIALECT_KNOBS, type Dialect } from "../../../src/emulator/index";
import { allDialects } from "../../support/dialects";
import { createEveryKind, findGone, nameOf, parallel, type Resource } from "../support/every-kind";
import { assignedKinds, byType, type Kind, listedKinds } from "../support/kinds";
import { range, World } from "../support/world";

/** Shorter than the settle time, which is 10 s. */
const LAG_MS = 9000;
const HOUR_MS = 3_600_000;

let world: World;
afterEach(() => world.end());

/** Without a wait for the rate limit, which would let time pass, and lists settle by it. */
const start = async (dialect: Partial<Dialect> = {}) => {
  world = await World.start(dialect, { rateLimit: 100_000 });
};

const lag = (on: string, ms = LAG_MS) => world.emulator.faults.rule({ on, fault: "staleList", ms });

/** Objects that an earlier process created. */
const created = (kind: Kind, count: number): Promise<Resource[]> => {
  const process = world.process();
  return parallel(range(count), async (n) => ({
    kind,
    state: await process.create(kind.handler, kind.args(n)),
  }));
};

const ofKind = (resources: readonly Resource[], kind: Kind) => resources.filter((one) => one.kind === kind);

describe("a list that lags", () => {
  test.each(allDialects)(
    "takes nothing for gone right after another process created it (dialect %s)",
    async (_, dialect) => {
      await start(dialect);
      lag("GET *");
      const resources = await createEveryKind(world.process());
      expect(await findGone(world.process(), resources)).toEqual([]);
    },
  );

  test.each(byType(listedKinds))("turns no failed delete of a new %s into a success", async (_, kind) => {
    await start();
    lag("GET *");
    const [one] = await created(kind, 1);
    world.emulator.faults.rule({ on: "DELETE *", fault: "badGatewayBeforeHandling" });
    await expect(world.process().delete(kind.handler, one!.state)).rejects.toThrow(
      `DELETE ${kind.list.writePath}${one!.state.id}/delete`,
    );
    expect(world.records(kind).ids).toContain(one!.state.id);
  });

  test.each(byType(assignedKinds))("of parents takes no %s for gone", async (_, kind) => {
    await start();
    lag(`GET ${kind.parent!.list.path}`);
    const resources = await createEveryKind(world.process());
    expect(await findGone(world.process(), ofKind(resources, kind))).toEqual([]);
  });

  const listed = assignedKinds.filter(
    (kind) => kind.definition.lifecycle.listsFor(kind.memberArgs("1", kind.entries()[0])).length > 0,
  );
  test.each(byType(listed))("of items takes no %s for gone, unless it was taken out", async (_, kind) => {
    await start();
    lag(`GET ${kind.parent!.list.writePath}*`);
    const items = ofKind(await createEveryKind(world.process()), kind);
    expect(await findGone(world.process(), items)).toEqual([]);
    world.assignments(kind).remove(items[0]!.state.inputs!);
    await world.clock.advance(LAG_MS);
    expect(await findGone(world.process(), items)).toEqual([nameOf(items[0]!)]);
  });

  test.each(byType(listedKinds))("does not question the successful delete of a %s", async (_, kind) => {
    await start();
    const [one] = await created(kind, 1);
    lag("GET *");
    world.emulator.clearLog();
    await world.process().delete(kind.handler, one!.state);
    expect(world.requests()).toEqual([
      "GET /api/account",
      `DELETE ${kind.list.writePath}${one!.state.id}/delete`,
    ]);
    expect(world.records(kind).ids).not.toContain(one!.state.id);
  });

  test.each(byType(listedKinds))(
    "is awaited once for all: until the last %s has settled",
    async (_, kind) => {
      await start();
      const process = world.process();
      const resources: Resource[] = [];
      for (const n of range(5)) {
        resources.push({ kind, state: await process.create(kind.handler, kind.args(n)) });
        await world.clock.advance(1000);
      }
      for (const { state } of resources) world.records(kind).remove(state.id);
      world.emulator.clearLog();
      const startedAt = world.clock.monotonic();
      expect(await findGone(world.process(), resources)).toHaveLength(5);
      const ms = world.clock.monotonic() - startedAt;
      expect(world.requests().filter((request) => request === `GET ${kind.list.path}`)).toHaveLength(2);
      // The last one was created a second ago.
      expect(ms).toBeGreaterThanOrEqual(9000);
      expect(ms).toBeLessThanOrEqual(10_000);
    },
  );
});

describe("pages that lag by different times", () => {
  /** The envelope says least about what is missing. */
  const silent = { maxPageSize: 3, resultField: "onPage", maxpageField: "absent" } as const;
  const orders = DIALECT_KNOBS.listOrder.flatMap((listOrder) =>
    range(20).map((seed) => [listOrder, seed] as const),
  );
  const kind = listedKinds.find(({ handler }) => handler === "pixel")!;

  test.each(orders)(
    "take nothing for gone right after an update that created and deleted some (%s, seed %i)",
    async (listOrder, seed) => {
      await start({ ...silent, listOrder });
      const [first, ...kept] = await created(kind, 12);
      await world.clock.advance(HOUR_MS);
      const update = world.process();
      if (seed % 3 !== 1) await update.delete(kind.handler, first!.state);
      if (seed % 3 !== 2) kept.push({ kind, state: await update.create(kind.handler, kind.args(100)) });
      await world.clock.advance(LAG_MS / 2);
      world.emulator.faults.seed(seed, { rate: 1, kinds: ["staleList"], maxMs: LAG_MS });
      expect(await findGone(world.process(), kept)).toEqual([]);
    },
  );
});

describe("pages that shift", () => {
  const kind = listedKinds.find(({ handler }) => handler === "pixel")!;

  test.each(["newestFirst", "oldestFirst"] as const)(
    "while others create and delete take nothing for gone (%s)",
    async (listOrder) => {
      await start({ listOrder, maxPageSize: 3 });
      const resources = await created(kind, 20);
      await world.clock.advance(HOUR_MS);
      world.emulator.faults.rule({
        on: `GET ${kind.list.path}`,
        fault: "concurrentEditor",
        times: 2,
        after: 1,
        every: 5,
      });
      expect(await findGone(world.process(), resources)).toEqual([]);
    },
  );

  test("without an end are an error, and take nothing for gone", async () => {
    await start({ maxPageSize: 3 });
    const resources = await created(kind, 20);
    world.emulator.faults.rule({ on: `GET ${kind.list.path}`, fault: "concurrentEditor" });
    await expect(findGone(world.process(), resources)).rejects.toThrow(
      "could not be read completely in 3 attempts",
    );
  });

  test("because of a deletion hide an object from one listing, which proves nothing", async () => {
    await start({ listOrder: "oldestFirst", maxPageSize: 3, resultField: "onPage", maxpageField: "absent" });
    const [first, ...others] = await created(kind, 12);
    await world.clock.advance(HOUR_MS);
    world.emulator.faults.rule({
      on: `GET ${kind.list.path}`,
      fault: "concurrentEditor",
      times: 1,
      edit: () => world.records(kind).remove(first!.state.id),
    });
    expect(await findGone(world.process(), others)).toEqual([]);
    expect(await findGone(world.process(), [first!])).toHaveLength(1);
  });
});
