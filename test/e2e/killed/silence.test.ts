// After the engine's end its processes send nothing any more, although creates wait for the next rate window.
import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { FaultTarget } from "../../../src/emulator/index";
import { acme, program, project } from "../lifecycle/support";
import type { Project } from "../support/project";
import { atChange, begin, type Killing, kill } from "./interruption";
import { skipWithoutProc } from "./processes";

/** The account, the list and four creates; the others wait for the next window. */
const WINDOW = { rateLimit: 6, windowMs: 2000 };
const PIXELS = 12;
const STACK = program(
  `for (let i = 0; i < ${PIXELS}; i++) new Pixel("p" + i, { type: "forum", name: "P" + i, tag: "t" + i });`,
);

const UP = ["up", "--yes", "--skip-preview"];
const TAGS = Array.from({ length: PIXELS }, (_, i) => `t${i}`).sort();

const made = (app: Project) => [...acme(app).pixels.list()].map(({ tag }) => tag).sort();

/** Does something when a run has begun, which asks for the account before anything else. */
function atAccount({ emulator }: Project, act: () => void): void {
  const on = ({ path }: FaultTarget) => {
    if (path === "/api/account") act();
    return false;
  };
  emulator.faults.rule({ on, fault: "slowBody" });
}

beforeEach(skipWithoutProc);

test("nothing is sent a second after the engine was killed, and an up begun at once doubles nothing", async () => {
  const app = await project(STACK, WINDOW);
  let killing: Killing | undefined;
  atChange(app, 4, "slowBody", () => {
    killing = kill(run, ["engine"]);
  });
  const run = begin(app, UP);
  await run.ended();
  const silentFrom = killing!.ended().then(() => Date.now());

  // No lock is left to hold the next run back, and no process that still ends.
  await app.pulumi("cancel", "--yes");
  const created = app.emulator.log.filter(({ method }) => method === "POST");
  expect(created.length).toBeLessThan(PIXELS);
  await app.pulumi(...UP);
  expect((await silentFrom) - killing!.at).toBeLessThan(1000);
  expect(made(app)).toEqual(TAGS);
  await app.pulumi("refresh", "--preview-only", "--expect-no-changes");
});

test("what a killed run sent and what takes effect only when the next up has begun is doubled by nobody", async () => {
  let commit = () => {};
  const late = new Promise<void>((resolve) => {
    commit = resolve;
  });
  const app = await project(STACK, { clock: { now: Date.now, sleep: () => late } });
  onTestFinished(commit);
  // So long that the provider has ended before it would take the create for lost, and send it again.
  app.env.LINK_MANAGEMENT_SETTLE_TIME = "10";
  let killing: Killing | undefined;
  let tag = "";
  atChange(app, 4, "dropThenCommit", ({ body }) => {
    ({ tag } = body as { tag: string });
    killing = kill(run, ["engine"]);
  });
  const run = begin(app, UP);
  await run.ended();
  await killing?.ended();
  await app.pulumi("cancel", "--yes");
  expect(made(app)).not.toContain(tag);

  app.emulator.clearLog();
  atAccount(app, commit);
  await app.pulumi(...UP);
  const creates = app.emulator.log.filter(({ body }) => (body as { tag?: string } | undefined)?.tag === tag);
  expect(creates.map(({ faults }) => faults)).toEqual([["dropThenCommit"]]);
  expect(made(app)).toEqual(TAGS);
  await app.pulumi("refresh", "--preview-only", "--expect-no-changes");
});

test("an up that is started while another one runs is held back by the stack's lock and sends nothing", async () => {
  const app = await project(STACK, { rateLimit: 100 });
  let begun = () => {};
  const isBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  atChange(app, 1, "hangBeforeHandling", begun);
  const first = begin(app, UP);
  await isBegun;
  const { code, output } = await app.try(...UP);
  expect(code).not.toBe(0);
  expect(output).toContain("the stack is currently locked by 1 lock(s)");
  expect(app.emulator.log.filter(({ path }) => path === "/api/account")).toHaveLength(1);
  const killing = kill(first, ["engine"]);
  await first.ended();
  await killing.ended();
});
