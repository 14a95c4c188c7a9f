// What a refresh returns: drift, and nothing else.
import { afterEach, describe, expect, test } from "vitest";
import type { Props } from "../../../src/kind/definition";
import { assignedKinds, byType, listedKinds, prepareArgs } from "../support/kinds";
import { World, withoutEntry } from "../support/world";

let world: World;
afterEach(() => world.end());

const readableFields = listedKinds.flatMap((kind) =>
  kind.readable.map((name) => [kind.definition.type, name, kind] as const),
);

/** The value as a service may rewrite it, which is no drift. */
const rewritten = (value: unknown) => (typeof value === "string" ? value.toUpperCase() : value);

test.each(readableFields)("%s: a change of %s by hand is drift", async (_, name, kind) => {
  world = await World.start();
  const created = await world.process().create(kind.handler, kind.args());
  const edited = kind.edited(kind.args(), name);
  world.records(kind).change(created.id, { [name]: edited[name] });
  const { id, props, inputs } = await world.process().of(kind.handler).read(created.id, created.outs);
  expect(id).toBe(created.id);
  expect(withoutEntry(inputs)).toEqual(edited);
  expect(props).toMatchObject(edited);
});

describe("a read without drift", () => {
  // The engine and the SDK then compare least.
  test.each(byType(listedKinds))("%s: returns the state as it is, without inputs", async (_, kind) => {
    world = await World.start();
    const { id, outs } = await world.process().create(kind.handler, kind.args());
    const { props, ...rest } = await world.process().of(kind.handler).read(id, outs);
    expect(props).toBe(outs);
    expect(rest).toStrictEqual({ id });
  });

  test.each(byType(assignedKinds))("%s: returns the state as it is, without inputs", async (_, kind) => {
    world = await World.start();
    const process = world.process();
    const { id, outs } = await process.create(kind.handler, await prepareArgs(process, kind));
    const { props, ...rest } = await world.process().of(kind.handler).read(id, outs);
    expect(props).toBe(outs);
    expect(rest).toStrictEqual({ id });
  });

  test("returns the state of a private campaign as it is", async () => {
    world = await World.start();
    const { id, outs } = await world.process().create("campaign", { name: "Launch", public: false });
    expect((await world.process().of("campaign").read(id, outs)).props).toBe(outs);
  });
});

test.each(byType(listedKinds))("%s: a field that is not managed is never compared", async (_, kind) => {
  world = await World.start();
  const minimal = kind.minimal();
  const created = await world.process().create(kind.handler, minimal);
  const unmanaged = kind.readable.filter((name) => !(name in minimal));
  world
    .records(kind)
    .change(created.id, Object.fromEntries(unmanaged.map((name) => [name, kind.value(name, 1)])));
  const read = await world.process().refresh(kind.handler, created);
  expect(read?.inputs).toEqual(created.inputs);
  expect(await world.process().hasChanges(kind.handler, read!, minimal)).toBe(false);
});

describe("a value that the service rewrote", () => {
  const isRewritten = ([, name, kind]: (typeof readableFields)[number]) => {
    const { same } = kind.definition.fields[name]!;
    const value = kind.args()[name];
    return !same(value, rewritten(value));
  };

  test.each(readableFields.filter(isRewritten))(
    "%s: another case of %s is no drift. Each refresh warns once, with the value to write",
    async (_, name, kind) => {
      world = await World.start();
      const created = await world.process().create(kind.handler, kind.args());
      const value = rewritten(kind.args()[name]);
      world.records(kind).change(created.id, { [name]: value });
      const process = world.process();
      const read = await process.refresh(kind.handler, created);
      expect(read?.inputs).toEqual(created.inputs);
      expect(read?.outs).toMatchObject(kind.args());
      expect(process.messages).toEqual([
        `${kind.definition.type} ${created.id}: the service rewrites ${name}. Write it as ${JSON.stringify(value)}`,
      ]);
      expect(await process.hasChanges(kind.handler, read!, kind.args())).toBe(false);
      expect(process.messages).toHaveLength(1);
    },
  );

  test("by trimming is no drift, until the config changes", async () => {
    world = await World.start({ trimNames: true });
    const created = await world.process().create("channel", { name: " Spring " });
    const read = await world.process().refresh("channel", created);
    expect(read?.outs.name).toBe(" Spring ");
    expect(await world.process().hasChanges("channel", read!, { name: " Spring " })).toBe(false);
    expect(await world.process().hasChanges("channel", read!, { name: "Summer" })).toBe(true);
  });

  test("is drift if the content differs, too", async () => {
    world = await World.start();
    const created = await world.process().create("channel", { name: "Spring" });
    world.account.channels.update(Number(created.id), { name: "SPRING 2" });
    const process = world.process();
    const read = await process.refresh("channel", created);
    expect(withoutEntry(read?.inputs)).toEqual({ name: "SPRING 2" });
    expect(process.messages).toEqual([]);
  });
});

