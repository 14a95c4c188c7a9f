// One object belongs to one entry: an object that the stack manages is never adopted by another entry, and no delete
// removes an object that a live entry owns.
import { afterEach, describe, expect, test } from "vitest";
import { byType, identifiableKinds, listedKinds } from "../support/kinds";
import { entry, Stack } from "../support/stack";
import { World } from "../support/world";

let world: World;
afterEach(() => world.end());

/** The service accepts objects of the same identity. */
const start = async () => {
  world = await World.start({
    duplicateDomains: "allowed",
    duplicateSlugs: "allowed",
    listOrder: "oldestFirst",
  });
};

describe.each(byType(identifiableKinds))("%s", (_, kind) => {
  const { handler } = kind;
  const args = kind.args();

  test("a managed object is never adopted by another entry", async () => {
    await start();
    const stack = new Stack();
    await stack.up(world.process(), [entry(kind, "old", args)]);
    const { id } = stack.state("old");
    world.emulator.clearLog();
    for (const onExisting of ["adopt", "overwrite", { id }] as const) {
      const entries = [entry(kind, "new", args, { onExisting }), entry(kind, "old", args)];
      const plans = await stack.preview(world.process(), entries);
      expect(plans.get("new")).toEqual({ collision: { kind: "managed", ids: [id] } });
      await expect(stack.up(world.process(), entries)).rejects.toThrow(
        `already managed by another entry of this stack (id ${id})`,
      );
    }
    expect(world.changes()).toEqual([]);
  });

  test("a managed object is not adopted by a renamed entry, which needs renamedFrom", async () => {
    await start();
    const stack = new Stack();
    await stack.up(world.process(), [entry(kind, "old", args)]);
    await expect(
      stack.up(world.process(), [entry(kind, "renamed", args, { onExisting: "adopt" })]),
    ).rejects.toThrow(/Set renamedFrom if the entry was renamed, or onExisting: duplicate/);
    expect(world.records(kind).ids).toContain(stack.state("old").id);
  });

  test("with duplicate, the entry gets an object of its own", async () => {
    await start();
    const stack = new Stack();
    await stack.up(world.process(), [entry(kind, "old", args)]);
    const both = [entry(kind, "old", args), entry(kind, "new", args, { onExisting: "duplicate" })];
    await stack.up(world.process(), both);
    expect(stack.state("new").id).not.toBe(stack.state("old").id);
    await stack.up(world.process(), [both[1]!]);
    expect(world.records(kind).ids).toContain(stack.state("new").id);
  });

  test("if a managed and another object match, only an id decides", async () => {
    await start();
    const stack = new Stack();
    await stack.up(world.process(), [entry(kind, "old", args)]);
    const old = stack.state("old").id;
    const id = world.records(kind).add(args);
    for (const onExisting of ["adopt", "overwrite"] as const) {
      const both = [entry(kind, "old", args), entry(kind, "new", args, { onExisting })];
      expect((await stack.preview(world.process(), both)).get("new")).toEqual({
        collision: { kind: "exists", objects: [id, old].map((one) => ({ id: one, differences: [] })) },
      });
    }
    const both = [entry(kind, "old", args), entry(kind, "new", args, { onExisting: { id } })];
    await stack.up(world.process(), both);
    expect(stack.state("new").id).toBe(id);
  });

  test("two new entries that match one object: the second one is a collision", async () => {
    await start();
    const id = world.records(kind).add(args);
    const both = ["a", "b"].map((name) => entry(kind, name, args, { onExisting: "adopt" }));
    const plans = await new Stack().preview(world.process(), both);
    expect(plans.get("a")).toEqual({ adopt: id });
    expect(plans.get("b")).toEqual({
      collision: { kind: "unusable", reason: `a adopts the same object (id ${id})` },
    });
    await expect(new Stack().up(world.process(), both)).rejects.toThrow("a adopts the same object");
    expect(world.changes()).toEqual([]);
  });

  test("an object that an entry of this run created is not adopted by the next one", async () => {
    await start();
    const process = world.process();
    const created = await process.create(handler, args);
    for (const onExisting of ["adopt", "overwrite", { id: created.id }] as const) {
      await expect(process.create(handler, args, { onExisting })).rejects.toThrow(
        `already managed by another entry of this stack (id ${created.id})`,
      );
    }
  });

  test("an equal entry is a collision with the object of this run, whatever its option", async () => {
    await start();
    const process = world.process();
    const { id } = await process.create(handler, args);
    await expect(process.create(handler, args)).rejects.toThrow(
      `already managed by another entry of this stack (id ${id})`,
    );
    expect(world.records(kind).ids.at(-1)).toBe(id);
  });

  test("a state with an object without an id adopts nothing before a refresh", async () => {
    await start();
    const stack = new Stack();
    // As `pulumi import` leaves it.
    const id = world.records(kind).add(args);
    stack.add("imported", handler, { id, outs: args });
    const adopting = entry(kind, "new", kind.args(1), { onExisting: "adopt" });
    world.records(kind).add(kind.args(1));
    const both = [entry(kind, "imported", args), adopting];
    const plans = await stack.preview(world.process(), both);
    expect(plans.get("new")).toMatchObject({
      collision: { kind: "unusable", reason: expect.stringContaining("Run `pulumi refresh --yes` first") },
    });
    await stack.refresh(world.process());
    await stack.up(world.process(), both);
    expect(stack.state("imported").id).toBe(id);
  });
});

describe.each(byType(listedKinds))("%s, by id", (_, kind) => {
  test("two entries cannot have the same object", async () => {
    await start();
    const id = world.records(kind).add(kind.args());
    const [a, b] = ["a", "b"].map((name) => entry(kind, name, kind.args(), { onExisting: { id } }));
    const stack = new Stack();
    const plans = await stack.preview(world.process(), [a!, b!]);
    expect(plans.get("b")?.collision).toMatchObject({ kind: "unusable" });
    await stack.up(world.process(), [a!]);
    const next = await stack.preview(world.process(), [a!, b!]);
    expect(next.get("b")).toEqual({ collision: { kind: "managed", ids: [id] } });
  });
});

test("two resources of one name, in two components, cannot adopt the same object", async () => {
  world = await World.start();
  const { id } = world.account.channels.create({ name: "Spring" });
  const process = world.process();
  const request = { entry: "Channel spring", onExisting: { id } };
  const checks = await Promise.all([1, 2].map(() => process.check("channel", { name: "Spring" }, request)));
  const [first, second] = checks.map(({ inputs }) => process.of("channel").create(inputs));
  expect((await first!).id).toBe(String(id));
  await expect(second).rejects.toThrow(`Channel ${id} is already managed by another entry of this stack`);
});

describe("all collisions of a preview are returned", () => {
  test.each(byType(identifiableKinds))("%s: 60 at once, from one listing", async (_, kind) => {
    world = await World.start({}, { rateLimit: 1000 });
    const entries = Array.from({ length: 60 }, (_, n) => entry(kind, `entry ${n}`, kind.args(n)));
    const ids = entries.map(({ args }) => world.records(kind).add(args(() => "")));
    const process = world.process();
    const plans = await new Stack().preview(process, entries);
    expect([...plans.values()]).toEqual(
      ids.map((id) => ({ collision: { kind: "exists", objects: [{ id, differences: [] }] } })),
    );
    expect(world.requests()).toEqual(["GET /api/account", `GET ${kind.list.path}`]);
    expect((await process.provider.lastMessages()).info).toEqual([]);
  });
});
