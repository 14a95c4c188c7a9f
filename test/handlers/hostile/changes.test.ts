// A service that executes every change and returns anything: the effect is found out, or the user gets an error. Nothing is
// done twice.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { assignedKinds, byType, listedKinds, prepareArgs } from "../support/kinds";
import { World } from "../support/world";
import { CHANGE_RESPONSES, hostileTransport, outcome } from "./responses";

let world: World;
beforeEach(async () => {
  world = await World.start();
});
afterEach(() => world.end());

describe.each(Object.entries(CHANGE_RESPONSES))("%s", (name, text) => {
  const hostile = (method: string, path: RegExp) =>
    world.process({}, hostileTransport(world, method, path, text));

  test.each(byType(listedKinds))("after the create of a %s: there is one object", async (_, kind) => {
    const before = world.records(kind).size;
    const { result } = await outcome(hostile("POST", /\/add$/).create(kind.handler, kind.args()));
    expect(world.records(kind).size).toBe(before + 1);
    // It looks like a rejection. The next preview shows the object as a collision.
    if (name === "an error with terminal escapes") expect(result).toBeUndefined();
    else expect(await world.process().refresh(kind.handler, result!)).toBeDefined();
  });

  test.each(byType(listedKinds))("after the update of a %s: there is the same object", async (_, kind) => {
    const state = await world.process().create(kind.handler, kind.args());
    const { ids } = world.records(kind);
    await outcome(hostile("PUT", /\/update$/).update(kind.handler, state, kind.allEdited(kind.args())));
    expect(world.records(kind).ids).toEqual(ids);
    expect((await world.process().refresh(kind.handler, state))?.id).toBe(state.id);
  });

  test.each(byType(listedKinds))("after the delete of a %s: it is gone", async (_, kind) => {
    const state = await world.process().create(kind.handler, kind.args());
    await outcome(hostile("DELETE", /\/delete$/).delete(kind.handler, state));
    expect(world.records(kind).ids).not.toContain(state.id);
    expect(await world.process().refresh(kind.handler, state)).toBeUndefined();
  });

  test.each(byType(assignedKinds))("after the assignment of a %s: it is assigned once", async (_, kind) => {
    const args = await prepareArgs(world.process(), kind);
    await outcome(hostile("POST", /\/assign\//).create(kind.handler, args));
    expect(world.assignments(kind).count(args)).toBe(1);
  });
});
