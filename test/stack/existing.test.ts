// Objects that the account already has: nothing is adopted unless the user asks for it.
import { describe, expect, test } from "vitest";
import { Pixel } from "../../src/index";
import type { Props } from "../../src/kind/definition";
import { ALL_KINDS } from "../support/dialects";
import { byType, identifiableKinds, type Kind, listedKinds, one } from "../support/kinds";
import { messageOf } from "../support/message-of";
import { startStack, startWorld } from "../support/world";

const PIXEL = { type: "fbpixel", name: "Ads", tag: "1" } as const;
const pixels = (count: number, options = "") =>
  Array.from({ length: count }, (_, n) => `  p${n}: { type: fbpixel, name: P${n}, tag: "${n}"${options} }`);

/** Texts that may differ between two objects of the same identity. */
const distinct = (kind: Kind) =>
  kind.readable.filter(
    (name) => typeof kind.args()[name] === "string" && !kind.definition.identity[0]!.includes(name),
  );

/** The example, with other values in the fields that do not identify it. */
const different = (kind: Kind) =>
  distinct(kind).reduce<Props>((args, name) => kind.edited(args, name), kind.args());

const allowed = { ...ALL_KINDS, rejectedDuplicates: "none" } as const;

describe.each(byType(identifiableKinds))("%s", (type, kind) => {
  const args = kind.args();
  const label = `${type} it`;

  test("fail, the default: preview and update name the object and what differs, and send nothing", async () => {
    const world = await startWorld({ dialect: ALL_KINDS });
    const id = kind.add(world.account, different(kind));
    const stack = world.stack();
    const program = one(kind, args);
    for (const run of [() => stack.preview(program), () => stack.up(program, { preview: false })]) {
      const failure = await messageOf(run());
      expect(failure).toContain(`already exists (id ${id}`);
      for (const name of distinct(kind)) expect(failure).toContain(name);
    }
    expect(world.changes).toEqual([]);
    expect(stack.resources).toEqual([]);
  });

  test("adopt: an equal object is adopted, and nothing is sent", async () => {
    const world = await startWorld({ dialect: ALL_KINDS });
    const id = kind.add(world.account, args);
    const stack = world.stack();
    await stack.up(one(kind, args, { onExisting: "adopt" }));
    expect(stack.ids).toEqual({ [label]: id });
    expect(world.changes).toEqual([]);
    expect((await stack.preview(one(kind, args), { refresh: true })).changes).toEqual([]);
  });

  test("overwrite: an object that differs, where adopt stops, is adopted and updated, and the preview says so", async () => {
    const world = await startWorld({ dialect: ALL_KINDS });
    const id = kind.add(world.account, different(kind));
    const stack = world.stack();
    const preview = await stack.preview(one(kind, args, { onExisting: "overwrite" }));
    if (distinct(kind).length > 0) {
      expect(preview.text).toContain(`adopts id ${id}, updates ${distinct(kind)[0]}`);
      const adopting = stack.up(one(kind, args, { onExisting: "adopt" }));
      await expect(adopting).rejects.toThrow(`differs in ${distinct(kind)[0]}`);
      expect(world.changes).toEqual([]);
    }
    await stack.up(one(kind, args, { onExisting: "overwrite" }));
    expect(stack.ids).toEqual({ [label]: id });
    expect(world.changes).toEqual(
      distinct(kind).length > 0 ? [`PUT ${kind.list.writePath}${id}/update`] : [],
    );
    expect((await stack.preview(one(kind, args), { refresh: true })).changes).toEqual([]);
  });

  test("duplicate: the object is ignored, the preview names it, and another one is created", async () => {
    const world = await startWorld({ dialect: allowed });
    const id = kind.add(world.account, args);
    const stack = world.stack();
    expect((await stack.preview(one(kind, args, { onExisting: "duplicate" }))).text).toContain(`id ${id}`);
    await stack.up(one(kind, args, { onExisting: "duplicate" }));
    expect(stack.ids[label]).not.toBe(id);
    await stack.destroy();
    expect(kind.ids(world.account)).toContain(id);
  });

  test("id, and Pulumi's import: exactly that object is adopted, whatever else has the identity", async () => {
    for (const option of ["onExisting", "import"]) {
      const world = await startWorld({ dialect: allowed });
      kind.add(world.account, args);
      const id = kind.add(world.account, different(kind));
      const stack = world.stack();
      await stack.up(one(kind, args, option === "import" ? { import: id } : { onExisting: { id } }));
      expect(stack.ids[label]).toBe(id);
      expect(world.changes).toEqual(
        distinct(kind).length > 0 ? [`PUT ${kind.list.writePath}${id}/update`] : [],
      );
    }
  });

  test("several objects with the identity stop the run, and the error names all of them", async () => {
    const world = await startWorld({ dialect: allowed });
    const ids = [kind.add(world.account, args), kind.add(world.account, args)];
    for (const onExisting of ["fail", "adopt", "overwrite"]) {
      const failure = await messageOf(world.stack().up(one(kind, args, { onExisting })));
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
    const world = await startWorld({ dialect: allowed });
    const [id, other] = [kind.add(world.account, kind.args()), kind.add(world.account, kind.args())];
    const stack = world.stack();
    await stack.up(one(kind, kind.args(), { onExisting: { id } }));
    world.service.clearLog();
    for (const preview of [true, false]) {
      const failure = await messageOf(
        stack.up(one(kind, kind.args(), { onExisting: { id: other } }), { preview }),
      );
      for (const named of [`id ${id}`, `id ${other}`]) expect(failure).toContain(named);
    }
    expect(world.changes).toEqual([]);
    expect((await stack.preview(one(kind, kind.args(), { import: id }))).changes).toEqual([]);
  },
);

test("overwrite: a text that the list shows as empty is sent", async () => {
  const world = await startWorld();
  const { id } = world.account.pixels.create({ ...PIXEL, name: "" });
  await world.stack().up(() => void new Pixel("ads", PIXEL), { config: { onExisting: "overwrite" } });
  expect(world.account.pixels.get(id)).toMatchObject({ name: "Ads" });
});

test("another value of a create-only field is no object to adopt by id", async () => {
  const world = await startWorld();
  const { id } = world.account.pixels.create({ ...PIXEL, type: "gapixel" });
  const failing = world.stack().up(() => void new Pixel("ads", PIXEL, { onExisting: { id } }));
  await expect(failing).rejects.toThrow("create-only");
});

describe("the option comes from", () => {
  const config = (options = "", defaults = "") =>
    `${defaults}pixels:\n  ads: { type: fbpixel, name: Ads, tag: "1"${options} }\n`;

  test.each([
    ["defaults", config("", "defaults: { onExisting: adopt }\n"), {}, "", "101"],
    ["the environment before the stack config", config(), { onExisting: "duplicate" }, "adopt", "101"],
    ["the stack config", config(), { onExisting: "adopt" }, "", "101"],
    ["the entry before the environment", config(", options: { onExisting: fail }"), {}, "adopt", undefined],
  ] as const)("%s", async (_, text, settings, LINK_MANAGEMENT_ON_EXISTING, id) => {
    const world = await startWorld();
    world.account.pixels.create(PIXEL);
    const stack = world.stack(settings);
    await messageOf(stack.up(text, { env: { LINK_MANAGEMENT_ON_EXISTING } }));
    expect(stack.ids["Pixel ads"]).toBe(id);
  });
});

test("60 of 60 collisions are one error: all named, 20 in detail, with place and the command that continues", async () => {
  const world = await startWorld();
  for (let n = 0; n < 60; n++)
    world.account.pixels.create({ type: "fbpixel", name: `P${n}`, tag: String(n) });
  const failure = await messageOf(world.stack().up(["pixels:", ...pixels(60)].join("\n")));
  for (let n = 0; n < 60; n++) expect(failure).toContain(`pixels.p${n}`);
  expect(failure.match(/already exists/g)).toHaveLength(20);
  expect(failure).toContain("link-management.yaml:2:3");
  expect(failure).toMatch(/no other stack .*LINK_MANAGEMENT_ON_EXISTING=adopt pulumi up.*#move-an-object/);
  expect(world.changes).toEqual([]);
});

test("with --target of another resource, a collision stops nothing", async () => {
  const world = await startWorld();
  world.account.pixels.create({ type: "fbpixel", name: "P0", tag: "0" });
  const stack = world.stack();
  await stack.up(["pixels:", ...pixels(2)].join("\n"), { target: ["Pixel p1"] });
  expect(stack.ids).toEqual({ "Pixel p1": "102" });
});
