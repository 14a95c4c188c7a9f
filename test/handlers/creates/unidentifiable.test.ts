// QR codes, and any later kind that no readable field identifies: after an ambiguous create, only the time of its creation
// distinguishes an object from others. So creates run one at a time.
import { afterEach, describe, expect, test } from "vitest";
import type { FaultName } from "../../../src/emulator/index";
import { byType, listedKinds } from "../support/kinds";
import { range, World } from "../support/world";

let world: World;
afterEach(() => world.end());

const lose = (fault: FaultName, times = 1) =>
  world.emulator.faults.rule({ on: "POST /api/*/add", fault, times });

describe.each(byType(listedKinds.filter((kind) => !kind.isIdentifiable)))("%s", (type, kind) => {
  const { handler } = kind;
  const path = kind.list.path;
  const listings = () => world.requests().filter((request) => request === `GET ${path}`).length;

  test("creates run one at a time, so each gets its own object", async () => {
    world = await World.start();
    lose("dropAfterCommit", 2);
    const process = world.process();
    const created = await Promise.all(range(3).map((n) => process.create(handler, kind.args(n))));
    const records = world.records(kind);
    const name = kind.updatable[0]!;
    const { api, same } = kind.definition.fields[name]!;
    for (const [n, { id }] of created.entries()) {
      expect(same(records.get(id)![api], kind.args(n)[name])).toBe(true);
    }
    expect(records.ids).toEqual(created.map(({ id }) => id));
  });

  test("are listed once before the first create, and not again", async () => {
    world = await World.start();
    const process = world.process();
    for (const n of range(3)) await process.create(handler, kind.args(n));
    expect(listings()).toBe(1);
  });

  test.each([0, 345, -480])(
    "an object of another time is no candidate (UTC offset %i min)",
    async (offset) => {
      world = await World.start({ utcOffsetMinutes: offset });
      const process = world.process();
      await process.create(handler, kind.args(0));
      await world.clock.advance(5 * 60_000);
      world.records(kind).add(kind.args(1));
      await world.clock.advance(5 * 60_000);
      lose("dropAfterCommit");
      const { id } = await process.create(handler, kind.args(2));
      expect(process.messages).toEqual([
        `${type}: created with id ${id}, although the create had no clear result. It is the only new object of that ` +
          "time, and nothing else identifies it. Check it if others create such objects, too",
      ]);
      expect(world.records(kind).ids.at(-1)).toBe(id);
    },
  );

  test("a clear rejection is an error, and leaves no pending create", async () => {
    world = await World.start();
    world.emulator.faults.rule({ on: "POST /api/*/add", fault: "tooManyRequests", times: 1 });
    await world.process().create(handler, kind.args());
    const rejected = world.process().of(handler).create({});
    await expect(rejected).rejects.toThrow(/rejected the request/);
    await expect(rejected).rejects.not.toHaveProperty("id");
  });
});
