// Existing objects with fields that cannot be read, or that are known only after an apply.
import { afterEach, describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../src/kind/unknown";
import { byType, identifiableKinds, type Kind, listedKinds } from "../support/kinds";
import { World } from "../support/world";

let world: World;
afterEach(() => world.end());

const unidentifiable = listedKinds.filter((kind) => !kind.isIdentifiable);

describe.each(byType(unidentifiable))("%s, which no readable field identifies", (_, kind) => {
  const { handler } = kind;

  test("never collides, and needs no list", async () => {
    world = await World.start();
    world.records(kind).add(kind.args());
    for (const process of [world.process(), world.process({ onExisting: "adopt" })]) {
      expect((await process.preview(handler, kind.args())).plan).toEqual({});
    }
    expect(world.requests()).toEqual(["GET /api/account", "GET /api/account"]);
  });

  test("ignores the option of the stack, so every entry gets an object of its own", async () => {
    world = await World.start();
    const id = world.records(kind).add(kind.args());
    const created = await world.process({ onExisting: "overwrite" }).create(handler, kind.args());
    expect(created.id).not.toBe(id);
  });

  test("is adopted by id. Nothing is sent, because its content cannot be compared", async () => {
    world = await World.start();
    const id = world.records(kind).add(kind.args(1));
    const request = { entry: "the entry", onExisting: { id } };
    const preview = world.process();
    expect((await preview.preview(handler, kind.args(), request)).plan).toEqual({ adopt: id });
    const unreadable = Object.keys(kind.args()).filter((name) => kind.definition.fields[name]!.writeOnly);
    expect(preview.messages).toEqual([`the entry: adopts id ${id}; not compared: ${unreadable.join(", ")}`]);
    const adopted = await world.process().create(handler, kind.args(), request);
    expect(adopted.id).toBe(id);
    expect(world.changes()).toEqual([]);
    // What the list shows is known, though.
    for (const name of Object.keys(kind.definition.outputs))
      expect(adopted.outs[name]).toEqual(expect.any(String));

    const edited = kind.edited(kind.args(), kind.updatable[0]!);
    await world.process().update(handler, adopted, edited);
    expect(world.changes()).toEqual([`PUT ${kind.list.writePath}${id}/update`]);
  });
});

describe("a private campaign, whose slug cannot be read", () => {
  const args = { name: "Launch", slug: "launch", public: false };
  const other = { name: "Launch", slug: "other", public: false };

  test("matches by its name. Its slug is sent, with adopt as well", async () => {
    for (const onExisting of ["adopt", "overwrite", { id: 101 }] as const) {
      world = await World.start();
      const { id } = world.account.campaigns.create(other);
      const preview = world.process();
      const { plan } = await preview.preview("campaign", args, { entry: "the entry", onExisting });
      expect(plan).toEqual({ adopt: String(id), changed: ["slug"] });
      expect(preview.messages).toEqual([`the entry: adopts id ${id}, updates slug`]);
      await world.process().create("campaign", args, { onExisting });
      expect(world.changes()).toEqual([`PUT /api/campaign/${id}/update`]);
      expect(world.account.campaigns.get(id)).toMatchObject(args);
      if (typeof onExisting === "string") await world.end();
    }
  });

  test("without a slug in the config is adopted without a request", async () => {
    world = await World.start();
    world.account.campaigns.create(other);
    await world.process().create("campaign", { name: "Launch" }, { onExisting: "adopt" });
    expect(world.changes()).toEqual([]);
    expect(world.account.campaigns.get(101)?.slug).toBe("other");
  });

  test("is not a public one of the same name with another slug", async () => {
    world = await World.start();
    world.account.campaigns.create({ ...other, public: true });
    expect(await world.process().collision("campaign", args)).toBeUndefined();
  });

  test("with the same slug is a public one of another name", async () => {
    world = await World.start();
    const { id } = world.account.campaigns.create({ name: "Old", slug: "launch", public: true });
    expect(await world.process().collision("campaign", args)).toEqual({
      kind: "exists",
      objects: [{ id: String(id), differences: ['name ("Old" -> "Launch")', "public (true -> false)"] }],
    });
  });
});

describe("a value that is known only after an apply", () => {
  /** Fields that are not part of the identity. */
  const others = (kind: Kind) =>
    kind.updatable.filter((name) => !kind.definition.identity[0]!.includes(name)).slice(0, 1);
  const cases = identifiableKinds.flatMap((kind) =>
    others(kind).map((name) => [kind.definition.type, name, kind] as const),
  );

  test.each(cases)("%s: an unknown %s does not hide a collision from the preview", async (_, name, kind) => {
    world = await World.start();
    const id = world.records(kind).add(kind.args());
    const args = { ...kind.args(), [name]: UNKNOWN };
    expect(await world.process().collision(kind.handler, args)).toEqual({
      kind: "exists",
      objects: [{ id, differences: [] }],
    });
    const { plan: adopt } = await world.process().preview(kind.handler, args, { onExisting: "adopt" });
    expect(adopt).toEqual({ adopt: id });
    const { plan: overwrite } = await world
      .process()
      .preview(kind.handler, args, { onExisting: "overwrite" });
    expect(overwrite).toEqual({ adopt: id, changed: [name] });
  });

  test.each(byType(identifiableKinds))("%s: an unknown identity matches nothing yet", async (_, kind) => {
    world = await World.start();
    world.records(kind).add(kind.args());
    for (const name of kind.definition.identity[0]!) {
      const args = { ...kind.args(), [name]: UNKNOWN };
      expect((await world.process().preview(kind.handler, args)).plan).toEqual({});
    }
  });
});

test("a value that services rewrite counts as equal", async () => {
  world = await World.start();
  const { id } = world.account.channels.create({
    name: "SPRING ",
    description: "all  of it",
    color: "22aa66",
  });
  const args = { name: "Spring", description: "All of it", color: "#22AA66" };
  const process = world.process();
  const adopted = await process.create("channel", args, { onExisting: "adopt" });
  expect(adopted).toMatchObject({ id: String(id), outs: args });
  expect(world.changes()).toEqual([]);
  expect(await world.process().hasChanges("channel", adopted, args)).toBe(false);
});
