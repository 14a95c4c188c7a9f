// A replacement creates another object before the engine deletes the old one. Its own old object is no collision, and is
// deleted. An object that a live entry owns survives every delete that is left over from an earlier run.
import { afterEach, describe, expect, test } from "vitest";
import type { OnExisting } from "../../../src/kind/existing/on-existing";
import { byType, identifiableKinds, type Kind, listedKinds } from "../support/kinds";
import { type Entry, entry, Stack } from "../support/stack";
import { type Process, World } from "../support/world";

let world: World;
afterEach(() => world.end());

/** The service accepts objects of the same identity. */
const start = async () => {
  world = await World.start({ duplicateDomains: "allowed", duplicateSlugs: "allowed" });
};

const DUPLICATES_REJECTED = {
  duplicateDomains: "rejected",
  duplicateSlugs: "rejected",
  duplicatePixelsAndChannels: "rejected",
} as const;

const deletes = () => world.changes().filter((change) => change.startsWith("DELETE"));
const deleteOf = (kind: Kind, id: string) => `DELETE ${kind.list.writePath}${id}/delete`;

/** A stack with one entry, and an empty log. */
async function stackOf(one: Entry): Promise<Stack> {
  await start();
  const stack = new Stack();
  await stack.up(world.process(), [one]);
  world.emulator.clearLog();
  return stack;
}

describe.each(byType(listedKinds))("%s", (_, kind) => {
  const { handler } = kind;
  const args = kind.args();
  const OPTIONS: readonly (OnExisting | "own id")[] = kind.isIdentifiable
    ? ["fail", "adopt", "overwrite", "duplicate", "own id"]
    : ["fail", "duplicate", "own id"];

  test.each(OPTIONS)(
    "a forced replacement (%s) creates another object, and deletes the old one",
    async (option) => {
      const stack = await stackOf(entry(kind, "a", args));
      const { id } = stack.state("a");
      const onExisting = option === "own id" ? { id } : option;
      await stack.replace(world.process(), entry(kind, "a", args, { onExisting }));
      expect(stack.state("a").id).not.toBe(id);
      expect(deletes()).toEqual([deleteOf(kind, id)]);
      expect(world.records(kind).ids).toContain(stack.state("a").id);
    },
  );

  const { updatable } = kind;
  test.each(updatable)(
    "replaceOnChanges: a change of %s creates another object, and deletes the old one",
    async (name) => {
      const stack = await stackOf(entry(kind, "a", args));
      const { id } = stack.state("a");
      const edited = entry(kind, "a", kind.edited(args, name), { replaceOnChanges: [name] });
      expect((await stack.preview(world.process(), [edited])).get("a")).toEqual({ isReplacement: true });
      await stack.up(world.process(), [edited]);
      expect(stack.state("a").id).not.toBe(id);
      expect(deletes()).toEqual([deleteOf(kind, id)]);
    },
  );

  test.each(kind.createOnly)(
    "a change of %s creates another object, and deletes the old one",
    async (name) => {
      for (const option of OPTIONS) {
        const stack = await stackOf(entry(kind, "a", args));
        const { id } = stack.state("a");
        const onExisting = option === "own id" ? { id } : option;
        const edited = entry(kind, "a", kind.edited(args, name), { onExisting });
        expect((await stack.preview(world.process(), [edited])).get("a")).toEqual({ isReplacement: true });
        await stack.up(world.process(), [edited]);
        expect(stack.state("a").id).not.toBe(id);
        expect(deletes()).toEqual([deleteOf(kind, id)]);
        // The next run has nothing to do.
        await stack.up(world.process(), [edited]);
        expect(deletes()).toHaveLength(1);
        if (option !== OPTIONS.at(-1)) await world.end();
      }
    },
  );

  test("with deleteBeforeReplace, the old object is deleted first", async () => {
    const stack = await stackOf(entry(kind, "a", args));
    const old = stack.state("a");
    world.emulator.setDialect(DUPLICATES_REJECTED);
    const process = world.process();
    const { inputs } = await process.check(handler, args, { ownId: old.id });
    await process.delete(handler, old);
    const created = await process.of(handler).create(inputs);
    expect(world.records(kind).ids).toContain(created.id);
  });
});

