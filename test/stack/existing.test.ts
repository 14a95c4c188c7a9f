// Objects that the account already has: nothing is adopted unless the user asks for it.
import { describe, expect, test } from "vitest";
import { Pixel } from "../../src/index";
import type { Props } from "../../src/kind/definition";
import { ALL_KINDS } from "../support/dialects";
import { byType, identifiableKinds, type Kind, listedKinds, one } from "../support/kinds";
import { messageOf } from "../support/message-of";
import { pixels } from "../support/pixels";
import { startStack, startWorld } from "../support/world";

/** Texts that may differ between two objects of the same identity. */
const distinct = (kind: Kind) =>
  kind.readable.filter(
    (name) => typeof kind.args()[name] === "string" && !kind.definition.identity[0]!.includes(name),
  );

/** The example, with other values in the fields that do not identify it. */
const different = (kind: Kind) =>
  distinct(kind).reduce<Props>((args, name) => kind.edited(args, name), kind.args());

/** Nothing but the product prevents equal objects. */
const allowed = { ...ALL_KINDS, rejectedDuplicates: "none" } as const;

/** An account with objects of a kind, and a stack. */
async function start(kind: Kind, ...objects: readonly Props[]) {
  const world = await startWorld({ dialect: allowed });
  const ids = objects.map((args) => kind.add(world.account, args));
  const updates = distinct(kind).length > 0 ? [`PUT ${kind.list.writePath}${ids.at(-1)}/update`] : [];
  return { world, stack: world.stack(), ids, id: ids.at(-1)!, updates };
}

describe.each(byType(identifiableKinds))("%s", (type, kind) => {
  const args = kind.args();
  const label = `${type} it`;
  const program = (options: object) => one(kind, args, options);

  test("fail, the default: preview and update name the object and what differs, and send nothing", async () => {
    const { world, stack, id } = await start(kind, different(kind));
    for (const preview of [true, false]) {
      const failure = await messageOf(stack.up(program({}), { preview }));
      expect(failure).toContain(`already exists (id ${id}`);
      for (const name of distinct(kind)) expect(failure).toContain(name);
    }
    expect(world.changes).toEqual([]);
    expect(stack.resources).toEqual([]);
  });

  test("adopt: an equal object is adopted, and nothing is sent", async () => {
    const { world, stack, id } = await start(kind, args);
    await stack.up(program({ onExisting: "adopt" }));
    expect(stack.ids).toEqual({ [label]: id });
    expect(world.changes).toEqual([]);
    expect((await stack.preview(program({}), { refresh: true })).changes).toEqual([]);
  });

  test("overwrite: an object that differs, where adopt stops, is adopted and updated, and the preview says so", async () => {
    const { world, stack, id, updates } = await start(kind, different(kind));
    const preview = await stack.preview(program({ onExisting: "overwrite" }));
    const [name] = distinct(kind);
    if (name !== undefined) {
      expect(preview.text).toContain(`adopts id ${id}, updates ${name}`);
      const adopting = stack.up(program({ onExisting: "adopt" }));
      await expect(adopting).rejects.toThrow(`differs in ${name}`);
      expect(world.changes).toEqual([]);
    }
    await stack.up(program({ onExisting: "overwrite" }));
    expect(stack.ids).toEqual({ [label]: id });
    expect(world.changes).toEqual(updates);
    expect((await stack.preview(program({}), { refresh: true })).changes).toEqual([]);
  });

  test("duplicate: the object is ignored, the preview names it, and another one is created", async () => {
    const { world, stack, id } = await start(kind, args);
    expect((await stack.preview(program({ onExisting: "duplicate" }))).text).toContain(`id ${id}`);
    await stack.up(program({ onExisting: "duplicate" }));
    expect(stack.ids[label]).not.toBe(id);
    await stack.destroy();
    expect(kind.ids(world.account)).toEqual([id]);
  });

  test.each(["onExisting", "import"])(
    "an id, by %s: exactly that object is adopted, whatever else has the identity",
    async (option) => {
      const { world, stack, id, updates } = await start(kind, args, different(kind));
      await stack.up(program(option === "import" ? { import: id } : { onExisting: { id } }));
      expect(stack.ids[label]).toBe(id);
      expect(world.changes).toEqual(updates);
    },
  );

  test("several objects with the identity stop the run, and the error names all of them", async () => {
    const { world, stack, ids } = await start(kind, args, args);
    for (const onExisting of ["fail", "adopt", "overwrite"]) {
      const failure = await messageOf(stack.up(program({ onExisting })));
      for (const id of ids) expect(failure).toContain(id);
    }
    expect(world.changes).toEqual([]);
  });

  test("an object of this stack is never adopted by another entry; a renamed one needs renamedFrom", async () => {
    const { world, stack } = await startStack({ dialect: allowed, up: one(kind, args, {}, "old") });
    const id = stack.ids[`${type} old`]!;
    world.service.clearLog();
    for (const onExisting of ["adopt", "overwrite", { id }]) {
      const renamed = one(kind, args, { onExisting }, "new");
      await expect(stack.preview(renamed)).rejects.toThrow("renamedFrom");
      await expect(stack.up(renamed, { preview: false })).rejects.toThrow(`id ${id}`);
    }
    expect(world.changes).toEqual([]);
  });
});

