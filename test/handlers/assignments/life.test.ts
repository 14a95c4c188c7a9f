// Items of channels, links of campaigns, and any later assignment, in every dialect: assigned once, read from
// complete lists, and never taken away by this package.
import { afterEach, describe, expect, test } from "vitest";
import { allDialects } from "../../support/dialects";
import { assignedKinds, byType, type Kind } from "../support/kinds";
import { range, World } from "../support/world";

let world: World;
afterEach(() => world.end());

/** Whether a list shows what is assigned. */
const isReadable = (kind: Kind, parentId: string) =>
  kind.definition.lifecycle.listsFor(kind.memberArgs(parentId, kind.entries()[0])).length > 0;

/** A parent that an earlier process created. */
const existingParent = (kind: Kind) => world.records(kind.parent!).add(kind.parent!.args());

const forms = assignedKinds.flatMap((kind) =>
  range(kind.entries().length).map((form) => [kind.definition.type, form, kind] as const),
);

describe.each(allDialects)("dialect %s", (_, dialect) => {
  test.each(forms)("%s, form %i, is assigned once, read, and found gone", async (_, form, kind) => {
    world = await World.start(dialect);
    const { handler } = kind;
    const parent = existingParent(kind);
    const args = kind.memberArgs(parent, kind.entries()[form]);
    const assigned = world.assignments(kind);
    const created = await world.process().create(handler, args);
    expect(created.id).toBe(kind.definition.identity[0]!.map((name) => args[name]).join("/"));
    expect(assigned.count(args)).toBe(1);

    const read = await world.process().refresh(handler, created);
    expect(read?.inputs).toEqual(created.inputs);
    expect(await world.process().hasChanges(handler, read!, args)).toBe(false);

    // The API cannot take it away.
    await world.process().delete(handler, created);
    expect(assigned.count(args)).toBe(1);
    if (!isReadable(kind, parent)) return;

    // A second create finds it, so no service adds a second entry.
    expect((await world.process().create(handler, args)).id).toBe(created.id);
    expect(assigned.count(args)).toBe(1);
    assigned.remove(args);
    expect(await world.process().refresh(handler, created)).toBeUndefined();
  });

  test.each(byType(assignedKinds))("%s is gone with its parent", async (_, kind) => {
    world = await World.start(dialect);
    const parent = existingParent(kind);
    const created = await world.process().create(kind.handler, kind.memberArgs(parent, kind.entries()[0]));
    world.records(kind.parent!).remove(parent);
    expect(await world.process().refresh(kind.handler, created)).toBeUndefined();
  });
});

const references = assignedKinds.flatMap((kind) =>
  kind.references.map(
    ({ field, kind: referenced }) => [kind.definition.type, field, kind, referenced] as const,
  ),
);

test.each(references)(
  "%s: an item of the config file (%s) is gone with its object",
  async (_, field, kind, referenced) => {
    world = await World.start();
    const process = world.process();
    const { id } = await process.create(referenced.handler, referenced.args());
    const args = kind.memberArgs(existingParent(kind), { [field]: "a key" }, id);
    const created = await process.create(kind.handler, args);
    expect(world.assignments(kind).count(args)).toBe(1);
    world.records(referenced).remove(id);
    expect(await world.process().refresh(kind.handler, created)).toBeUndefined();
  },
);

describe.each(byType(assignedKinds))("%s", (type, kind) => {
  const { handler } = kind;
  const assignPath = (id: string) => id.replace("/", "/assign/");

  test("is assigned without a list to a parent that the same process created", async () => {
    world = await World.start();
    const process = world.process();
    const parent = await process.create(kind.parent!.handler, kind.parent!.args());
    world.emulator.clearLog();
    const { id } = await process.create(handler, kind.memberArgs(parent.id, kind.entries()[0]));
    expect(world.requests()).toEqual([`POST ${kind.parent!.list.writePath}${assignPath(id)}`]);
  });

  test("of an item that does not exist is an error that names the item", async () => {
    world = await World.start();
    const args = kind.memberArgs(existingParent(kind), kind.entries(9000)[0]);
    await expect(world.process().create(handler, args)).rejects.toThrow(
      new RegExp(`^create of ${type} .*POST .*/assign/.*Check that the account has .* \\d+`, "s"),
    );
  });

  test("has only create-only arguments", async () => {
    world = await World.start();
    const parent = existingParent(kind);
    const args = kind.memberArgs(parent, kind.entries()[0]);
    const created = await world.process().create(handler, args);
    expect(kind.createOnly).toEqual(Object.keys(args));
    const item = kind.createOnly.at(-1)!;
    const { replaces } = await world.process().diff(handler, created, { ...args, [item]: 99 });
    expect(replaces).toEqual([item]);
  });

  describe("that leaves the config", () => {
    test("only leaves the state, as the end of the process says", async () => {
      world = await World.start();
      const created = await world
        .process()
        .create(handler, kind.memberArgs(existingParent(kind), kind.entries()[0]));
      const process = world.process();
      await process.delete(handler, created);
      expect(process.messages).toEqual([]);
      const { info, warnings } = await process.provider.lastMessages();
      expect(info).toEqual([]);
      const text = expect.stringContaining(`${type} ${created.id}: only left the state: the API cannot take`);
      expect(warnings).toEqual([{ text }]);
    });

    test("is really gone if its parent is deleted after it: nothing to say", async () => {
      world = await World.start();
      const first = world.process();
      const parent = await first.create(kind.parent!.handler, kind.parent!.args());
      const created = await first.create(handler, kind.memberArgs(parent.id, kind.entries()[0]));
      const process = world.process();
      await process.delete(handler, created);
      await process.delete(kind.parent!.handler, parent);
      expect((await process.provider.lastMessages()).warnings).toEqual([]);
    });

    test("stays in the state if the service rejects the key", async () => {
      world = await World.start();
      const created = await world
        .process()
        .create(handler, kind.memberArgs(existingParent(kind), kind.entries()[0]));
      const process = world.process({ apiKey: "of-somebody-else" });
      await expect(process.delete(handler, created)).rejects.toThrow("rejected the API key");
      expect((await process.provider.lastMessages()).warnings).toEqual([]);
    });
  });
});
