// The plan of the account lacks the feature of one kind: its entries fail at once, and all others work.
import { afterEach, describe, expect, test } from "vitest";
import type { Dialect } from "../../../src/emulator/index";
import { byType, type Kind, listedKinds } from "../support/kinds";
import { type Process, range, World } from "../support/world";

let world: World;
afterEach(() => world.end());

/** All requests for a kind begin with it: those for the list and for the objects. */
const pathOf = (kind: Kind) => kind.list.writePath.replace(/\/$/, "");

const PLAN = /Your plan does not include this feature \(status \d+\)\. .*plan of the account may lack/;

/** What the entries of a kind are rejected with. */
async function errorsOf(process: Process, kind: Kind): Promise<string[]> {
  const creates = range(5).map((n) => process.create(kind.handler, kind.args(n)));
  const results = await Promise.allSettled(creates);
  return results.map((result) => (result.status === "rejected" ? String(result.reason.message) : "created"));
}

const DIALECTS: readonly Partial<Dialect>[] = [
  {},
  { statusCodes: "realForAccess" },
  { rateLimitHeadersOnFailure: "absent" },
];

describe.each(DIALECTS)("in the dialect %j", (dialect) => {
  test.each(byType(listedKinds))("only %s fails, with one request and without a wait", async (_, kind) => {
    world = await World.start({ ...dialect, pathOutsidePlan: pathOf(kind) });
    const process = world.process();
    const startedAt = world.clock.now();
    for (const other of listedKinds.filter((one) => one !== kind))
      await process.create(other.handler, other.args());

    world.emulator.clearLog();
    const [first, ...others] = await errorsOf(process, kind);
    expect(first).toMatch(PLAN);
    // The reporter names each entry, and shows an error that they share once.
    expect(first).toMatch(/^(check|create) of /);
    for (const error of others)
      expect(error).toMatch(/failed: see the earlier error \((check|create) of .+\)$/);
    expect(world.requests()).toEqual([`GET ${kind.list.path}`]);
    expect(world.clock.now() - startedAt).toBe(0);
  });
});

test("nothing of the kind counts as deleted, and a refresh fails", async () => {
  world = await World.start();
  const states = new Map<Kind, Awaited<ReturnType<Process["create"]>>>();
  const process = world.process();
  for (const kind of listedKinds) states.set(kind, await process.create(kind.handler, kind.args()));
  for (const [kind, state] of states) {
    world.emulator.setDialect({ pathOutsidePlan: pathOf(kind) });
    const next = world.process();
    await expect(next.refresh(kind.handler, state)).rejects.toThrow(PLAN);
    await expect(next.delete(kind.handler, state)).rejects.toThrow(/plan|see the earlier error/);
    expect(world.records(kind).ids).toContain(state.id);
  }
});

test("without rate headers, a 403 may be the rate limit: it is repeated once, in the next window", async () => {
  const [kind] = listedKinds;
  world = await World.start({ rateLimitHeaders: "absent", pathOutsidePlan: pathOf(kind!) });
  const process = world.process();
  const startedAt = world.clock.now();
  const [first] = await errorsOf(process, kind!);
  expect(first).toMatch(PLAN);
  expect(world.requests()).toEqual(["GET /api/account", ...Array(2).fill(`GET ${kind!.list.path}`)]);
  expect(world.clock.now() - startedAt).toBeLessThan(62_000);
});
