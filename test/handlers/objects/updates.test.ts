// What an update sends, and what happens to fields that are not managed, or no longer.
import { afterEach, describe, expect, test } from "vitest";
import type { Props } from "../../../src/kind/definition";
import { UNKNOWN } from "../../../src/kind/unknown";
import { byType, type Kind, updatableKinds } from "../support/kinds";
import { World, withoutEntry } from "../support/world";

let world: World;
afterEach(() => world.end());

/** Fields that the config may omit, of a resource with all fields. */
const optional = (kind: Kind) =>
  kind.updatable.filter((name) => kind.definition.args().safeParse(without(kind, name)).success);

const isClearable = (kind: Kind, name: string) => kind.definition.fields[name]!.clearable === true;

const without = (kind: Kind, name: string) => {
  const { [name]: _, ...rest } = kind.args();
  return rest;
};

const fields = (matches: (kind: Kind, name: string) => boolean) =>
  updatableKinds.flatMap((kind) =>
    optional(kind)
      .filter((name) => matches(kind, name))
      .map((name) => [kind.definition.type, name, kind] as const),
  );

const listedUpdatable = updatableKinds.filter((kind) => kind.isListed);

describe.each(["kept", "cleared"] as const)(
  "if the service treats an omitted field as %s",
  (omittedUpdateField) => {
    test.each(byType(listedUpdatable))(
      "%s: an update keeps the fields that are not managed",
      async (_, kind) => {
        world = await World.start({ omittedUpdateField });
        const minimal = kind.minimal();
        const created = await world.process().create(kind.handler, minimal);
        const byHand = Object.fromEntries(
          kind.readable.filter((name) => !(name in minimal)).map((name) => [name, kind.value(name, 1)]),
        );
        const records = world.records(kind);
        records.change(created.id, byHand);
        const { [kind.definition.fields[kind.updatable[0]!]!.api]: _before, ...others } = records.get(
          created.id,
        )!;
        await world.process().update(kind.handler, created, kind.edited(minimal, kind.updatable[0]!));
        expect(records.get(created.id)).toMatchObject(others);
      },
    );
  },
);

test.each(byType(listedUpdatable))("%s: an update of managed fields needs no list", async (_, kind) => {
  world = await World.start();
  const created = await world.process().create(kind.handler, kind.args());
  world.emulator.clearLog();
  await world.process().update(kind.handler, created, kind.allEdited(kind.args()));
  expect(world.requests()).toEqual(["GET /api/account", `PUT ${kind.list.writePath}${created.id}/update`]);
});

describe("a field that leaves the config", () => {
  test.each(fields(isClearable))('%s.%s is cleared, because the API accepts ""', async (_, name, kind) => {
    world = await World.start();
    const created = await world.process().create(kind.handler, kind.args());
    const rest = without(kind, name);
    const process = world.process();
    expect(await process.hasChanges(kind.handler, created, rest)).toBe(true);
    const updated = await process.update(kind.handler, created, rest);
    expect(world.records(kind).get(created.id)).toMatchObject({ [kind.definition.fields[name]!.api]: "" });
    expect(updated.outs).not.toHaveProperty(name);
    expect(await world.process().hasChanges(kind.handler, updated, rest)).toBe(false);
  });

  test.each(fields(isClearable))('%s.%s is named if the service rejects ""', async (_, name, kind) => {
    world = await World.start({ emptyString: "rejected" });
    const created = await world.process().create(kind.handler, kind.args());
    await expect(world.process().update(kind.handler, created, without(kind, name))).rejects.toThrow(
      new RegExp(`clear ${name}.*set a value or list the field under ignoreChanges`, "s"),
    );
  });

  const isKept = (kind: Kind, name: string) => !isClearable(kind, name);
  test.each(fields(isKept))("%s.%s keeps its value, with a warning", async (_, name, kind) => {
    world = await World.start();
    const created = await world.process().create(kind.handler, kind.args());
    const rest = without(kind, name);
    world.emulator.clearLog();
    const process = world.process();
    expect(await process.hasChanges(kind.handler, created, rest)).toBe(true);
    expect(process.messages).toEqual([
      `${kind.definition.type} ${created.id}: ${name} left the config. The API cannot clear it, so it keeps its value`,
    ]);
    const updated = await process.update(kind.handler, created, rest);
    expect(world.changes()).toEqual([]);
    expect(updated.outs).toMatchObject(rest);
    expect(updated.outs).not.toHaveProperty(name);
    expect(await world.process().hasChanges(kind.handler, updated, rest)).toBe(false);
  });
});

const acceptsEmpty = (kind: Kind, name: string) =>
  isClearable(kind, name) && kind.definition.args().safeParse({ ...kind.args(), [name]: "" }).success;

test.each(fields((kind, name) => acceptsEmpty(kind, name) && kind.readable.includes(name)))(
  '%s.%s: "" clears the field, and a value by hand is drift',
  async (_, name, kind) => {
    world = await World.start();
    const created = await world.process().create(kind.handler, kind.args());
    const cleared = { ...kind.args(), [name]: "" };
    const updated = await world.process().update(kind.handler, created, cleared);
    const records = world.records(kind);
    expect(records.get(created.id)).toMatchObject({ [kind.definition.fields[name]!.api]: "" });
    records.change(created.id, { [name]: kind.value(name, 1) });
    const drifted = await world.process().refresh(kind.handler, updated);
    expect(withoutEntry(drifted?.inputs)).toEqual({ ...cleared, [name]: kind.value(name, 1) });
  },
);

