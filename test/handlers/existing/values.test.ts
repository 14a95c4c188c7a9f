// `onExisting`: what a new entry does if the account already has its object. Every value, for every kind with an identity.
import { afterEach, describe, expect, test } from "vitest";
import type { ON_EXISTING } from "../../../src/api/settings";
import type { Props } from "../../../src/kind/definition";
import { describeCollision } from "../../../src/kind/existing/collision";
import { byType, identifiableKinds, type Kind, listedKinds } from "../support/kinds";
import { World } from "../support/world";

type Word = (typeof ON_EXISTING)[number];

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

/** Texts that may differ between two objects of the same identity. Without a flag, some fields cannot be read. */
const distinct = (kind: Kind) =>
  kind.readable.filter(
    (name) => typeof kind.args()[name] === "string" && !kind.definition.identity[0]!.includes(name),
  );

/** The example, with other values in the fields that do not identify it. */
const different = (kind: Kind) =>
  distinct(kind).reduce<Props>((args, name) => kind.edited(args, name), kind.args());

const json = (value: unknown) => JSON.stringify(value);

/** What a message shows of the fields that differ. */
const differences = (kind: Kind) =>
  distinct(kind).map((name) => `${name} (${json(different(kind)[name])} -> ${json(kind.args()[name])})`);

