// More pending deletes: after a kill between create and delete, with a destroy, and of a forced replacement.
import { beforeEach, describe, expect, test } from "vitest";
import { acme, changed, configured, ids, urnOf, writes, yaml } from "../lifecycle/support";
import { strangersOf } from "./expected-stack";
import { runAndKill } from "./interruption";
import { AFTER, BEFORE, expectAdoptedAgain, killAtDelete, rejectDeletes, replaced } from "./pending-deletes";
import { skipWithoutProc } from "./processes";
import { adopting, UP, unlock } from "./recovery";

beforeEach(skipWithoutProc);

describe.each([
  ["a failed delete", rejectDeletes],
  ["a kill between create and delete", killAtDelete],
])("after %s", (_, failDelete) => {
  test("the next run deletes the replaced objects", async () => {
    const app = await replaced(failDelete);
    const strangers = strangersOf(app);
    await app.pulumi("up", "--yes");
    expect(Object.keys(writes(app)).sort()).toEqual([
      "DELETE /api/domain/102/delete",
      "DELETE /api/pixel/102/delete",
    ]);
    expect(await ids(app)).toEqual({ "Pixel ads": "103", "Domain go": "103" });
    expect(strangersOf(app)).toEqual(strangers);
  });
});

test("after a kill between create and delete, a reverted config adopts the replaced objects without a loss", () =>
  expectAdoptedAgain(killAtDelete));

test("a destroy deletes each object once", async () => {
  const app = await replaced(killAtDelete);
  await app.pulumi("destroy", "--yes", "--skip-preview");
  expect(Object.keys(writes(app)).sort()).toEqual([
    "DELETE /api/domain/102/delete",
    "DELETE /api/domain/103/delete",
    "DELETE /api/pixel/102/delete",
    "DELETE /api/pixel/103/delete",
  ]);
  expect((await app.state()).resources ?? []).toEqual([]);
});

test("a forced replacement that was killed before its delete ends with one object", async () => {
  const app = await configured({ channels: { spring: { name: "Spring", items: [{ link: 4711 }] } } });
  await app.pulumi(...UP);
  const run = await runAndKill(app, [...UP, "--replace", urnOf("Channel", "spring")], {
    nth: 3,
    timing: "before",
    victims: ["engine"],
  });
  await unlock(app, run.killedAt!);
  expect(acme(app).channels.size).toBe(2);
  await app.pulumi("up", "--yes");
  expect(acme(app).channels.list()).toEqual([expect.objectContaining({ id: 102, name: "Spring" })]);
  await app.pulumi("preview", "--expect-no-changes");
  await app.pulumi("refresh", "--preview-only", "--expect-no-changes");
});

test("another entry adopts a replaced object, fails, and keeps the object in the next run", async () => {
  const app = await replaced(rejectDeletes);
  const both = changed(AFTER, { pixels: { board: BEFORE.pixels!.ads } });
  await app.config(yaml(both));
  app.emulator.faults.rule({ on: "DELETE *", fault: "serverErrorBeforeCommit" });
  expect((await adopting(app, ...UP)).code).not.toBe(0);
  app.emulator.faults.clear();
  expect(await ids(app)).toMatchObject({ "Pixel board": "102" });

  await app.pulumi(...UP);
  expect(await ids(app)).toEqual({ "Pixel ads": "103", "Pixel board": "102", "Domain go": "103" });
  expect(acme(app).pixels.get(102)).toMatchObject(BEFORE.pixels!.ads as object);
  expect(acme(app).domains.get(102)).toBeUndefined();
  await app.pulumi("preview", "--expect-no-changes");
});