test.each(byType(listedKinds))(
  "%s: an entry that manages an object cannot name another one",
  async (_, kind) => {
    const { world, stack, ids } = await start(kind, kind.args(), kind.args());
    const [other, id] = ids as [string, string];
    await stack.up(one(kind, kind.args(), { onExisting: { id } }));
    world.service.clearLog();
    for (const preview of [true, false]) {
      const failing = stack.up(one(kind, kind.args(), { onExisting: { id: other } }), { preview });
      const failure = await messageOf(failing);
      for (const named of ids) expect(failure).toContain(`id ${named}`);
    }
    expect(world.changes).toEqual([]);
    expect((await stack.preview(one(kind, kind.args(), { import: id }))).changes).toEqual([]);
  },
);

test("another value of a create-only field is no object to adopt by id", async () => {
  const world = await startWorld();
  const { id } = world.account.pixels.create({ type: "gapixel", name: "Ads", tag: "1" });
  const program = () =>
    void new Pixel("ads", { type: "fbpixel", name: "Ads", tag: "1" }, { onExisting: { id } });
  await expect(world.stack().up(program)).rejects.toThrow("create-only");
});

const FAILING = pixels(1).replace(" }", ", options: { onExisting: fail } }");
test.each([
  ["defaults", `defaults: { onExisting: adopt }\n${pixels(1)}`, {}, "", "101"],
  ["the environment before the stack config", pixels(1), { onExisting: "duplicate" }, "adopt", "101"],
  ["the stack config", pixels(1), { onExisting: "adopt" }, "", "101"],
  ["the entry before the environment", FAILING, {}, "adopt", undefined],
] as const)("the option comes from %s", async (_, text, settings, LINK_MANAGEMENT_ON_EXISTING, id) => {
  const world = await startWorld();
  world.account.pixels.create({ type: "fbpixel", name: "P0", tag: "0" });
  const stack = world.stack(settings);
  await messageOf(stack.up(text, { env: { LINK_MANAGEMENT_ON_EXISTING } }));
  expect(stack.ids["Pixel p0"]).toBe(id);
});

test("60 of 60 collisions are one error: all named, 20 in detail, with place and the command that continues; none stops --target of another resource", async () => {
  const world = await startWorld();
  for (let n = 0; n < 60; n++)
    world.account.pixels.create({ type: "fbpixel", name: `P${n}`, tag: String(n) });
  const stack = world.stack();
  const failure = await messageOf(stack.up(pixels(61)));
  for (let n = 0; n < 60; n++) expect(failure).toContain(`pixels.p${n}`);
  expect(failure.match(/already exists/g)).toHaveLength(20);
  expect(failure).toContain("link-management.yaml:2:3");
  expect(failure).toMatch(/no other stack .*LINK_MANAGEMENT_ON_EXISTING=adopt pulumi up.*#move-an-object/);
  expect(world.changes).toEqual([]);
  await stack.up(pixels(61), { target: ["Pixel p60"] });
  expect(stack.ids).toEqual({ "Pixel p60": "161" });
});