describe.each(byType(identifiableKinds))("%s", (_, kind) => {
  const { handler } = kind;
  const args = kind.args();

  test("fail, the default: a preview returns the collision, and an update fails with it", async () => {
    await start();
    const id = world.records(kind).add(different(kind));
    const collision = { kind: "exists", objects: [{ id, differences: differences(kind) }] } as const;
    for (const request of [{}, { onExisting: "fail" }] as const) {
      const preview = world.process();
      expect(await preview.collision(handler, args, request)).toEqual(collision);
      expect(preview.messages).toEqual([]);
      const { failures } = await world.process().check(handler, args, request);
      expect(failures).toEqual([
        { reason: expect.stringContaining(`${describeCollision(collision)}. To manage`) },
      ]);
    }
    expect(world.changes()).toEqual([]);
  });

  test("adopt: an equal object is adopted. Nothing is sent", async () => {
    await start();
    const id = world.records(kind).add(args);
    const request = { entry: "the entry", onExisting: "adopt" } as const;
    const preview = world.process();
    expect((await preview.preview(handler, args, request)).plan).toEqual({ adopt: id });
    // One line at the end counts them.
    expect(preview.messages).toEqual([]);

    const process = world.process();
    const adopted = await process.create(handler, args, request);
    expect(adopted.id).toBe(id);
    expect(process.messages).toEqual([]);
    expect(world.changes()).toEqual([]);
    const read = await world.process().refresh(handler, adopted);
    expect(read).toMatchObject({ id, inputs: adopted.inputs });
    expect(await world.process().hasChanges(handler, read!, args)).toBe(false);
  });

  test("adopt: an object that differs in a readable field is a collision with the differences", async () => {
    await start();
    const id = world.records(kind).add(different(kind));
    expect(await world.process().collision(handler, args, { onExisting: "adopt" })).toEqual({
      kind: "exists",
      objects: [{ id, differences: differences(kind) }],
    });
    expect(world.changes()).toEqual([]);
  });

  test("overwrite: an object that differs is adopted and updated. The preview lists the fields", async () => {
    await start();
    const id = world.records(kind).add(different(kind));
    const request = { entry: "the entry", onExisting: "overwrite" } as const;
    const preview = world.process();
    const changed = distinct(kind);
    expect((await preview.preview(handler, args, request)).plan).toEqual({ adopt: id, changed });
    expect(preview.messages).toEqual([`the entry: adopts id ${id}, updates ${changed.join(", ")}`]);

    const adopted = await world.process().create(handler, args, request);
    expect(adopted.id).toBe(id);
    expect(world.changes()).toEqual([`PUT ${kind.list.writePath}${id}/update`]);
    for (const name of kind.readable) {
      const { api, same } = kind.definition.fields[name]!;
      expect(same(world.records(kind).get(id)![api], args[name]), name).toBe(true);
    }
  });

  test("overwrite: an equal object is adopted. Nothing is sent", async () => {
    await start();
    const id = world.records(kind).add(args);
    const adopted = await world.process().create(handler, args, { onExisting: "overwrite" });
    expect(adopted.id).toBe(id);
    expect(world.changes()).toEqual([]);
  });

  test("duplicate: an existing object is ignored, and no list is read for it, except to warn", async () => {
    await start();
    const records = world.records(kind);
    records.add(args);
    const before = records.size;
    const preview = world.process();
    expect(await preview.collision(handler, args, { onExisting: "duplicate" })).toBeUndefined();
    const warning = kind.definition.rejectsNamesakes ? [`GET ${kind.list.path}`] : [];
    expect(world.requests()).toEqual(["GET /api/account", ...warning]);
    const created = await world.process().create(handler, args, { onExisting: "duplicate" });
    expect(records.ids).toContain(created.id);
    expect(records.size).toBe(before + 1);
  });

  test("id: exactly that object is adopted and updated, whatever else has the identity", async () => {
    await start();
    const records = world.records(kind);
    records.add(args);
    // Everything differs that an update can change.
    const createOnly = Object.fromEntries(kind.createOnly.map((name) => [name, args[name]]));
    const id = records.add({ ...kind.args(1), ...createOnly });
    for (const onExisting of [{ id }, { id: Number(id) }]) {
      const { plan } = await world.process().preview(handler, args, { onExisting });
      expect(plan).toEqual({
        adopt: id,
        changed: kind.readable.filter((name) => kind.args(1)[name] !== args[name]),
      });
    }
    const adopted = await world.process().create(handler, args, { onExisting: { id } });
    expect(adopted.id).toBe(id);
    expect(world.changes()).toEqual([`PUT ${kind.list.writePath}${id}/update`]);
    expect(await world.process().refresh(handler, adopted)).toMatchObject({ id, inputs: adopted.inputs });
  });

  test("several objects with the identity are a collision, except with an id", async () => {
    await start();
    const records = world.records(kind);
    const ids = [records.add(args), records.add(args)];
    for (const onExisting of ["fail", "adopt", "overwrite"] as const) {
      const collision = await world.process().collision(handler, args, { onExisting });
      expect(collision).toMatchObject({ kind: "exists", objects: ids.map((id) => ({ id })) });
      expect(describeCollision(collision!)).toBe(
        `2 existing objects match (ids ${ids.join(", ")}). Delete the extra one or set onExisting: { id: ${ids[0]} }`,
      );
    }
    const { plan } = await world.process().preview(handler, args, { onExisting: { id: ids[1]! } });
    expect(plan).toEqual({ adopt: ids[1] });
  });

  test("the identity is compared without case and outer spaces", async () => {
    await start();
    const respelled = Object.fromEntries(
      Object.entries(args).map(([name, value]) => [
        name,
        kind.identifying.includes(name) && typeof value === "string" ? value.toUpperCase() : value,
      ]),
    );
    const id = world.records(kind).add(respelled);
    const equal = { kind: "exists", objects: [{ id, differences: [] }] };
    expect(await world.process().collision(handler, args)).toEqual(equal);
    const adopted = await world.process().create(handler, args, { onExisting: "adopt" });
    expect(adopted).toMatchObject({ id, outs: args });
    expect(world.changes()).toEqual([]);
  });

  test("an object of another identity is another object", async () => {
    await start();
    world.records(kind).add(kind.args(1));
    for (const onExisting of ["fail", "adopt", "overwrite"] as const) {
      expect((await world.process().preview(handler, args, { onExisting })).plan).toEqual({});
    }
  });
});

const withOptional = identifiableKinds.flatMap((kind) =>
  distinct(kind)
    .filter((name) => !(name in kind.minimal()))
    .slice(0, 1)
    .map((name) => [kind.definition.type, name, kind] as const),
);

