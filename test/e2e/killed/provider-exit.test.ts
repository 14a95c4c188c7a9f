// After the end of the engine, its processes send nothing, although creates wait for the next rate-limit window.
import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { FaultTarget } from "../../../src/emulator/index";
import { acme, program, project } from "../lifecycle/support";
import type { Project } from "../support/project";
import { atChange, type Killing, kill, start } from "./interruption";
import { skipWithoutProc } from "./processes";
import { adopting } from "./recovery";

/** The account, the list and four creates. The others wait for the next window. */
const WINDOW = { rateLimit: 6, windowMs: 2000 };
const PIXELS = 12;
const STACK = program(
  `for (let i = 0; i < ${PIXELS}; i++) new Pixel("p" + i, { type: "forum", name: "P" + i, tag: "t" + i });`,
);

const UP = ["up", "--yes", "--skip-preview"];
const TAGS = Array.from({ length: PIXELS }, (_, i) => `t${i}`).sort();

const tagsOf = (app: Project) => [...acme(app).pixels.list()].map(({ tag }) => tag).sort();

/** Does something at the first request of the next run. */
function atAccount({ emulator }: Project, act: () => void): void {
  const on = ({ path }: FaultTarget) => {
    if (path === "/api/account") act();
    return false;
  };
  emulator.faults.rule({ on, fault: "slowBody" });
}

beforeEach(skipWithoutProc);

test("sends nothing a second after the engine was killed, and the next run duplicates nothing", async () => {
  const app = await project(STACK, WINDOW);
  let killing: Killing | undefined;
  atChange(app, 4, "slowBody", () => {
    killing = kill(run, ["engine"]);
  });
  const run = start(app, UP);
  await run.ended();
  const endedAt = killing!.ended().then(() => Date.now());

  await app.pulumi("cancel", "--yes");
  const created = app.emulator.log.filter(({ method }) => method === "POST");
  expect(created.length).toBeLessThan(PIXELS);
  const { code, output } = await adopting(app, ...UP);
  expect(code, output).toBe(0);
  expect((await endedAt) - killing!.at).toBeLessThan(1000);
  expect(tagsOf(app)).toEqual(TAGS);
  await app.pulumi("refresh", "--preview-only", "--expect-no-changes");
});

test("adopts an object of a killed run that appears only when the next run has started", async () => {
  let commit = () => {};
  const late = new Promise<void>((resolve) => {
    commit = resolve;
  });
  const app = await project(STACK, { clock: { now: Date.now, sleep: () => late } });
  onTestFinished(commit);
  // So long that the provider ends before it would send the create again.
  app.env.LINK_MANAGEMENT_SETTLE_TIME = "10";
  let killing: Killing | undefined;
  let tag = "";
  atChange(app, 4, "dropThenCommit", ({ body }) => {
    ({ tag } = body as { tag: string });
    killing = kill(run, ["engine"]);
  });
  const run = start(app, UP);
  await run.ended();
  await killing?.ended();
  await app.pulumi("cancel", "--yes");
  expect(tagsOf(app)).not.toContain(tag);

  app.emulator.clearLog();
  atAccount(app, commit);
  const { code, output } = await adopting(app, ...UP);
  expect(code, output).toBe(0);
  const creates = app.emulator.log.filter(({ body }) => (body as { tag?: string } | undefined)?.tag === tag);
  expect(creates.map(({ faults }) => faults)).toEqual([["dropThenCommit"]]);
  expect(tagsOf(app)).toEqual(TAGS);
  await app.pulumi("refresh", "--preview-only", "--expect-no-changes");
});

test("the lock of the stack stops a second run, which sends nothing", async () => {
  const app = await project(STACK, { rateLimit: 100 });
  let reached = () => {};
  const isRunning = new Promise<void>((resolve) => {
    reached = resolve;
  });
  atChange(app, 1, "hangBeforeHandling", reached);
  const first = start(app, UP);
  await isRunning;
  const { code, output } = await app.try(...UP);
  expect(code).not.toBe(0);
  expect(output).toContain("the stack is currently locked by 1 lock(s)");
  expect(app.emulator.log.filter(({ path }) => path === "/api/account")).toHaveLength(1);
  const killing = kill(first, ["engine"]);
  await first.ended();
  await killing.ended();
});
