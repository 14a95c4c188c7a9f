// A replaced object stays in the state as a pending delete until it is deleted. A program cannot see it, so a later run
// may adopt the object again. Then the pending delete must not remove it.
import { beforeEach, describe, expect, test } from "vitest";
import {
  acme,
  type Config,
  changed,
  configured,
  ids,
  objectCounts,
  urnOf,
  writes,
  yaml,
} from "../lifecycle/support";
import type { Project } from "../support/project";
import { addStrangers, strangersOf } from "./expected-stack";
import { runAndKill } from "./interruption";
import { skipWithoutProc } from "./processes";
import { adopting, unlock } from "./recovery";

const BEFORE: Config = {
  pixels: { ads: { type: "forum", name: "Board", tag: "42" } },
  domains: { go: { domain: "https://go.example.com" } },
};
/** Both fields are create-only. */
const AFTER = changed(BEFORE, {
  pixels: { ads: { type: "pinboard" } },
  domains: { go: { domain: "https://new.example.com" } },
});
const UP = ["up", "--yes", "--skip-preview"];

/** A stack whose old objects (101) are replaced (102), but not deleted. */
async function replaced(failDelete: (app: Project) => Promise<void>): Promise<Project> {
  const app = await configured(BEFORE);
  addStrangers(app);
  await app.pulumi(...UP);
  await app.config(yaml(AFTER));
  await failDelete(app);
  expect(await pendingDeletes(app)).toEqual(["102", "102"]);
  expect(objectCounts(app)).toMatchObject({ pixels: 3, domains: 3 });
  app.emulator.clearLog();
  return app;
}

async function pendingDeletes(app: Project): Promise<string[]> {
  const { resources = [] } = await app.state();
  return resources.filter((one) => (one as { delete?: boolean }).delete).map(({ id }) => id);
}

/** Every delete is rejected. */
async function rejectDeletes(app: Project): Promise<void> {
  app.emulator.faults.rule({ on: "DELETE *", fault: "serverErrorBeforeCommit" });
  expect((await app.try(...UP)).code).not.toBe(0);
  app.emulator.faults.clear();
}

/** The run is killed at its first delete. No delete has an effect. */
async function killAtDelete(app: Project): Promise<void> {
  app.emulator.faults.rule({ on: "DELETE *", fault: "hangBeforeHandling" });
  const run = await runAndKill(app, UP, { nth: 3, timing: "before", victims: ["engine"] });
  await unlock(app, run.killedAt!);
  // Not earlier: the provider may have sent another delete just before it ended.
  app.emulator.faults.clear();
}

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

  test("a reverted config names the replaced objects, and adopts them without a loss", async () => {
    const app = await replaced(failDelete);
    const strangers = strangersOf(app);
    await app.config(yaml(BEFORE));
    const stopped = await app.try("preview");
    expect(stopped.code).not.toBe(0);
    expect(stopped.output).toMatch(/pixels\.ads \(.*\): already exists \(id 102\)/);
    expect(stopped.output).toMatch(/domains\.go \(.*\): already exists \(id 102\)/);

    const { code, output } = await adopting(app, "up", "--yes");
    expect(code, output).toBe(0);
    expect(output).toContain("Pixel 102 belongs to a live entry: removed from the state only");
    expect(Object.keys(writes(app)).sort()).toEqual([
      "DELETE /api/domain/103/delete",
      "DELETE /api/pixel/103/delete",
    ]);
    expect(await ids(app)).toEqual({ "Pixel ads": "102", "Domain go": "102" });
    expect(await pendingDeletes(app)).toEqual([]);
    expect(strangersOf(app)).toEqual(strangers);
    await app.pulumi("preview", "--expect-no-changes");
    await app.pulumi("refresh", "--preview-only", "--expect-no-changes");
  });
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
