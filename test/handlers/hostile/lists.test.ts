// A service that returns anything in place of the account or a list: the user gets an error, and nothing is changed.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { assignedKinds, byType, type Kind, kinds, listedKinds, prepareArgs } from "../support/kinds";
import { World } from "../support/world";
import { hostileTransport, outcome, READ_RESPONSES } from "./responses";

let world: World;
beforeEach(async () => {
  world = await World.start();
});
afterEach(() => world.end());

const withItemList = assignedKinds.filter((kind) => itemList(kind, "1") !== undefined);

function itemList(kind: Kind, parent: string): string | undefined {
  return kind.definition.lifecycle.listsFor(kind.memberArgs(parent, kind.entries()[0]))[0]?.path;
}

const exactly = (path: string) => new RegExp(`^${path}$`);

describe.each(Object.entries(READ_RESPONSES))("%s", (_, text) => {
  test.each(byType(kinds))("in place of the account stops the create of a %s", async (_, kind) => {
    const args = await prepareArgs(world.process(), kind);
    world.emulator.clearLog();
    const process = world.process({}, hostileTransport(world, "GET", /^\/api\/account$/, text));
    const { message } = await outcome(process.create(kind.handler, args));
    expect(message).toContain("/api/account");
    expect(world.changes()).toEqual([]);
  });

  test.each(byType(listedKinds))("in place of the list of a %s proves nothing", async (_, kind) => {
    const state = await world.process().create(kind.handler, kind.args());
    world.emulator.clearLog();
    const { path } = kind.list;
    const process = world.process({}, hostileTransport(world, "GET", exactly(path), text));
    const { message } = await outcome(process.refresh(kind.handler, state));
    expect(message).toContain(path);
    expect(world.changes()).toEqual([]);
  });

  test.each(byType(withItemList))("in place of the item list of a %s proves nothing", async (_, kind) => {
    const state = await world.process().create(kind.handler, await prepareArgs(world.process(), kind));
    world.emulator.clearLog();
    const path = itemList(kind, String(state.inputs![kind.definition.parent!]))!;
    const process = world.process({}, hostileTransport(world, "GET", exactly(path), text));
    const { message } = await outcome(process.refresh(kind.handler, state));
    expect(message).toContain(path);
    expect(world.changes()).toEqual([]);
  });
});
