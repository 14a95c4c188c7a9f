// What an update sends and shows: fields without a value, fields that left the config, and options.
import { describe, expect, test } from "vitest";
import { Channel } from "../../src/index";
import type { Props } from "../../src/kind/definition";
import { ALL_KINDS, DIALECTS } from "../support/dialects";
import { HABITS } from "../support/habits";
import { byType, type Kind, listedKinds, one, updatableKinds } from "../support/kinds";
import { startStack } from "../support/world";

const listedUpdatable = updatableKinds.filter((kind) => kind.isListed);

const without = (kind: Kind, name: string): Props => {
  const { [name]: _, ...rest } = kind.args();
  return rest;
};

const apiName = (kind: Kind, name: string) => kind.definition.fields[name]!.api;

/** Fields of a complete example that the config may omit, for `test.each`. */
const optionalFields = (matches: (kind: Kind, name: string) => boolean) =>
  listedUpdatable.flatMap((kind) =>
    kind.updatable
      .filter((name) => kind.definition.args().safeParse(without(kind, name)).success && matches(kind, name))
      .map((name) => [kind.definition.type, name, kind] as const),
  );

const isClearable = (kind: Kind, name: string) => kind.definition.fields[name]!.clearable === true;

describe("a field that was never set", () => {
  test.each(byType(listedKinds))("%s: is never drift, and an update keeps its value", async (type, kind) => {
    const { world, stack } = await startStack({
      dialect: { ...ALL_KINDS, omittedFields: "cleared" },
      up: one(kind, kind.minimal()),
    });
    const id = stack.ids[`${type} it`]!;
    const unmanaged = kind.readable.filter((name) => !(name in kind.minimal()));
    kind.change(world.account, id, Object.fromEntries(unmanaged.map((name) => [name, kind.value(name, 1)])));
    expect((await stack.drift()).changes).toEqual([]);

    const { [apiName(kind, kind.updatable[0]!)]: _, ...others } = kind.get(world.account, id)!;
    const { changes } = await stack.up(one(kind, kind.edited(kind.minimal(), kind.updatable[0]!)));
    expect(changes).toEqual([`update ${type} it: ${kind.updatable[0]}`]);
    expect(kind.get(world.account, id)).toMatchObject(others);
  });
});

test("an unmanaged text does not grow with each update at a service that escapes texts", async () => {
  const description = "A & B's";
  const spring = (color: string) => `channels: { spring: { name: Spring, color: "${color}" } }`;
  const { world, stack } = await startStack({ habit: HABITS.escapes, up: spring("#000000") });
  world.account.channels.update(101, { description });
  for (const color of ["#111111", "#222222", "#333333"]) {
    await stack.up(spring(color));
    expect(world.account.channels.get(101)).toMatchObject({ color, description });
  }
});

describe("a field that leaves the config", () => {
  test.each(optionalFields(isClearable))("%s.%s is cleared", async (type, name, kind) => {
    const { world, stack } = await startStack({ dialect: ALL_KINDS, up: one(kind, kind.args()) });
    expect((await stack.up(one(kind, without(kind, name)))).changes).toEqual([`update ${type} it: ${name}`]);
    const id = stack.ids[`${type} it`]!;
    expect(kind.get(world.account, id)).toMatchObject({ [apiName(kind, name)]: "" });
    expect((await stack.preview(one(kind, without(kind, name)), { refresh: true })).changes).toEqual([]);
  });

  test.each(optionalFields((kind, name) => !isClearable(kind, name)))(
    "%s.%s keeps its value, with a warning",
    async (type, name, kind) => {
      const { world, stack } = await startStack({ dialect: ALL_KINDS, up: one(kind, kind.args()) });
      const id = stack.ids[`${type} it`]!;
      const before = kind.get(world.account, id);
      const preview = await stack.preview(one(kind, without(kind, name)));
      expect(preview.text).toMatch(new RegExp(`warning: ${type} it: ${name} is no longer set.* keeps`));
      await stack.up(one(kind, without(kind, name)));
      expect(kind.get(world.account, id)).toEqual(before);
      expect((await stack.preview(one(kind, without(kind, name)))).changes).toEqual([]);
    },
  );
});

const acceptsEmpty = (kind: Kind, name: string) =>
  kind.readable.includes(name) &&
  kind.definition.args().safeParse({ ...kind.args(), [name]: "" }).success &&
  isClearable(kind, name);

test.each(optionalFields(acceptsEmpty))(
  '%s.%s: "" clears it, and a value by hand is drift',
  async (type, name, kind) => {
    const { world, stack } = await startStack({ dialect: ALL_KINDS });
    const cleared = { ...kind.args(), [name]: "" };
    await stack.up(one(kind, kind.args()));
    await stack.up(one(kind, cleared));
    const id = stack.ids[`${type} it`]!;
    expect(kind.get(world.account, id)).toMatchObject({ [apiName(kind, name)]: "" });
    kind.change(world.account, id, { [name]: kind.value(name, 1) });
    expect((await stack.drift()).changes).toEqual([`refresh ${type} it: ${name}`]);
  },
);

test("replaceOnChanges: another spelling replaces nothing, another value does", async () => {
  const { world, stack } = await startStack({ dialect: { rejectedDuplicates: "none" } });
  const program = (color: string) => () =>
    void new Channel("it", { name: "A", color }, { replaceOnChanges: ["color"] });
  await stack.up(program("#22AA66"));
  expect((await stack.up(program("#22aa66"))).changes).toEqual([]);
  expect((await stack.up(program("#000000"))).changes).toEqual(["replace Channel it: color"]);
  expect(world.account.channels.list()).toMatchObject([{ name: "A", color: "#000000" }]);
});

test("the outputs of an object stay after an update whose response has none", async () => {
  const code = (data: string) => `qrCodes: { it: { type: text, data: ${data} } }`;
  const { world, stack } = await startStack({ up: code("a") });
  await stack.up(code("b"));
  const { link } = world.account.qrs.get(101)!;
  expect(stack.resources[0]!.outputs).toMatchObject({ data: "b", link });
});

test("an update of an object that was deleted by hand says what to do", async () => {
  const { world, stack } = await startStack({ up: "channels: { it: { name: A } }" });
  world.account.channels.delete(Number(stack.ids["Channel it"]));
  world.account.channels.create({ name: "Press" });
  const failing = stack.up("channels: { it: { name: B } }");
  await expect(failing).rejects.toThrow(/channels\.it.*pulumi up --refresh/s);
});

test("any text is a value, also the id of a pending create", async () => {
  const config = (text: string) => `
pixels: { it: { type: fbpixel, name: ${text}, tag: ${text} } }
channels: { it: { name: ${text}, description: ${text}, items: [{ qr: it }] } }
campaigns: { it: { name: ${text}, slug: ${text}, links: [it] } }
links: { it: { url: https://example.com, alias: ${text}, description: ${text} } }
qrCodes: { it: { type: text, data: ${text}, name: ${text} } }
`;
  const { stack } = await startStack({
    dialect: { ...DIALECTS.observed, names: "kept" },
    up: config("other"),
  });
  for (const _ of ["update and replace", "create"]) {
    await stack.up(config("undecided"));
    expect(Object.keys(stack.ids)).toHaveLength(7);
    expect((await stack.preview(config("undecided"), { refresh: true })).changes).toEqual([]);
    await stack.destroy();
  }
});
