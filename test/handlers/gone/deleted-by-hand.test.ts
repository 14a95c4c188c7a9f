// Many objects that were deleted by hand cost a handful of listings, and assignments are gone with their parents.
import { afterEach, describe, expect, test } from "vitest";
import type { Dialect } from "../../../src/emulator/index";
import { createEveryKind, findGone, nameOf, parallel, type Resource } from "../support/every-kind";
import { assignedKinds, byType, type Kind, listedKinds } from "../support/kinds";
import { range, World } from "../support/world";

const HOUR_MS = 3_600_000;

let world: World;
afterEach(() => world.end());

/** Without a wait for the rate limit. */
const start = async (dialect: Partial<Dialect> = {}) => {
  world = await World.start(dialect, { rateLimit: 100_000 });
};

const created = (kind: Kind, count: number): Promise<Resource[]> => {
  const process = world.process();
  return parallel(range(count), async (n) => ({
    kind,
    state: await process.create(kind.handler, kind.args(n)),
  }));
};

/** How often the list was read from its first page since the log was cleared. */
const listings = (kind: Kind) =>
  world.emulator.log.filter(({ path, query }) => path === kind.list.path && query.page === "1").length;

const elapsed = async (work: () => Promise<unknown>) => {
  const startedAt = world.clock.monotonic();
  await work();
  return world.clock.monotonic() - startedAt;
};

describe.each(byType(listedKinds))("100 objects of the kind %s, deleted by hand,", (_, kind) => {
  test("are found gone by two listings, without a wait if they were written long ago", async () => {
    await start();
    const resources = await created(kind, 100);
    world.records(kind).removeAll();
    await world.clock.advance(HOUR_MS);
    world.emulator.clearLog();
    const ms = await elapsed(async () => {
      expect(await findGone(world.process(), resources)).toHaveLength(100);
    });
    expect({ listings: listings(kind), ms }).toEqual({ listings: 2, ms: 0 });
  });

  test("are found gone by two listings if they were written just now", async () => {
    await start();
    const resources = await created(kind, 100);
    world.records(kind).removeAll();
    world.emulator.clearLog();
    expect(await findGone(world.process(), resources)).toHaveLength(100);
    expect(listings(kind)).toBe(2);
  });

  test.each([
    ["their own status", {}],
    ["status 200", { statusCodes: "always200" }],
    ["status 400", { unknownIdStatus: 400 }],
  ] as const)("are destroyed by a handful of listings if failures have %s", async (_, dialect) => {
    await start(dialect);
    const resources = await created(kind, 100);
    world.records(kind).removeAll();
    await world.clock.advance(HOUR_MS);
    world.emulator.clearLog();
    const process = world.process();
    const ms = await elapsed(() => parallel(resources, ({ state }) => process.delete(kind.handler, state)));
    expect(listings(kind)).toBeLessThanOrEqual(5);
    expect(ms).toBeLessThanOrEqual(30_000);
  });

  test("are destroyed by a handful of listings among 100 others", async () => {
    await start();
    const before = world.records(kind).ids;
    const resources = await created(kind, 200);
    for (const [index, { state }] of resources.entries()) {
      if (index % 2 === 0) world.records(kind).remove(state.id);
    }
    await world.clock.advance(HOUR_MS);
    world.emulator.clearLog();
    const process = world.process();
    await parallel(resources, ({ state }) => process.delete(kind.handler, state));
    expect(world.records(kind).ids).toEqual(before);
    expect(listings(kind)).toBeLessThanOrEqual(5);
  });
});

describe("assignments", () => {
  test.each([404, 400, 200] as const)(
    "are gone with their parents, whatever status the item list of a missing parent has (%i)",
    async (unknownIdStatus) => {
      await start({ unknownIdStatus });
      const resources = await createEveryKind(world.process());
      const parents = new Set(assignedKinds.map((kind) => kind.parent!));
      for (const { kind, state } of resources) if (parents.has(kind)) world.records(kind).remove(state.id);
      const expected = resources.filter(({ kind }) => parents.has(kind) || assignedKinds.includes(kind));
      expect((await findGone(world.process(), resources)).sort()).toEqual(expected.map(nameOf).sort());
    },
  );

  const unlisted = assignedKinds.filter(
    (kind) => kind.definition.lifecycle.listsFor(kind.memberArgs("1", kind.entries()[0])).length === 0,
  );
  test.each(byType(unlisted))("%s: counts as assigned while the parent exists", async (_, kind) => {
    await start();
    const resources = (await createEveryKind(world.process())).filter((one) => one.kind === kind);
    for (const { state } of resources) world.assignments(kind).remove(state.inputs!);
    world.emulator.clearLog();
    expect(await findGone(world.process(), resources)).toEqual([]);
    expect(world.requests()).toEqual(["GET /api/account", `GET ${kind.parent!.list.path}`]);
  });
});
