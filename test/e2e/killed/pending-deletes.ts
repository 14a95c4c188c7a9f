// A stack with a pending delete: a replaced object that is not deleted yet.
import { expect } from "vitest";
import { type Config, changed, configured, ids, objectCounts, writes, yaml } from "../lifecycle/support";
import type { Project } from "../support/project";
import { addStrangers, strangersOf } from "./expected-stack";
import { runAndKill } from "./interruption";
import { adopting, UP, unlock } from "./recovery";

export const BEFORE: Config = {
  pixels: { ads: { type: "forum", name: "Board", tag: "42" } },
  domains: { go: { domain: "https://go.example.com" } },
};
/** Both fields are create-only. */
export const AFTER = changed(BEFORE, {
  pixels: { ads: { type: "pinboard" } },
  domains: { go: { domain: "https://new.example.com" } },
});

/** A stack whose objects (102) are replaced (103), but not deleted. */
export async function replaced(failDelete: (app: Project) => Promise<void>): Promise<Project> {
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
export async function rejectDeletes(app: Project): Promise<void> {
  app.emulator.faults.rule({ on: "DELETE *", fault: "serverErrorBeforeCommit" });
  expect((await app.try(...UP)).code).not.toBe(0);
  app.emulator.faults.clear();
}

/** The run is killed at its first delete. No delete has an effect. */
export async function killAtDelete(app: Project): Promise<void> {
  app.emulator.faults.rule({ on: "DELETE *", fault: "hangBeforeHandling" });
  const run = await runAndKill(app, UP, { nth: 3, timing: "before", victims: ["engine"] });
  await unlock(app, run.killedAt!);
  // Not earlier: the provider may have sent another delete just before it ended.
  app.emulator.faults.clear();
}

/** A reverted config names the replaced objects in a preview, and adopts them without a loss. */
export async function expectAdoptedAgain(failDelete: (app: Project) => Promise<void>): Promise<void> {
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
}
