// The last line of a command about adopted objects, and an object that disappears between check and create.
import { afterEach, expect, test } from "vitest";
import { byType, listedKinds } from "../support/kinds";
import { entry, Stack } from "../support/stack";
import { type Process, World } from "../support/world";

let world: World;
afterEach(() => world.end());

const channels = [
  { name: "Spring", color: "#22AA66" },
  { name: "Summer", color: "#22AA66" },
  { name: "Autumn", color: "#22AA66" },
];

const entries = () =>
  channels.map((args) => entry({ handler: "channel" }, args.name, args, { onExisting: "overwrite" }));

const summaryOf = async (process: Process) => (await process.provider.lastMessages()).info;

/** Two objects are equal, and one differs. */
const start = async () => {
  world = await World.start();
  for (const args of channels) world.account.channels.create(args);
  world.account.channels.update(101, { color: "#000000" });
};

test("a preview and an update say how many objects are adopted, and how many of them change", async () => {
  await start();
  const preview = world.process();
  await new Stack().preview(preview, entries());
  expect((await summaryOf(preview))[0]).toBe(
    "3 existing objects will be adopted, 1 changed (deleted with this stack)",
  );
  const stack = new Stack();
  const process = world.process();
  await stack.up(process, entries());
  expect(await summaryOf(process)).toEqual([
    "3 existing objects adopted, 1 changed (deleted with this stack)",
  ]);

  const next = world.process();
  await stack.up(next, entries());
  expect(await summaryOf(next)).toEqual([]);
});

test("an adoption that fails does not count", async () => {
  await start();
  world.emulator.faults.rule({ on: "PUT *", fault: "serverErrorBeforeCommit" });
  const process = world.process();
  await expect(new Stack().up(process, entries())).rejects.toThrow(/^create of Channel Spring: PUT/);
  expect(await summaryOf(process)).toEqual([
    "2 existing objects adopted, none changed (deleted with this stack)",
  ]);
});

test.each(byType(listedKinds))("%s: an object that is gone by then is an error", async (type, kind) => {
  world = await World.start();
  const id = world.records(kind).add(kind.args());
  const process = world.process();
  const { inputs } = await process.check(kind.handler, kind.args(), { onExisting: { id } });
  world.records(kind).remove(id);
  // Another process deleted it, so this one's list still shows it. A later one proves it gone.
  const later = world.process();
  await later.check(kind.handler, kind.args(1));
  await expect(later.of(kind.handler).create(inputs)).rejects.toThrow(
    `${type} ${id} was to be adopted, but is gone. Run the command again`,
  );
  expect(world.changes()).toEqual([]);
});
