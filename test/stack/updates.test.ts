// What an update sends and shows: fields without a value, fields that left the config, and options.
import { describe, expect, test } from "vitest";
import type { Props } from "../../src/kind/definition";
import { ALL_KINDS } from "../support/dialects";
import { HABITS } from "../support/habits";
import { byType, type Kind, one, updatableKinds } from "../support/kinds";
import { applied } from "../support/what-exists";
import { startStack } from "../support/world";

const listedUpdatable = updatableKinds.filter((kind) => kind.isListed);

const without = (kind: Kind, name: string): Props => {
  const { [name]: _, ...rest } = kind.args();
  return rest;
};

const apiName = (kind: Kind, name: string) => kind.definition.fields[name]!.api;

/** Fields of a complete example that the config may omit, for `test.each`. */
const optionalFields = (isClearable: boolean) =>
  listedUpdatable.flatMap((kind) =>
    kind.updatable
      .filter((name) => (kind.definition.fields[name]!.clearable === true) === isClearable)
      .filter((name) => kind.definition.args().safeParse(without(kind, name)).success)
      .map((name) => [kind.definition.type, name, kind] as const),
  );

test.each(byType(listedUpdatable))(
  "%s: a field that was never set is never drift, and an update keeps its value",
  async (type, kind) => {
    const { world, stack } = await startStack({
      dialect: ALL_KINDS,
      habit: HABITS.clearsOmitted,
      up: one(kind, kind.minimal()),
    });
    const id = stack.ids[`${type} it`]!;
    const unmanaged = kind.readable.filter((name) => !(name in kind.minimal()));
    kind.change(world.account, id, Object.fromEntries(unmanaged.map((name) => [name, kind.value(name, 1)])));
    expect((await stack.drift()).changes).toEqual([]);

    const [field = ""] = kind.updatable;
    const { [apiName(kind, field)]: _, ...others } = kind.get(world.account, id)!;
    const { changes } = await stack.up(one(kind, kind.edited(kind.minimal(), field)));
    expect(changes).toEqual([`update ${type} it: ${field}`]);
    expect(kind.get(world.account, id)).toMatchObject(others);
  },
);

test("an unmanaged text does not grow with each update at a service that escapes texts", async () => {
  const description = "A & B's";
  const spring = (color: string) => `channels: { spring: { name: Spring, color: "${color}" } }`;
  const { world, stack } = await startStack({ habit: HABITS.escapes, up: spring("#000000") });
  world.account.channels.update(101, { description });
  for (const color of ["#111111", "#222222"]) {
    await stack.up(spring(color));
    expect(world.account.channels.get(101)).toMatchObject({ color, description });
  }
});

describe("a field that leaves the config", () => {
  test.each(optionalFields(true))('%s.%s is cleared, as by ""', async (type, name, kind) => {
    const { world, stack } = await applied(one(kind, kind.args()));
    const id = stack.ids[`${type} it`]!;
    expect((await stack.up(one(kind, without(kind, name)))).changes).toEqual([`update ${type} it: ${name}`]);
    expect(kind.get(world.account, id)).toMatchObject({ [apiName(kind, name)]: "" });
    expect((await stack.preview(one(kind, without(kind, name)), { refresh: true })).changes).toEqual([]);
    const cleared = { ...kind.args(), [name]: "" };
    if (!kind.definition.args().safeParse(cleared).success || !kind.readable.includes(name)) return;
    await stack.up(one(kind, cleared));
    // Then a value by hand is drift.
    kind.change(world.account, id, { [name]: kind.value(name, 1) });
    expect((await stack.drift()).changes).toEqual([`refresh ${type} it: ${name}`]);
  });

  test.each(optionalFields(false))("%s.%s keeps its value, with a warning", async (type, name, kind) => {
    const { world, stack } = await applied(one(kind, kind.args()));
    const before = kind.get(world.account, stack.ids[`${type} it`]!);
    const program = one(kind, without(kind, name));
    const { text } = await stack.preview(program);
    expect(text).toMatch(new RegExp(`warning: ${type} it: ${name} is no longer set.* keeps`));
    await stack.up(program);
    expect(kind.get(world.account, stack.ids[`${type} it`]!)).toEqual(before);
    expect((await stack.preview(program)).changes).toEqual([]);
  });
});
