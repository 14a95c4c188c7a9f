// A failure proves nothing: no object counts as gone because a list cannot be read or a delete has no clear result.
import { afterEach, describe, expect, test } from "vitest";
import type { Dialect } from "../../../src/emulator/index";
import { createEveryKind } from "../support/every-kind";
import { byType, type Kind, listedKinds } from "../support/kinds";
import { type State, World } from "../support/world";

const HOUR_MS = 3_600_000;

let world: World;
afterEach(() => world.end());

const start = async (dialect: Partial<Dialect> = {}) => {
  world = await World.start(dialect, { rateLimit: 100_000 });
};

test.each([
  "serverErrorBeforeCommit",
  "badGatewayBeforeHandling",
  "truncatedJson",
  "wrongJson",
  "dropBeforeHandling",
] as const)("if every list fails (%s), each refresh is an error", async (fault) => {
  await start();
  const resources = await createEveryKind(world.process());
  await world.clock.advance(HOUR_MS);
  world.emulator.faults.rule({ on: (request) => request.path !== "/api/account", fault });
  const process = world.process();
  for (const { kind, state } of resources) {
    await expect(process.refresh(kind.handler, state), kind.handler).rejects.toThrow(
      /GET \/api\/|failed: see the earlier error/,
    );
  }
});

describe.each(byType(listedKinds))("%s", (_, kind) => {
  const { handler } = kind;
  const create = (of: Kind = kind): Promise<State> => world.process().create(of.handler, of.args());
  const ids = () => world.records(kind).ids;

  test("a failure of the confirming listing is an error", async () => {
    await start();
    const { id, ...state } = await create();
    world.records(kind).remove(id);
    world.emulator.faults.rule({ on: `GET ${kind.list.path}`, fault: "serverErrorBeforeCommit", after: 1 });
    await expect(world.process().refresh(handler, { id, ...state })).rejects.toThrow(`GET ${kind.list.path}`);
  });

  test.each([{ statusCodes: "real" }, { statusCodes: "always200" }] as const)(
    "a failed delete is an error if lists still show the object ($statusCodes)",
    async (dialect) => {
      await start(dialect);
      const state = await create();
      world.emulator.faults.rule({ on: "DELETE *", fault: "serverErrorBeforeCommit" });
      await expect(world.process().delete(handler, state)).rejects.toThrow(
        `DELETE ${kind.list.writePath}${state.id}/delete`,
      );
      expect(ids()).toContain(state.id);
    },
  );

  test.each(["serverErrorAfterCommit", "dropAfterCommit", "gatewayTimeoutAfterCommit"] as const)(
    "a delete that took effect (%s) succeeds",
    async (fault) => {
      await start();
      const state = await create();
      world.emulator.faults.rule({ on: "DELETE *", fault, times: 1 });
      await world.process().delete(handler, state);
      expect(ids()).not.toContain(state.id);
    },
  );

  test("a delete that took effect succeeds, also while lists lag", async () => {
    await start();
    const state = await create();
    await world.clock.advance(HOUR_MS);
    world.emulator.faults.rule({ on: "GET *", fault: "staleList", ms: 9000 });
    world.emulator.faults.rule({ on: "DELETE *", fault: "serverErrorAfterCommit", times: 1 });
    await world.process().delete(handler, state);
    expect(ids()).not.toContain(state.id);
  });

  test("two entries of one object, as older states may have, delete it once", async () => {
    await start();
    const state = await create();
    world.emulator.clearLog();
    const process = world.process();
    await Promise.all([process.delete(handler, state), process.delete(handler, state)]);
    await process.delete(handler, state);
    expect(world.changes()).toEqual([`DELETE ${kind.list.writePath}${state.id}/delete`]);
  });
});
