// Values that the service rewrites: other case, no outer spaces, other characters in a slug. Neither adoption nor drift
// detection counts them as differences, each preview names them once, and no object is created twice.
import { afterEach, describe, expect, test } from "vitest";
import type { Dialect } from "../../../src/emulator/index";
import type { Props } from "../../../src/kind/definition";
import { World } from "../support/world";

let world: World;
afterEach(() => world.end());

/** A kind of rewriting: what the entry has, and what the service makes of one of its fields. */
interface Rewriting {
  readonly dialect: Partial<Dialect>;
  readonly handler: string;
  readonly args: Props;
  readonly field: string;
  readonly rewritten: string;
  /** A spelling of the field that differs in case only. */
  readonly respelled: string;
}

const REWRITINGS: Readonly<Record<string, Rewriting>> = {
  "outer spaces of a name": {
    dialect: { trimNames: true },
    handler: "channel",
    args: { name: " Spring ", color: "#22AA66" },
    field: "name",
    rewritten: "Spring",
    respelled: " SPRING ",
  },
  "first letter of a name": {
    dialect: { nameCase: "firstUpper" },
    handler: "pixel",
    args: { type: "gapixel", name: "shop ads", tag: "G-1" },
    field: "name",
    rewritten: "Shop ads",
    respelled: "SHOP ads",
  },
  "case of a name": {
    dialect: { nameCase: "lower" },
    handler: "channel",
    args: { name: "Spring Sale" },
    field: "name",
    rewritten: "spring sale",
    respelled: "SPRING Sale",
  },
  "case of a name, in lists only": {
    dialect: { nameCase: "lower", namesRewritten: "inLists" },
    handler: "campaign",
    args: { name: "Spring Sale" },
    field: "name",
    rewritten: "spring sale",
    respelled: "SPRING Sale",
  },
  "special characters of a slug": {
    dialect: { slugCharacters: "slugified" },
    handler: "campaign",
    args: { name: "Launch", slug: "Summer_Sale!", public: true },
    field: "slug",
    rewritten: "summer-sale",
    respelled: "SUMMER_sale!",
  },
  "dashes of a slug": {
    dialect: { slugCharacters: "slugified" },
    handler: "campaign",
    args: { name: "Launch", slug: "Summer--Sale", public: true },
    field: "slug",
    rewritten: "summer-sale",
    respelled: "SUMMER---sale-",
  },
  "case of a slug": {
    dialect: { lowercaseSlugs: true },
    handler: "campaign",
    args: { name: "Launch", slug: "LaunchDay", public: true },
    field: "slug",
    rewritten: "launchday",
    respelled: "launchDay",
  },
};

const TYPES: Readonly<Record<string, string>> = { pixel: "Pixel", channel: "Channel", campaign: "Campaign" };

describe.each(Object.entries(REWRITINGS))(
  "%s",
  (_, { dialect, handler, args, field, rewritten, respelled }) => {
    const warning = (name: string) =>
      `${name}: the service rewrites ${field}. Write it as ${JSON.stringify(rewritten)}`;

    test.each(["adopt", "overwrite"] as const)(
      "%s: is named once, and nothing is sent",
      async (onExisting) => {
        world = await World.start(dialect);
        const { id } = await world.process().create(handler, args);
        world.emulator.clearLog();
        const preview = world.process();
        const { plan } = await preview.preview(handler, args, { entry: "the entry", onExisting });
        expect(plan).toEqual({ adopt: id });
        expect(preview.messages).toEqual([warning("the entry")]);
        const adopted = await world.process().create(handler, args, { onExisting });
        expect(adopted.outs).toMatchObject(args);
        expect(world.changes()).toEqual([]);
        expect(await world.process().hasChanges(handler, adopted, args)).toBe(false);
      },
    );

    test("is recognized after a create without a response, and sent once", async () => {
      world = await World.start(dialect);
      world.emulator.faults.rule({ on: "POST *", fault: "dropAfterCommit", times: 1 });
      await world.process().create(handler, args);
      expect(world.changes()).toHaveLength(1);
    });

    test("is no drift, and a refresh names it once", async () => {
      world = await World.start(dialect);
      const created = await world.process().create(handler, args);
      const process = world.process();
      const read = await process.refresh(handler, created);
      expect(read?.inputs).toEqual(created.inputs);
      expect(await process.hasChanges(handler, read!, args)).toBe(false);
      expect(process.messages).toEqual([warning(`${TYPES[handler]} ${created.id}`)]);
    });

    test("is an update if the config itself changes the case", async () => {
      world = await World.start(dialect);
      const created = await world.process().create(handler, args);
      const read = await world.process().refresh(handler, created);
      for (const value of [respelled, rewritten]) {
        const { changes, replaces } = await world.process().diff(handler, read!, { ...args, [field]: value });
        expect({ changes, replaces }).toEqual({ changes: undefined, replaces: [] });
      }
      world.emulator.clearLog();
      const updated = await world.process().update(handler, read!, { ...args, [field]: respelled });
      expect(world.bodies()).toMatchObject([{ [field]: respelled }]);
      expect(updated.outs[field]).toBe(respelled);
    });
  },
);

test("a service that changes its spelling between responses causes neither drift nor a second object", async () => {
  world = await World.start();
  const args = { name: "spring Sale", color: "#22AA66" };
  let state = await world.process().create("channel", args);
  world.emulator.clearLog();
  for (const nameCase of ["firstUpper", "lower", "kept"] as const) {
    world.emulator.setDialect({ nameCase, namesRewritten: "inLists" });
    const process = world.process();
    state = (await process.refresh("channel", state))!;
    expect(state.inputs).toMatchObject(args);
    expect(await process.hasChanges("channel", state, args)).toBe(false);
    expect((await world.process().create("channel", args, { onExisting: "adopt" })).id).toBe(state.id);
  }
  expect(world.changes()).toEqual([]);
});

test("a name that a list does not show is unknown: no drift, and nothing to send", async () => {
  world = await World.start({ unsetTextAs: "absent" });
  const args = { name: "Spring", color: "#22AA66" };
  const created = await world.process().create("channel", args);
  world.account.channels.update(Number(created.id), { name: "" });
  const process = world.process();
  const read = await process.refresh("channel", created);
  expect(read?.inputs).toEqual(created.inputs);
  expect(await process.hasChanges("channel", read!, args)).toBe(false);
});

describe("a slug with the characters of another one", () => {
  const campaign = (slug: string) => ({ name: "Launch", slug, public: true });
  const collision = async (existing: string, slug: string) => {
    world = await World.start();
    await world.process().create("campaign", campaign(existing));
    return world.process().collision("campaign", campaign(slug));
  };

  test("is the same campaign if the service may have made one of the other", async () => {
    expect(await collision("summer-sale", "Summer_Sale")).toMatchObject({ kind: "exists" });
  });

  test.each([
    ["Summer_Sale", "summer-sale"],
    ["summersale", "summer-sale"],
    ["summer-sale-2", "summer-sale"],
  ])("is another campaign otherwise: %s and %s", async (existing, slug) => {
    expect(await collision(existing, slug)).toBeUndefined();
  });
});