test.each(withOptional)(
  "%s: overwriting %s keeps the fields that the entry does not have",
  async (_, name, kind) => {
    await start();
    world.emulator.setDialect({ omittedUpdateField: "cleared" });
    const records = world.records(kind);
    const id = records.add(different(kind));
    const { [kind.definition.fields[name]!.api]: _replaced, ...others } = records.get(id)!;
    const args = { ...kind.minimal(), [name]: kind.args()[name] };
    await world.process().create(kind.handler, args, { onExisting: "overwrite" });
    expect(records.get(id)).toMatchObject(others);
  },
);

describe.each(byType(listedKinds))("%s, by id", (type, kind) => {
  const { handler } = kind;

  test("an id that the account does not have is unusable", async () => {
    await start();
    const collision = await world.process().collision(handler, kind.args(), { onExisting: { id: 999 } });
    expect(collision).toEqual({
      kind: "unusable",
      reason: `onExisting: the account has no ${type} with id 999. Correct the id, or remove the entry if the object was deleted`,
    });
    const request = { entry: "the entry", onExisting: { id: 999 } };
    const { failures } = await world.process().check(handler, kind.args(), request);
    expect(failures).toEqual([
      { reason: collision?.kind === "unusable" && `the entry: ${collision.reason}` },
    ]);
  });

  const fixed = kind.createOnly.filter((name) => !kind.definition.fields[name]!.writeOnly);
  test.each(fixed)("an object with another value of the create-only %s is unusable", async (name) => {
    await start();
    const other = kind.edited(kind.args(), name);
    const id = world.records(kind).add(other);
    expect(await world.process().collision(handler, kind.args(), { onExisting: { id } })).toEqual({
      kind: "unusable",
      reason: `onExisting: ${type} ${id} has ${name} ${json(other[name])}, which is create-only. Correct the id or the entry`,
    });
  });
});

describe("the option comes from", () => {
  const pixel = { type: "forum", name: "A", tag: "1" };
  const planOf = async (stack: Word | undefined, entry: Word | undefined) => {
    world = await World.start();
    world.account.pixels.create(pixel);
    const process = world.process(stack === undefined ? {} : { onExisting: stack });
    const { plan } = await process.preview("pixel", pixel, entry === undefined ? {} : { onExisting: entry });
    return plan.collision?.kind ?? plan.adopt ?? "create";
  };

  test.each([
    [undefined, undefined, "exists"],
    ["adopt", undefined, "101"],
    ["duplicate", undefined, "create"],
    ["adopt", "fail", "exists"],
    ["fail", "adopt", "101"],
    ["overwrite", "duplicate", "create"],
  ] as const)("the stack (%s), unless the entry has one (%s): %s", async (stack, entry, result) => {
    expect(await planOf(stack, entry)).toBe(result);
  });
});

test("a change of the option is no change of the resource, and no state contains it", async () => {
  await start();
  const pixel = { type: "forum", name: "A", tag: "1" };
  const created = await world.process().create("pixel", pixel, { onExisting: "duplicate" });
  expect(JSON.stringify(created.outs)).not.toContain("onExisting");
  for (const onExisting of ["fail", "overwrite", { id: 7 }] as const) {
    const { changes } = await world.process().diff("pixel", created, pixel, { onExisting });
    expect(changes).toBe(false);
  }
});

const WRONG_VALUES: readonly unknown[] = ["adpot", "adopt-identical", {}, { id: "x" }, { id: 0 }];
const wrongValues = listedKinds.flatMap((kind) =>
  [...WRONG_VALUES, ...(kind.isIdentifiable ? [] : ["adopt", "overwrite"])].map(
    (value) => [kind.definition.type, value, kind] as const,
  ),
);

test.each(wrongValues)("a value that the %s does not have is a failure: %j", async (_, onExisting, kind) => {
  await start();
  world.records(kind).add(kind.args());
  const request = { onExisting: onExisting as never };
  const { failures } = await world.process().check(kind.handler, kind.args(), request);
  expect(failures).toEqual([{ reason: expect.stringMatching(/: onExisting: must be (fail|duplicate).*id/) }]);
  expect(world.requests()).toEqual([]);
});
