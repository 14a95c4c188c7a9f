// What an export reads, and an account that changes meanwhile or before the adoption.
import { afterEach, expect, test } from "vitest";
import { ErrorResponse } from "../../../src/api/errors";
import { registry } from "../../../src/resources/index";
import { adopt, exported, planOf } from "../support/exported";
import { byType, identifiableKinds, kindOfSection, listedKinds } from "../support/kinds";
import { World } from "../support/world";

let world: World;
afterEach(() => world.end());

/** At most one more than the pages of all lists, the account, and the items of each channel. */
test.each([
  ["the default dialect", {}, 100],
  ["a service that rejects limit", { limitParameter: "rejected", defaultPageSize: 15 }, 15],
] as const)("1,000 objects: the list bound and one request, with %s", async (_, dialect, perpage) => {
  world = await World.start(dialect, { rateLimit: 10_000 });
  const perKind = 1000 / listedKinds.length;
  for (const kind of listedKinds) for (let n = 0; n < perKind; n++) world.records(kind).add(kind.args(n));
  world.emulator.clearLog();
  const { counts } = await exported(world, { exclude: ["channels.items"] });
  expect([...counts.values()].reduce((sum, count) => sum + count)).toBe(1000);
  const bound = 1 + listedKinds.length * Math.ceil(perKind / perpage);
  expect(world.requests().length).toBeLessThanOrEqual(bound + 1);
  expect(world.changes()).toEqual([]);
});

test("10,000 objects: the list bound and one request, and little memory", async () => {
  world = await World.start({}, { rateLimit: 10_000 });
  const perKind = 10_000 / listedKinds.length;
  for (const kind of listedKinds) for (let n = 0; n < perKind; n++) world.records(kind).add(kind.args(n));
  world.emulator.clearLog();
  const before = process.memoryUsage().heapUsed;
  let peak = before;
  const onRead = () => {
    peak = Math.max(peak, process.memoryUsage().heapUsed);
  };
  const documents = await exported(world, { exclude: ["channels.items"], onRead });
  onRead();
  expect([...documents.counts.values()].reduce((sum, count) => sum + count)).toBe(10_000);
  const bound = 1 + listedKinds.length * Math.ceil(perKind / 100);
  expect(world.requests().length).toBeLessThanOrEqual(bound + 1);
  expect(world.changes()).toEqual([]);
  // Measured: 25 MB, with the emulator.
  expect((peak - before) / 1e6).toBeLessThan(100);
  expect(planOf(documents).entries).toHaveLength(10_000);
});

test("the items of each channel cost one more request, unless they are excluded", async () => {
  world = await World.start();
  for (const name of ["a", "b", "c"]) world.account.channels.create({ name });
  await exported(world, { only: ["channels"] });
  expect(world.requests().sort()).toEqual(
    ["/api/account", "/api/channel/101", "/api/channel/102", "/api/channel/103", "/api/channels"].map(
      (path) => `GET ${path}`,
    ),
  );
  world.emulator.clearLog();
  await exported(world, { only: ["channels"], exclude: ["b", "channels.items"] });
  expect(world.requests()).toHaveLength(2);
});

test("nothing on the account matches a pattern: an error", async () => {
  world = await World.start();
  await expect(exported(world, { only: ["summer*"] })).rejects.toThrow(
    /^nothing on the account matches "summer/,
  );
});

test("a channel that is deleted while its items are read is left out", async () => {
  world = await World.start();
  for (const name of ["Spring", "Autumn"]) world.account.channels.create({ name });
  const { counts } = await exported(world, {
    only: ["channels"],
    onRead: () => void world.account.channels.delete(102),
  });
  expect([...counts]).toEqual([["channels", 1]]);
});

test("a kind that the account may not read is an error that says how to export the others", async () => {
  world = await World.start();
  const refused = { status: 403, reason: "no", isAmbiguous: false, isAfterAmbiguous: false, session: false };
  const items = async () => {
    throw new ErrorResponse("GET /api/pixels: the service rejected the request: no (status 403)", refused);
  };
  const kinds = registry.map(({ definition }) => {
    const { existing } = definition.lifecycle;
    if (definition.yaml.section !== "pixels" || !existing) return { definition };
    return {
      definition: { ...definition, lifecycle: { ...definition.lifecycle, existing: { ...existing, items } } },
    };
  });
  await expect(exported(world, { kinds })).rejects.toThrow(
    /status 403\)\. To export the other kinds, add --exclude pixels$/,
  );
});

test.each(byType(identifiableKinds))(
  "%s: an object that changes before the adoption is a collision",
  async (_, kind) => {
    world = await World.start();
    const id = world.records(kind).add(kind.args());
    const plan = planOf(await exported(world));
    const [name] = kind.readable.filter((one) => !kind.identifying.includes(one));
    if (name === undefined) return;
    world.records(kind).change(id, kind.edited(kind.args(), name));
    await expect(adopt(world.process(), plan)).rejects.toThrow(/already exists \(id 101, differs in /);
    expect(world.changes()).toEqual([]);
  },
);

test("an object that disappears before the adoption is created. The preview counts it", async () => {
  world = await World.start();
  const kind = kindOfSection("channels");
  for (const n of [0, 1]) world.records(kind).add(kind.args(n));
  const plan = planOf(await exported(world));
  world.account.channels.delete(101);
  const preview = world.process();
  for (const { args } of plan.entries) await preview.preview(kind.handler, args, { onExisting: "adopt" });
  expect((await preview.provider.lastMessages()).info[0]).toBe(
    "1 existing object will be adopted, none changed (deleted with this stack), 1 missing will be created",
  );
});

test("an object that appears before the adoption is not touched, also with the same name", async () => {
  world = await World.start();
  const channel = kindOfSection("channels");
  world.records(channel).add(channel.args());
  const plan = planOf(await exported(world));
  world.records(channel).add(channel.args());
  // Only an id decides between the two.
  await expect(adopt(world.process(), plan)).rejects.toThrow(/ids 101, 102|2 existing objects|101.*102/);
  expect(world.changes()).toEqual([]);
});
