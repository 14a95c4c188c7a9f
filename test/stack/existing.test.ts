// Objects that the account already has: nothing is adopted unless the user asks for it. And entries with one identity.
import { output } from "@pulumi/pulumi";
import { describe, expect, test } from "vitest";
import { Pixel } from "../../src/index";
import type { Props } from "../../src/kind/definition";
import { ALL_KINDS } from "../support/dialects";
import { byType, identifiableKinds, type Kind, listedKinds, one } from "../support/kinds";
import { messageOf } from "../support/message-of";
import { pixels } from "../support/pixels";
import { applied, CAMPAIGN, DIRECTLY, readings, sent } from "../support/what-exists";
import { startStack, startWorld, type World } from "../support/world";

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

  const outputs = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, output(value)]));
  const both =
    (given: object, options = {}) =>
    () => {
      new kind.class("first", given as never);
      new kind.class("second", given as never, options);
    };

  test("two new entries with one identity stop preview and update, also if it is known late", async () => {
    for (const preview of [true, false]) {
      const { world, stack } = await applied("{}");
      const failure = await messageOf(stack.up(both(preview ? args : outputs), { preview }));
      expect(failure).toMatch(/first.*second|second.*first/s);
      // In an update, the check of the second one comes while the first one is created.
      expect(kind.ids(world.account).length).toBeLessThanOrEqual(preview ? 0 : 1);
    }
  });

  test("two entries are two objects if one says duplicate, also when it does not say so any more", async () => {
    const { world, stack } = await applied(both(outputs, { onExisting: "duplicate" }));
    expect(kind.ids(world.account)).toHaveLength(2);
    expect((await stack.preview(both(outputs))).changes).toEqual([]);
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

function withPixels(world: World, count: number): void {
  for (let n = 0; n < count; n++)
    world.account.pixels.create({ type: "fbpixel", name: `P${n}`, tag: String(n) });
}

const FAILING = pixels(1).replace(" }", ", options: { onExisting: fail } }");
test.each([
  ["defaults", `defaults: { onExisting: adopt }\n${pixels(1)}`, {}, "", "101"],
  ["the environment before the stack config", pixels(1), { onExisting: "duplicate" }, "adopt", "101"],
  ["the stack config", pixels(1), { onExisting: "adopt" }, "", "101"],
  ["the entry before the environment", FAILING, {}, "adopt", undefined],
] as const)("the option comes from %s", async (_, text, settings, LINK_MANAGEMENT_ON_EXISTING, id) => {
  const world = await startWorld();
  withPixels(world, 1);
  const stack = world.stack(settings);
  await messageOf(stack.up(text, { env: { LINK_MANAGEMENT_ON_EXISTING } }));
  expect(stack.ids["Pixel p0"]).toBe(id);
});

test("60 of 60 collisions are one error: all named, 20 in detail, with place and the command that continues; none stops --target of another resource", async () => {
  const world = await startWorld();
  withPixels(world, 60);
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

describe("adopt and overwrite create nothing before two readings have lacked it", () => {
  test("once per list of which something is created, and 60 entries wait together, one step at a time", async () => {
    const world = await startWorld();
    world.account.campaigns.create({ name: "Launch", slug: "launch", public: true });
    const channel = (_: unknown, n: number) => `  c${n}: { name: C${n} }\n`;
    const channels = `channels:\n${Array.from({ length: 60 }, channel).join("")}`;
    const domains =
      "domains: { go: { domain: https://go.example.com, options: { onExisting: duplicate } } }\n";
    const from = world.clock.now();
    await world
      .stack({ onExisting: "adopt" })
      .up(pixels(60) + channels + domains + CAMPAIGN, { ...DIRECTLY, parallel: 1 });
    expect(sent(world)).toHaveLength(121);
    const once = { "/api/domains": 1, "/api/campaigns": 1 };
    expect(readings(world)).toEqual({ ...once, "/api/pixels": 2, "/api/channels": 2 });
    expect(world.clock.now() - from).toBeLessThan(21_000);
  });

  test("but a preview reads each list once, does not wait, and says how many objects it adopts", async () => {
    const world = await startWorld();
    withPixels(world, 3);
    const stack = world.stack({ onExisting: "overwrite" });
    const from = world.clock.now();
    expect((await stack.preview(pixels(5))).text).toMatch(/will adopt 3 existing objects, none changed/);
    expect(readings(world)).toEqual({ "/api/pixels": 1 });
    expect(world.clock.now() - from).toBeLessThan(1000);
    world.account.pixels.update(101, { name: "Other" });
    expect((await stack.up(pixels(5), DIRECTLY)).text).toMatch(/adopted 3 existing objects, 1 changed/);
  });
});