test("an update keeps the slug of a public campaign that does not manage it", async () => {
  world = await World.start({ omittedUpdateField: "cleared" });
  const created = await world.process().create("campaign", { name: "Launch", public: true });
  world.account.campaigns.update(Number(created.id), { slug: "by-hand" });
  await world.process().update("campaign", created, { name: "Launch 2", public: true });
  expect(world.account.campaigns.get(Number(created.id))?.slug).toBe("by-hand");
});

describe("an update of a QR code without all colors in the config", () => {
  test("warns once that the service may reset them, and sends those of the config", async () => {
    world = await World.start();
    const args = { type: "text", data: "one", background: "rgb(255,255,255)" };
    const created = await world.process().create("qrCode", args);
    const process = world.process();
    const edited = { ...args, data: "two" };
    await process.hasChanges("qrCode", created, edited);
    await process.update("qrCode", created, edited);
    expect(process.messages).toEqual([
      "QrCode 101: the service may reset foreground, logo, which the config does not have and the API does not return",
    ]);
    expect(world.bodies().at(-1)).toEqual(edited);
  });
});

describe("a change of the type of a QR code", () => {
  test("warns that the printed copies stop working", async () => {
    world = await World.start();
    const created = await world.process().create("qrCode", { type: "text", data: "x" });
    const process = world.process();
    const edited = { type: "link", data: "https://a.example" };
    expect((await process.diff("qrCode", created, edited)).replaces).toEqual(["type"]);
    expect(process.messages).toEqual([
      "QrCode 101: a change of type replaces it, and every printed copy stops working",
    ]);
  });
});

test("a change of a domain warns that its short links stop working", async () => {
  world = await World.start();
  const created = await world.process().create("domain", { domain: "https://go.example.com" });
  const process = world.process();
  await process.diff("domain", created, { domain: "https://new.example.com" });
  expect(process.messages).toEqual([
    "Domain 101: a change of domain replaces it, and its short links stop working",
  ]);
});

describe("a change of a campaign", () => {
  const LAUNCH = { name: "Launch", slug: "launch", public: true };

  async function warnings(before: Props, after: Props): Promise<string[]> {
    world = await World.start();
    const created = await world.process().create("campaign", before);
    const process = world.process();
    await process.diff("campaign", created, after);
    return process.messages;
  }

  test.each([
    ["another slug", { ...LAUNCH, slug: "other" }, ["slug"]],
    ["a slug that is not known yet", { ...LAUNCH, slug: UNKNOWN }, ["slug"]],
    ["a private campaign", { ...LAUNCH, public: false }, ["public"]],
    ["both", { ...LAUNCH, slug: "other", public: false }, ["slug", "public"]],
    ["another name", { ...LAUNCH, name: "Other" }, []],
  ])("warns if its public rotator address stops working: %s", async (_, after, names) => {
    expect(await warnings(LAUNCH, after)).toEqual(
      names.map((name) => `Campaign 101: a change of ${name} breaks its public rotator address`),
    );
  });

  test("is not announced by a refresh, which changes nothing", async () => {
    world = await World.start();
    const { id } = await world.process().create("campaign", LAUNCH);
    world.account.campaigns.update(Number(id), { slug: "by-hand" });
    const created = { id, outs: { ...LAUNCH }, inputs: { ...LAUNCH } };
    const process = world.process();
    const read = (await process.refresh("campaign", created))!;
    // The engine compares what it read with the inputs of the state, without a check.
    await process.of("campaign").diff(id, read.outs, created.inputs);
    expect(process.messages).toEqual([]);
    await process.diff("campaign", read, LAUNCH);
    expect(process.messages).toEqual([`Campaign ${id}: a change of slug breaks its public rotator address`]);
  });

  test("does not warn while it is private", async () => {
    const secret = { ...LAUNCH, public: false };
    expect(await warnings(secret, { ...secret, slug: "other" })).toEqual([]);
  });

  test("does not warn if the slug that it has becomes managed", async () => {
    const { slug: _, ...withoutSlug } = LAUNCH;
    world = await World.start();
    const created = await world.process().create("campaign", withoutSlug);
    const { slug } = world.account.campaigns.get(Number(created.id))!;
    const process = world.process();
    await process.diff("campaign", created, { ...withoutSlug, slug });
    expect(process.messages).toEqual([]);
  });
});

test("an update of an object that was deleted by hand says what to do", async () => {
  world = await World.start();
  const created = await world.process().create("pixel", { type: "forum", name: "A", tag: "1" });
  world.account.pixels.delete(Number(created.id));
  const update = world.process().update("pixel", created, { type: "forum", name: "B", tag: "1" });
  await expect(update).rejects.toThrow(/^update of Pixel 101: .*pulumi up --refresh/);
});

test("a list that lags behind the create does not clear the fields that are not managed", async () => {
  world = await World.start({ omittedUpdateField: "cleared" });
  await world.clock.advance(60_000);
  const created = await world.process().create("channel", { name: "Spring" });
  world.account.channels.update(Number(created.id), { description: "By hand" });
  world.emulator.faults.rule({ on: "GET *", fault: "staleList", ms: 5000 });
  await world.process().update("channel", created, { name: "Summer" });
  expect(world.account.channels.get(Number(created.id))).toMatchObject({
    name: "Summer",
    description: "By hand",
  });
});