describe("another spelling of the same value", () => {
  const SPELLINGS: readonly [string, Props, (world: World, id: number) => void][] = [
    [
      "channel",
      { name: "Spring", color: "#22AA66" },
      ({ account }, id) => account.channels.update(id, { color: "22aa66" }),
    ],
    [
      "domain",
      { domain: "https://go.example.com", redirectRoot: "https://example.com" },
      ({ account }, id) =>
        account.domains.update(id, {
          domain: "https://GO.example.com/",
          redirectroot: "https://example.com/",
        }),
    ],
  ];
  test.each(SPELLINGS)("of a %s is no drift, and the state keeps its own", async (handler, args, respell) => {
    world = await World.start();
    const created = await world.process().create(handler, args);
    respell(world, Number(created.id));
    const process = world.process();
    const read = await process.of(handler).read(created.id, created.outs);
    expect(read).toStrictEqual({ id: created.id, props: created.outs });
    expect(process.messages).toEqual([]);
  });
});

describe("outputs", () => {
  test("do not include what visitors change", async () => {
    world = await World.start();
    const created = await world.process().create("qrCode", { type: "text", data: "x" });
    world.account.scan(Number(created.id));
    const { props } = await world.process().of("qrCode").read(created.id, created.outs);
    expect(props).toBe(created.outs);
  });

  test("of older states stay as they are until an update", async () => {
    world = await World.start();
    const args = { type: "text", data: "x" };
    const created = await world.process().create("qrCode", args);
    const older = { ...created, outs: { ...created.outs, scans: 0, date: "2026-01-31 09:30:00" } };
    expect((await world.process().refresh("qrCode", older))?.outs).toEqual(older.outs);
    const updated = await world.process().update("qrCode", older, { ...args, data: "y" });
    expect(Object.keys(updated.outs).sort()).toEqual(Object.keys(created.outs).sort());
  });

  const ROTATOR = "https://link.example/r/launch";

  test("of a campaign lose the rotator address when it becomes private", async () => {
    world = await World.start();
    const args = { name: "Launch", slug: "launch", public: true };
    const created = await world.process().create("campaign", args);
    expect(created.outs.rotator).toBe(ROTATOR);
    const updated = await world.process().update("campaign", created, { ...args, public: false });
    // Known to be absent: a missing output would be unknown in every preview.
    expect(updated.outs.rotator).toBeNull();
  });

  test("of a campaign lose the rotator address when it becomes private by hand", async () => {
    world = await World.start();
    const args: Props = { name: "Launch", slug: "launch" };
    const created = await world.process().create("campaign", { ...args, public: true });
    const { public: _, ...outs } = created.outs;
    world.account.campaigns.update(Number(created.id), { public: false });
    const read = await world.process().refresh("campaign", { id: created.id, outs });
    expect(outs.rotator).toBe(ROTATOR);
    expect(read?.outs.rotator).toBeNull();
  });
});

test("the slug of a private campaign cannot be read, so a change of it is no drift", async () => {
  world = await World.start();
  const args = { name: "Launch", slug: "launch", public: false };
  const created = await world.process().create("campaign", args);
  world.account.campaigns.update(Number(created.id), { slug: "by-hand" });
  const read = await world.process().refresh("campaign", created);
  expect(read?.inputs).toEqual(created.inputs);
});