test.each(byType(identifiableKinds))(
  "a rejected replacement of a %s names deleteBeforeReplace",
  async (_, kind) => {
    const one = entry(kind, "a", kind.args());
    const stack = await stackOf(one);
    world.emulator.setDialect(DUPLICATES_REJECTED);
    await expect(stack.replace(world.process(), one)).rejects.toThrow(
      /the service rejected the request: .*\. If the old object is in the way, set deleteBeforeReplace: true under options$/,
    );
  },
);

const replaceable = identifiableKinds.filter((kind) => kind.createOnly.length > 0);

describe.each(byType(replaceable))("%s: a delete that is left over from an earlier run", (_, kind) => {
  const args = kind.args();
  const replaced = kind.edited(args, kind.createOnly[0]!);

  /** The create-only argument changed, and the delete of the old object failed. */
  async function withLeftover(): Promise<{ stack: Stack; id: string }> {
    const stack = await stackOf(entry(kind, "a", args));
    const { id } = stack.state("a");
    world.emulator.faults.rule({ on: "DELETE *", fault: "serverErrorBeforeCommit" });
    await expect(stack.up(world.process(), [entry(kind, "a", replaced)])).rejects.toThrow("DELETE");
    world.emulator.faults.clear();
    return { stack, id };
  }

  test("deletes the object", async () => {
    const { stack, id } = await withLeftover();
    await stack.up(world.process(), [entry(kind, "a", replaced)]);
    expect(world.records(kind).ids).not.toContain(id);
    expect(world.records(kind).ids).toContain(stack.state("a").id);
  });

  test.each(["adopt", "overwrite"] as const)(
    "removes no object that an entry adopts (%s)",
    async (onExisting) => {
      const { stack, id } = await withLeftover();
      const process = world.process();
      await stack.up(process, [entry(kind, "a", args, { onExisting })]);
      expect(stack.state("a").id).toBe(id);
      expect(world.records(kind).ids).toContain(id);
      expect(process.messages.join("\n")).toContain(
        `${id} belongs to a live entry: removed from the state only`,
      );
    },
  );

  /** The object was adopted in an earlier run, which was killed before it dropped the delete. */
  async function afterKill(run: (process: Process, stack: Stack) => Promise<unknown>): Promise<string> {
    const { stack, id } = await withLeftover();
    const process = world.process();
    const adopted = await process.create(kind.handler, args, { onExisting: "adopt" });
    const left = { id, outs: adopted.outs };
    stack.add("a", kind.handler, adopted);
    const next = world.process();
    await run(next, stack);
    await next.delete(kind.handler, left);
    return id;
  }

  test("removes no object that an entry keeps", async () => {
    const id = await afterKill((process, stack) => stack.up(process, [entry(kind, "a", args)]));
    expect(world.records(kind).ids).toContain(id);
  });

  test("removes no object that an entry updates", async () => {
    const edited = kind.edited(args, kind.updatable[0]!);
    const id = await afterKill((process, stack) => stack.up(process, [entry(kind, "a", edited)]));
    expect(world.records(kind).ids).toContain(id);
  });

  test("removes no object whose update fails", async () => {
    const edited = kind.edited(args, kind.updatable[0]!);
    const id = await afterKill(async (process, stack) => {
      world.emulator.faults.rule({ on: "PUT *", fault: "serverErrorBeforeCommit" });
      await expect(stack.up(process, [entry(kind, "a", edited)])).rejects.toThrow("PUT");
    });
    expect(world.records(kind).ids).toContain(id);
  });

  test("deletes the object if no program runs: a destroy", async () => {
    const id = await afterKill((process, stack) => stack.destroy(process));
    expect(world.records(kind).ids).not.toContain(id);
    expect(deletes().filter((one) => one === deleteOf(kind, id))).toHaveLength(1);
  });
});

describe("a refresh before the program", () => {
  test.each(byType(listedKinds))(
    "%s: claims nothing, so an entry that leaves is deleted",
    async (_, kind) => {
      const stack = await stackOf(entry(kind, "a", kind.args()));
      const { id, outs, inputs } = stack.state("a");
      const process = world.process();
      await stack.refresh(process);
      await process.of(kind.handler).diff(id, outs, inputs!);
      await stack.up(process, []);
      expect(world.records(kind).ids).not.toContain(id);
    },
  );
});
